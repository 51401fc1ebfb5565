"""Chips counted by the piece, table by table, against what the ledger says there is of each value.

Such counts are those of every table in a break and the bags at the end of each day, where they were typed as pieces.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from tables.changes.bags import BagsAccepted, BagsCounted
from tables.changes.colour_ups import TableColouredUp
from tables.changes.departures import PlayerLeft
from tables.changes.room_counts import RoomCountAsked, TableTotalCounted
from tournament.changes.change import Change
from tournament.models import ChipKind, ChipRow, Entry, LogEntry, Tournament
from tournament.rules.chips.by_piece import PiecesDue, pieces_due, pieces_of
from tournament.rules.chips.sets import worth


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePieces:
    """The pieces of one table, in the order of the count's values."""

    table: int
    pieces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceCount:
    """A count by the piece: the sum of its `tables` against the pieces that were `due` then, value by value.

    `day`: the day whose bags were counted, 0 for a count of the tables in a break. `due` is None where no stack is
    written down, and until everything was counted by the piece; `beside` are chips in play that no piece is known for.
    `is_guess`: for some amounts the fewest chips are taken to have been handed out.
    """

    at: datetime
    day: int
    values: tuple[int, ...]
    tables: tuple[TablePieces, ...]
    due: tuple[int, ...] | None
    beside: int
    is_guess: bool

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
    """Every count by the piece that stands, the newest first. Seven queries, two without any."""
    found = [*_of_days(tournament), *_of_breaks(tournament)]
    if not found:
        return ()
    ledger = _Ledger(tournament)
    newest_first = sorted(found, key=lambda each: each.at, reverse=True)
    return tuple(_count(each, ledger) for each in newest_first)


def pieces_now(tournament: Tournament, *, now: datetime) -> PiecesDue | None:
    """By value the pieces that are to be in play; None where no stack is written down. Three queries."""
    ledger = _Ledger(tournament)
    return ledger.due(now) if ledger.is_known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """By table the pieces; `is_whole`: nothing is left that was not counted by the piece."""

    at: datetime
    day: int
    tables: Mapping[int, Mapping[int, int]]
    is_whole: bool


def _of_days(tournament: Tournament) -> list[_Found]:
    """Of the bags of each day: each bag as it was counted last. Once they are accepted, of those who go on."""
    lines = _standing(tournament, BagsCounted)
    if not lines:
        return []
    accepted = {
        told.stop: {each.entry for each in told.stacks}
        for told in map(BagsAccepted.of, _standing(tournament, BagsAccepted))
    }
    bags: dict[int, dict[int, tuple[int, Mapping[int, int]]]] = defaultdict(dict)
    latest: dict[int, datetime] = {}
    for line in lines:
        told = BagsCounted.of(line)
        latest[told.stop] = line.at
        for each in told.bags:
            if told.stop not in accepted or each.entry in accepted[told.stop]:
                bags[told.stop][each.entry] = (told.table, dict(each.pieces or ()))
    return [
        _Found(
            at=latest[stop],
            day=day,
            tables=_by_table(of_stop.values()),
            is_whole=stop in accepted and all(pieces for _table, pieces in of_stop.values()),
        )
        for day, (stop, of_stop) in enumerate(sorted(bags.items()), start=1)
        if any(pieces for _table, pieces in of_stop.values())
    ]


def _of_breaks(tournament: Tournament) -> list[_Found]:
    """Of each count of every table that was asked for: each table as it was counted last."""
    lines = _standing(tournament, TableTotalCounted)
    if not lines:
        return []
    tables: dict[int, dict[int, Mapping[int, int]]] = defaultdict(dict)
    counted: dict[int, set[int]] = defaultdict(set)
    latest: dict[int, datetime] = {}
    for line in lines:
        told = TableTotalCounted.of(line)
        tables[told.asked][told.table] = dict(told.pieces)
        counted[told.asked].add(told.table_id)
        latest[told.asked] = line.at
    asked = {line.pk: RoomCountAsked.of(line).held for line in _standing(tournament, RoomCountAsked)}
    return [
        _Found(
            at=latest[pk],
            day=0,
            tables=of,
            is_whole=counted[pk].issuperset(asked.get(pk, ())) and all(of.values()),
        )
        for pk, of in tables.items()
        if any(of.values())
    ]


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
        self._rows = list(rows.values_list("at", "kind", "amount", "entry", "log_entry__verb"))
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
        in_play, handed_out = 0, Counter[int]()
        issued: set[tuple[int | None, int]] = set()
        for moment, kind, amount, entry, verb in self._rows:
            if moment > at:
                continue
            in_play += amount
            if kind == ChipKind.ISSUED:
                handed_out[amount] += 1
                issued.add((entry, amount))
            elif kind == ChipKind.REMOVED and (entry, -amount) in issued and verb != PlayerLeft.verb:
                # An entry that is void, or a sale undone: the same chips come back over the desk.
                handed_out[-amount] -= 1
        self.is_guess = any(count for amount, count in handed_out.items() if amount != worth(self._stack))
        return pieces_due(
            [
                Counter({value: each * count for value, each in self._made_of(amount).items()})
                for amount, count in handed_out.items()
            ],
            in_play=in_play,
            left=left,
            values=self._values,
        )

    def _made_of(self, amount: int) -> dict[int, int]:
        return pieces_of(amount, stack=self._stack, values=self._values)


def _count(found: _Found, ledger: _Ledger) -> PieceCount:
    counted = {value for pieces in found.tables.values() for value in pieces}
    due = ledger.due(found.at, counted) if ledger.is_known and found.is_whole else None
    values = tuple(sorted(counted | (due.pieces.keys() if due else set())))
    return PieceCount(
        at=found.at,
        day=found.day,
        values=values,
        tables=tuple(
            TablePieces(table=table, pieces=tuple(pieces.get(value, 0) for value in values))
            for table, pieces in sorted(found.tables.items())
        ),
        due=None if due is None else tuple(due.pieces.get(value, 0) for value in values),
        beside=due.beside if due else 0,
        is_guess=due is not None and ledger.is_guess,
    )
