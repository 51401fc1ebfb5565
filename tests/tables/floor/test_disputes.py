"""How long a hand may be disputed, by TDA 22 and by WSOP 76."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tables.floor.disputes import DisputeKind, HandPlayed, Window, dispute_windows
from tables.floor.rules import FLOOR_RULES, Disputes

ENDED = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
OVER = HandPlayed(ended_at=ENDED, in_break=False, next_at=None, next_action_at=None)
DEALT = replace(OVER, next_at=ENDED + timedelta(seconds=50))
PLAYED_ON = replace(DEALT, next_action_at=ENDED + timedelta(seconds=80))


def are_open(rule: Disputes, played: HandPlayed, seconds: float) -> tuple[bool, ...]:
    """So many seconds after the pot: the reading of the hands, chips and pots."""
    now = ENDED + timedelta(seconds=seconds)
    return tuple(window.is_open(now) for window in dispute_windows(rule, played))


@pytest.mark.rule("DSP-01")
def test_dsp_01_the_reading_of_a_hand_is_disputed_until_the_next_one_begins() -> None:
    assert are_open("by_kind", OVER, 3_600)[0]
    assert are_open("by_kind", DEALT, 49)[0]
    assert not are_open("by_kind", DEALT, 50)[0]


@pytest.mark.rule("DSP-02")
def test_dsp_02_an_accounting_error_is_disputed_until_substantial_action_on_the_next_hand() -> None:
    assert are_open("by_kind", DEALT, 79) == (False, True)
    assert are_open("by_kind", PLAYED_ON, 79) == (False, True)
    assert are_open("by_kind", PLAYED_ON, 80) == (False, False)


@pytest.mark.rule("DSP-03")
def test_dsp_03_a_hand_that_ends_in_a_break_is_disputed_for_a_minute_after_the_pot() -> None:
    in_break = replace(OVER, in_break=True)

    assert are_open("by_kind", in_break, 59.999) == (True, True)
    assert are_open("by_kind", in_break, 60) == (False, False)


@pytest.mark.rule("DSP-01", "DSP-02", "DSP-03")
def test_wsop_76_takes_every_dispute_until_the_next_hand_begins() -> None:
    assert are_open("next_hand", replace(OVER, in_break=True), 3_600) == (True, True)
    assert are_open("next_hand", PLAYED_ON, 49) == (True, True)
    assert are_open("next_hand", PLAYED_ON, 50) == (False, False)


def test_each_window_says_its_rule_and_what_ends_it() -> None:
    assert dispute_windows("by_kind", PLAYED_ON) == (
        Window(kind="reading", rule="TDA 22", until="next_hand", closes_at=PLAYED_ON.next_at),
        Window(
            kind="accounting", rule="TDA 22", until="substantial_action", closes_at=PLAYED_ON.next_action_at
        ),
    )
    assert [(each.rule, each.until) for each in dispute_windows("next_hand", OVER)] == [
        ("WSOP 76", "next_hand"),
        ("WSOP 76", "next_hand"),
    ]


def test_the_books_differ_as_they_are_printed() -> None:
    rules = {profile: each.disputes for profile, each in FLOOR_RULES.items()}
    assert rules["tda2024"] == "by_kind"
    assert [profile for profile, value in rules.items() if value == "next_hand"] == ["wsop2024"]


def test_the_windows_of_a_break_and_of_wsop_say_the_moment_they_close() -> None:
    kinds: tuple[DisputeKind, ...] = ("reading", "accounting")
    minute = ENDED + timedelta(minutes=1)
    assert dispute_windows("by_kind", replace(PLAYED_ON, in_break=True)) == tuple(
        Window(kind=kind, rule="TDA 22", until="minute", closes_at=minute) for kind in kinds
    )
    assert dispute_windows("next_hand", PLAYED_ON) == tuple(
        Window(kind=kind, rule="WSOP 76", until="next_hand", closes_at=PLAYED_ON.next_at) for kind in kinds
    )
