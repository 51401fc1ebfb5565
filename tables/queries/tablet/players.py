"""The tablet's sheet of players: who is there and who is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tables.models import Seat, Table
from tables.queries.table.absence import HandsAbsent, absences
from tables.queries.table.shot_clock import chips_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAtSeat:
    """A player of the table; `absence` is what the hands they sat out came to, None before the first; `time_chips` are
    left, None where the house gives none.
    """

    seat: int
    name: str
    is_absent: bool
    absence: HandsAbsent | None
    time_chips: int | None


def players_at(table: Table, seats: Sequence[Seat]) -> tuple[PlayerAtSeat, ...]:
    """The players in these seats, in their order. One query where somebody is absent, and those of the shot clock."""
    taken = [(seat.number, seat.entry) for seat in seats if seat.entry is not None]
    sat_out = absences([entry.pk for _seat, entry in taken if entry.is_absent])
    chips = chips_of(table, [entry.pk for _seat, entry in taken])
    return tuple(
        PlayerAtSeat(
            seat=seat,
            name=entry.player.shown_name,
            is_absent=entry.is_absent,
            absence=sat_out.get(entry.pk),
            time_chips=chips.get(entry.pk),
        )
        for seat, entry in taken
    )
