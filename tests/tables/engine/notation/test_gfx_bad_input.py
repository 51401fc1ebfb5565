"""What cannot be read in a session of PokerGFX is named with its place."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from tables.engine.notation.gfx.reading import GfxHand, read_gfx, read_session
from tables.engine.notation.gfx.session import GfxError
from tests.tables.engine.notation.gfx_cases import (
    KNOCK_OUT,
    RAISED,
    disagreements,
    read_one,
    session,
    text,
    why_not,
)


def changed(told: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy in which the field at a path such as "Players.0.Name" is another."""
    copy = deepcopy(told)
    at: Any = copy
    *steps, last = path.split(".")
    for step in steps:
        at = at[int(step) if step.isdigit() else step]
    at[int(last) if last.isdigit() else last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        (
            "GameVariant",
            "PINEAPPLE",
            "GameVariant: “PINEAPPLE NOLIMIT” cannot be replayed, only HOLDEM and OMAHA",
        ),
        ("GameVariant", "HOLDEM_SIXPLUS_TRIPS_BEATS_STRAIGHT", "GameVariant: “HOLDEM_SIXPLUS"),
        ("GameVariant", None, "GameVariant: the field is missing, add it"),
        ("BetStructure", "SPREADLIMIT", "GameVariant: “HOLDEM SPREADLIMIT” cannot be replayed"),
        ("GameClass", "STUD", "GameClass: “STUD” cannot be replayed, only FLOP"),
        ("BombPotAmt", 500, "BombPotAmt: 500 cannot be replayed, only 0"),
        ("NumBoards", 2, "NumBoards: 2 cannot be replayed, only 1"),
        ("AnteAmt", -1, "AnteAmt: -1 is not right, write a whole number from 0 to 1000000000000"),
        ("FlopDrawBlinds", None, "FlopDrawBlinds: the field is missing"),
        (
            "FlopDrawBlinds.AnteType",
            "TB_ANTE",
            "FlopDrawBlinds.AnteType: “TB_ANTE” cannot be replayed, only BB_ANTE",
        ),
        ("FlopDrawBlinds.BigBlindAmt", 0, "FlopDrawBlinds.BigBlindAmt: a hand needs a big blind"),
        ("FlopDrawBlinds.BigBlindPlayerNum", 8, "FlopDrawBlinds.BigBlindPlayerNum: a hand needs a big blind"),
        ("FlopDrawBlinds.ButtonPlayerNum", 0, "FlopDrawBlinds.ButtonPlayerNum: 0 is not right"),
        ("FlopDrawBlinds.ThirdBlindPlayerNum", 7, None),
        (
            "Players.0.BlindBetStraddleAmt",
            2000,
            "Players[0].BlindBetStraddleAmt: a post beside the blinds cannot be replayed",
        ),
        ("Players.0.HoleCards", ["1s 3h"], "Players[0].HoleCards: “1s” is no card, write qd or 10h"),
        ("Players.0.HoleCards", [5], 'Players[0].HoleCards: no cards, write ["ah kd"]'),
        ("Players.0.HoleCards", ["as 3h 4h"], "Players: seat 2 has 3 cards, a hand has 2"),
        ("Players.0.HoleCards", ["ks 3h"], "Players: Ks is already in this hand"),
        (
            "Events.0.EventType",
            "STRADDLE",
            "Events[0].EventType: “STRADDLE” is no event that can be replayed",
        ),
        ("Events.0.EventType", "CHECK", "Events[0]: cannot check: 2000 to call"),
        ("Events.0.PlayerNum", 4, "Events[0]: seat 4 is not in turn: it is seat 7's"),
        ("Events.0.PlayerNum", 0, "Events[0].PlayerNum: 0 is not right, write a whole number from 1 to 99"),
        ("Events.0.BetAmt", 2500, "Events[0]: raise below the minimum of 4000"),
        ("Events.4.BetAmt", 5000, "Events[4].BetAmt: a call is 11000 here, 6500 more, not 5000"),
        ("Events.5.BoardCards", "ah", "Events[5]: Ah is already in this hand"),
        ("Events.5.BoardNum", 9, "Events[5].BoardNum: 9 is not right, write a whole number from 0 to 4"),
    ],
)
def test_a_hand_that_cannot_be_replayed_says_where_and_keeps_its_stacks(
    path: str, value: object, why: str | None
) -> None:
    told = changed(KNOCK_OUT, path, value)
    assert [each.end for each in read_one(told).players] == [61_000, 0, 48_000, 103_000, 0]
    if why is None:
        assert disagreements(read_one(told)) == []
    else:
        assert why_not(told).startswith(f"Hands[0].{why}")


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("HandNum", None, "HandNum: the field is missing, add it"),
        ("Players", {}, "Players: a table is not a list, write it in square brackets"),
        ("Players.1.PlayerNum", 2, "Players[1].PlayerNum: 2 is another player's too"),
        ("Players.1.StartStackAmt", 1.5, "Players[1].StartStackAmt: 1.5 is not right, write a whole number"),
        ("Players.1.EndStackAmt", "0", "Players[1].EndStackAmt: “0” is not right, write a whole number"),
        ("Players.1.Name", 7, "Players[1].Name: 7 is not a text, write it in quotes"),
        ("Players.1.SittingOut", 1, "Players[1].SittingOut: 1 is neither true nor false"),
        ("Players.1", 5, "Players[1]: 5 is not an object, write it in curly brackets"),
    ],
)
def test_a_hand_without_its_stacks_is_named_in_its_place(path: str, value: object, why: str) -> None:
    good, bad = read_session(text(RAISED, changed(KNOCK_OUT, path, value)))
    assert isinstance(good, GfxHand)
    assert isinstance(bad, GfxError)
    assert str(bad).startswith(f"Hands[1].{why}")
    assert bad.code == "bad_gfx"


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("", "this is not JSON: Expecting value: line 1 column 1"),
        ("[]", "a list is not an object, write it in curly brackets"),
        ("{}", "Hands: the field is missing: this is no PokerGFX session"),
        ('{"Hands": 5}', "Hands: it is not a list, write it in square brackets"),
        ('{"Hands": []}', "Hands: there is no hand in the session"),
        ('{"Hands": [], "Hands": []}', "this is not JSON: the field “Hands” stands twice in one object"),
        (json.dumps(session()) + " x", "there is more behind the session"),
        ('{"Hands": [5]}', "Hands[0]: 5 is not an object, write it in curly brackets"),
        ('{"Hands": [' + "[" * 30 + "]" * 30 + "]}", "Hands[0]: nested too deeply, 20 levels are the most"),
        ("[" * 200_001, "the text has more than 200000 lists and objects"),
        (" " * 4_000_001, "the text has 4000001 characters, 4000000 are the most"),
    ],
)
def test_a_text_that_is_no_session_says_why(told: str, why: str) -> None:
    with pytest.raises(GfxError) as refused:
        read_gfx(told)
    assert str(refused.value).startswith(why)


def test_fields_of_ours_must_tell_the_same_hand() -> None:
    own = changed(RAISED, "_floorman", {"operations": "f7"})
    assert why_not(own).startswith("Hands[0]._floorman: it contradicts ")
    own = changed(RAISED, "_floorman", {"operations": "q7"})
    assert why_not(own).startswith("Hands[0]._floorman.operations: ")
    own = changed(RAISED, "_floorman", {"rules": {"nothing": 1}})
    assert why_not(own).startswith("Hands[0]._floorman.rules: ")
    own = changed(RAISED, "_floorman", {"setup": {}})
    assert why_not(own).startswith("Hands[0]._floorman.setup: ")
