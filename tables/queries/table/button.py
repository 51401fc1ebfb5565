"""Where the button lies: the same answer on the tablet and on the floor's page.

Between hands it is already where the next hand has it: that is where the dealer puts it, and where a floor
manager who walks up must find it. Both screens say that it is the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tables import engine
from tables.floor.button.alone import alone_at_table
from tables.floor.button.positions import Positions
from tables.floor.reasons import Reason
from tables.models import Seat, Table
from tables.models.rules import floor_rules
from tables.queries.table.next_hand import has_blinds, has_button, positions_of_next_hand, remarks_on


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonShown:
    """`seat` is 0 where none is shown; `is_next` while no hand is in play."""

    seat: int
    is_next: bool


NO_BUTTON: Final = ButtonShown(seat=0, is_next=False)


def seats_with_chips(seats: Sequence[Seat]) -> list[Seat]:
    """Those who are dealt in, or wait to be."""
    return [seat for seat in seats if seat.entry is not None and seat.entry.stack > 0]


def next_positions(table: Table, seats: Sequence[Seat], *, game: str, in_play: bool) -> Positions | None:
    """Button and blinds of the hand of `game` that would be dealt now; None for fewer than two players,
    and during a hand with a button, which shows its own.
    """
    if (in_play and has_button(game)) or table.is_button_unknown:
        return None
    live = seats_with_chips(seats)
    return positions_of_next_hand(table, live, game=game) if len(live) > 1 else None


def remarks_before(
    table: Table, seats: Sequence[Seat], positions: Positions | None, *, game: str
) -> tuple[Reason, ...]:
    """What is unusual about the next hand: one player alone at the table, its button and its blinds."""
    live = seats_with_chips(seats)
    alone = alone_at_table(
        seated=[seat.number for seat in live],
        absent=[seat.number for seat in live if seat.entry is not None and seat.entry.is_absent],
        seats_per_table=table.tournament.seats_per_table,
        only_antes=bool(game) and not has_blinds(game),
    )
    return (*([alone] if alone else []), *remarks_of(table, positions, game=game))


def remarks_of(table: Table, positions: Positions | None, *, game: str) -> tuple[Reason, ...]:
    """What is unusual about button and blinds, in a hand of `game` with these."""
    # A table that has played nothing but stud has no button that could wait.
    if positions is None or not (positions.big_blinds or table.positions):
        return ()
    return remarks_on(positions, floor_rules(table.tournament), game=game)


def button_shown(
    table: Table, positions: Positions | None, *, game: str, setup: engine.Setup | None, in_play: bool
) -> ButtonShown:
    """`positions` are those of the next hand of `game`; `setup` is that of the hand in play, or of one
    that is dealt again and leaves the button where it is.

    During a game without a button it rests where it will be dealt from again.
    """
    if not has_button(game) and table.positions is None:
        return NO_BUTTON  # a table that has played nothing but stud
    if setup is not None and has_button(game):
        return ButtonShown(seat=setup.button, is_next=not in_play)
    return NO_BUTTON if positions is None else ButtonShown(seat=positions.marker, is_next=not in_play)
