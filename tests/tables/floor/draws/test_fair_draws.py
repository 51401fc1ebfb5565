"""Every kind of draw favours nobody: chi-squared over many draws from the numbers that the room draws from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from math import sqrt
from typing import Final

import pytest

from tables.floor.draws.cards import DECK, seat_with_highest_card
from tables.floor.draws.last_hands import draw_last_hands
from tables.floor.draws.seats import (
    TableToFill,
    draw_button,
    draw_cards,
    draw_late_seat,
    draw_race_cards,
    draw_seats,
    redraw,
)
from tables.floor.draws.seats_by_cards import (
    draw_first_dealer,
    draw_seats_by_packet,
    draw_seats_by_two_packets,
)
from tables.floor.moves.breaking import break_moves
from tables.floor.room import TableView
from tables.floor.rules import FLOOR_RULES
from tests.breadth import sample
from tournament.draws.chance import Rng, shuffled
from tournament.draws.check_draw import DrawNumbers

DRAWS: Final = sample("draws of each kind")
# One fair draw in a thousand is farther off; the numbers are always the same ones.
ONE_IN_A_THOUSAND: Final = 3.09
TWO_TABLES: Final = [TableToFill(table=1, seats=(1, 2, 3)), TableToFill(table=2, seats=(1, 2, 3))]
FINAL_TABLE: Final = [TableToFill(table=1, seats=(1, 2, 3, 4, 5))]
# Two players at each of two tables of five, and two more at the table that breaks.
ROOM: Final = [TableView(table=number, capacity=4, seats=frozenset({1, 2})) for number in (1, 2, 3)]


def first_seat(rng: Rng) -> Hashable:
    """Where the first entry sits."""
    drawn = draw_seats(range(6), TWO_TABLES, rng)
    return next((each.table, each.seat) for each in drawn if each.entry == 0)


def final_seat(rng: Rng) -> Hashable:
    return next(each.seat for each in redraw(range(5), FINAL_TABLE, rng).seats if each.entry == 0)


def final_button(rng: Rng) -> Hashable:
    return redraw(range(5), FINAL_TABLE, rng).buttons[0].seat


def late_seat(rng: Rng) -> Hashable:
    return draw_late_seat(ROOM, rng)


def seat_after_break(rng: Rng) -> Hashable:
    move = break_moves(ROOM, 3, FLOOR_RULES["tda2024"], rng).moves
    return next((each.to_table, each.to_seat) for each in move if each.from_seat == 1)


def packet_seat(rng: Rng) -> Hashable:
    return next(
        each.seat for each in draw_seats_by_packet("abcdef", range(1, 7), rng).seats if each.entry == "a"
    )


def packets_dealer(rng: Rng) -> Hashable:
    return draw_seats_by_two_packets("abcdef", range(1, 7), rng).first_dealer


KINDS: Final[dict[str, tuple[int, Callable[[Rng], Hashable]]]] = {
    "the order of four": (24, lambda rng: "".join(shuffled("abcd", rng))),
    "seats at two tables": (6, first_seat),
    "seats of the final table": (5, final_seat),
    "the button of the final table": (5, final_button),
    "the button of a table": (9, lambda rng: draw_button(1, range(1, 10), rng)),
    "a late seat": (6, late_seat),
    "seats of a broken table": (4, seat_after_break),
    "seats by one packet": (6, packet_seat),
    "the dealer by two packets": (6, packets_dealer),
    "the high card for the button": (9, lambda rng: draw_first_dealer(range(1, 10), rng).seat),
    "the high card for who moves": (9, lambda rng: seat_with_highest_card(draw_cards(range(1, 10), rng))),
    "the top card of a race": (52, lambda rng: draw_race_cards((4, 4, 7), rng)[0]),
    "the card of the last hands": (20, lambda rng: draw_last_hands(9, rng).card),
}
"""By what is drawn how many outcomes there are, each as likely as another."""


def chi_squared(drawn: Counter[Hashable], outcomes: int) -> float:
    expected = drawn.total() / outcomes
    return sum((count - expected) ** 2 / expected for count in drawn.values())


def too_much(outcomes: int) -> float:
    """What one fair draw in a thousand exceeds, by Wilson and Hilferty."""
    free = outcomes - 1
    part = 2 / (9 * free)
    return float(free * (1 - part + ONE_IN_A_THOUSAND * sqrt(part)) ** 3)


@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_every_outcome_of_a_draw_is_as_likely_as_another(kind: str) -> None:
    outcomes, draw = KINDS[kind]
    rng = DrawNumbers(seed=bytes(32), public="", draw="K7QX#1", kind=kind, listed=DECK)
    drawn = Counter(draw(rng) for _ in range(DRAWS))
    assert len(drawn) == outcomes
    assert chi_squared(drawn, outcomes) < too_much(outcomes)


def test_a_draw_that_forgets_to_throw_away_is_noticed() -> None:
    """A die of 20 taken from a byte and nothing thrown away: the first 16 come 13 times where the others come 12."""
    drawn: Counter[Hashable] = Counter(byte % 20 for _ in range(400) for byte in range(256))
    assert chi_squared(drawn, 20) > too_much(20)
