"""Rounds of counted hands: the light of each table, and when a round is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables.floor.hand_for_hand import (
    ORBIT,
    Light,
    TableInRound,
    is_reached,
    is_round_over,
    may_deal,
    quota,
    quota_when_announced,
)

pytestmark = pytest.mark.one_database

TABLE = TableInRound(table=1, players=6, hands_dealt=10, deals_until=11, is_in_hand=False)


@pytest.mark.rule("RP-8")
@pytest.mark.parametrize(
    ("change", "light"),
    [
        ({}, "to_deal"),
        ({"is_in_hand": True, "hands_dealt": 11}, "dealing"),
        ({"is_in_hand": True, "hands_dealt": 11, "is_all_in": True}, "all_in"),
        ({"hands_dealt": 11}, "done"),
        ({"deals_until": None}, "done"),
        ({"players": 1}, "out"),
        ({"players": 1, "is_in_hand": True, "hands_dealt": 11}, "dealing"),
        ({"is_counted": False}, "dealing"),
        ({"is_counted": False, "hands_dealt": 11}, "done"),
    ],
)
def test_each_table_has_one_light(change: dict[str, Any], light: Light) -> None:
    assert replace(TABLE, **change).light == light


def test_a_round_is_over_once_every_table_that_can_deal_is_done() -> None:
    done, out = replace(TABLE, hands_dealt=11), replace(TABLE, players=1)

    assert is_round_over([done, out])
    assert not is_round_over([done, TABLE])
    assert is_round_over([])


@pytest.mark.parametrize(
    ("dealt", "until", "may"), [(10, 11, True), (11, 11, False), (12, 11, False), (0, None, False)]
)
def test_a_table_deals_up_to_its_number(dealt: int, until: int | None, may: bool) -> None:
    assert may_deal(hands_dealt=dealt, deals_until=until) is may


@pytest.mark.rule("RP-19")
def test_a_round_is_so_many_hands_or_an_orbit() -> None:
    assert (quota(TABLE, hands=1), quota(TABLE, hands=3), quota(TABLE, hands=ORBIT)) == (11, 13, 16)


@pytest.mark.rule("RP-8")
def test_at_the_announcement_the_hand_in_play_is_the_round() -> None:
    playing = replace(TABLE, is_in_hand=True)

    assert [quota_when_announced(table) for table in (playing, TABLE, replace(TABLE, is_counted=False))] == [
        10,
        10,
        11,
    ]


@pytest.mark.parametrize(("left", "until", "reached"), [(50, 50, True), (49, 50, True), (51, 50, False)])
def test_it_ends_with_the_place_it_was_announced_for(left: int, until: int, reached: bool) -> None:
    assert is_reached(players_left=left, until_left=until) is reached
    assert not is_reached(players_left=left, until_left=None)


def test_two_players_are_enough_to_deal() -> None:
    assert replace(TABLE, players=2).light == "to_deal"
