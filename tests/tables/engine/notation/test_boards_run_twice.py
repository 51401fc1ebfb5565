"""Boards that were dealt twice or three times, in files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tables.engine import IllegalAction, RunBoards, encode, format_cards, replay
from tables.engine.notation import format_line, format_phh, parse_line, read_phh
from tables.engine.notation.ohh.fields import OhhError
from tables.engine.notation.ohh.reading import read_ohh
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.ohh_cases import actions, told, write
from tests.tables.engine.notation.ohh_cases import rounds as numbered
from tests.tables.engine.notation.told_alike import end_of, ohh, phh, pot_of, read_object

POSTS = ((2, "Post SB", 5), (1, "Post BB", 10))
ALL_IN = ("Preflop", "", (*POSTS, (2, "Raise", 495), (1, "Call", 490)))
SHOWN = ("Showdown", "", ((1, "Shows Cards", ["Ah", "Ad"]), (2, "Shows Cards", ["Kh", "Kd"])))
Street = tuple[str, Any, Sequence[Any]]


def street(name: str, cards: str) -> Street:
    return name, [cards[at : at + 2] for at in range(0, len(cards), 2)], ()


FIRST = [street("Flop", "2c7d9s"), street("Turn", "3h"), street("River", "4c")]
SECOND = [street("Flop", "KcTs8s"), street("Turn", "3c"), street("River", "5c")]


@pytest.mark.parametrize(
    "boards",
    [
        [SHOWN, *FIRST, *SECOND],
        [SHOWN, FIRST[0], SECOND[0], FIRST[1], SECOND[1], FIRST[2], SECOND[2]],
        [*FIRST, SHOWN, *SECOND],
        [*FIRST, *SECOND, SHOWN],
    ],
)
def test_the_boards_stand_one_after_the_other_or_street_by_street(boards: list[Street]) -> None:
    hand = ohh((500, 500), ALL_IN, *boards, won={1: 500, 2: 500})
    state = replay(hand.setup, hand.operations)
    assert [format_cards(board) for board in state.boards] == ["2c7d9s3h4c", "KcTs8s3c5c"]
    assert end_of(hand) == [500, 500]
    assert RunBoards(2) in hand.operations


def test_the_board_comes_again_from_the_street_that_is_there_twice() -> None:
    hand = ohh((500, 500), ALL_IN, SHOWN, *FIRST[:2], FIRST[2], street("River", "Kc"), won={1: 500, 2: 500})
    assert [encode(each) for each in hand.operations][4:] == ["b:2c7d9s", "b:3h", "n2", "b:4c", "b:Kc"]
    assert end_of(hand) == [500, 500]


def test_boards_that_came_twice_for_nobody_are_left_out() -> None:
    folded = ("Preflop", "", (*POSTS, (2, "Fold")))
    hand = ohh((500, 500), folded, *FIRST, *SECOND, won={1: 10})
    assert ([encode(each) for each in hand.operations], end_of(hand)) == (["f2"], [505, 495])


def test_three_boards_are_thirds() -> None:
    third = [street("Flop", "QcJs6s"), street("Turn", "6c"), street("River", "5d")]
    hand = ohh(
        (600, 600),
        (*ALL_IN[:2], (*POSTS, (2, "Raise", 595), (1, "Call", 590))),
        SHOWN,
        *FIRST,
        *SECOND,
        *third,
    )
    assert end_of(hand) == [800, 400]


@pytest.mark.parametrize(
    ("boards", "sentence"),
    [
        ([*FIRST, *SECOND[:2]], "Flop comes 2 times and River 1: a board is missing"),
        ([*FIRST, *SECOND, *SECOND, *SECOND], "a board is dealt at most 3 times, not 4"),
        (
            [FIRST[0], ("Flop", ["Kc", "Ts", "8s"], ((1, "Check"),))],
            "a street comes once, after the one before it",
        ),
        ([*FIRST, street("Flop", "2cTs8s"), *SECOND[1:]], "2c is already in this hand"),
    ],
)
def test_what_cannot_be_two_boards_is_refused_with_its_cause(boards: list[Street], sentence: str) -> None:
    with pytest.raises(OhhError, match=re.escape(sentence)):
        ohh((500, 500), ALL_IN, SHOWN, *boards)


def test_two_boards_before_the_betting_is_over_are_refused() -> None:
    with pytest.raises(OhhError, match="a board is dealt more than once only where the betting is over"):
        ohh((500, 500), ("Preflop", "", (*POSTS, (2, "Call", 5), (1, "Check"))), *FIRST, *SECOND)


WORDS = "r2:500 c1 s1:AhAd s2:KhKd n2 b:2c7d9s b:3h b:4c b:KcTs8s b:3c b:5c"


def test_our_own_texts_come_back_equal_from_every_format() -> None:
    state = play(table(500, 500, rules=replace(RULES_OF_RECORDS, run_out_boards=2)), WORDS)
    [from_phh] = read_phh(format_phh(state.setup, state.history))
    [from_ohh] = read_ohh(write(state.setup, state.history, fields={"flags": ["Observed"]}))
    for setup, operations in (
        (from_phh.setup, from_phh.operations),
        (from_ohh.setup, from_ohh.operations),
        parse_line(format_line(state.setup, state.history)),
    ):
        assert (setup, operations) == (state.setup, state.history)


def test_open_hand_history_has_the_streets_twice_and_the_flag() -> None:
    state = play(table(500, 500, rules=replace(RULES_OF_RECORDS, run_out_boards=2)), WORDS)
    hand = told(write(state.setup, state.history, fields={"flags": ["Observed"]}))
    assert [(each["id"], each["street"], "".join(each["cards"])) for each in hand["rounds"]] == [
        (0, "Preflop", ""),
        (1, "Flop", "2c7d9s"),
        (2, "Turn", "3h"),
        (3, "River", "4c"),
        (4, "Flop", "KcTs8s"),
        (5, "Turn", "3c"),
        (6, "River", "5c"),
        (7, "Showdown", ""),
    ]
    assert hand["flags"] == ["Run_It_Twice", "Observed"]
    assert hand["pots"][0]["player_wins"] == [
        {"player_id": 1, "win_amount": 500},
        {"player_id": 2, "win_amount": 500},
    ]


def test_other_programs_read_the_first_board_of_our_phh() -> None:
    state = play(table(500, 500, rules=replace(RULES_OF_RECORDS, run_out_boards=2)), WORDS)
    text = format_phh(state.setup, state.history)
    assert text.count('"d db') == 3
    assert text.count("# floorman: b:") == 3


# --- Two real hands of pot-limit Omaha, from public records; the players are made up


def omaha(
    seats: list[tuple[int, float]],
    button: int,
    blinds: tuple[float, float],
    rounds: list[Street],
    won: dict[int, float],
) -> list[float]:
    hand = read_object(
        {
            "game_type": "Omaha",
            "bet_limit": {"bet_type": "PL"},
            "dealer_seat": button,
            "small_blind_amount": blinds[0],
            "big_blind_amount": blinds[1],
            "flags": ["Run_It_Twice"],
            "players": [
                {"id": seat, "seat": seat, "name": f"P{seat}", "starting_stack": stack}
                for seat, stack in seats
            ],
            "rounds": numbered(*[(name, cards, actions(*acted)) for name, cards, acted in rounds]),
            "pots": [pot_of(won)],
        }
    )
    ended = end_of(hand)
    assert isinstance(ended, list)
    assert [float(stack) for stack in hand.finishing_stacks or ()] == ended
    return [float(stack) for stack in ended]


def test_a_real_hand_that_was_run_twice_on_the_river() -> None:
    assert omaha(
        [(1, 17.03), (5, 26.74), (9, 71.23)],
        1,
        (0.05, 0.1),
        [
            (
                "Preflop",
                "",
                ((5, "Post SB", 0.05), (9, "Post BB", 0.1), (1, "Raise", 0.35), (5, "Call", 0.3), (9, "Fold")),
            ),
            ("Flop", "Jd8c9h", ((5, "Bet", 0.8), (1, "Call", 0.8))),
            ("Turn", "Qs", ((5, "Bet", 1.8), (1, "Raise", 7.8), (5, "Raise", 14.08), (1, "Call", 8.08))),
            ("Showdown", "", ((1, "Shows Cards", "9s4hTc4s"), (5, "Shows Cards", "3sThJh8s"))),
            ("River", "Ts", ()),
            ("River", "Jc", ()),
        ],
        {1: 8.54, 5: 25.62},
    ) == [8.54, 35.33, 71.13]  # fmt: skip


def test_a_real_hand_that_was_run_twice_from_the_flop_on() -> None:
    assert omaha(
        [(2, 71.95), (3, 34.59), (5, 34.11), (6, 3.99), (8, 18.48), (10, 16.88)],
        10,
        (0.1, 0.25),
        [
            (
                "Preflop",
                "",
                (
                    (2, "Post SB", 0.1), (3, "Post BB", 0.25), (5, "Call", 0.25), (6, "Call", 0.25), (8, "Call", 0.25),
                    (10, "Call", 0.25), (2, "Call", 0.15), (3, "Raise", 1.5), (5, "Call", 1.5), (6, "Raise", 3.74),
                    (8, "Fold"), (10, "Fold"), (2, "Fold"), (3, "Raise", 12.72), (5, "Fold"),
                ),
            ),
            ("Showdown", "", ((3, "Shows Cards", "Ad4d6h8c"), (6, "Shows Cards", "QsAh3dKs"))),
            ("Flop", "6dTh4c", ()), ("Turn", "6s", ()), ("River", "Tc", ()),
            ("Flop", "QcQh3h", ()), ("Turn", "8h", ()), ("River", "Qd", ()),
        ],
        {3: 5.24, 6: 5.24},
    ) == [71.7, 35.84, 32.36, 5.24, 18.23, 16.63]  # fmt: skip


# --- PHH, which has no word for it


TABLED = ["p2 cbr 500", "p1 cc", "p1 sm AhAd", "p2 sm KhKd"]
ONE = ["d db 2c7d9s", "d db 3h", "d db 4c"]
OTHER = ["d db KcTs8s", "d db 3c", "d db 5c"]


@pytest.mark.parametrize(
    ("actions", "ends"),
    [
        ([*TABLED, *ONE], [1000, 0]),
        ([*TABLED, *ONE, *OTHER], [500, 500]),
        ([*TABLED[:2], *ONE, *OTHER, *TABLED[2:]], [500, 500]),
        ([*TABLED, *ONE, "d db Kc"], [500, 500]),
        ([*TABLED, *ONE, "d db KcTs8s"], None),
        ([*TABLED, *ONE, *OTHER, *OTHER, *OTHER], None),
        (["p2 cc", "p1 cc", *ONE, *OTHER], None),
        (["p2 f", *ONE, *OTHER], [505, 495]),
    ],
)
def test_board_cards_that_come_again_in_phh_are_further_boards_or_refused(
    actions: list[str], ends: list[int] | None
) -> None:
    hand = phh((500, 500), actions)
    if ends is None:
        with pytest.raises(IllegalAction):
            replay(hand.setup, hand.operations)
    else:
        assert end_of(hand) == ends


def test_a_river_that_comes_three_times_in_phh_is_three_boards() -> None:
    hand = phh(
        (600, 600),
        [
            "p2 cc",
            "p1 cc",
            *ONE[:1],
            "p1 cc",
            "p2 cc",
            "d db 3h",
            "p1 cbr 590",
            "p2 cc",
            *TABLED[2:],
            "d db 4c",
            "d db Kc",
            "d db 5c",
        ],
    )
    assert end_of(hand) == [800, 400]
