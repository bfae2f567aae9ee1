"""Loads: scorebook against psql, each from the same state, taken in turns."""
import json
import os

import phases
import place
from report import Measure

UPSERT = """
begin;
set local work_mem = '64MB';
create temporary table staged (
    id uuid, user_id uuid, metric_type text, value numeric, unit text, recorded_date date, event_id uuid,
    verified boolean, notes text, created_at timestamptz, family_unit_id uuid) on commit drop;
\\copy staged from '{path}' (format csv, header)
analyze staged (id);
update public.performance_metrics as target
set metric_type = staged.metric_type, value = staged.value, unit = staged.unit,
    recorded_date = staged.recorded_date, event_id = staged.event_id
from staged
where target.id = staged.id
    and (target.metric_type, target.value, target.unit, target.recorded_date, target.event_id)
        is distinct from (staged.metric_type, staged.value, staged.unit, staged.recorded_date, staged.event_id);
insert into public.performance_metrics
    (id, user_id, metric_type, value, unit, recorded_date, event_id, verified, notes, created_at, family_unit_id)
select id, user_id, metric_type, value, unit, recorded_date, event_id, verified, notes, created_at, family_unit_id
from staged
where not exists (select from public.performance_metrics as target where target.id = staged.id)
order by id
on conflict (id) do nothing;
commit;
"""


def scorebook(cluster, database, path, pipelines, expected, phase=None, owner="payload", url=None):
    """One `scorebook run`; `expected` are the ledger's counts that it must report."""
    start = phases.begin(cluster, database) if phase else 0
    outcome = cluster.run(
        [place.SCOREBOOK, "run", "--input", path, "--owner", owner, "--database",
         url or cluster.url(database, "scorebook_loader"), "--pipelines", pipelines, "-o", "json", "-q"])
    report = json.loads(outcome.text.strip().split("\n")[-1])
    wrong = {name: report["ledger"][name] for name, count in expected.items() if report["ledger"][name] != count}
    if wrong:
        raise place.Failure(f"{os.path.basename(path)}: ledger {wrong}, expected {expected}")
    if phase:
        phases.end(cluster, start, phase, outcome.seconds)
    return outcome


def in_turns(ways, rounds):
    """Runs all ways once a round, each round beginning with another."""
    times = {name: [] for name in ways}
    processor = {name: [] for name in ways}
    peaks = {name: 0 for name in ways}
    for number in range(rounds):
        names = list(ways)
        shift = number % len(names)
        for name in names[shift:] + names[:shift]:
            for key, outcome in ways[name](number).items():
                times.setdefault(key, []).append(outcome.seconds)
                processor.setdefault(key, []).append(outcome.processor)
                peaks[key] = max(peaks.get(key, 0), outcome.peak)
                place.say(f"  round {number + 1}: {key}: {outcome.seconds:.2f} s, processor {outcome.processor:.2f} s")
    return times, processor, peaks


def live(cluster, count, rounds, phased):
    path = place.rows("live", count)
    kept, bare = cluster.live(count)
    again = place.other_bytes(path)
    place.say(f"live table, {count} rows into one that holds {count}")

    def ours(template, name, rerun=None):
        def way(number):
            database = cluster.clone(template)
            show = f"live table, {name}" if phased and number == 0 else None
            outcomes = {name: scorebook(cluster, database, path, place.PIPELINES, {"inserted": count}, show)}
            if rerun:
                cluster.overnight(database)
                show = "live table, again" if phased and number == 0 else None
                outcomes[rerun] = scorebook(cluster, database, again, place.PIPELINES, {"unchanged": count}, show)
            return outcomes
        return way

    ways = {
        "\\copy": lambda _: {"\\copy": cluster.copy(
            cluster.clone(bare), "public.performance_metrics", path, "family_unit_id")},
        "without summaries": ours(bare, "without summaries"),
        "staged upsert": lambda _: {
            "staged upsert": cluster.psql(cluster.clone(bare), script=UPSERT.format(path=path))},
        "with summaries": ours(kept, "with summaries", "live again"),
    }
    times, cpu, _ = in_turns(ways, rounds)
    def against(work, ours, theirs, name, reach, aim):
        return Measure(work, times[ours], name, times[theirs], reach, aim, (cpu[ours], cpu[theirs]))

    work = "live table, {0:,} rows into {0:,}".format(count)
    return [
        against(f"{work}, summaries apart", "without summaries", "\\copy", "psql \\copy", 1.05, 0.8),
        against(f"{work}, summaries kept", "with summaries", "\\copy", "psql \\copy", 1.3, 1.0),
        against(f"{work}, summaries apart", "without summaries", "staged upsert", "staged upsert", 0.85, 0.65),
        against(f"{work}, summaries kept", "with summaries", "staged upsert", "staged upsert", 0.85, 0.65),
        against("the same rows again, live table", "live again", "\\copy", "psql \\copy", 0.35, 0.2),
    ]


def plain(cluster, count, rounds, phased):
    path = place.rows("plain", count)
    again = place.other_bytes(path)
    template = cluster.plain()
    place.say(f"plain table, {count} rows")

    def ours(number):
        database = cluster.clone(template)
        show = phased and number == 0
        pipelines = place.PLAIN_PIPELINES
        first = scorebook(cluster, database, path, pipelines, {"inserted": count}, "plain table" if show else None)
        cluster.overnight(database)
        second = scorebook(
            cluster, database, again, pipelines, {"unchanged": count}, "plain table, again" if show else None)
        return {"scorebook": first, "again": second}

    ways = {
        "\\copy": lambda _: {"\\copy": cluster.copy(cluster.clone(template), "public.plain_metrics", path, "updated_at")},
        "scorebook": ours,
    }
    times, cpu, peaks = in_turns(ways, rounds)
    size = os.path.getsize(path) / 1e6
    return [
        Measure(
            f"plain table, {count:,} rows ({size:.0f} MB)", times["scorebook"], "psql \\copy", times["\\copy"], 0.9, 0.7,
            (cpu["scorebook"], cpu["\\copy"])),
        Measure(
            "the same rows again from other bytes", times["again"], "psql \\copy", times["\\copy"], 0.35, 0.2,
            (cpu["again"], cpu["\\copy"])),
        Measure.memory(f"memory of run, {size:.0f} MB", peaks["scorebook"]),
        Measure.memory(f"memory of run again, {size:.0f} MB", peaks["again"]),
    ]


def large(cluster, count):
    path = place.rows("plain", count)
    size = os.path.getsize(path) / 1e6
    outcome = scorebook(
        cluster, cluster.clone(cluster.plain()), path, place.PLAIN_PIPELINES, {"inserted": count})
    return [Measure.memory(f"memory of run, {size:,.0f} MB ({outcome.seconds:.0f} s)", outcome.peak)]
