"""The card that says how many hands are left at the end of the day."""

from __future__ import annotations

from collections import Counter

import pytest

from tables.floor.draws.last_hands import LastHands, draw_last_hands, last_hands_of, last_hands_range
from tables.floor.errors import FloorError
from tests.refusals import said
from tests.tables.floor.draws.test_seats import Script
from tournament.draws.chance import SeededRng

pytestmark = pytest.mark.one_database


@pytest.mark.rule("EOD-01")
@pytest.mark.parametrize(
    ("seats", "ranks"), [(10, (3, 7)), (9, (3, 7)), (8, (2, 5)), (6, (2, 5)), (2, (2, 5))]
)
def test_the_ranks_follow_the_seats_of_a_table(seats: int, ranks: tuple[int, int]) -> None:
    drawn = {draw_last_hands(seats, SeededRng(str(seed))).hands for seed in range(200)}

    assert last_hands_range(seats) == ranks
    assert drawn == set(range(ranks[0], ranks[1] + 1))


def test_every_card_is_drawn_about_as_often() -> None:
    drawn = Counter(draw_last_hands(9, SeededRng(str(seed))).card for seed in range(2_000))

    assert len(drawn) == 20
    assert min(drawn.values()) > 60
    assert max(drawn.values()) < 140


def test_the_same_seed_draws_the_same_card() -> None:
    assert draw_last_hands(9, SeededRng("1")) == draw_last_hands(9, SeededRng("1"))


def test_a_card_drawn_in_the_room_says_the_same() -> None:
    assert last_hands_of("5h", 9) == LastHands(card="5h", hands=5)


@pytest.mark.parametrize(("card", "seats"), [("8h", 9), ("2c", 9), ("6s", 8), ("Kd", 9), ("5", 9), ("", 9)])
def test_a_card_of_another_rank_is_refused(card: str, seats: int) -> None:
    with pytest.raises(FloorError, match="is not drawn from"):
        last_hands_of(card, seats)


def test_a_card_of_another_rank_is_refused_with_the_ranks() -> None:
    assert [said(lambda: last_hands_of("8h", 9)), said(lambda: last_hands_of("6s", 8))] == [
        (
            "“8h” is not drawn from: the ranks are 3 to 7.",
            "bad_card",
            {"card": "8h", "low": 3, "high": 7},
        ),
        (
            "“6s” is not drawn from: the ranks are 2 to 5.",
            "bad_card",
            {"card": "6s", "low": 2, "high": 5},
        ),
    ]
    edges = [last_hands_of(card, seats).hands for card, seats in (("3c", 9), ("7s", 9), ("2c", 8), ("5s", 8))]
    assert edges == [3, 7, 2, 5]


def test_a_card_is_drawn_from_the_ranks_of_the_table_in_the_order_of_the_deck() -> None:
    scripts = [Script(0), Script(0), Script(19), Script(15)]
    drawn = [draw_last_hands(seats, script) for seats, script in zip((9, 8, 9, 8), scripts, strict=True)]
    assert [each.card for each in drawn] == ["3c", "2c", "7s", "5s"]
    assert [script.asked for script in scripts] == [[20], [16], [20], [16]]
