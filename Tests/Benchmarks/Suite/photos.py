"""Photos: thumbnails against vipsthumbnail and Pillow, their quality, dates against libexif, memory."""
import os
import shutil
import subprocess
import sys
import time

import loading
import place
from report import Measure

BENCH = os.path.join(place.ROOT, ".build", "release", "scorebook-bench-photos")
PEERS = os.path.join(os.path.dirname(place.SUITE), "Photos")
EDGE = 320
DATES = 40_000


def pictures(count, order):
    """Invented pictures of 12 million pixels, made once."""
    folder = os.path.join(place.DATA, f"photos-{order}-{count}")
    if not os.path.exists(folder):
        place.say(f"making {os.path.basename(folder)}")
        shutil.rmtree(folder + ".making", ignore_errors=True)
        os.makedirs(folder + ".making")
        place.run([BENCH, "make", folder + ".making", str(count), order])
        os.rename(folder + ".making", folder)
    return [os.path.join(folder, f"{index}.jpg") for index in range(count)]


def python_with_pillow():
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import PIL"], capture_output=True).returncode == 0:
            return python
    return None


def libexif():
    """The small program over libexif; None where there is no library or no compiler."""
    compiler = shutil.which("cc") or shutil.which("clang")
    program = os.path.join(place.SCRATCH, "libexif-dates")
    if compiler:
        made = subprocess.run(
            [compiler, "-O2", os.path.join(PEERS, "libexif.c"), "-lexif", "-o", program], capture_output=True)
        if made.returncode == 0:
            return program
    return None


def vips(files, processes):
    """vipsthumbnail, the files dealt to that many processes at once."""
    folder = os.path.join(place.SCRATCH, "vips")
    os.makedirs(folder, exist_ok=True)
    before, started = os.times(), time.monotonic()
    children = [
        subprocess.Popen(
            ["vipsthumbnail", "--vips-concurrency=1", "--size", str(EDGE), "-o", f"{folder}/%s.jpg[Q=80,strip]",
             *files[number::processes]])
        for number in range(processes)]
    codes = [child.wait() for child in children]
    seconds, after = time.monotonic() - started, os.times()
    if any(codes):
        raise place.Failure(f"vipsthumbnail: exit {codes}")
    return place.Outcome(
        seconds, 0, "", after.children_user - before.children_user + after.children_system - before.children_system)


def ours(files, workers, edges=EDGE):
    return place.run([BENCH, "thumbnails", str(workers), str(edges), *files])


def thumbnails(files, rounds, pillow):
    names = {"ours, 2 workers": lambda _: {"ours, 2 workers": ours(files, 2)},
             "ours, 1 worker": lambda _: {"ours, 1 worker": ours(files, 1)}}
    if shutil.which("vipsthumbnail"):
        names["vips"] = lambda _: {"vips": vips(files, 2)}
    if pillow:
        names["pillow"] = lambda _: {
            "pillow": place.run([pillow, os.path.join(PEERS, "peers.py"), "thumbnails", str(EDGE), *files])}
    times, cpu, _ = loading.in_turns(names, rounds)
    measures = []
    for own, peer, called, reach, aim in (
            ("ours, 2 workers", "vips", "two vipsthumbnail", 1.15, 1.3),
            ("ours, 1 worker", "pillow", "Pillow, draft mode", 1.05, 1.2)):
        work = f"thumbnails, {own.split(', ')[1]}, 12 MP to {EDGE}"
        measures.append(Measure.pace(
            work, len(files), "pictures/s", times[own], called if peer in times else called + ": SKIPPED",
            times.get(peer), reach, aim, (cpu[own], cpu[peer]) if peer in times else None))
    return measures


def quality(files, pillow, edge):
    if not pillow:
        return []
    folder = os.path.join(place.SCRATCH, f"pixels-{edge}")
    os.makedirs(folder, exist_ok=True)
    place.run([BENCH, "pixels", str(edge), folder, *files])
    text = place.run([pillow, os.path.join(PEERS, "peers.py"), "compare", str(edge), folder, *files]).text
    lowest = min(float(line) for line in text.split())
    shutil.rmtree(folder)
    return [Measure.value(f"PSNR at {edge}, the lowest of {len(files)}", lowest, "dB", 50, 53, more_is_better=True)]


def dates(files, rounds):
    program = libexif()
    again = max(1, DATES // len(files))
    names = {"ours": lambda _: {"ours": place.run([BENCH, "dates", str(again), *files])}}
    if program:
        names["libexif"] = lambda _: {"libexif": place.run([program, str(again), *files])}
    times, cpu, _ = loading.in_turns(names, rounds)
    return [Measure.pace(
        "dates, sizes and positions' presence", len(files) * again, "files/s", times["ours"],
        "libexif, dates" if program else "libexif: SKIPPED", times.get("libexif"), 1.2, 2,
        (cpu["ours"], cpu["libexif"]) if program else None)]


def measure(count, rounds):
    place.say("photos")
    files = pictures(count, "baseline")
    progressive = pictures(max(4, count // 5), "progressive")
    pillow = python_with_pillow()
    measures = thumbnails(files, rounds, pillow)
    measures += quality(files[:8], pillow, EDGE) + quality(files[:4], pillow, 1080)
    measures += dates(files, rounds)
    for edges in (str(EDGE), f"{EDGE},1080"):
        peak = ours(progressive + files, 2, edges).peak / (1 << 20)
        measures.append(Measure.value(f"memory, 2 workers, progressive 12 MP among them, to {edges}", peak, "MB", 150, 90))
    return measures
