"""Chips counted by the piece, table by table, against what the ledger says there is of each value.

Such counts are those of every table in a break and the bags at the end of each day, where they were typed as pieces.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tables.changes.bags import BagsCounted
from tables.changes.colour_ups import TableColouredUp
from tables.changes.room_counts import TableTotalCounted
from tournament.changes.change import Change
from tournament.models import ChipKind, ChipRow, Entry, LogEntry, Stop, StopKind, Tournament
from tournament.rules.chips.by_piece import PiecesDue, pieces_due, pieces_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePieces:
    """The pieces of one table, in the order of the count's values."""

    table: int
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceCount:
    """A count by the piece: the sum of its `tables` against the pieces that were `due` then, value by value.

    `day`: the day whose bags were counted, 0 for a count of the tables in a break. `due` is None where no stack is
    written down; `beside` are chips in play that no piece is known for.
    """

    at: datetime
    day: int
    values: tuple[int, ...]
    tables: tuple[TablePieces, ...]
    due: tuple[int, ...] | None
    beside: int

    @property
    def counted(self) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(table.pieces for table in self.tables), strict=True)))

    @property
    def differences(self) -> tuple[int, ...]:
        """Pieces too many of each value, below 0 for those that are missing."""
        return tuple(
            counted - due for counted, due in zip(self.counted, self.due or self.counted, strict=True)
        )

    @property
    def is_right(self) -> bool:
        return self.due is not None and not any(self.differences)


def piece_counts(tournament: Tournament) -> tuple[PieceCount, ...]:
    """Every count by the piece that stands, the newest first. Five queries, two where nobody has counted so."""
    found = [*_of_days(tournament), *_of_breaks(tournament)]
    if not found:
        return ()
    ledger = _Ledger(tournament)
    return tuple(
        _count(at, day, tables, ledger)
        for at, day, tables in sorted(found, key=lambda each: each[0], reverse=True)
    )


Found = tuple[datetime, int, Mapping[int, Mapping[int, int]]]


def pieces_now(tournament: Tournament, *, now: datetime) -> PiecesDue | None:
    """By value the pieces that are to be in play; None where no stack is written down. Three queries."""
    ledger = _Ledger(tournament)
    return ledger.due(now) if ledger.is_known else None


def _of_days(tournament: Tournament) -> list[Found]:
    """Of the bags of each day: each bag as it was counted last."""
    lines = _standing(tournament, BagsCounted)
    if not lines:
        return []
    days = Stop.objects.filter(tournament=tournament, kind=StopKind.LAST_HANDS).order_by("pk")
    number = {stop: day for day, stop in enumerate(days.values_list("pk", flat=True), start=1)}
    bags: dict[int, dict[int, tuple[int, Mapping[int, int]]]] = defaultdict(dict)
    latest: dict[int, datetime] = {}
    for line in lines:
        told = BagsCounted.of(line)
        for each in told.bags:
            bags[told.stop][each.entry] = (told.table, dict(each.pieces or ()))
            latest[told.stop] = line.at
    return [
        (latest[stop], number[stop], _by_table(of_stop.values()))
        for stop, of_stop in bags.items()
        if stop in number and any(pieces for _table, pieces in of_stop.values())
    ]


def _of_breaks(tournament: Tournament) -> list[Found]:
    """Of each count of every table that was asked for: each table as it was counted last."""
    tables: dict[int, dict[int, Mapping[int, int]]] = defaultdict(dict)
    latest: dict[int, datetime] = {}
    for line in _standing(tournament, TableTotalCounted):
        told = TableTotalCounted.of(line)
        tables[told.asked][told.table] = dict(told.pieces)
        latest[told.asked] = line.at
    return [(latest[asked], 0, of) for asked, of in tables.items() if any(of.values())]


def _standing(tournament: Tournament, change: type[Change]) -> list[LogEntry]:
    """One query."""
    lines = LogEntry.objects.filter(tournament=tournament, verb=change.verb, undone_by__isnull=True)
    return list(lines.order_by("pk"))


def _by_table(bags: Iterable[tuple[int, Mapping[int, int]]]) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = defaultdict(Counter)
    for table, pieces in bags:
        found[table].update(pieces)
    return found


class _Ledger:
    """What is due at any moment, from what was handed out and coloured up until then. Three queries, once."""

    def __init__(self, tournament: Tournament) -> None:
        self._stack = tournament.options.chips_of_stack
        self._values = sorted({*tournament.chip_values, *self._stack})
        rows = ChipRow.objects.filter(tournament=tournament).order_by("pk")
        self._rows = list(rows.values_list("at", "kind", "amount"))
        # What comes in bags from the flights was handed out there.
        comes_from_flights = Entry.objects.filter(tournament=tournament, brought_line__isnull=False).exists()
        self.is_known = bool(self._stack) and not comes_from_flights
        lines = _standing(tournament, TableColouredUp) if self.is_known else ()
        raced = [(line.at, TableColouredUp.of(line)) for line in lines]
        self._raced = [(at, each.old, each.difference) for at, each in raced if each.old]

    def due(self, at: datetime, counted: Collection[int] = ()) -> PiecesDue:
        """A value of which none was counted has left once a table was coloured up from it."""
        left: Counter[int] = Counter()
        for moment, old, difference in self._raced:
            if moment <= at and old not in counted:
                left[old] += difference
        rows = [(kind, amount) for moment, kind, amount in self._rows if moment <= at]
        issued = (amount for kind, amount in rows if kind == ChipKind.ISSUED)
        return pieces_due(
            [pieces_of(amount, stack=self._stack, values=self._values) for amount in issued],
            in_play=sum(amount for _kind, amount in rows),
            left=left,
            values=self._values,
        )


def _count(at: datetime, day: int, tables: Mapping[int, Mapping[int, int]], ledger: _Ledger) -> PieceCount:
    counted = {value for pieces in tables.values() for value in pieces}
    due = ledger.due(at, counted) if ledger.is_known else None
    values = tuple(sorted(counted | (due.pieces.keys() if due else set())))
    return PieceCount(
        at=at,
        day=day,
        values=values,
        tables=tuple(
            TablePieces(table=table, pieces=tuple(pieces.get(value, 0) for value in values))
            for table, pieces in sorted(tables.items())
        ),
        due=None if due is None else tuple(due.pieces.get(value, 0) for value in values),
        beside=due.beside if due else 0,
    )
