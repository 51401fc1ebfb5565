"""Profiles of the floor: what they hold, that they can be stored, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest

from tables.floor.errors import FloorError
from tables.floor.rules import FLOOR_RULES, FloorRules, RedrawStep, ToleranceStep, override_rules
from tests.refusals import said

STEP = ToleranceStep(seats_at_least=0, tables_above=0, tolerance=1)


def test_the_profiles_are_the_six_a_tournament_can_pick() -> None:
    assert list(FLOOR_RULES) == ["tda2024", "wsop2024", "figp", "home", "italian", "draw_room"]
    assert FLOOR_RULES["tda2024"] == FloorRules()


@pytest.mark.parametrize("profile", FLOOR_RULES)
def test_a_profile_survives_json(profile: str) -> None:
    rules = FLOOR_RULES[profile]
    assert FloorRules.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


def test_keys_left_out_take_the_default_and_overrides_keep_the_rest() -> None:
    assert FloorRules.from_dict({}) == FloorRules()
    changed = override_rules(FLOOR_RULES["wsop2024"], {"button_rule": "moving", "halt_short_by": 4})
    assert (changed.button_rule, changed.halt_short_by, changed.final_table) == ("moving", 4, "wsop")


@pytest.mark.parametrize(
    ("values", "code", "rule"),
    [
        ({"buton_rule": "dead"}, "unknown_floor_rule", "buton_rule"),
        ({"button_rule": "sideways"}, "bad_floor_rule", "button_rule"),
        ({"button_rule": 3}, "bad_floor_rule", "button_rule"),
        ({"halt_short_by": -1}, "bad_floor_rule", "halt_short_by"),
        ({"halt_short_by": True}, "bad_floor_rule", "halt_short_by"),
        ({"tolerance_steps": "2"}, "bad_floor_rule", "tolerance_steps"),
        ({"tolerance_steps": [3]}, "bad_floor_rule", "tolerance_steps"),
        ({"tolerance_steps": [{"seats": 3}]}, "bad_floor_rule", "tolerance_steps"),
        ({"redraw_steps": [{"entries_at_least": 3}]}, "bad_floor_rule", "redraw_steps"),
        ({"redraw_steps": [7]}, "bad_floor_rule", "redraw_steps"),
        ({"source_by_number_above": "many"}, "bad_floor_rule", "source_by_number_above"),
    ],
)
def test_a_bad_rule_is_refused_by_name(values: dict[str, object], code: str, rule: str) -> None:
    with pytest.raises(FloorError) as refused:
        FloorRules.from_dict(values)
    assert refused.value.code == code
    assert refused.value.params["rule"] == rule


def test_a_tolerance_of_nought_is_refused() -> None:
    steps = [{"seats_at_least": 0, "tables_above": 0, "tolerance": 0}]
    with pytest.raises(FloorError, match="not a value of the floor rule “tolerance”"):
        FloorRules.from_dict({"tolerance_steps": steps})


@pytest.mark.rule("BAL-09")
@pytest.mark.parametrize(
    ("profile", "tables_left", "seats", "tolerance"),
    [
        ("tda2024", 5, 9, 2),
        ("tda2024", 4, 9, 1),
        ("tda2024", 40, 8, 2),
        ("tda2024", 40, 7, 1),
        ("tda2024", 2, 10, 1),
        ("wsop2024", 13, 9, 2),
        ("wsop2024", 12, 9, 1),
        ("wsop2024", 20, 6, 1),
        ("home", 20, 9, 1),
    ],
)
def test_tables_may_be_apart_as_far_as_the_profile_says(
    profile: str, tables_left: int, seats: int, tolerance: int
) -> None:
    assert FLOOR_RULES[profile].tolerance(tables_left, seats) == tolerance


def test_without_a_step_that_fits_tables_are_kept_within_one() -> None:
    assert FloorRules(tolerance_steps=()).tolerance(9, 9) == 1
    assert FloorRules(redraw_steps=()).redraw_tables(500) == (1,)


@pytest.mark.parametrize(("seats", "gap"), [(10, 3), (9, 3), (8, 3), (7, 2), (6, 2), (4, 2)])
def test_small_tables_halt_earlier(seats: int, gap: int) -> None:
    assert FloorRules().halt_gap(seats) == gap


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [("tda2024", {10: 10, 9: 9, 8: 9, 7: 7, 6: 7, 4: 4}), ("wsop2024", {9: 10, 8: 9, 7: 8, 6: 7})],
)
def test_the_final_table_has_the_size_of_the_rule_book(rule: str, sizes: dict[int, int]) -> None:
    assert {s: FLOOR_RULES[rule].final_table_size(s) for s in sizes} == sizes


def test_a_bad_rule_is_refused_with_what_may_stand_there() -> None:
    buttons = ["dead", "moving", "simplified"]
    assert [
        said(lambda: FloorRules.from_dict({"buton_rule": "dead"})),
        said(lambda: FloorRules.from_dict({"button_rule": "sideways"})),
        said(lambda: FloorRules(button_rule="sideways")),  # type: ignore[arg-type]  # what a form might hand over
        said(lambda: FloorRules.from_dict({"button_rule": 3})),
        said(lambda: FloorRules.from_dict({"halt_short_by": -1})),
        said(lambda: FloorRules(tolerance_steps=(replace(STEP, tolerance=0),))),
    ] == [
        (
            "There is no floor rule called “buton_rule”.",
            "unknown_floor_rule",
            {"rule": "buton_rule"},
        ),
        *[
            (
                f"“{value}” is not a value of the floor rule “button_rule”; use one of: dead, moving, simplified.",
                "bad_floor_rule",
                {"rule": "button_rule", "value": value, "allowed": buttons},
            )
            for value in ("sideways", "sideways", 3)
        ],
        (
            "“-1” is not a value of the floor rule “halt_short_by”.",
            "bad_floor_rule",
            {"rule": "halt_short_by", "value": -1, "allowed": []},
        ),
        (
            "“0” is not a value of the floor rule “tolerance”; use one of: 1, 2, ....",
            "bad_floor_rule",
            {"rule": "tolerance", "value": 0, "allowed": ["1", "2", "..."]},
        ),
    ]
    for name, value in (
        ("halt_short_by", "3"),
        ("tolerance_steps", 7),
        ("tolerance_steps", ["step"]),
        ("redraw_steps", ["step"]),
        ("redraw_steps", [{"entries_at_least": 3, "tables": 7}]),
        ("redraw_steps", [{"entries_at_least": 3, "tables": [-1]}]),
    ):
        assert said(partial(FloorRules.from_dict, {name: value}))[2]["value"] == value


def test_a_rule_of_nought_is_a_rule_and_steps_may_come_as_tuples() -> None:
    changed = override_rules(
        FloorRules(),
        {
            "halt_short_by": 0,
            "source_by_number_above": None,
            "tolerance_steps": ({"seats_at_least": 0, "tables_above": 0, "tolerance": 3},),
            "redraw_steps": [{"entries_at_least": 7, "tables": (2, 1)}],
        },
    )
    assert changed == FloorRules(
        halt_short_by=0,
        tolerance_steps=(replace(STEP, tolerance=3),),
        redraw_steps=(RedrawStep(entries_at_least=7, tables=(2, 1)),),
    )
    assert [changed.redraw_tables(entries) for entries in (6, 7)] == [(1,), (2, 1)]
    assert changed.to_dict()["tolerance_steps"] == [{"seats_at_least": 0, "tables_above": 0, "tolerance": 3}]
    assert changed.to_dict()["redraw_steps"] == [{"entries_at_least": 7, "tables": [2, 1]}]
