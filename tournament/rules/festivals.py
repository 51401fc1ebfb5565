"""Tables that events of a festival share: by which numbers an event has them, and when two want the same one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

HIGHEST_TABLE: Final = 999
_PART: Final = re.compile(r"([0-9]{1,3})(?:[-\u2013]([0-9]{1,3}))?")


class TableNumbersError(ValueError):
    """One part of the list that cannot be read as a table or a range of tables: `typed` is that part."""

    def __init__(self, typed: str) -> None:
        super().__init__(f"no table numbers: {typed}")
        self.typed = typed


def read_table_numbers(text: str) -> tuple[int, ...]:
    """The numbers as they are written, "1-24, 30", each once. Raises TableNumbersError."""
    numbers: dict[int, None] = {}
    for part in filter(None, re.split(r"[\s,;]+", text)):
        found = _PART.fullmatch(part)
        first = int(found[1]) if found else 0
        last = int(found[2] or first) if found else 0
        if not 1 <= first <= last <= HIGHEST_TABLE:
            raise TableNumbersError(part)
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return tuple(numbers)


def table_numbers_text(numbers: Iterable[int]) -> str:
    """The same numbers in the shortest way, the lowest first: "1\u201324, 30"."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ", ".join(str(first) if first == last else f"{first}\u2013{last}" for first, last in ranges)


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesBooked:
    """The tables that one event has, and from when until when; `name` is the event's."""

    name: str
    begins_at: datetime
    ends_at: datetime
    tables: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """Tables that another event has at the same time: when it has them, and which of them are wanted twice."""

    other: TablesBooked
    tables: tuple[int, ...]


def overlaps(wanted: TablesBooked, others: Sequence[TablesBooked]) -> tuple[Overlap, ...]:
    """Those of the others that have one of the wanted tables while it is wanted. One may begin when another ends."""
    return tuple(
        Overlap(other=other, tables=tuple(sorted(wanted.tables & other.tables)))
        for other in others
        if wanted.tables & other.tables
        and wanted.begins_at < other.ends_at
        and other.begins_at < wanted.ends_at
    )
