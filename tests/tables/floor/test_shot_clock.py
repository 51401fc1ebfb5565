"""The shot clock as a set of settings: from when on it runs, how long a decision is, how many chips are left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import pytest

from tables.floor.rules import FloorRules, TimeChipStage
from tables.floor.shot_clock import (
    FINAL_TABLE,
    START,
    EventNow,
    chips_left,
    has_begun,
    has_shot_clock,
    read_stages,
    shot_seconds,
    stage_now,
    stages_of,
    stages_reached,
)
from tests.refusals import said


def event(
    players: int = 100,
    *,
    level: int = 1,
    paid: int = 0,
    is_closed: bool = True,
    is_final: bool = False,
    days: Mapping[int, int] | None = None,
) -> EventNow:
    return EventNow(
        level=level,
        is_registration_closed=is_closed,
        players=lambda: players,
        places_paid=lambda: paid,
        is_final_table=lambda: is_final,
        days=lambda: days or {},
        final_size=9,
    )


def stages(text: str) -> FloorRules:
    return FloorRules(time_chip_stages=read_stages(text))


# --- How long ---------------------------------------------------------------------------------------------------

POKER_DREAM = FloorRules(shot_clock_first=15, shot_clock_second=20, shot_clock_later=30)
WPT_PRIME = FloorRules(shot_clock_first=15, shot_clock_reraised=30, shot_clock_second=30, shot_clock_later=30)


@pytest.mark.rule("CLK-03")
def test_clk_03_poker_dream_has_15_20_and_30_seconds_by_street() -> None:
    assert [shot_seconds(POKER_DREAM, street=street) for street in range(5)] == [15, 20, 30, 30, 30]
    assert [shot_seconds(POKER_DREAM, street=0, raises=raises) for raises in range(4)] == [15, 15, 15, 15]


@pytest.mark.rule("CLK-03")
def test_clk_03_wpt_prime_has_15_seconds_before_the_flop_and_30_once_there_was_a_re_raise() -> None:
    before = [shot_seconds(WPT_PRIME, street=0, raises=raises) for raises in range(5)]
    assert before == [15, 15, 30, 30, 30]
    assert [shot_seconds(WPT_PRIME, street=street, raises=2) for street in (1, 2)] == [30, 30]


def test_a_house_has_a_shot_clock_where_one_street_has_seconds() -> None:
    one_second = [
        FloorRules(shot_clock_first=1),
        FloorRules(shot_clock_second=1),
        FloorRules(shot_clock_later=1),
    ]
    assert [has_shot_clock(rules) for rules in (FloorRules(), *one_second)] == [False, True, True, True]


# --- From when on -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CLK-04")
@pytest.mark.parametrize(
    ("starts", "number", "now", "begun"),
    [
        ("start", 0, event(is_closed=False), True),  # APT
        ("level", 15, event(level=14), False),  # Wynn
        ("level", 15, event(level=15, is_closed=False), True),
        ("level", 15, event(level=16), True),
        ("registration", 0, event(is_closed=False), False),
        ("registration", 0, event(), True),
        ("money", 5, event(56, paid=50), False),
        ("money", 5, event(55, paid=50), True),
        ("money", 5, event(12, paid=50), True),
        ("money", 0, event(51, paid=50), False),
        ("money", 0, event(50, paid=50), True),
        ("money", 5, event(55, paid=50, is_closed=False), False),
        ("money", 5, event(5, paid=0), False),  # nobody knows how many places are paid
        ("players", 180, event(181), False),  # WPT
        ("players", 180, event(180), True),
        ("players", 180, event(9, is_closed=False), False),
        ("final_table", 0, event(9), False),
        ("final_table", 0, event(9, is_final=True), True),
    ],
)
def test_clk_04_it_starts_when_the_house_says(starts: str, number: int, now: EventNow, begun: bool) -> None:
    rules = FloorRules.from_dict({"shot_clock_starts": starts, "shot_clock_starts_at": number})
    assert has_begun(rules, now) is begun


def test_nothing_is_counted_that_the_start_does_not_go_by() -> None:
    def counted() -> int:
        raise AssertionError("was counted")

    now = replace(event(level=20), players=counted, places_paid=counted)
    rules = FloorRules(shot_clock_starts="level", shot_clock_starts_at=15)
    assert has_begun(rules, now)
    assert stages_reached(FloorRules(), now) == ()


# --- Chips ------------------------------------------------------------------------------------------------------

WPT = stages("180 players: 10, 24 players: 6, 6 players: 8")
WYNN = replace(stages("day 2: +4, day 3: +4"), time_chips_start=4)


def left(rules: FloorRules, now: EventNow, *used: str) -> int:
    return chips_left(rules, stages_reached(rules, now), used)


@pytest.mark.rule("CLK-05")
@pytest.mark.parametrize(
    ("players", "used", "expected"),
    [
        (181, [], 0),
        (180, [], 10),
        (100, ["players-180"] * 7, 3),
        (25, ["players-180"] * 10, 0),
        (24, ["players-180"] * 7, 6),
        (24, [], 6),
        (23, ["players-180"] * 10 + ["players-24"] * 2, 4),
        (6, ["players-180"] * 10 + ["players-24"] * 2, 8),
        (2, ["players-24"] * 6 + ["players-6"] * 3, 5),
    ],
)
def test_clk_05_wpt_gives_10_at_180_players_exactly_6_at_24_and_8_at_6(
    players: int, used: list[str], expected: int
) -> None:
    assert left(WPT, event(players), *used) == expected


@pytest.mark.rule("CLK-05")
@pytest.mark.parametrize(
    ("days", "used", "expected"),
    [
        ({}, [], 4),
        ({}, [START] * 3, 1),
        ({2: 300}, [START] * 3, 5),
        ({2: 300}, [START] * 4, 4),
        ({2: 300}, [START] * 3 + ["day-2"] * 5, 0),
        ({2: 300, 3: 60}, [], 12),
        ({2: 300, 3: 60}, [START] * 3 + ["day-2"] * 5 + ["day-3"], 3),
    ],
)
def test_clk_05_wynn_gives_4_and_4_more_on_the_second_day_and_the_third(
    days: dict[int, int], used: list[str], expected: int
) -> None:
    assert left(WYNN, event(50, days=days), *used) == expected


@pytest.mark.rule("CLK-05")
def test_clk_05_the_final_table_has_chips_of_its_own() -> None:
    rules = FloorRules(time_chips_start=4, time_chips_final=6)
    for is_final, used, expected in (
        (False, [], 4),
        (False, [START] * 7, 0),
        (True, [START] * 3, 6),
        (True, [START] * 3 + [FINAL_TABLE] * 2, 4),
    ):
        assert left(rules, event(9, is_final=is_final), *used) == expected


def test_a_stage_of_the_final_table_stands_in_the_place_of_the_chips_given_there() -> None:
    rules = replace(stages("final table: +2"), time_chips_start=1, time_chips_final=8)
    assert stages_of(rules) == rules.time_chip_stages
    assert left(rules, event(9, is_final=True)) == 3
    assert rules.time_chip_stages[0].code == FINAL_TABLE


def test_stages_come_in_the_order_in_which_players_go_out_however_they_were_typed() -> None:
    rules = replace(stages("final table: 8, 24 players: 6, day 3: +4, day 2: +1"), time_chips_start=2)
    # Day 3 began with 40 players: its chips come before the six of 24 players.
    now = event(9, is_final=True, days={2: 180, 3: 40})
    codes = [stage.code for stage in stages_reached(rules, now)]
    assert codes == ["day-2", "day-3", "players-24", FINAL_TABLE]
    # With 24 players bagged the six are there first.
    later = [stage.code for stage in stages_reached(rules, event(24, days={2: 180, 3: 24}))]
    assert (later, left(rules, event(24, days={2: 180, 3: 24}))) == (["day-2", "players-24", "day-3"], 10)


@pytest.mark.rule("CLK-05")
def test_clk_05_an_undone_bust_takes_its_stage_back_and_no_chip_is_forgotten() -> None:
    used = ["players-180", "players-24"]
    assert left(WPT, event(24), *used) == 5
    assert left(WPT, event(25), *used) == 8


def test_a_chip_that_is_used_keeps_the_last_stage() -> None:
    assert stage_now(stages_reached(WPT, event(200))) == START
    assert stage_now(stages_reached(WPT, event(20))) == "players-24"


def test_while_registration_is_open_nobody_is_counted() -> None:
    assert stages_reached(WPT, event(5, is_closed=False)) == ()


# --- As they are written ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "day 2: +4, 24 players: 6, final table: 8",
        "  DAY 2 +4;24 players = 6\nFinal  table 8,",
        "giorno 2: +4, 24 giocatori: 6, tavolo finale: 8",
        "day2:+4,24players:6,final table:8",
    ],
)
def test_stages_are_read_in_english_and_italian(typed: str) -> None:
    assert read_stages(typed) == (
        TimeChipStage(moment="day", number=2, way="add", chips=4),
        TimeChipStage(moment="players", number=24, way="reset", chips=6),
        TimeChipStage(moment="final_table", number=0, way="reset", chips=8),
    )
    assert read_stages("1 player: 3")[0].number == 1
    assert read_stages("") == ()


@pytest.mark.parametrize(
    ("typed", "part", "code"),
    [
        ("day 2: +4, lunch: 3", "lunch: 3", "bad_stage"),
        ("day 1: 4", "day 1: 4", "bad_stage"),
        ("0 players: 4", "0 players: 4", "bad_stage"),
        ("day 2: -4", "day 2: -4", "bad_stage"),
        ("day 2", "day 2", "bad_stage"),
        ("24 players: 100", "24 players: 100", "bad_stage"),
        ("24 players: 6, 24 players: +2", "24 players: 6", "stage_twice"),
        (", ".join(f"{n} players: 1" for n in range(20, 7, -1)), "8 players: 1", "too_many_stages"),
    ],
)
def test_a_stage_that_cannot_be_read_is_named(typed: str, part: str, code: str) -> None:
    text = f"“{part}” is not a stage of time-bank chips."
    assert said(partial(read_stages, typed)) == (text, code, {"typed": part})


def test_stages_are_stored_as_plain_values_and_anything_else_is_refused() -> None:
    stored = WYNN.to_dict()
    assert stored["time_chip_stages"] == [
        {"moment": "day", "number": 2, "way": "add", "chips": 4},
        {"moment": "day", "number": 3, "way": "add", "chips": 4},
    ]
    assert FloorRules.from_dict(stored) == WYNN
    whole = {"moment": "day", "number": 2, "way": "add", "chips": 4}
    for wrong in (
        7,
        [7],
        [{**whole, "moment": "lunch"}],
        [{**whole, "way": "keep"}],
        [{**whole, "chips": -1}],
    ):
        assert said(partial(FloorRules.from_dict, {"time_chip_stages": wrong}))[1] == "bad_floor_rule"
