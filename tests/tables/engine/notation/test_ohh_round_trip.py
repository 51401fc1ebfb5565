"""Writing Open Hand History: what is written reads back equal."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tables.engine import (
    GAMES,
    Call,
    DealHole,
    Fold,
    Operation,
    Setup,
    Stakes,
    Undo,
    effective,
    parse_cards,
    replay,
)
from tables.engine.notation import parse_line
from tables.engine.notation.ohh.reading import read_ohh
from tables.engine.notation.ohh.words import is_supported
from tables.engine.notation.ohh.writing import join_ohh
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS, RecordedHand
from tests.published import all_published, read_text
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.ohh_cases import CASH, OMAHA, TOURNAMENT, read, told, write
from tests.tables.engine.random_hands import random_hand

PLAYED = [code for code in GAMES if is_supported(code)]


@given(st.integers(0, 2**32))
def test_any_hand_of_ours_comes_back_equal(seed: int) -> None:
    setup, operations = random_hand(random.Random(seed), PLAYED, plain=True)
    names = [f"Player {each.seat}" for each in setup.seats]
    text = write(setup, operations, players=names)
    [again] = read_ohh(text)
    assert (again.setup, again.operations) == (setup, tuple(operations))
    assert again.players == tuple(names)
    assert list(again.finishing_stacks or ()) == again.in_file_order(replay(setup, operations).stacks)
    assert text.isascii()
    assert "\n\n" not in text


@given(st.integers(0, 2**32))
def test_any_order_of_telling_and_showing_comes_back_equal(seed: int) -> None:
    setup, operations = random_hand(random.Random(seed), PLAYED)
    for told_so_far in (operations, operations[: len(operations) // 2]):
        [again] = read_ohh(write(setup, told_so_far))
        assert (again.setup, again.operations) == (setup, tuple(told_so_far))


@given(st.integers(0, 2**32))
def test_the_plain_fields_alone_tell_the_same_actions(seed: int) -> None:
    setup, operations = random_hand(random.Random(seed), PLAYED, plain=True)
    # The cap of fixed limit falls between the last two: whether they are the last is not told.
    assume(len(setup.seats) > 2)
    plain = told(write(setup, operations))
    own = plain.pop("_floorman", {})
    assert "operations" not in own
    [again] = read_ohh(json.dumps({"ohh": plain}), rules=setup.rules)
    assert again.operations == tuple(operations)
    assert list(again.finishing_stacks or ()) == again.in_file_order(replay(setup, operations).stacks)


@pytest.mark.long(reason="all published hands; random hands come back equal above")
def test_published_hands_come_back_equal() -> None:
    hands = [hand for hand in all_published() if is_supported(hand.setup.game)]
    for hand in hands:
        [again] = read_ohh(write(hand.setup, hand.operations))
        assert (again.setup, again.operations) == (hand.setup, hand.operations), hand.name
    assert len(hands) == 747


def test_a_published_hand_with_cents_comes_back_equal() -> None:
    hand = read_text("online-2009")
    assert come_back(hand) == (hand.setup, hand.operations, 100)


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
    acted = told(text)["rounds"][0]["actions"][2:]
    assert [(each["action"], each.get("amount")) for each in acted] == [
        ("Raise", 3.05),
        ("Fold", None),
        ("Call", 2.05),
    ]
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
