#!/usr/bin/env python3
"""What Pillow makes of photos: thumbnails EDGE FILE..., or compare EDGE FOLDER FILE... (our pixels with its own)."""
import io
import math
import sys

from PIL import Image, ImageChops, ImageOps, ImageStat


def thumbnails(edge, files):
    total = 0
    for file in files:
        with Image.open(file) as image:
            image.thumbnail((edge, edge), Image.Resampling.LANCZOS, reducing_gap=2.0)
            upright = ImageOps.exif_transpose(image)
            written = io.BytesIO()
            upright.save(written, "JPEG", quality=80)
            total += written.tell()
    print(total, "bytes of thumbnails")


def compare(edge, folder, files):
    """PSNR of each picture against a full decode and one Lanczos step."""
    for index, file in enumerate(files):
        with Image.open(file) as image, Image.open(f"{folder}/{index}.ppm") as ours:
            reference = image.convert("RGB").resize(ours.size, Image.Resampling.LANCZOS)
            squares = ImageStat.Stat(ImageChops.difference(reference, ours)).sum2
            error = sum(squares) / (ours.width * ours.height * 3)
            print(f"{10 * math.log10(255 * 255 / error) if error else 99:.2f}")


if __name__ == "__main__":
    if sys.argv[1] == "thumbnails":
        thumbnails(int(sys.argv[2]), sys.argv[3:])
    else:
        compare(int(sys.argv[2]), sys.argv[3], sys.argv[4:])
