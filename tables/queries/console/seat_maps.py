"""The seat maps of the console: in a small room every card shows who sits where, to be acted on right there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tables.models import Hand, HandStatus, Move, Seat, SeatReservation, Table
from tables.queries.room.kept_for_rebuys import KeptSeat
from tables.queries.table.coming import ComingHand, coming_hand
from tables.queries.table.next_game import NextGame
from tournament.models import Tournament

# Of more tables a card has figures alone: nine names a table would not fit on a screen.
MOST_MAPS: Final = 6

SeatMark = Literal[
    "button", "next_button", "small_blind", "big_blind", "leaving", "absent", "penalty", "locked"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class MapSeat:
    """A seat and what lies there; during a hand `stack` is what its player began it with, and the map says so.

    `leaves_to` is the table and seat that the player moves to after the hand, `expected` the name of a player
    on the way here. `name` is empty in a free seat; `lock_name` is for whom a locked one is reserved, and
    `lock_reason` why. `kept_for` is who has lost the last chip there and may still buy back.
    """

    number: int
    name: str
    stack: int | None
    marks: tuple[SeatMark, ...]
    leaves_to: tuple[int, int] | None
    expected: str
    lock_name: str
    lock_reason: str
    kept_for: str = ""


def seat_maps(
    tournament: Tournament,
    *,
    hands: Mapping[int, int],
    moves: Sequence[Move],
    kept: Sequence[KeptSeat] = (),
    due: Mapping[int, NextGame],
) -> dict[int, tuple[MapSeat, ...]]:
    """The seats of each table, by its key as everything here: `hands` are the last ones' keys, `moves` wait, `kept`
    are the seats of players who may buy back, `due` is the game of the next hand. Two queries.
    """
    last = {hand.table_id: hand for hand in Hand.objects.filter(pk__in=hands.values())}
    rows = Seat.objects.filter(table__in=due).select_related("table", "entry__player", "reservation")
    kept_for = {(each.table_id, each.seat): each.name for each in kept}
    by_table: dict[int, list[Seat]] = defaultdict(list)
    for seat in rows.order_by("number"):
        # Every seat brings the tournament that is at hand already.
        seat.table.tournament = tournament
        by_table[seat.table_id].append(seat)
    return {
        table: _map(seats[0].table, seats, last.get(table), moves, kept_for, due[table])
        for table, seats in by_table.items()
    }


def _map(
    table: Table,
    seats: Sequence[Seat],
    last: Hand | None,
    moves: Sequence[Move],
    kept_for: Mapping[tuple[int, int], str],
    due: NextGame,
) -> tuple[MapSeat, ...]:
    leaving = {m.entry_id: (m.to_table.number, m.to_seat) for m in moves if m.from_table_id == table.pk}
    expected = {m.to_seat: m.entry.player.name for m in moves if m.to_table_id == table.pk}
    setup = last.setup if last is not None and last.status == HandStatus.OPEN else None
    coming = coming_hand(table, seats, last, setup, due)
    return tuple(
        MapSeat(
            number=seat.number,
            name=seat.entry.player.name if seat.entry else "",
            stack=seat.entry.known_stack if seat.entry else 0,
            marks=_marks(seat, coming),
            leaves_to=leaving.get(seat.entry_id or 0),
            expected=expected.get(seat.number, ""),
            lock_name=lock_name,
            lock_reason=lock_reason,
            kept_for=kept_for.get((table.pk, seat.number), ""),
        )
        for seat in seats
        for lock_name, lock_reason in [lock_shown(seat)]
    )


def lock_shown(seat: Seat) -> tuple[str, str]:
    """For whom a locked seat is reserved, and why; its reservation is loaded."""
    found: SeatReservation | None = getattr(seat, "reservation", None)
    return ("", "") if found is None else (found.name, found.reason)


def _marks(seat: Seat, coming: ComingHand) -> tuple[SeatMark, ...]:
    has_button = seat.number == coming.button.seat
    held: tuple[tuple[SeatMark, bool], ...] = (
        ("button", has_button and not coming.button.is_next),
        ("next_button", has_button and coming.button.is_next),
        ("small_blind", seat.number in coming.small_blinds),
        ("big_blind", seat.number in coming.big_blinds),
        ("leaving", seat.entry is not None and seat.entry.leaving_line_id is not None),
        ("penalty", seat.entry is not None and seat.entry.penalty_hands > 0),
        ("absent", seat.entry is not None and seat.entry.is_absent),
        ("locked", seat.is_locked),
    )
    return tuple([mark for mark, is_there in held if is_there])
