"""Bad PHH: every refusal names the field and the cure, whatever the text holds nothing else escapes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tables.engine.errors import EngineError
from tables.engine.hand import replay
from tables.engine.notation import PhhError, RecordedHand, read_hand, read_phh
from tests.tables.engine.notation.phh_cases import phh, read


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"variant": None}, "variant: the field is missing, add it"),
        ({"variant": "7"}, "variant: 7 is not a text, write it in quotes"),
        ({"variant": '"FB"'}, "small_bet: the field is missing, add it"),
        ({"variant": '"QQ"'}, "variant: “QQ” is no known variant, write one of NT"),
        ({"antes": "[0, 0]"}, "antes: it has 2 values for 3 players"),
        ({"antes": "0"}, "antes: 0 is not a list, write it in square brackets"),
        ({"antes": "[true, 0, 0]"}, "antes: True is not a number"),
        ({"antes": '["1", 0, 0]'}, "antes: “1” is not a number"),
        ({"blinds_or_straddles": "[-1e13, 2, 0]"}, "blinds_or_straddles: 1E\\+13 is no amount of chips"),
        ({"blinds_or_straddles": "[nan, 2, 0]"}, "blinds_or_straddles: NaN is no amount of chips"),
        ({"min_bet": "0"}, "min_bet: 0 is no bet, write the amount"),
        ({"min_bet": "1e999"}, r"min_bet: 1E\+999 is no amount of chips"),
        ({"min_bet": "1e-999"}, "amounts: one has 999 digits after the point, 4 are the most"),
        ({"min_bet": "1e99999999999999999999"}, "this is not TOML: “1e99999999999999999999”"),
        ({"starting_stacks": "[inf, 200, 200]"}, "starting_stacks: Infinity is no amount of chips"),
        ({"starting_stacks": "[1e13, 200, 200]"}, "starting_stacks: .* write a number from 0 to"),
        ({"starting_stacks": f"[{10**4000}, 2, 2]"}, "starting_stacks: a huge number is no amount"),
        ({"starting_stacks": f"[{'9' * 5000}, 2, 2]"}, "this is not TOML: .*4300"),
        ({"starting_stacks": "[0, 200, 200]"}, "stack cannot be 0"),
        ({"starting_stacks": "[200]"}, "starting_stacks: 1 players, but NT is for 2 to 23"),
        ({"starting_stacks": str([9] * 24)}, "starting_stacks: 24 players, but NT is for 2 to 23"),
        ({"actions": "[1]"}, "actions, no. 1: 1 is not a text, write it in quotes"),
        ({"actions": '["p9 f"]'}, "actions, no. 1: “p9 f”: “p9” is none of the players p1 to p3"),
        ({"actions": '["p3 f", "p1 limps"]'}, "actions, no. 2: “p1 limps” is no action, write d dh"),
        ({"actions": '["p3 cbr much"]'}, "actions, no. 1: “much” is no amount of chips, write digits"),
        ({"actions": f'["p1 sm {"??" * 11}"]'}, "actions, no. 1: 11 cards at once, 10 are the most"),
        ({"actions": '["p3 cbr 0"]'}, "actions, no. 1: “0” is no amount of chips, write digits"),
        ({"actions": '["p3 cbr -5"]'}, "actions, no. 1: “-5” is no amount of chips"),
        ({"actions": '["p3 cbr 0.00001"]'}, "amounts: one has 5 digits after the point"),
        ({"actions": '["p3 cbr \u0664"]'}, "actions, no. 1: “\u0664” is no amount of chips"),
        ({"actions": '["d db 2c3cXx"]'}, "actions, no. 1: “Xx” at position 5 is not a card"),
        ({"actions": '["p3 sd 2c"]'}, "actions, no. 1: there is no draw in this game"),
        ({"actions": '["p3 pb"]'}, "actions, no. 1: there is no bring-in in this game"),
        (
            {"actions": '["d dh p1 AhKd", "d dh p1 2c"]'},
            "actions, no. 2: 3 hole cards for one player, NT has 2",
        ),
        ({"actions": '["# floorman: w0"]'}, "actions, no. 1: “w0” is not an operation"),
        ({"players": '["Ada"]'}, "players: it has 1 values for 3 players"),
        ({"players": "[1, 2, 3]"}, "players: 1 is not a text"),
        ({"finishing_stacks": "[1, 2]"}, "finishing_stacks: it has 2 values for 3 players"),
        ({"_setup": "3"}, "_setup: 3 is not a table"),
        ({"_setup": "{}"}, "button cannot be None: it is missing"),
        ({"_setup": "{game = [[]], seats = [{}], x = 1.5}"}, "cannot be"),
        ({"_deep": "[" * 5000}, "this is not TOML: nested too deeply"),
        ({"a" + ".a" * 20: "1"}, "line 7: a key or number of more than ten dotted parts"),
        ({"actions": '["p3 f"}'}, "this is not TOML: .*line 6"),
    ],
)
def test_what_is_wrong_is_said_with_the_field_and_the_cure(
    fields: dict[str, str | None], message: str
) -> None:
    with pytest.raises(PhhError, match=message):
        read_phh(phh(**fields))


def test_a_long_text_is_refused_in_time_whatever_it_repeats() -> None:
    many = 8_000
    for action in ("d dh p1 Ah", "p3 cbr 1", "p3 cbr 500", "p3 cc", "d db 2c3c4c", "p1 sm -", "p1 sm"):
        text = phh(
            actions=str(["p3 cbr 4", "p1 cbr 6"] + [action] * many), starting_stacks="[500, 500, 100000]"
        )
        read_and_replay(text)  # a cost that grows with the square would take hours
    read_and_replay(phh(actions=str([f"p{3 - turn % 2} cbr {4 + 2 * turn}" for turn in range(many)])))


def test_an_empty_or_endless_text_is_refused() -> None:
    with pytest.raises(PhhError, match="variant: the field is missing"):
        read_phh("")
    with pytest.raises(PhhError, match="the text has 4000001 characters, more than 4000000"):
        read_phh("#" * 4_000_001)


PIECES = (
    *("[", "]", "{", "}", '"', "'", "'''", '"""', "=", ".", ",", "#", "\n", "\\", "\\u0000", "\x00"),
    *("-", "0", "9" * 30, "1e999", "-1e999", "nan", "inf", "-inf", "1e-5", "0x1F", "0.5", "9" * 5000),
    *("true", "1979-05-27", "[[", "[" * 60, "{a=" * 60, "a.b.c", "é", "\u2019", "\ud800", "variant"),
    *("p0", "p1", "p2", "p3", "p99", "p-1", "d", "db", "dh", "cc", "cbr", "f", "sm", "sd", "pb", "??"),
    *("AhAh", "????", "A?", "?h", "-", "# floorman: w0:1", "# floorman: u0", '"FT"', '"PO"', '"NS"'),
    *("small_bet = 2\nbig_bet = 4\n", "[1]\n", "seats = [3, 4, 5]\n", "_setup = {game = 'NT'}\n"),
)
SAMPLE = phh(
    actions=[
        *("d dh p1 AhKd", "d dh p2 ????", "d dh p3 7c7d", "p3 cbr 6", "p1 cc", "p2 f"),
        *("d db 7h2c2d", "p1 cc", "p3 cbr 194", "p1 cc", "p3 sm 7c7d", "p1 sm -", "d db 3c", "d db 4c"),
    ],
    finishing_stacks="[0, 198, 402]",
)
EDIT = st.tuples(
    st.integers(0, len(SAMPLE)), st.integers(0, 40), st.sampled_from(PIECES) | st.text(max_size=8)
)


