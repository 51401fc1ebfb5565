"""Files of hands by their names: a name that ends in .ohh is Open Hand History, any other PHH."""

from __future__ import annotations

from collections.abc import Iterator

from tables.engine.errors import InvalidNotation
from tables.engine.notation.ohh.reading import read_ohh_hands
from tables.engine.notation.phh.hands import read_hands
from tables.engine.notation.recorded_hand import RecordedHand

Read = tuple[str, RecordedHand | InvalidNotation]
"""The name of a hand in its file, "" where there is only one, and the hand or what is wrong with it."""


def read_file(name: str, text: str) -> Iterator[Read]:
    """Each hand of a file; a bad one does not hide the others."""
    yield from read_ohh_hands(text) if name.lower().endswith(".ohh") else read_hands(text)
