"""Writing Open Hand History: what is written reads back equal."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tables.engine import (
    GAMES,
    Call,
    Card,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    IllegalAction,
    Operation,
    Setup,
    Stakes,
    Undo,
    effective,
    parse_cards,
    replay,
)
from tables.engine.notation import parse_line
from tables.engine.notation.ohh_hand import UnsupportedGame, game_type, is_supported
from tables.engine.notation.ohh_read import read_ohh
from tables.engine.notation.ohh_write import format_ohh, join_ohh
from tables.engine.notation.phh import RULES_OF_RECORDS, RecordedHand, read_phh
from tests.tables.engine.hands import play, table
from tests.tables.engine.ohh_cases import CASH, OMAHA, TOURNAMENT, read
from tests.tables.engine.phh_cases import PUBLISHED, needs_published_hands
from tests.tables.engine.random_hands import random_hand
from tests.tables.engine.test_hand_properties import long_walks, setups, walk

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


def write(setup: Setup, operations: Any, **more: Any) -> str:
    return format_ohh(setup, operations, game_number="12-7", started_at=NOON, **more)


def told(text: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(text)["ohh"])


def words(text: str, round_number: int) -> list[tuple[Any, ...]]:
    """The actions of a round as (seat, word, amount or cards, all-in)."""
    plain = [dict(action) for action in told(text)["rounds"][round_number]["actions"]]
    assert [action.pop("action_number") for action in plain] == list(range(len(plain)))
    return [tuple(action.values()) for action in plain]


# --- Round trips


@given(st.integers(0, 2**32))
def test_any_hand_of_ours_comes_back_equal(seed: int) -> None:
    setup, operations = random_hand(random.Random(seed))
    assume(is_supported(setup.game))
    names = [f"Player {each.seat}" for each in setup.seats]
    text = write(setup, operations, players=names)
    [again] = read_ohh(text)
    assert (again.setup, again.operations) == (setup, tuple(operations))
    assert again.players == tuple(names)
    assert list(again.finishing_stacks or ()) == again.in_file_order(replay(setup, operations).stacks)
    assert text.isascii()
    assert "\n\n" not in text


@long_walks
@given(setups(), st.data())
def test_any_order_of_telling_and_showing_comes_back_equal(setup: Setup, data: st.DataObject) -> None:
    assume(is_supported(setup.game))
    states = walk(data, setup, probe=False)
    for state in (states[-1], states[len(states) // 2]):
        [again] = read_ohh(write(setup, state.history))
        assert (again.setup, again.operations) == (setup, state.history)


@given(st.integers(0, 2**32))
def test_the_plain_fields_alone_tell_the_same_actions(seed: int) -> None:
    setup, operations = random_hand(random.Random(seed))
    assume(is_supported(setup.game))
    assume(not any(isinstance(each, DeclareWinners) for each in operations))
    # The cap of fixed limit falls between the last two: whether they are the last is not told.
    assume(len(setup.seats) > 2)
    plain = told(write(setup, operations))
    own = plain.pop("_floorman", {})
    assert "operations" not in own
    [again] = read_ohh(json.dumps({"ohh": plain}), rules=setup.rules)
    assert again.operations == tuple(operations)
    assert list(again.finishing_stacks or ()) == again.in_file_order(replay(setup, operations).stacks)


@needs_published_hands
def test_published_hands_come_back_equal() -> None:
    for case in PUBLISHED:
        [hand] = read_phh(case.path.read_text(encoding="utf-8"))
        assert come_back(hand) == (hand.setup, hand.operations, hand.scale), case.path.name


@pytest.mark.parametrize("case", [CASH, TOURNAMENT, OMAHA])
def test_hands_of_other_houses_come_back_equal(case: dict[str, Any]) -> None:
    hand = read(case)
    assert come_back(hand) == (hand.setup, hand.operations, hand.scale)


def come_back(hand: RecordedHand) -> tuple[object, ...]:
    [again] = read_ohh(write(hand.setup, hand.operations, scale=hand.scale, fields=hand.meta))
    return again.setup, again.operations, again.scale


@pytest.mark.parametrize(
    ("setup", "operations", "own"),
    [
        (table(900, 900, 900, rules=RULES_OF_RECORDS), "f3 f1", None),
        (table(900, 900, 900), "f3 f1", {"rules"}),
        (table(900, 900, rules=RULES_OF_RECORDS, last_two=True), "f2", None),
        (table(900, 900, rules=RULES_OF_RECORDS), "f2", {"setup"}),
        (table(900, 900, 900, rules=RULES_OF_RECORDS, stakes=Stakes(50, 100, chip=25)), "f3 f1", {"setup"}),
        (table(900, 900, 900, rules=RULES_OF_RECORDS), "h1:AhKd f3 h2:7c7d f1", {"operations"}),
        (table(900, 900, 900, rules=RULES_OF_RECORDS), "h1:AhKd h2:7c7d f3 f1", None),
    ],
)
def test_own_fields_say_only_what_the_plain_ones_cannot(
    setup: Setup, operations: str, own: set[str] | None
) -> None:
    setup = Setup.from_dict(setup.to_dict() | {"stakes": _no_limit(setup.stakes)})
    text = write(setup, play(setup, operations).history)
    assert told(text).get("_floorman", {}).keys() == (own or set())
    [again] = read_ohh(text)
    assert (again.setup, again.operations) == (setup, play(setup, operations).history)


def _no_limit(stakes: Stakes) -> dict[str, object]:
    return {key: value for key, value in stakes.to_dict().items() if not key.endswith("_bet")}


def test_chips_are_written_divided_by_the_scale_and_come_back() -> None:
    setup = table(20_000, 20_050, 20_005)
    state = play(setup, "r3:305 f1 c2")
    text = write(setup, state.history, scale=100)
    assert [player["starting_stack"] for player in told(text)["players"]] == [200, 200.5, 200.05]
    assert words(text, 0)[2:] == [(3, "Raise", 3.05, False), (1, "Fold"), (2, "Call", 2.05, False)]
    [again] = read_ohh(text)
    assert (again.setup, again.operations, again.scale) == (setup, state.history, 100)
    whole = table(20_000, 20_000, 20_000)
    [again] = read_ohh(write(whole, [], scale=100))
    assert (again.setup, again.scale) == (whole, 100)


def test_undone_operations_are_not_written() -> None:
    setup = table(900, 900, 900)
    operations: list[Operation] = [Call(3), Undo(0), Fold(3), DealHole(1, parse_cards("AhKd")), Fold(1)]
    [again] = read_ohh(write(setup, operations))
    assert again.operations == effective(operations)


def test_winners_of_a_pot_too_small_for_a_chip_each_come_back() -> None:
    setup, operations = parse_line(
        "FT rules=draw_room blinds=10/20 ante=button:20 bets=20/40 button=8 "
        "seats=1:618,4:83,5:281,6:44,7:1,8:1,9:83,10:512 posts=s9:10,b10:20,t8:1 | r1:40 c4 r5:60 c6 c7 f9 r10:80 "
        "c1 c4 c5 b:5cQc3c f10 r1:20 f4 f5 s6:???? s8:???? b:Kc s1:???? b:Jd s7:???? w0:1,6,7,8 w2:1,6 w1:1,6,7"
    )
    text = write(setup, operations)
    assert [win["win_amount"] for win in told(text)["pots"][0]["player_wins"]] == [1, 0, 0, 0]
    [again] = read_ohh(text)
    assert (again.setup, again.operations) == (setup, operations)


def test_several_hands_are_separated_by_one_blank_line() -> None:
    setup = table(900, 900, 900)
    text = join_ohh([write(setup, play(setup, hand).history) for hand in ("f3 f1", "c3 f1 k2", "")])
    assert text.count("\n\n") == 2
    assert [hand.operations for hand in read_ohh(text)] == [
        play(setup, hand).history for hand in ("f3 f1", "c3 f1 k2", "")
    ]


# --- The words


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
    stud = type(GAMES["NT"])(
        code="F7S",
        name="Seven-card stud",
        family=cast("Any", "stud"),
        hole_cards=7,
        streets=(),
        betting="fixed_limit",
        ranking=GAMES["NT"].ranking,
        selection="any",
    )
    with pytest.raises(UnsupportedGame, match="no words for Seven-card stud") as refused:
        game_type(stud)
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
