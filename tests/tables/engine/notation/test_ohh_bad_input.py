"""Bad Open Hand History: every refusal names the path and the reason, nothing else escapes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tables.engine import UNKNOWN, DealBoard, decode, encode, replay
from tables.engine.notation.ohh.fields import OhhError
from tables.engine.notation.ohh.reading import read_ohh
from tests.tables.engine.hands import table
from tests.tables.engine.notation.ohh_cases import (
    CASH,
    OMAHA,
    TOURNAMENT,
    actions,
    changed,
    players,
    read,
    text,
    told,
    write,
)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("game_type", ..., "game_type: the field is missing, add it"),
        ("game_type", 7, "game_type: 7 is not a text, write it in quotes"),
        ("game_type", "Stud", "game_type: “Stud” cannot be replayed, only Holdem, Omaha and OmahaHiLo"),
        ("bet_limit", None, "bet_limit: the field is missing, add it"),
        ("bet_limit", [], "bet_limit: a list is not an object, write it in curly brackets"),
        ("bet_limit.bet_type", "SL", "bet_limit.bet_type: “SL” is none of NL, PL and FL"),
        ("dealer_seat", 0, "dealer_seat: 0 is not right, write a whole number from 1 to 99"),
        ("dealer_seat", True, "dealer_seat: True is not right"),
        ("big_blind_amount", 0, "big_blind_amount: 0 is no bet, write the amount"),
        ("big_blind_amount", "2", "big_blind_amount: “2” is not a number"),
        ("ante_amount", -1, "ante_amount: -1 is no amount, write a number from 0 to"),
        ("small_blind_amount", 10**13, "small_blind_amount: a huge number is no amount"),
        ("small_blind_amount", 0.00001, "small_blind_amount: 0.00001 has more than 4 digits after the point"),
        ("players", {}, "players: a table is not a list, write it in square brackets"),
        ("players", [{}] * 31, "players: it has 31 values, 30 are the most"),
        ("players", [], "rounds[0].actions[0].player_id: 1 is no player who is dealt in"),
        ("players.0.id", 3, "players[3].id: 3 is another player's too"),
        ("players.0.seat", 6, "players[3].seat: 6 is another player's too"),
        ("players.0.seat", 100, "players[0].seat: 100 is not right, write a whole number from 1 to 99"),
        ("players.0.name", ..., "players[0].name: the field is missing, add it"),
        ("players.0.starting_stack", 0, "players[0].starting_stack: 0 is no stack of a player who is dealt in"),
        ("players.0.is_sitting_out", 1, "players[0].is_sitting_out: 1 is neither true nor false"),
        ("rounds", "none", "rounds: “none” is not a list"),
        ("rounds.0", 5, "rounds[0]: 5 is not an object"),
        ("rounds.0.id", "0", "rounds[0].id: “0” is not right"),
        ("rounds.0.street", "Third Street", "rounds[0].street: “Third Street” is none of Preflop, Flop"),
        ("rounds.1.street", "Turn", "rounds[1].street: a street comes once, after the one before it"),
        ("rounds.1.street", "Preflop", "rounds[1].street: a street comes once"),
        ("rounds.1.cards", ["Qc", "8d"] * 3, "rounds[1].cards: more than 5 cards"),
        ("rounds.1.cards", ["Qc", "8d", "3s", "2s"], "rounds[1].cards: 3 board cards are due, not 4"),
        ("rounds.1.cards", ["Qc", "8h", "3s"], "rounds[1].cards: 8h is already in this hand"),
        ("rounds.1.cards", ["Qc", "Xx"], "rounds[1].cards: “Xx” at position 3 is not a card"),
        ("rounds.1.cards", [1], 'rounds[1].cards: no list of cards, write ["Ah", "Td"]'),
        ("rounds.1.actions.2.action", "Limp", "rounds[1].actions[2].action: “Limp” is no action of the spec"),
        ("rounds.1.actions.2.action", "Add to Pot", "rounds[1].actions[2].action: chips that no player brings"),
        ("rounds.1.actions.2.action", "Post SB", "rounds[1].actions[2].action: a post is an action of the round Pre"),
        ("rounds.1.actions.2.amount", ..., "rounds[1].actions[2].amount: the field is missing, add it"),
        ("rounds.1.actions.2.amount", 3, "rounds[1].actions[2]: raise below the minimum of 350"),
        ("rounds.1.actions.2.player_id", 8, "rounds[1].actions[2].player_id: 8 is no player who is dealt in"),
        ("rounds.1.actions.2.player_id", ..., "rounds[1].actions[2].player_id: the field is missing"),
        ("rounds.1.actions.2.player_id", 0, "rounds[1].actions[2]: seat 1 is not in turn: it is seat 3's"),
        ("rounds.0.actions.5.amount", 1.25, "rounds[0].actions[5].amount: a call costs 1 here, not 1.25"),
        ("rounds.0.actions.2.cards", ["8h"] * 53, "rounds[0].actions[2].cards: more than 52 cards"),
        ("rounds.0.actions.2.cards", ["8h", "8s", "8c"], "rounds: a player has 3 cards, too many for Holdem"),
        ("rounds.0.actions.0.amount", 40, "rounds[0].actions[0].amount: the player has fewer chips"),
        ("rounds.0.actions", [{}] * 1001, "rounds[0].actions: it has 1001 values, 1000 are the most"),
        ("rounds.2.actions.0.action", "Check", "rounds[2].actions[0]: no betting now: seat 6 cannot act"),
        ("pots.0.number", -1, "pots[0].number: -1 is not right"),
        ("pots.0.player_wins.0.player_id", 9, "pots[0].player_wins[0].player_id: 9 is no player"),
        ("pots.0.player_wins.0.win_amount", None, "pots[0].player_wins[0].win_amount: the field is missing"),
        ("players.1.starting_stack", 10**12, "stack cannot be 100000000000000: a whole number from 1"),
        ("_floorman", 7, "_floorman: 7 is not an object"),
        ("_floorman", {"scale": 0}, "_floorman.scale: 0 is not right, write a whole number from 1 to 10000"),
        ("_floorman", {"scale": 10}, "_floorman.scale: 10 leaves parts of a chip"),
        ("_floorman", {"rules": {"x": 1}}, "_floorman.rules: unknown house rule “x”"),
        ("_floorman", {"setup": {}}, "_floorman.setup: button cannot be None: it is missing"),
        ("_floorman", {"setup": []}, "_floorman.setup: a list is not an object"),
        ("_floorman", {"operations": "q7"}, "_floorman.operations: “q7” is not an operation"),
        ("_floorman", {"operations": "f1"}, "_floorman: seat 1 is not in turn: it is seat 6's"),
        ("_floorman", {"operations": "f6 " * 40_000}, "_floorman.operations: longer than 100000 characters"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_the_path_and_the_reason(path: str, value: object, message: str) -> None:
    start = changed(CASH, "_floorman", {}) if path.startswith("_") else CASH
    with pytest.raises(OhhError) as refused:
        read(changed(start, path, value))
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("", "there is no hand in the text"),
        (" \n\n", "there is no hand in the text"),
        ("#" * 4_000_001, "the text has 4000001 characters, more than 4000000: split it"),
        ("[]", "a list is not an object, write it in curly brackets"),
        ("{}", "ohh: the field is missing, add it"),
        ('{"ohh": {"players": [}}', "this is not JSON: Expecting value: line 1 column 22"),
        ('{"ohh": {"a": 1, "a": 2}}', "this is not JSON: the field “a” stands twice in one object"),
        ('{"ohh": {"a": NaN}}', "this is not JSON: NaN is not a number"),
        ('{"ohh": {"a": -Infinity}}', "this is not JSON: -Infinity is not a number"),
        ('{"ohh": {"a": 1e99999999999999999999}}', "this is not JSON: “1e99999999999999999999” is not a number"),
        ('{"ohh": {"a": %s}}' % ("9" * 5000), "this is not JSON: Exceeds the limit (4300 digits)"),
        ('{"ohh": {"a": %s}}' % ("[" * 30 + "]" * 30), "nested too deeply, 20 levels are the most"),
        ("[" * 100_000, "this is not JSON: nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_no_json_of_hands_is_refused_with_the_reason(broken: str, message: str) -> None:
    with pytest.raises(OhhError) as refused:
        read_ohh(broken)
    assert str(refused.value).startswith(message)


def test_the_hand_is_named_where_there_are_several() -> None:
    bad = changed(CASH, "rounds.1.actions.3.amount", -1)
    with pytest.raises(OhhError, match=r"^hand 2: rounds\[1\]\.actions\[3\]\.amount: -1 is no") as refused:
        read_ohh(f"{text(TOURNAMENT)}\n\n{text(bad)}\n\n{text(OMAHA)}")
    assert refused.value.code == "bad_ohh"
    assert (refused.value.params["hand"], refused.value.params["field"]) == (2, "rounds[1].actions[3].amount")


def test_winners_that_contradict_each_other_are_refused() -> None:
    unseen = changed(TOURNAMENT, "rounds.4.actions", [])
    wrong = changed(unseen, "pots.0.player_wins.0.player_id", 12)
    with pytest.raises(
        OhhError, match=r"pots\[1\].player_wins: the winners of pot 1 contradict those of pot 0"
    ):
        read(wrong)


def test_cards_shown_after_the_end_may_not_be_in_the_hand_already() -> None:
    shown = actions((1, "Shows Cards", ["8h", "Ad"]))
    with pytest.raises(OhhError, match="rounds: cards that were shown late: 8h is already in this hand"):
        read(changed(CASH, "rounds.2.actions", shown))


def test_a_board_dealt_twice_is_refused() -> None:
    twice = changed(TOURNAMENT, "rounds", [*TOURNAMENT["rounds"][:2], TOURNAMENT["rounds"][1]])
    with pytest.raises(OhhError, match=r"rounds\[2\].street: a street comes once"):
        read(twice)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("dealer_seat", 1, "_floorman: it contradicts dealer_seat: remove one of them"),
        ("players.0.starting_stack", 901, "_floorman: it contradicts players: remove one of them"),
        ("rounds.0.actions.0.amount", 49, "_floorman: it contradicts rounds: remove one of them"),
        ("pots.0.amount", 7, "_floorman: it contradicts pots: remove one of them"),
        ("game_type", "Omaha", "_floorman: it contradicts game_type: remove one of them"),
    ],
)
def test_our_own_fields_must_tell_the_same_hand_as_the_plain_ones(
    path: str, value: object, message: str
) -> None:
    hand = told(write(table(900, 900, 900), [decode("f3"), decode("f1")]))
    assert "setup" in hand["_floorman"]
    with pytest.raises(OhhError, match=message):
        read(changed(hand, path, value))


def test_our_own_game_must_have_room_for_the_cards_of_the_plain_fields() -> None:
    hand = told(write(table(900, 900, 900, game="NO"), [decode("h1:AhAdKhKd"), decode("f3")]))
    with pytest.raises(OhhError, match=r"rounds\[0\].actions\[2\].cards: 4 cards, a hand has 2"):
        read(changed(hand, "_floorman.setup.game", "NT"))


def test_a_hand_is_for_as_many_as_the_deck_has_cards() -> None:
    crowd = players(*[(seat, seat, f"P{seat}", 100) for seat in range(1, 25)])
    with pytest.raises(OhhError, match="players: 24 are dealt in, but NT is for 2 to 23"):
        read(changed(changed(CASH, "players", crowd), "rounds", []))


def test_a_long_text_is_refused_in_time_whatever_it_repeats() -> None:
    call = {"player_id": 3, "action": "Check", "action_number": 1}
    many = changed(CASH, "rounds.1.actions", [call] * 3_000)
    with pytest.raises(OhhError, match="it has 3000 values, 1000 are the most"):
        read(many)
    for repeated in ('{"ohh":{}}', "[]", '{"a":1}', "1 ", "{", '"', '{"ohh":{"players":[', "\n"):
        with pytest.raises(OhhError):
            read_ohh(repeated * (1_000_000 // len(repeated)))
    names = ",".join(f'"{number}": {number}' for number in range(20_000))
    with pytest.raises(OhhError, match="rounds: the field is missing"):
        read_ohh(f'{{"ohh": {{{names}}}}}')


# --- Damage of every kind


PIECES = (
    *("[", "]", "{", "}", '"', ":", ",", ".", "\n\n", "\\", "\\u0000", "\\ud800", "\x00", "\ufeff", "/*"),
    *("-", "0", "9" * 30, "1e999", "-1e999", "NaN", "Infinity", "1e-5", "0.5", "9" * 5000, "true", "null"),
    *("[[", "[" * 60, '{"a":' * 60, '"ohh"', '{"ohh":{}}', "é", "\ud800", '"Ah"', '"AhAh"', '"??"', '""'),
    *('"Call"', '"Raise"', '"Bet"', '"Post BB"', '"Post Dead"', '"Straddle"', '"Shows Cards"', '"Mucks Cards"'),
    *('"Showdown"', '"Flop"', '"River"', '"Omaha"', '"FL"', '"_floorman": {"operations": "f6"},', '"id": 1,'),
)  # fmt: skip
SAMPLES = [text(case) for case in (CASH, TOURNAMENT, OMAHA)]
EDIT = st.tuples(st.floats(0, 1), st.integers(0, 40), st.sampled_from(PIECES) | st.text(max_size=8))


@given(st.sampled_from(SAMPLES), st.lists(EDIT, min_size=1, max_size=6))
def test_a_damaged_text_is_read_or_refused_with_a_reason(
    sample: str, edits: Sequence[tuple[float, int, str]]
) -> None:
    for share, length, piece in edits:
        at = int(share * len(sample))
        sample = sample[:at] + piece + sample[at + length :]
    read_and_replay(sample)


@given(st.text(max_size=200))
@example('{"ohh": {"players": [], "rounds": [], "game_type": "Holdem", "bet_limit": {"bet_type": "NL"}}}')
def test_any_text_is_read_or_refused_with_a_reason(damaged: str) -> None:
    read_and_replay(damaged)


NAMES = st.text(st.characters(exclude_characters="."), min_size=1, max_size=6)
"""The dot stands between the names of a path."""
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.integers(-3, 300)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=10)
    | st.sampled_from(["Call", "Raise", "Mucks Cards", "Showdown", "Turn", "FL", "Omaha", "Ah", "8h", "f6"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)


def paths(value: object, path: str = "") -> list[str]:
    """Of every value inside, itself left out."""
    items = (
        value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    )
    inner = [(f"{path}.{name}" if path else str(name), item) for name, item in items]
    return [each for name, item in inner for each in (name, *paths(item, name))]


@given(st.data())
def test_fields_of_any_type_are_read_or_refused_with_a_reason(data: st.DataObject) -> None:
    hand: dict[str, Any] = data.draw(st.sampled_from([CASH, TOURNAMENT, OMAHA, OURS]))
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(paths(hand)))
        hand = changed(hand, path, data.draw(VALUES | st.just(...)))
    read_and_replay(json.dumps({"ohh": hand}))


OURS: dict[str, Any] = told(
    write(
        table(900, 500, 900),
        [
            *map(decode, ("h2:7c7d", "c3", "h1:AhKd", "r1:900", "c2", "f3", "s1:AhKd")),
            DealBoard((UNKNOWN,) * 3),
            *map(decode, ("b:7h", "b:2c")),
        ],
    )
)
assert {"setup", "operations"} <= OURS["_floorman"].keys()


def read_and_replay(damaged: str) -> None:
    with suppress(OhhError):
        for hand in read_ohh(damaged):
            state = replay(hand.setup, hand.operations)
            assert sum(state.stacks.values()) <= sum(each.stack for each in hand.setup.seats)
            assert [decode(encode(operation)) for operation in hand.operations] == list(hand.operations)
