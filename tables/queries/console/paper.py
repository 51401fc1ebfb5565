"""What a room needs on paper to go on by hand: who sits where with how many chips, the clock, the prizes, who waits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables.engine.games.rotations import GameTurn
from tables.models import Seat
from tables.queries.console.grid import table_grid
from tables.queries.room.alternates import WaitingList, waiting_list
from tournament.models import Tournament
from tournament.queries.clock import ClockBoard, clock_board
from tournament.queries.payouts.ladder import LadderRow, prize_board
from tournament.queries.structure import SheetRow, structure_sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSeat:
    """A seat with its player; `stack` is None where nobody knows it."""

    number: int
    name: str
    stack: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """A table in play; `button` is a seat, 0 where nobody knows it. `is_in_hand`: stacks are those before the hand.

    `turn` is the game in play or next, in a mixed level only.
    """

    number: int
    zone: str
    button: int
    is_in_hand: bool
    turn: GameTurn | None
    seats: tuple[PaperSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperKit:
    """The room at one moment. `periods` begin with the one that runs; `prizes` are those still to be won."""

    board: ClockBoard
    periods: tuple[SheetRow, ...]
    tables: tuple[PaperTable, ...]
    prizes: tuple[LadderRow, ...]
    waiting: WaitingList


def paper_kit(tournament: Tournament, *, now: datetime) -> PaperKit:
    """A fixed number of queries, whatever the number of tables."""
    board = clock_board(tournament, now=now)
    prizes = prize_board(tournament, entries=board.field.entries, next_place=board.field.next_place)
    return PaperKit(
        board=board,
        periods=tuple(row for row in structure_sheet(tournament, now=now).rows if not row.is_past),
        tables=_tables(tournament, now=now),
        prizes=tuple(row for row in prizes.rows if row.first <= board.field.next_place),
        waiting=waiting_list(tournament),
    )


def _tables(tournament: Tournament, *, now: datetime) -> tuple[PaperTable, ...]:
    seated = (
        Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
        .select_related("entry__player", "table")
        .order_by("table__number", "number")
    )
    seats: dict[int, list[PaperSeat]] = {}
    for seat in seated:
        entry = seat.entry
        if entry is None:
            continue
        stack = entry.stack if entry.is_stack_known else None
        shown = PaperSeat(number=seat.number, name=entry.player.name, stack=stack)
        seats.setdefault(seat.table.number, []).append(shown)
    return tuple(
        PaperTable(
            number=card.number,
            zone=card.zone,
            button=card.button,
            is_in_hand=card.is_in_hand,
            turn=card.turn,
            seats=tuple(seats.get(card.number, ())),
        )
        for card in table_grid(tournament, now=now).cards
    )
