"""Writing Open Hand History: the words for each field and action."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any, cast

import pytest

from tables.engine import GAMES, Call, Card, DealBoard, DealHole, Fold, IllegalAction, Stakes, parse_cards
from tables.engine.notation.ohh.reading import read_ohh
from tables.engine.notation.ohh.words import UnsupportedGame, game_type, is_supported
from tables.engine.notation.ohh.writing import format_ohh
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.ohh_cases import told, write


def words(text: str, round_number: int) -> list[tuple[Any, ...]]:
    """The actions of a round as (seat, word, amount or cards, all-in)."""
    plain = [dict(action) for action in told(text)["rounds"][round_number]["actions"]]
    assert [action.pop("action_number") for action in plain] == list(range(len(plain)))
    return [tuple(action.values()) for action in plain]


def test_every_required_field_is_there() -> None:
    setup = table(900, 900, 900)
    fields = {"table_name": "Table 4", "currency": "EUR", "_note": None, "rounds": "mine"}
    text = format_ohh(
        setup,
        [Fold(3), Fold(1)],
        game_number="12-7",
        started_at=datetime(2030, 5, 1, 21, 30, tzinfo=timezone(timedelta(hours=2))),
        players=("Ada \u2660", 'B "x"\n', "C"),
        fields=fields,
    )
    hand = told(text)
    assert hand.pop("_floorman").keys() == {"setup"}
    assert hand == {
        "spec_version": "1.4.7",
        "site_name": "Floorman",
        "network_name": "Floorman",
        "internal_version": "1.4.7",
        "tournament": False,
        "game_number": "12-7",
        "start_date_utc": "2030-05-01T19:30:00Z",
        "table_name": "Table 4",
        "table_size": 3,
        "currency": "EUR",
        "hero_player_id": None,
        "flags": [],
        "tournament_bounties": [],
        "_note": None,
        "players": [
            {"id": 1, "seat": 1, "name": "Ada \u2660", "starting_stack": 900, "is_sitting_out": False},
            {"id": 2, "seat": 2, "name": 'B "x"\n', "starting_stack": 900, "is_sitting_out": False},
            {"id": 3, "seat": 3, "name": "C", "starting_stack": 900, "is_sitting_out": False},
        ],
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "dealer_seat": 3,
        "small_blind_amount": 50,
        "big_blind_amount": 100,
        "ante_amount": 0,
        "rounds": [
            {
                "id": 0,
                "street": "Preflop",
                "cards": [],
                "actions": [
                    {
                        "action_number": 0,
                        "player_id": 1,
                        "action": "Post SB",
                        "amount": 50,
                        "is_allin": False,
                    },
                    {
                        "action_number": 1,
                        "player_id": 2,
                        "action": "Post BB",
                        "amount": 100,
                        "is_allin": False,
                    },
                    {"action_number": 2, "player_id": 3, "action": "Fold"},
                    {"action_number": 3, "player_id": 1, "action": "Fold"},
                ],
            }
        ],
        "pots": [
            {"number": 0, "amount": 100, "rake": 0, "player_wins": [{"player_id": 2, "win_amount": 100}]}
        ],
    }
    assert "\\u2660" in text


def test_a_raise_is_the_chips_it_puts_in_and_there_is_no_bet_before_the_flop() -> None:
    setup = table(2000, 2000, 2000)
    state = play(setup, "r3:250 r1:700 f2 c3 b:2c3c4c k1 r3:200 r1:900 c3 b:5c")
    text = write(setup, state.history)
    assert words(text, 0)[2:] == [
        (3, "Raise", 250, False),
        (1, "Raise", 650, False),
        (2, "Fold"),
        (3, "Call", 450, False),
    ]
    assert words(text, 1) == [
        (1, "Check"),
        (3, "Bet", 200, False),
        (1, "Raise", 900, False),
        (3, "Call", 700, False),
    ]
    assert told(text)["pots"] == []  # the hand is not over


def test_an_uncalled_bet_is_no_action_and_in_no_pot() -> None:
    setup = table(2000, 2000, 2000)
    text = write(setup, play(setup, "c3 c1 k2 b:2c3c4c r1:600 f2 f3").history)
    assert words(text, 1) == [(1, "Bet", 600, False), (2, "Fold"), (3, "Fold")]
    assert told(text)["pots"] == [
        {"number": 0, "amount": 300, "rake": 0, "player_wins": [{"player_id": 1, "win_amount": 300}]}
    ]


def test_antes_blinds_and_straddles_are_actions_and_short_ones_all_in() -> None:
    antes = Stakes(50, 100, 100, "big_blind")
    short = table(900, 150, 900, 900, stakes=antes)
    assert words(write(short, []), 0) == [
        (1, "Post SB", 50, False),
        (2, "Post BB", 100, False),
        (2, "Post Ante", 50, True),
    ]
    straddled = table(900, 900, 900, 900, small_blinds=(), straddles=[(3, 200)])
    assert words(write(straddled, []), 0) == [(2, "Post BB", 100, False), (3, "Straddle", 200, False)]
    classic = table(20, 900, 120, stakes=Stakes(50, 100, 20, "classic"))
    assert words(write(classic, [Call(3)]), 0) == [
        (1, "Post Ante", 20, True),
        (2, "Post Ante", 20, False),
        (3, "Post Ante", 20, False),
        (1, "Post SB", 0, True),
        (2, "Post BB", 100, False),
        (3, "Call", 100, True),
    ]


def test_hands_tabled_all_in_are_shown_in_a_last_round_and_side_pots_are_told() -> None:
    hand = "h1:AhAd r3:900 c1 c2 s3:KhKd s1: b:2c3c4c b:Ks b:9h m2"
    state = play(table(300, 900, 900, rules=RULES_OF_RECORDS), hand)
    text = write(state.setup, state.history)
    assert words(text, 0)[2:] == [
        (1, "Dealt Cards", ["Ah", "Ad"]),
        (3, "Raise", 900, True),
        (1, "Call", 250, True),
        (2, "Call", 800, True),
    ]
    assert [(each["id"], each["street"], each["cards"]) for each in told(text)["rounds"]] == [
        (0, "Preflop", []),
        (1, "Flop", ["2c", "3c", "4c"]),
        (2, "Turn", ["Ks"]),
        (3, "River", ["9h"]),
        (4, "Showdown", []),
    ]
    assert words(text, 4) == [
        (3, "Shows Cards", ["Kh", "Kd"]),
        (1, "Shows Cards", ["Ah", "Ad"]),
        (2, "Mucks Cards"),
    ]
    assert [(pot["number"], pot["amount"], pot["player_wins"]) for pot in told(text)["pots"]] == [
        (0, 900, [{"player_id": 3, "win_amount": 900}]),
        (1, 1200, [{"player_id": 3, "win_amount": 1200}]),
    ]
    [again] = read_ohh(text)
    assert (again.setup, again.operations) == (state.setup, state.history)


def test_unknown_cards_are_left_out() -> None:
    setup = table(900, 900, 900)
    unknown = cast("Card", 0)
    board = DealBoard((parse_cards("Ah")[0], unknown, unknown))
    operations = [DealHole(2, (*parse_cards("7c"), unknown)), *play(setup, "c3 c1 k2").history, board]
    text = write(setup, operations)
    assert (2, "Dealt Cards", ["7c"]) in words(text, 0)
    assert told(text)["rounds"][1]["cards"] == ["Ah"]
    [again] = read_ohh(text)
    assert again.operations == tuple(operations)


def test_omaha_and_each_limit_have_their_words() -> None:
    kinds = {
        code: (fields["game_type"], fields["bet_limit"]["bet_type"])
        for code in ("NT", "PT", "FT", "NO", "PO", "FO")
        for fields in [told(write(table(900, 900, 900, game=code), []))]
    }
    assert kinds == {
        "NT": ("Holdem", "NL"),
        "PT": ("Holdem", "PL"),
        "FT": ("Holdem", "FL"),
        "NO": ("Omaha", "NL"),
        "PO": ("Omaha", "PL"),
        "FO": ("Omaha", "FL"),
    }


def test_games_that_are_neither_holdem_nor_omaha_are_refused() -> None:
    with pytest.raises(UnsupportedGame, match="no words for Fixed-limit seven-card stud") as refused:
        game_type(GAMES["F7S"])
    assert (refused.value.code, refused.value.params) == ("unsupported_game", {"game": "F7S"})
    assert is_supported("FO")
    assert not is_supported("XX")


def test_an_illegal_hand_an_unknown_moment_and_a_strange_value_are_not_written() -> None:
    setup = table(900, 900, 900)
    with pytest.raises(IllegalAction):
        write(setup, [Fold(2)])
    with pytest.raises(ValueError, match="started_at has no time zone"):
        format_ohh(setup, [], game_number="1", started_at=datetime(2030, 5, 1))  # noqa: DTZ001
    with pytest.raises(TypeError, match="float has no place in JSON"):
        write(setup, [], fields={"_it": 0.5})
    with pytest.raises(ValueError, match="argument"):
        write(setup, [], players=["only one"])
