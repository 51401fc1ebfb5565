"""When the button has come round: literal tables of six, with seats that empty on the way."""

from __future__ import annotations

import pytest

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.button.orbit import hands_to_come_round, moved_by_floor, moved_on

SIX = (1, 2, 3, 4, 5, 6)


def orbit(out: dict[int, int], *, seats: tuple[int, ...] = SIX) -> list[tuple[int, bool, int]]:
    """An orbit that begins with the button at the first seat. `out`: by hand the seat that goes out in it.

    Of each hand the button, whether its small blind is dead, and how many more follow it in the orbit.
    """
    live = set(seats)
    positions = first_positions(live=live, button=seats[0])
    began = positions.button
    hands = []
    for number in range(1, 20):
        live.discard(out.get(number, 0))
        passed = moved_on(began, positions.button, seats=max(seats))
        left = hands_to_come_round(passed, positions, seats=max(seats), live=live)
        hands.append((positions.button, positions.is_dead_small_blind, left))
        if not left:
            break
        positions = next_positions(positions, live=live)
    return hands


def test_nobody_leaves_and_an_orbit_has_as_many_hands_as_players() -> None:
    assert orbit({}) == [(seat, False, 6 - seat) for seat in SIX]


@pytest.mark.rule("MIX-04")
def test_a_dead_small_blind_is_one_step_of_the_button_and_counts_once() -> None:
    """The big blind of the second hand, in seat 4, goes out: nobody posts a small blind in the third, and the button
    lies at the empty seat in the fourth. The orbit has six hands, and each of the five left posts the big blind once.
    """
    assert orbit({2: 4}) == [
        (1, False, 5),
        (2, False, 4),
        (3, True, 3),
        (4, False, 2),
        (5, False, 1),
        (6, False, 0),
    ]


def test_the_seat_where_it_began_may_be_empty_when_the_button_passes_it() -> None:
    """Seat 1 goes out in the first hand, on the button: the orbit ends when the button passes its seat."""
    assert [button for button, _dead, _left in orbit({1: 1})] == [1, 2, 3, 4, 5, 6]


def test_a_player_whom_the_button_has_not_reached_leaves_with_their_hand() -> None:
    """Seat 6 goes out early, in the second hand: the button never comes to it."""
    assert [button for button, _dead, _left in orbit({2: 6})] == [1, 2, 3, 4, 5]


def test_two_players_have_an_orbit_of_two_hands() -> None:
    assert [left for _button, _dead, left in orbit({}, seats=(2, 5))] == [1, 0]


def test_from_three_players_to_two() -> None:
    assert [left for _button, _dead, left in orbit({1: 2}, seats=(1, 2, 3))][-1] == 0


@pytest.mark.parametrize(
    ("button", "following", "passed"),
    [(3, 5, 2), (5, 3, -2), (1, 6, -4), (6, 2, 5), (4, 4, 0), (5, 1, 5)],
)
def test_the_floor_moves_the_button_on_or_puts_it_back(button: int, following: int, passed: int) -> None:
    """Six sit at a table of nine: from seat 6 to seat 1 it is one player."""
    assert moved_by_floor(button, following, seats=9, live=SIX) == passed


def test_an_orbit_that_is_over_has_no_hands_left() -> None:
    assert hands_to_come_round(7, first_positions(live=SIX, button=2), seats=6, live=SIX) == 0
