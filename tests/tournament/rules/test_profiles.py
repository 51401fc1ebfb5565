import json
from dataclasses import fields

import pytest

from tests.refusals import said
from tournament.rules.profiles import (
    DEFAULT_PROFILE,
    EVENT_CHOICES,
    EVENT_RULES,
    PROFILE_NAMES,
    EventRules,
    ProfileError,
    event_rules,
)


def test_every_profile_of_the_design_is_there() -> None:
    assert PROFILE_NAMES == ("tda2024", "wsop2024", "figp", "home", "italian", "draw_room")
    assert set(EVENT_RULES) == set(PROFILE_NAMES)
    assert DEFAULT_PROFILE == "tda2024"


def test_the_tda_profile_is_the_register_of_decisions() -> None:
    assert event_rules("tda2024").to_dict() == {
        "simultaneous_bust": "tables_tie",
        "h4h_minutes": 2,
        "h4h_starts_at": 0,
        "h4h_next_hand": "by_itself",
        "h4h_run_outs": "locked",
        "race_round": "half_up",
        "race_rescue": "extra",
        "late_start_min_players": 2,
        "registration_through_break": True,
        "no_show_level": 3,
        "late_stack": "full",
        "forfeit_to_re_enter": False,
        "single_draw_players": 7,
        "triple_draw_players": 6,
        "forfeit_at": "any_time",
    }


def test_every_key_has_its_choices() -> None:
    assert {field.name for field in fields(EventRules)} == set(EVENT_CHOICES)


def test_a_key_can_be_overridden_and_the_rest_stays() -> None:
    rules = event_rules("home", overrides={"h4h_minutes": 3})
    assert rules == EventRules(
        h4h_minutes=3,
        h4h_run_outs="free",
        race_rescue="raced_first",
        no_show_level=0,
        forfeit_to_re_enter=True,
    )


@pytest.mark.parametrize("name", PROFILE_NAMES)
def test_a_profile_is_rebuilt_from_its_stored_form(name: str) -> None:
    stored = json.loads(json.dumps(EVENT_RULES[name].to_dict()))
    assert event_rules("tda2024", overrides=stored) == EVENT_RULES[name]


@pytest.mark.parametrize(
    ("profile", "overrides", "code"),
    [
        ("tda1999", {}, "unknown_profile"),
        ("tda2024", {"button_colour": "red"}, "unknown_key"),
        ("tda2024", {"race_round": "up"}, "bad_value"),
        ("tda2024", {"h4h_minutes": 0}, "bad_value"),
        ("tda2024", {"h4h_minutes": True}, "bad_value"),
        ("tda2024", {"registration_through_break": 1}, "bad_value"),
    ],
)
def test_unknown_names_and_values_are_refused_with_the_choices(
    profile: str, overrides: dict[str, object], code: str
) -> None:
    with pytest.raises(ProfileError) as caught:
        event_rules(profile, overrides=overrides)
    assert caught.value.code == code


def test_a_refusal_names_the_key_and_the_choices_and_cuts_what_is_long() -> None:
    profiles = "tda2024, wsop2024, figp, home, italian, draw_room"
    long = "x" * 51
    assert [
        said(lambda: event_rules(long)),
        said(lambda: event_rules("tda2024", overrides={long: 1})),
        said(lambda: event_rules("tda2024", overrides={"race_round": long})),
        said(lambda: event_rules("tda2024", overrides={"forfeit_to_re_enter": 0})),
    ] == [
        (
            f"The rule profile {'x' * 50} does not exist. Choose one of: {profiles}.",
            "unknown_profile",
            {"profile": "x" * 50, "choices": profiles},
        ),
        (f"The event rule {'x' * 50} does not exist.", "unknown_key", {"key": "x" * 50}),
        (
            f"race_round cannot be {'x' * 50}. Choose one of: half_up, none.",
            "bad_value",
            {"key": "race_round", "value": "x" * 50, "choices": "half_up, none"},
        ),
        (
            "forfeit_to_re_enter cannot be 0. Choose one of: True, False.",
            "bad_value",
            {"key": "forfeit_to_re_enter", "value": "0", "choices": "True, False"},
        ),
    ]
