"""Colours of a screen: whether they can be read, and what has to change until they can (WCAG 2.2, 1.4.6)."""

import re
from typing import Final, TypeAlias

Rgb: TypeAlias = tuple[int, int, int]

LEAST_CONTRAST: Final = 7.0
"""Of every text on a screen of the room, whatever is behind it."""
BLACK: Final[Rgb] = (0, 0, 0)
WHITE: Final[Rgb] = (255, 255, 255)
DARKEST_INK: Final = 0.46
"""The luminance of the darkest text on a dark screen, that of what is bad."""

_WRITTEN: Final = re.compile(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})", re.IGNORECASE)


def read_colour(text: str) -> Rgb | None:
    """ "#56d3aa"; None for anything else."""
    found = _WRITTEN.fullmatch(text)
    return (int(found[1], 16), int(found[2], 16), int(found[3], 16)) if found else None


def write_colour(colour: Rgb) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def luminance(colour: Rgb) -> float:
    """From 0 for black to 1 for white."""
    red, green, blue = (_linear(channel / 255) for channel in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """From 1 for equal ones to 21 for black and white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def readable(colour: Rgb, ground: Rgb) -> Rgb:
    """The colour itself, or the nearest one on its way to white that can be read on a dark ground."""
    for step in range(256):
        lighter = (
            colour[0] + (255 - colour[0]) * step // 255,
            colour[1] + (255 - colour[1]) * step // 255,
            colour[2] + (255 - colour[2]) * step // 255,
        )
        if contrast(lighter, ground) >= LEAST_CONTRAST:
            return lighter
    return WHITE


def brightest_behind(ink: float) -> int:
    """The highest value of a channel in a picture on which text of that luminance can still be read."""
    allowed = (ink + 0.05) / LEAST_CONTRAST - 0.05
    return max(value for value in range(256) if _linear(value / 255) <= allowed or value == 0)


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
