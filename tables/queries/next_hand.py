"""Where the button and the blinds will be: the same answer for the deal and for the tablet before it."""

from __future__ import annotations

from collections.abc import Sequence

from tables.floor.button import Positions, first_positions, next_positions, starting_button
from tables.models import Seat, Table
from tables.profiles import floor_rules


def positions_of_next_hand(table: Table, live: Sequence[Seat]) -> Positions:
    """Button and blinds of the hand that would be dealt now to these seats, by number."""
    rules = floor_rules(table.tournament)
    numbers = [seat.number for seat in live]
    previous = table.positions
    if previous is None:
        button = table.first_button or starting_button(occupied=numbers)
        return first_positions(live=numbers, button=button, rules=rules)
    return next_positions(
        previous,
        live=numbers,
        newcomers=[seat.number for seat in live if seat.is_newcomer],
        moved_by_balancing=[seat.number for seat in live if seat.came_by_balancing],
        told_to_wait=[seat.number for seat in live if seat.told_to_wait],
        rules=rules,
    )
