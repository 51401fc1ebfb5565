"""Files of hands by their names: .ohh is Open Hand History, .json a session of PokerGFX, .hands our one-line form, any
other PHH.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Final

from tables.engine.errors import InvalidNotation
from tables.engine.notation.fields import LARGEST_FILE
from tables.engine.notation.gfx.reading import read_gfx_hands
from tables.engine.notation.line import parse_line
from tables.engine.notation.ohh.reading import read_ohh_hands, read_ohh_hands_of_blocks
from tables.engine.notation.phh.hands import read_hands, read_hands_of_blocks
from tables.engine.notation.recorded_hand import RecordedHand

Read = tuple[str, RecordedHand | InvalidNotation]
"""The name of a hand in its file ("" if it is the only one), and the hand or the error."""

BLOCK: Final = 1 << 16
"""Characters read at once."""


def read_file(name: str, text: str) -> Iterator[Read]:
    """Each hand of a file; a bad one does not hide the others."""
    kind = _kind(name)
    if kind == "hands":
        return read_lines(text.split("\n"))
    if kind == "json":
        return read_gfx_hands(text)
    return read_ohh_hands(text) if kind == "ohh" else read_hands(text)


def read_open_file(name: str, file: IO[str]) -> Iterator[Read]:
    """The same of a file of any length, opened with newline="\\n"; no more of it is kept than a hand.

    Raises UnicodeDecodeError where the file is not UTF-8, after the hands before.
    """
    kind = _kind(name)
    if kind == "hands":
        return read_lines(file)
    if kind == "json":
        return read_gfx_hands(file.read(LARGEST_FILE + 1))
    return read_ohh_hands_of_blocks(_blocks(file)) if kind == "ohh" else read_hands_of_blocks(_blocks(file))


def _kind(name: str) -> str:
    return name.lower().rpartition(".")[2]


def _blocks(file: IO[str]) -> Iterator[str]:
    """The text in blocks of whole lines."""
    while block := file.read(BLOCK):
        yield block + file.readline()


def read_lines(lines: Iterable[str]) -> Iterator[Read]:
    """One hand a line in our own form, by the number of the line; empty lines and those with # say nothing."""
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            setup, operations = parse_line(line.strip())
        except InvalidNotation as error:
            yield str(number), error
            continue
        seats = tuple([each.seat for each in setup.seats])
        yield (
            str(number),
            RecordedHand(
                setup=setup,
                operations=operations,
                variant=setup.game,
                players=tuple([f"p{at}" for at in range(1, len(seats) + 1)]),
                seats=seats,
                finishing_stacks=None,
                scale=1,
                meta={},
            ),
        )
