"""Two folders of pictures beside each other: only what differs, each difference once, packed on sheets."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import blake2b
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

Rows = tuple[int, int, int, int]
"""A region by its rows of pixels: from and to in the picture before, from and to in the picture after."""

SHEET = (1600, 1500)
# Regions closer than this are one; what is around a region is shown as well.
APART, AROUND, BESIDE = 14, 16, 90
# Wider crops lie below each other, higher ones are cut.
BESIDE_EACH_OTHER, HIGHEST = 780, 1400
LABEL, SEAM = 16, 6
PAPER, SEAM_COLOUR, LABEL_COLOUR = (128, 128, 128), (255, 0, 255), (255, 255, 0)


@dataclass(slots=True, kw_only=True)
class Difference:
    """A region that changed, before and after; `times` it is found, first in the picture `name`."""

    name: str
    before: Image.Image
    after: Image.Image
    times: int = 1


def compare(before: Path, after: Path, out: Path) -> list[str]:
    """Write the sheets into `out`, which is emptied first; return what cannot be shown, in lines."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    lines: list[str] = []
    found: dict[bytes, Difference] = {}
    changed = 0
    for name in sorted({file.name for folder in (before, after) for file in folder.glob("*.png")}):
        if not (before / name).exists() or not (after / name).exists():
            lines.append(f"{name}: only {'after' if (after / name).exists() else 'before'}")
            continue
        first, second = (Image.open(folder / name).convert("RGB") for folder in (before, after))
        if first.width != second.width:
            lines.append(f"{name}: {first.width} and {second.width} wide")
        elif first.size != second.size or first.tobytes() != second.tobytes():
            changed += 1
            collect(name, first, second, found)
    sheets = list(packed(cards(found.values())))
    for number, sheet in enumerate(sheets):
        sheet.save(out / f"sheet-{number:03}.png")
    return [*lines, f"{changed} pictures changed, {len(found)} differences on {len(sheets)} sheets"]


def collect(name: str, first: Image.Image, second: Image.Image, found: dict[bytes, Difference]) -> None:
    """Add the differing regions of a pair to those found so far."""
    for top, bottom, new_top, new_bottom in regions(first, second):
        left, right = 0, first.width
        if bottom - top == new_bottom - new_top:
            box = ImageChops.difference(
                first.crop((0, top, first.width, bottom)), second.crop((0, new_top, first.width, new_bottom))
            ).getbbox()
            if box:
                left, right = max(0, box[0] - BESIDE), min(first.width, box[2] + BESIDE)
        exact = (first.crop((left, top, right, bottom)), second.crop((left, new_top, right, new_bottom)))
        key = blake2b(b"|".join(picture.tobytes() for picture in exact)).digest()
        if key in found:
            found[key].times += 1
            continue
        found[key] = Difference(
            name=name,
            before=first.crop((left, max(0, top - AROUND), right, min(first.height, bottom + AROUND))),
            after=second.crop(
                (left, max(0, new_top - AROUND), right, min(second.height, new_bottom + AROUND))
            ),
        )


def regions(first: Image.Image, second: Image.Image) -> list[Rows]:
    """The rows that differ; a row that was only pushed down is the same row."""
    merged: list[list[int]] = []
    matcher = SequenceMatcher(None, hashes(first), hashes(second), autojunk=False)
    for kind, *region in matcher.get_opcodes():
        if kind == "equal":
            continue
        if merged and (region[0] - merged[-1][1] < APART or region[2] - merged[-1][3] < APART):
            merged[-1][1], merged[-1][3] = region[1], region[3]
        else:
            merged.append(region)
    return [(top, bottom, new_top, new_bottom) for top, bottom, new_top, new_bottom in merged]


def hashes(picture: Image.Image) -> list[int]:
    """One number for each row of pixels."""
    pixels, row = picture.tobytes(), 3 * picture.width
    return [hash(pixels[at : at + row]) for at in range(0, len(pixels), row)]


def cards(differences: Iterable[Difference]) -> list[Image.Image]:
    """Before and after of each difference with its name, the narrow ones first."""
    made = [
        card(difference, top)
        for difference in differences
        for top in range(0, max(difference.before.height, difference.after.height), HIGHEST)
    ]
    return sorted(made, key=lambda picture: picture.width > SHEET[0] // 2)


def card(difference: Difference, top: int) -> Image.Image:
    pair = [
        picture.crop((0, top, picture.width, max(top, min(picture.height, top + HIGHEST))))
        for picture in (difference.before, difference.after)
    ]
    width, heights = pair[0].width, [picture.height for picture in pair]
    if width <= BESIDE_EACH_OTHER:
        size, at = (max(2 * width + SEAM, 330), max(heights) + LABEL), (width + SEAM, LABEL)
    else:
        size, at = (width, sum(heights) + LABEL + SEAM), (0, heights[0] + LABEL + SEAM)
    made = Image.new("RGB", size, SEAM_COLOUR)
    made.paste(pair[0], (0, LABEL))
    made.paste(pair[1], at)
    drawing = ImageDraw.Draw(made)
    drawing.rectangle((0, 0, made.width, LABEL - 2), fill=LABEL_COLOUR)
    drawing.text((2, 1), f"{difference.name.removesuffix('.png')} x{difference.times}", fill=(0, 0, 0))
    return made


def packed(pictures: Iterable[Image.Image]) -> Iterator[Image.Image]:
    """Lay the cards on shelves, shelf below shelf, sheet after sheet."""
    sheet, left, top, highest = Image.new("RGB", SHEET, PAPER), 0, 0, 0
    for picture in pictures:
        if left and left + picture.width > SHEET[0]:
            left, top, highest = 0, top + highest + SEAM, 0
        if top + picture.height > SHEET[1] and (left or top):
            yield sheet
            sheet, left, top, highest = Image.new("RGB", SHEET, PAPER), 0, 0, 0
        sheet.paste(picture, (left, top))
        left, highest = left + picture.width + SEAM, max(highest, picture.height)
    if left:
        yield sheet
