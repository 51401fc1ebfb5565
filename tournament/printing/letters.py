"""Which letters a printed ticket or slip can show, and words broken into lines that fit.

What is printed carries its own fonts: DejaVu Sans has the Latin letters of every language, Greek, Cyrillic,
Armenian and Georgian. Scripts that it lacks, and those that run from right to left or join their letters,
are left to the browser's print of the ticket's page, which has the fonts of the computer.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
FONTS: Final = Path(__file__).resolve().parents[1] / "fonts"
RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
ELLIPSIS = "…"
# A word, or the part of one up to a hyphen, with the space behind it.
PARTS: Final = re.compile(r"[^\s-]*-+|[^\s-]+ ?| ")


def printable(text: str, font: str = BOLD) -> str:
    """`text` as it can be printed: letters that the font lacks by their plain form, other words left out."""
    known = _letters(font)
    words = [
        [_nearest(letter, known) for letter in word] for word in unicodedata.normalize("NFC", text).split()
    ]
    return " ".join("".join(word) for word in words if all(word))


def lacks_letters(text: str, font: str = BOLD) -> bool:
    """Whether a word of `text` cannot be printed."""
    return len(printable(text, font).split()) < len(text.split())


def printed_name(*names: str) -> str:
    """The first of the names that can be printed whole, else what of the first can be; perhaps empty."""
    whole = next((name for name in names if name and not lacks_letters(name)), "")
    return whole or printable(names[0])


def width(text: str, font: str, size: float) -> float:
    """How wide `text` is in points."""
    register_fonts()
    return float(pdfmetrics.stringWidth(text, font, size))


# Most lines of a ticket are those of the ticket before.
@lru_cache(maxsize=1_000)
def lines_that_fit(
    text: str, font: str, room: float, steps: tuple[tuple[float, int], ...]
) -> tuple[float, tuple[str, ...]]:
    """`text` in lines at most `room` points wide, and their size: the first of `steps` (size, lines) it fits.

    Where it fits none, the last of them, cut with an ellipsis.
    """
    words = printable(text, font)
    for size, most in steps:
        lines = _broken(words, font, size, room)
        if len(lines) <= most:
            return size, tuple(lines)
    size, most = steps[-1]
    lines = _broken(words, font, size, room)[:most]
    while width(lines[-1] + ELLIPSIS, font, size) > room:
        lines[-1] = lines[-1][:-1]
    return size, (*lines[:-1], lines[-1] + ELLIPSIS)


@cache
def register_fonts() -> None:
    """Read the font files, once in a process."""
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, str(FONTS / f"{name}.ttf")))


def _broken(text: str, font: str, size: float, room: float) -> list[str]:
    """`text` in lines, between words or after a hyphen; elsewhere only where a part is wider than a line."""
    lines = [""]
    for part in PARTS.findall(text):
        if width(lines[-1] + part.rstrip(), font, size) <= room:
            lines[-1] += part
            continue
        lines.append("")
        for letter in part:
            if lines[-1] and width(lines[-1] + letter.rstrip(), font, size) > room:
                lines.append("")
            lines[-1] += letter
    return [line.rstrip() for line in lines if line.strip()]


def _letters(font: str) -> dict[int, int]:
    register_fonts()
    known: dict[int, int] = pdfmetrics.getFont(font).face.charToGlyph
    return known


def _nearest(letter: str, known: dict[int, int]) -> str:
    """The letter, else its plain form (full width, ligatures, accents the font lacks), else nothing."""
    if unicodedata.bidirectional(letter) in RIGHT_TO_LEFT:
        return ""
    if ord(letter) in known:
        return letter
    base = "".join(c for c in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(c))
    return base if all(ord(c) in known for c in base) else ""
