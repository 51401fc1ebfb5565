"""The colours of a chip set, as a director writes them: "25 green, 100 black", in English or Italian."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "white": "bianco",
        "grey": "grigio",
        "black": "nero",
        "red": "rosso",
        "orange": "arancione",
        "yellow": "giallo",
        "green": "verde",
        "turquoise": "turchese",
        "blue": "blu",
        "purple": "viola",
        "pink": "rosa",
        "brown": "marrone",
    }
)
"""Each colour that a chip may have, with its Italian name."""

_NAMES: Final = {name: colour for colour, other in COLOURS.items() for name in (colour, other)}
_PART: Final = re.compile(r"([0-9]{1,9}) +(\S+)")


class ChipColourError(ValueError):
    """One part of the list that cannot be read; `typed` is that part, `nearest` the colour that was meant, or ""."""

    def __init__(self, typed: str, nearest: str = "") -> None:
        super().__init__(f"no chip with its colour: {typed}")
        self.typed = typed
        self.nearest = nearest


def read_chip_colours(text: str) -> dict[int, str]:
    """The English name of each chip's colour by its value. Raises ChipColourError, for a value named twice too."""
    colours: dict[int, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        found = _PART.fullmatch(part)
        if found is None or int(found[1]) in colours:
            raise ChipColourError(part)
        name = found[2].casefold()
        if name not in _NAMES:
            close = get_close_matches(name, _NAMES, n=1)
            raise ChipColourError(part, close[0] if close else "")
        colours[int(found[1])] = _NAMES[name]
    return colours
