"""Reading sessions of PokerGFX as feature tables write them."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from tables.engine import encode, format_cards, replay
from tables.engine.cards.cards import UNKNOWN
from tables.engine.notation.gfx.reading import GfxHand, read_gfx, read_session
from tables.engine.notation.gfx.session import GfxError
from tables.engine.notation.recorded_hand import RecordedHand
from tests.tables.engine.notation.gfx_cases import (
    EMPTY,
    KNOCK_OUT,
    RAISED,
    board,
    disagreements,
    events,
    hand,
    players,
    read_one,
    text,
    why_not,
)


def recorded(told: dict[str, Any]) -> RecordedHand:
    found = read_one(told)
    assert isinstance(found.recorded, RecordedHand), found.recorded
    return found.recorded


def words(told: dict[str, Any]) -> str:
    return " ".join(map(encode, recorded(told).operations))


def test_a_bet_is_a_raise_too_and_its_amount_is_what_lies_in_front() -> None:
    assert words(RAISED) == "h7:Td9d r7:4500 f2 f4 c5 b:Qd2cTh k5 r7:5000 r5:12000 r7:30000 f5"
    assert disagreements(read_one(RAISED)) == []


def test_unknown_cards_stay_unknown() -> None:
    state = replay(recorded(RAISED).setup, recorded(RAISED).operations)
    assert format_cards(state.hole[7]) == "Td9d"
    assert state.hole[5] == (UNKNOWN, UNKNOWN)


def test_who_is_all_in_or_out_and_who_has_been_for_some_hands() -> None:
    read = read_one(KNOCK_OUT)
    assert [(each.seat, each.start, each.end, each.place) for each in read.players] == [
        (2, 61_000, 61_000, None),
        (4, 11_000, 0, 4),
        (5, 52_000, 48_000, None),
        (7, 88_000, 103_000, None),
        (9, 0, 0, 5),
    ]
    assert (read.number, read.button, read.was_played) == (2, 2, True)
    assert read.players[1].names == ("Noor Castell", "NOOR CASTELL")
    assert recorded(KNOCK_OUT).seats == (2, 4, 5, 7)
    assert disagreements(read) == []


def test_the_first_board_comes_card_by_card() -> None:
    assert "b:5d6dJs b:3c b:Tc" in words(KNOCK_OUT)
    partly = changed(KNOCK_OUT, Events=[*KNOCK_OUT["Events"][:-2], *events(("",), ("10c",))])
    assert "b:5d6dJs b:?? b:Tc" in words(partly)


def test_stacks_that_the_cards_contradict_are_named() -> None:
    wrong = deepcopy(KNOCK_OUT)
    wrong["Players"][1]["EndStackAmt"], wrong["Players"][3]["EndStackAmt"] = 26_000, 77_000
    assert disagreements(read_one(wrong)) == [
        "NOOR CASTELL ends with 0, the file says 26000",
        "PIA RUNEBERG ends with 103000, the file says 77000",
    ]


def test_where_no_card_is_known_the_stacks_name_the_winner() -> None:
    unread = deepcopy(KNOCK_OUT)
    for player in unread["Players"]:
        player["HoleCards"] = [""]
    assert disagreements(read_one(unread)) == []
    assert words(unread).endswith("w0:7")


def test_a_hand_in_which_nothing_was_played_has_its_stacks_only() -> None:
    read = read_one(EMPTY)
    assert not read.was_played
    assert why_not(EMPTY) == "Hands[0].Events: nothing was played in this hand"
    assert [each.end for each in read.players] == [61_000, 103_000]


SHORT = players(
    (2, "Ana", 9000, 9000), (4, "Ben", 8000, 8000), (5, "Cem", 7000, 7000), (7, "Dua", 6000, 6000)
)


@pytest.mark.parametrize(
    ("more", "posts"),
    [
        ({}, [(4, 1000, "small_blind"), (5, 2000, "big_blind"), (5, 2000, "table_ante")]),
        ({"AnteAmt": 0}, [(4, 1000, "small_blind"), (5, 2000, "big_blind")]),
        ({"SmallBlindAmt": 0}, [(5, 2000, "big_blind"), (5, 2000, "table_ante")]),
        ({"SmallBlindPlayerNum": 0}, [(5, 2000, "big_blind"), (5, 2000, "table_ante")]),
        ({"SmallBlindPlayerNum": None}, [(5, 2000, "big_blind"), (5, 2000, "table_ante")]),
        ({"SmallBlindPlayerNum": 3}, [(5, 2000, "big_blind"), (5, 2000, "table_ante")]),
        (
            {"AnteType": "BUTTON_ANTE"},
            [(4, 1000, "small_blind"), (5, 2000, "big_blind"), (2, 2000, "table_ante")],
        ),
        (
            {"ThirdBlindPlayerNum": 7, "ThirdBlindAmt": 4000, "AnteAmt": 0},
            [(4, 1000, "small_blind"), (5, 2000, "big_blind"), (7, 4000, "straddle")],
        ),
        (
            {"AnteType": "STD_ANTE", "AnteAmt": 200},
            [
                *[(4, 200, "ante"), (5, 200, "ante"), (7, 200, "ante"), (2, 200, "ante")],
                *[(4, 1000, "small_blind"), (5, 2000, "big_blind")],
            ],
        ),
    ],
)
def test_blinds_and_antes(more: dict[str, Any], posts: list[tuple[int, int, str]]) -> None:
    first = 2 if "ThirdBlindAmt" in more else 7
    setup = recorded(hand(1, SHORT, events((first, "FOLD")), **more)).setup
    assert [(post.seat, post.amount, post.kind) for post in setup.posts] == posts


@pytest.mark.parametrize(
    ("ante_type", "posts"),
    [("BB_ANTE_BB1ST", [(5, 2000, "big_blind"), (5, 500, "table_ante")]),
     ("BB_ANTE", [(5, 2000, "table_ante"), (5, 500, "big_blind")])],
)  # fmt: skip
def test_a_short_big_blind_pays_first_what_the_file_says(
    ante_type: str, posts: list[tuple[int, int, str]]
) -> None:
    short = players((2, "Ana", 9000, 9000), (5, "Cem", 2500, 0))
    found = recorded(hand(1, short, events((2, "FOLD")), AnteType=ante_type)).setup
    assert [(post.seat, post.amount, post.kind) for post in found.posts] == posts


@pytest.mark.parametrize("amount", [4500, 2500, 0])
def test_a_call_may_be_written_as_what_lies_in_front_what_it_adds_or_not_at_all(amount: int) -> None:
    acted = [(7, "BET", 4500), (2, "FOLD"), (4, "FOLD"), (5, "CALL", amount)]
    assert words(hand(1, SHORT, events(*acted))) == "r7:4500 f2 f4 c5"


@pytest.mark.parametrize(
    ("acted", "read"),
    [
        ([(7, "ALL IN", 6000), (2, "ALL IN", 9000)], "r7:6000 r2:9000"),
        ([(7, "ALL IN"), (2, "CALL", 6000)], "r7:6000 c2"),
        ([(7, "RAISE", 4000), (2, "ALL_IN", 9000), (4, "ALL IN", 8000)], "r7:4000 r2:9000 c4"),
        (
            [(7, "FOLD"), (2, "CALL"), (4, "CALL"), (5, "CHECK"), *board("2c 3c 4c"), (4, "CHECK")],
            "f7 c2 c4 k5 b:2c3c4c k4",
        ),
        ([(7, "FOLD"), (2, "FOLD"), (4, "FOLD"), (5, "CHECK"), (5, "FOLD"), *board("2c 3c 4c")], "f7 f2 f4"),
    ],
)
def test_the_words_of_the_events(acted: list[Any], read: str) -> None:
    assert words(hand(1, SHORT, events(*acted))) == read


def test_a_fold_at_the_showdown_is_a_muck() -> None:
    acted = [
        (7, "FOLD"),
        (2, "FOLD"),
        (4, "CALL"),
        (5, "CHECK"),
        *board("2c 3c 4c"),
        (4, "CHECK"),
        (5, "CHECK"),
    ]
    acted += [*board("9h"), (4, "CHECK"), (5, "CHECK"), *board("9s"), (4, "CHECK"), (5, "CHECK"), (4, "FOLD")]
    listed = deepcopy(SHORT)
    listed[1]["EndStackAmt"], listed[2]["EndStackAmt"] = 6000, 9000
    read = read_one(hand(1, listed, events(*acted)))
    assert disagreements(read) == []
    assert words(hand(1, listed, events(*acted))).endswith("m4")


def test_who_sits_out_is_left_out_unless_there_is_a_blind_to_post() -> None:
    told = hand(1, deepcopy(SHORT), events((7, "FOLD")))
    told["Players"][0]["SittingOut"] = told["Players"][2]["SittingOut"] = True
    assert recorded(told).seats == (4, 5, 7)


RUN = [(7, "ALL IN", 6000), (2, "CALL", 6000), (4, "FOLD"), (5, "FOLD")]


@pytest.mark.parametrize(
    ("boards", "read"),
    [
        ([*board("2c 3c 4c 5d 6d"), *board("2h 3h 4h 5s 6s", 2)], "n2 b:2c3c4c b:5d b:6d b:2h3h4h b:5s b:6s"),
        ([*board("2c 3c 4c 5d 6d"), *board("5s 6s", 2)], "b:2c3c4c n2 b:5d b:6d b:5s b:6s"),
        (
            [*board("2c 3c 4c"), ("5d", 1), ("5s", 2), ("6d", 1), ("6s", 2)],
            "b:2c3c4c n2 b:5d b:6d b:5s b:6s",
        ),
    ],
)
def test_boards_that_are_dealt_twice(boards: list[Any], read: str) -> None:
    listed = [each | {"EndStackAmt": None} for each in SHORT]
    told = hand(1, listed, events(*RUN, *boards), RunItNumTimes=2)
    assert words(told) == f"r7:6000 c2 f4 f5 {read}"


def changed(told: dict[str, Any], **more: Any) -> dict[str, Any]:
    return deepcopy(told) | more


@pytest.mark.parametrize(
    ("variant", "structure", "cards", "code"),
    [
        ("HOLDEM", "FIXEDLIMIT", "ah kd", "FT"),
        ("OMAHA", "POTLIMIT", "ah kd 2c 3c", "PO"),
        ("omaha_hilo", "fixedlimit", "ah kd 2c 3c", "FO/8"),
        ("OMAHA5", "POTLIMIT", "ah kd 2c 3c 4c", "PO5"),
        ("OMAHA6_HILO", "POTLIMIT", "ah kd 2c 3c 4c 5c", "PO6/8"),
    ],
)
def test_games(variant: str, structure: str, cards: str, code: str) -> None:
    told = hand(1, deepcopy(SHORT), events((7, "FOLD")), GameVariant=variant, BetStructure=structure)
    told["Players"][0]["HoleCards"] = cards.split()
    assert recorded(told).setup.game == code


def test_a_session_with_a_bad_hand_tells_the_others() -> None:
    bad = changed(RAISED, HandNum="one")
    first, second, third = read_session(text(RAISED, bad, KNOCK_OUT))
    assert isinstance(first, GfxHand)
    assert isinstance(third, GfxHand)
    assert isinstance(second, GfxError)
    assert str(second) == "Hands[1].HandNum: “one” is not right, write a whole number from 0 to 1000000000"
    with pytest.raises(GfxError, match=r"^Hands\[1\]\.Players: 7 is not a list"):
        read_gfx(text(RAISED, changed(RAISED, Players=7)))


def test_a_file_that_ends_in_the_middle_of_a_hand_tells_the_hands_before() -> None:
    whole = json.dumps(json.loads(text(RAISED, KNOCK_OUT)), indent=1)
    cut = whole[: whole.index("Noor Castell", whole.index('"HandNum": 2'))]
    first, rest = read_session(cut)
    assert isinstance(first, GfxHand)
    line = cut.count("\n") + 1
    assert str(rest).startswith("after the first 1 hands: this is not JSON: ")
    assert f"line {line} column" in str(rest)