@given(st.lists(EDIT, min_size=1, max_size=6))
def test_a_damaged_text_is_read_or_refused_with_a_reason(edits: Sequence[tuple[int, int, str]]) -> None:
    text = SAMPLE
    for at, length, piece in edits:
        text = text[:at] + piece + text[at + length :]
    read_and_replay(text)


@given(st.text(max_size=200))
@example(
    "variant = 'NT'\nantes = []\nblinds_or_straddles = []\nmin_bet = 1\nstarting_stacks = []\nactions = []"
)
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    read_and_replay(text)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.integers(-3, 300)
    | st.decimals(allow_nan=True, allow_infinity=True)
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(PIECES)
    | st.sampled_from(["p1 f", "p3 cc", "p2 cbr 4", "d dh p1 AhAh", "d db 2c3c4c", "d db 2c"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)
NAMES = st.sampled_from(
    [
        *("variant", "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks"),
        *("actions", "seats", "players", "finishing_stacks", "_setup"),
    ]
)


GOOD = {
    "variant": "NT",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [1, 2, 0],
    "min_bet": 2,
    "starting_stacks": [200, 200, 200],
    "actions": ["p3 f", "p1 f"],
}


@given(st.dictionaries(NAMES, VALUES))
def test_fields_of_any_type_are_read_or_refused_with_a_reason(fields: dict[str, object]) -> None:
    with suppress(PhhError):
        read_hand(GOOD | fields)


SETUP_NAMES = st.sampled_from(["game", "rules", "stakes", "button", "seats", "posts", "last_two", "x"])


@given(st.dictionaries(SETUP_NAMES, VALUES, min_size=1))
def test_a_damaged_setup_of_our_own_is_refused_with_a_reason(damage: dict[str, object]) -> None:
    hand = read()
    fields = GOOD | {"_setup": hand.setup.to_dict() | damage}
    with suppress(PhhError):
        read_hand(fields)


def read_and_replay(text: str) -> None:
    hands: list[RecordedHand] = []
    with suppress(PhhError):
        hands = read_phh(text)
    for hand in hands:
        with suppress(EngineError):
            state = replay(hand.setup, hand.operations)
            assert sum(state.stacks.values()) <= sum(each.stack for each in hand.setup.seats)
