"""Chips by the piece, as a director writes them: what one stack is made of, and what lies in the case.

Written as "12×25, 12×100, 5×500": so many pieces of each value.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

# A comma or a blank before another number of pieces stands between two values; within a value a comma groups thousands.
_BETWEEN: Final = re.compile(
    r"\s*(?:[+;\n]|,(?=\s|[0-9]{1,6}\s*[x×*]))\s*|\s+(?=[0-9]{1,6}\s*[x×*])", re.IGNORECASE
)
_PART: Final = re.compile(
    r"([0-9]{1,6})\s*[x×*]\s*([0-9]{1,3}(?:[.,][0-9]{3}){1,2}|[0-9]{1,9})", re.IGNORECASE
)


class ChipSetError(ValueError):
    """One part of the list that cannot be read, or whose value stands twice: `typed` is that part."""

    def __init__(self, typed: str) -> None:
        super().__init__(f"no chips of one value: {typed}")
        self.typed = typed


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseHolds:
    """How many stacks a case is enough for, and the values of which it has no more."""

    stacks: int
    short_of: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """What all chips of a value that leave are changed into: `pieces` of the next, and `rest` that makes none."""

    old: int
    new: int
    leaving: int
    pieces: int
    rest: int


def read_chip_counts(text: str) -> dict[int, int]:
    """By value the number of pieces, the smallest value first. Raises ChipSetError, also for 0 pieces or value 0."""
    counts: dict[int, int] = {}
    for part in filter(None, _BETWEEN.split(text.strip().rstrip(","))):
        found = _PART.fullmatch(part)
        value = int(re.sub(r"[.,]", "", found[2])) if found else 0
        if found is None or not value or not int(found[1]) or value in counts:
            raise ChipSetError(part)
        counts[value] = int(found[1])
    return dict(sorted(counts.items()))


def worth(counts: Mapping[int, int]) -> int:
    """What these chips come to."""
    return sum(value * count for value, count in counts.items())


def case_holds(case: Mapping[int, int], stack: Mapping[int, int]) -> CaseHolds:
    """How many of these stacks the case makes. `stack` has chips."""
    stacks = {value: case.get(value, 0) // count for value, count in stack.items()}
    fewest = min(stacks.values())
    return CaseHolds(stacks=fewest, short_of=tuple(v for v, held in sorted(stacks.items()) if held == fewest))


def exchanges(handed_out: Mapping[int, int]) -> tuple[Exchange, ...]:
    """What each value is changed into when it leaves, if no other has left: the smallest first.

    Only a multiple can replace a chip, so that a value whose next is none is left out.
    """
    values = sorted(handed_out)
    return tuple(
        Exchange(
            old=old,
            new=new,
            leaving=handed_out[old],
            pieces=handed_out[old] * old // new,
            rest=handed_out[old] * old % new,
        )
        for old, new in pairwise(values)
        if new % old == 0
    )
