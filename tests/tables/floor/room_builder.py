"""Tables for the tests of the floor."""

from __future__ import annotations

from collections.abc import Collection

from tables.floor.button.positions import Positions
from tables.floor.room import TableView


def hand_at(button: int, small_blind: int, big_blind: int, seats: Collection[int]) -> Positions:
    """The positions of a hand that was dealt to these seats, blinds as given."""
    return Positions(
        button=button,
        small_blind_position=small_blind,
        big_blind_position=big_blind,
        small_blinds=(small_blind,) if small_blind in seats else (),
        big_blinds=(big_blind,),
        dealt=tuple(sorted(seats)),
        waiting=frozenset(),
        first_to_act=big_blind,
        last_to_act=button,
        marker=button,
    )


def a_table(
    number: int,
    seats: Collection[int],
    blinds: tuple[int, int, int] | None = None,
    *,
    capacity: int = 9,
    in_hand: bool = False,
    locked: Collection[int] = (),
    eliminated: int = 0,
) -> TableView:
    """A table with players in `seats`; `blinds` are button, small and big blind of the last hand."""
    return TableView(
        table=number,
        capacity=capacity,
        seats=frozenset(seats),
        positions=hand_at(*blinds, seats=seats) if blinds else None,
        in_hand=in_hand,
        locked_seats=frozenset(locked),
        eliminated=eliminated,
    )


def a_stud_table(
    number: int, seats: Collection[int], *, capacity: int = 8, left: Collection[int] = ()
) -> TableView:
    """A table of an event of nothing but stud; `left` are the seats players have left, the last last."""
    return TableView(
        table=number, capacity=capacity, seats=frozenset(seats), has_button=False, left=tuple(left)
    )


def a_room(*counts: int, capacity: int = 9) -> list[TableView]:
    """Tables 1, 2, ... with so many players each, in seats 1, 2, ...; a hand has been dealt."""
    return [
        a_table(
            number,
            range(1, players + 1),
            (1, min(2, players), players) if players > 1 else None,
            capacity=capacity,
        )
        for number, players in enumerate(counts, start=1)
    ]
