"""Whose stacks a session tells: names matched with a table, players who came, left, went out and came back."""

from __future__ import annotations

from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tables.engine.notation.gfx.hands import GfxPlayer
from tables.queries.hands.stream_table import SeatedPlayer, match_names, streamed
from tests.tables.engine.notation.gfx_cases import EMPTY, KNOCK_OUT, RAISED, hand, players, text
from tournament.rules.names import fold_name

BEGUN = datetime(2031, 3, 2, 17, tzinfo=UTC)
"""An hour before the hands."""


def seat(number: int, name: str, *, bought_at: datetime = BEGUN) -> SeatedPlayer:
    """The entry has the number of the seat, times ten."""
    return SeatedPlayer(
        entry_id=10 * number, seat=number, name=name, names=(fold_name(name),), bought_at=bought_at
    )


def listed(number: int, *names: str) -> GfxPlayer:
    long_name, name = names if len(names) == 2 else ("", names[0])
    return GfxPlayer(
        at="",
        seat=number,
        name=name,
        long_name=long_name,
        start=1,
        end=1,
        sits_out=False,
        place=None,
        posted=0,
    )


@pytest.mark.parametrize(
    ("in_file", "at_table", "found"),
    [
        ([listed(1, "Dov Halloran")], ["Dov Halloran"], [10]),
        ([listed(1, "HALLORAN DOV")], ["Dov Halloran"], [10]),
        ([listed(1, "Halloran")], ["Dov Halloran", "Noor Castell"], [10]),
        ([listed(1, "Zoë Łuczak", "LUCZAK")], ["Zoe Luczak"], [10]),
        ([listed(1, "Dov “Doc” Halloran", "HALLORAN")], ["Dov Halloran"], [10]),
        ([listed(1, "Halloran")], ["Dov Halloran", "Ida Halloran"], [None]),
        ([listed(1, "Ida Halloran"), listed(2, "Halloran")], ["Dov Halloran", "Ida Halloran"], [20, 10]),
        ([listed(1, "Halloran"), listed(2, "Halloran")], ["Dov Halloran"], [None, None]),
        ([listed(1, "Shark")], ["Dov Halloran"], [None]),
        ([listed(1, "")], ["Dov Halloran"], [None]),
    ],
)
def test_a_name_means_one_player_or_nobody(
    in_file: list[GfxPlayer], at_table: list[str], found: list[int | None]
) -> None:
    seated = [seat(number, name) for number, name in enumerate(at_table, start=1)]
    matched = match_names(in_file, seated)
    assert [matched.get((each.seat, each.names)) for each in in_file] == found


TABLE = [seat(1, "Ilva Brandt"), seat(2, "Noor Castell"), seat(3, "Dov Halloran"), seat(4, "Pia Runeberg")]


def told(
    *hands: Any, seated: list[SeatedPlayer] = TABLE
) -> list[tuple[str, int, int, int | None, int | None]]:
    """Of each player the name, the hand, the chips, the entry, and that of the winner."""
    found = streamed(text(*hands), seated).players
    return [(each.name, each.hand, each.chips, each.entry_id, each.won_by) for each in found]


def test_those_in_the_last_hand_come_first_and_then_those_who_are_out() -> None:
    assert told(RAISED, KNOCK_OUT) == [
        ("Ilva Brandt", 2, 61_000, 10, None),
        ("Dov Halloran", 2, 48_000, 30, None),
        ("Pia Runeberg", 2, 103_000, 40, None),
        ("Noor Castell", 2, 0, 20, 40),
    ]


def test_a_player_who_left_with_chips_is_not_told() -> None:
    assert [name for name, *_ in told(RAISED, EMPTY)] == ["Ilva Brandt", "Pia Runeberg"]


def test_a_player_who_is_back_in_the_same_seat_is_in() -> None:
    back = hand(4, players((4, "Noor Castell", 30_000, 30_000), (7, "Pia Runeberg", 9000, 9000)), [])
    assert told(KNOCK_OUT, back) == [
        ("Noor Castell", 4, 30_000, 20, None),
        ("Pia Runeberg", 4, 9000, 40, None),
    ]


def test_a_player_who_is_back_in_another_seat_is_in_and_nobody_else_is_out() -> None:
    back = hand(4, players((2, "Noor Castell", 30_000, 30_000), (7, "Pia Runeberg", 9000, 9000)), [])
    assert told(KNOCK_OUT, back)[-1] == ("Noor Castell", 2, 0, None, 40)


def test_an_entry_that_was_registered_after_the_hand_is_another_bullet() -> None:
    again = [*TABLE[:1], seat(2, "Noor Castell", bought_at=BEGUN + timedelta(hours=2)), *TABLE[2:]]
    assert told(KNOCK_OUT, seated=again)[-1] == ("Noor Castell", 2, 0, None, 40)
    undated = deepcopy(KNOCK_OUT)
    undated["StartDateTimeUTC"] = "noon"
    assert told(undated, seated=again)[-1] == ("Noor Castell", 2, 0, 20, 40)


def test_of_a_pot_that_is_shared_nobody_is_said_to_have_won_it() -> None:
    shared = deepcopy(KNOCK_OUT)
    shared["Players"][0]["EndStackAmt"], shared["Players"][3]["EndStackAmt"] = 62_000, 102_000
    assert told(shared)[-1] == ("Noor Castell", 2, 0, 20, None)


def test_a_hand_whose_stacks_do_not_add_up_is_left_out() -> None:
    in_play = deepcopy(KNOCK_OUT)
    in_play["Players"][3]["EndStackAmt"] = 5
    session = streamed(text(RAISED, in_play), TABLE)
    assert (session.last, session.button, len(session.players)) == (1, 2, 4)
    assert [(each.number, each.verdict, each.is_over) for each in session.hands] == [
        (1, "agrees", True),
        (2, "differs", False),
    ]
    assert (streamed(text(in_play), TABLE).last, streamed(text(in_play), TABLE).players) == (None, ())


def test_each_hand_says_whether_our_rules_agree() -> None:
    unread = deepcopy(KNOCK_OUT) | {"GameVariant": "PINEAPPLE"}
    session = streamed(text(RAISED, unread, EMPTY, 5), TABLE)
    assert [each.verdict for each in session.hands] == ["agrees", "unread", "empty"]
    assert "PINEAPPLE NOLIMIT" in session.hands[1].why
    assert session.unread == ("Hands[3]: 5 is not an object, write it in curly brackets",)
    assert session.agreeing == 1
