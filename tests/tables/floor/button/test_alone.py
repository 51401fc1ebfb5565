"""One player is there, the others are absent (WSOP 36)."""

from __future__ import annotations

import pytest

from tables.floor.button.alone import alone_at_table
from tables.floor.reasons import reason

TWO_MINUTES = (
    "Only seat 3 is there: five minutes after the start deal a hand every two minutes; it ends by itself, and seat 3 "
    "gets the blinds."
)


@pytest.mark.rule("ABS-03")
def test_abs_03_alone_at_a_table_a_player_gets_the_blinds_of_a_hand_every_two_minutes() -> None:
    alone = alone_at_table(seated=[1, 3, 7], absent=[1, 7], seats_per_table=9)
    assert alone is not None
    assert (alone.sentence, alone.source) == (TWO_MINUTES, "WSOP 36")


@pytest.mark.rule("ABS-03")
def test_abs_03_in_a_heads_up_event_every_minute() -> None:
    alone = alone_at_table(seated=[1, 2], absent=[1], seats_per_table=2)
    assert alone is not None
    assert "every minute" in alone.sentence


@pytest.mark.rule("ABS-03")
def test_abs_03_where_a_game_begins_with_antes_a_round_of_them_comes_for_each_minute_and_seat() -> None:
    alone = alone_at_table(
        seated=[1, 2, 3, 5, 6, 7], absent=[1, 2, 5, 6, 7], seats_per_table=8, only_antes=True
    )
    assert alone is not None
    assert alone.sentence == (
        "Only seat 3 is there: deal a hand every 6 minutes, one for each seat sold; it ends by itself, and seat 3 gets "
        "the antes."
    )
    heads_up = alone_at_table(seated=[1, 2], absent=[1], seats_per_table=2, only_antes=True)
    assert heads_up == reason("alone_heads_up", seat=2)


@pytest.mark.parametrize(
    ("seated", "absent"),
    [([1, 3, 7], [1]), ([1, 3], []), ([1, 3], [1, 3]), ([3], []), ([], [])],
)
def test_two_players_there_or_none_are_not_alone(seated: list[int], absent: list[int]) -> None:
    assert alone_at_table(seated=seated, absent=absent, seats_per_table=9) is None


def test_the_words_and_the_seat_are_those_of_the_one_who_is_there() -> None:
    minute = alone_at_table(seated=[1, 2], absent=[1], seats_per_table=2)
    assert minute == reason("alone_heads_up", seat=2)
    assert alone_at_table(seated=[1, 2], absent=[2, 9], seats_per_table=9) == reason("alone", seat=1)
