"""The chips of an event: the ledger against the stacks, what the case is enough for, each table's colour-up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Count, Sum

from tables.models import Seat
from tables.queries.console.colour_up import ColourUp, Step, raced_colour_up
from tables.queries.table.seat_stacks import stack_of
from tournament.models import ChipKind, ChipRow, Entry, EntryStatus, Tournament
from tournament.queries.flights import LIVE
from tournament.rules.chips.sets import CaseHolds, Exchange, case_holds, exchanges, worth


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """What has come into play (or left it, below 0) in one way."""

    what: str
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableChips:
    """The stacks of one table."""

    table: int
    players: int
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipSet:
    """The set by value, for so many `entries`; `off` is what a stack as written is worth beyond the starting stack.

    `holds` is None where the stack or the case is not written down.
    """

    rows: tuple[ChipSetRow, ...]
    entries: int
    off: int
    holds: CaseHolds | None
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipSetRow:
    """A value with its pieces; None where that is not written down."""

    value: int
    each: int | None
    handed_out: int | None
    case: int | None

    @property
    def missing(self) -> int:
        """Pieces that the case does not have."""
        if self.handed_out is None or self.case is None:
            return 0
        return max(0, self.handed_out - self.case)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipBoard:
    """`in_play` is the sum of the ledger, `in_stacks` that of all stacks, at tables or waiting for a seat."""

    lines: tuple[LedgerLine, ...]
    in_play: int
    in_stacks: int
    tables: tuple[TableChips, ...]
    chips: ChipSet | None

    @property
    def difference(self) -> int:
        """Chips in stacks beyond the ledger, below 0 for chips that are missing."""
        return self.in_stacks - self.in_play

    @property
    def missing(self) -> int:
        return max(0, -self.difference)


def chip_board(tournament: Tournament) -> ChipBoard:
    """Four queries."""
    rows = ChipRow.objects.filter(tournament=tournament).values_list("kind").annotate(chips=Sum("amount"))
    sums = dict(rows.order_by())
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE)
    seats = Seat.objects.filter(table__tournament=tournament, entry__status=EntryStatus.PLAYING)
    by_table = seats.values_list("table__number").annotate(Count("pk"), Sum("entry__stack"))
    return ChipBoard(
        lines=tuple(
            LedgerLine(what=str(kind.label), chips=sums[kind.value])
            for kind in ChipKind
            if kind.value in sums
        ),
        in_play=sum(sums.values()),
        in_stacks=live.aggregate(chips=Sum("stack", default=0))["chips"],
        tables=tuple(
            TableChips(table=table, players=players, chips=chips)
            for table, players, chips in by_table.order_by("table__number")
        ),
        chips=_chip_set(tournament),
    )


def colour_up_sheets(tournament: Tournament, step: Step) -> tuple[ColourUp, ...]:
    """The odd chips of each table with players before any card is dealt. One query."""
    seats = (
        Seat.objects.filter(table__tournament=tournament, entry__status=EntryStatus.PLAYING)
        .select_related("table", "entry__player")
        .order_by("table__number", "number")
    )
    rules = tournament.event_rules
    return tuple(
        raced_colour_up(table, [stack_of(row) for row in rows], step=step, rules=rules)
        for table, rows in groupby(seats, key=lambda row: row.table)
    )


def _chip_set(tournament: Tournament) -> ChipSet | None:
    """None where neither a stack nor the case is written down."""
    stack, case = tournament.options.chips_of_stack, tournament.options.chips_of_case
    if not stack and not case:
        return None
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID).count()
    handed_out = {value: count * entries for value, count in stack.items()}
    return ChipSet(
        rows=_rows(stack, handed_out, case),
        entries=entries,
        off=worth(stack) - tournament.starting_stack if stack else 0,
        holds=case_holds(case, stack) if stack and case else None,
        exchanges=exchanges(handed_out),
    )


def _rows(stack: dict[int, int], handed_out: dict[int, int], case: dict[int, int]) -> tuple[ChipSetRow, ...]:
    values: Sequence[int] = sorted({*stack, *case})
    return tuple(
        ChipSetRow(
            value=value,
            each=stack.get(value, 0) if stack else None,
            handed_out=handed_out.get(value, 0) if stack else None,
            case=case.get(value, 0) if case else None,
        )
        for value in values
    )
