"""Files of several hands: each has its name, a bad one says what is wrong and hides no other."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from contextlib import suppress

import pytest

from tables.engine import IllegalAction, InvalidNotation, decode, replay
from tables.engine.notation import PhhError, RecordedHand, format_line, parse_line, read_hands, read_phh
from tables.engine.notation.fields import LARGEST_FILE, MOST_HANDS, MOST_REWINDS
from tables.engine.notation.files import read_file
from tables.engine.notation.ohh.fields import OhhError
from tables.engine.notation.ohh.reading import read_ohh, read_ohh_hands
from tables.engine.notation.phh.files import split_phh
from tables.engine.rulings.effects import EFFECTS
from tables.engine.rulings.rewinding import REWINDING
from tests.tables.engine.hands import table
from tests.tables.engine.notation.ohh_cases import CASH, OMAHA, TOURNAMENT, changed
from tests.tables.engine.notation.ohh_cases import text as ohh_text
from tests.tables.engine.notation.phh_cases import phh

Told = tuple[str, "int | str"]


def told(hands: Iterable[tuple[str, RecordedHand | InvalidNotation]]) -> list[Told]:
    """The name of each hand, and how many operations it has or what is wrong with it."""
    return [
        (name, len(hand.operations) if isinstance(hand, RecordedHand) else str(hand)) for name, hand in hands
    ]


GOOD = phh(actions='["p3 f", "p1 f"]')


def test_a_bad_hand_is_reported_by_its_name_and_the_others_are_read() -> None:
    text = f"# a file\n\n[1]\n{GOOD}\n[2]\n{phh(min_bet=None)}\n['last one'] # the third\n{GOOD}\n"
    assert told(read_hands(text)) == [
        ("1", 2),
        ("2", "min_bet: the field is missing, add it"),
        ("last one", 2),
    ]
    with pytest.raises(PhhError, match=r"^hand 2: min_bet: the field is missing, add it") as refused:
        read_phh(text)
    assert refused.value.params["field"] == "min_bet"


def test_a_hand_that_is_no_toml_is_reported_with_its_line_and_the_others_are_read() -> None:
    text = f"\ufeff[1]\r\n{GOOD}\r\n[2]\r\nvariant = \r\n[3]\r\n{GOOD}\r\n[3]\r\n{GOOD}"
    first, second, *others = told(read_hands(text))
    assert (first, others) == (("1", 2), [("3", 2), ("3", 2)])
    assert second == ("2", "from line 8: this is not TOML: Invalid value (at line 2, column 11)")


def test_tables_of_a_hand_may_have_heads_of_their_own() -> None:
    text = f"[1]\n{GOOD}\n[1._note]\nby = 'Ada'\n[2]\n{GOOD}"
    hands = read_phh(text)
    assert [hand.meta for hand in hands] == [{"_note": {"by": "Ada"}}, {}]
    assert read_phh(f"{GOOD}\n[_note]\nby = 'Ada'")[0].meta == {"_note": {"by": "Ada"}}


def test_hands_may_be_written_as_fields_of_one_text() -> None:
    fields = GOOD.replace("\n", ", ")
    assert told(read_hands(f"a = {{{fields}}}\nb = {{}}")) == [
        ("a", 2),
        ("b", "variant: the field is missing, add it"),
    ]


def test_blinds_of_newcomers_repeated_shows_and_mixed_decimals_are_read_as_cash_games_write_them() -> None:
    hand = phh(
        blinds_or_straddles="[0.25, 0.50, -0.50]",
        min_bet="0.50",
        starting_stacks="[351, 581.70, 12.05]",
        actions='["p3 cc", "p1 f", "p2 cc", "d db 2c3c4c", "p2 sm ????", "p2 cc", "p3 cc", "p2 sm ????", '
        '"d db 5c", "p2 cc", "p3 cc", "d db 6c", "p2 cc", "p3 cc", "p2 sm 7c7d", "p3 sm"]',
    )
    [read] = read_phh(f"[1]\n{hand}")
    assert format_line(read.setup, read.operations) == (
        "NT rules=tda2024,all_in_tabled=false,prove_openers=false blinds=25/50 button=3 "
        "seats=1:35100,2:58170,3:1205 posts=s1:25,b2:50,e3:50 | "
        "k3 f1 k2 b:2c3c4c k2 k3 b:5c k2 k3 b:6c k2 k3 s2:7c7d m3"
    )


def test_a_bad_object_is_reported_by_its_number_and_the_others_are_read() -> None:
    bad = changed(CASH, "rounds.1.actions.3.amount", -1)
    half = changed(CASH, "players.0.name", "\ud800")
    texts = [ohh_text(TOURNAMENT), ohh_text(bad), "{", "7", ohh_text(half), ohh_text(OMAHA)]
    read = told(read_ohh_hands("\n\n".join(texts)))
    assert [name for name, _ in read] == ["1", "2", "3", "4", "5", "6"]
    assert read[0] == ("1", 18)
    assert (
        read[1][1] == "rounds[1].actions[3].amount: -1 is no amount, write a number from 0 to 1000000000000"
    )
    assert str(read[2][1]).startswith("this is not JSON: Expecting property name enclosed in double quotes")
    assert read[3][1] == "7 is not an object, write it in curly brackets"
    assert read[4][1] == "“?” holds half a character"
    assert read[5] == ("6", 18)
    with pytest.raises(OhhError, match=r"^hand 2: rounds\[1\]") as refused:
        read_ohh("\n\n".join(texts))
    assert refused.value.params["hand"] == 2


def test_a_name_tells_the_format() -> None:
    assert told(read_file("A.OHH", ohh_text(CASH))) == [("", 11)]
    assert told(read_file("a.phh", GOOD)) == [("", 2)]
    assert told(read_file("ohh.phhs", f"[7]\n{GOOD}")) == [("7", 2)]


# --- Huge and hostile texts

MANY = 1_000_000
LONG = 4_000_000 - 200
HEAD = "NT rules=tda2024 blinds=1/2 button=1 seats=1:5,2:5 posts=s1:1,b2:2"


def in_a_hand(field: str) -> str:
    return f"{GOOD}\n{field}"


def in_an_object(field: str) -> str:
    return json.dumps({"ohh": CASH})[:-2] + f", {field}}}}}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.phh", in_a_hand("_x = " + "1" * LONG)),
        ("a.phh", in_a_hand("_x = 0x" + "F" * LONG)),
        ("a.phh", in_a_hand("_x = 1." + "1" * LONG)),
        ("a.phh", in_a_hand("_x = 1e" + "1" * LONG)),
        ("a.phh", in_a_hand("_x = " + "[" * LONG)),
        ("a.phh", in_a_hand("_x = " + "{a=" * (LONG // 3))),
        ("a.phh", in_a_hand("_x = [" + "[]," * (LONG // 3) + "]")),
        ("a.phh", in_a_hand("_x = [" + "1," * (LONG // 2) + "]")),
        ("a.phh", in_a_hand('_x = "' + "\\u0041" * (LONG // 6) + '"')),
        ("a.phh", phh(actions='["p3 f", ' + '"",' * MANY + "]")),
        ("a.phh", phh(actions='["p3 f", ' + '"",' * 120_000 + "]")),
        ("a.phh", phh(actions=str(["p3 cc"] * 40_000))),
        ("a.phh", phh(actions=str(["# floorman: k1"] * 20_000))),
        ("a.phh", phh(actions=str(["p3 cc", *["# floorman: u0"] * 20_000]))),
        ("a.phh", phh(starting_stacks="[" + "5," * 130_000 + "]")),
        ("a.phhs", "[1]\n" * MANY),
        ("a.phhs", "\n" * LONG),
        ("a.phhs", "[" * LONG),
        ("a.phhs", (" " * 2000 + "\n") * 1900),
        ("a.phhs", "a." * (LONG // 2)),
        ("a.ohh", in_an_object('"_x": ' + "1" * LONG)),
        ("a.ohh", in_an_object('"_x": 1.' + "1" * LONG)),
        ("a.ohh", in_an_object('"_x": 1e' + "1" * LONG)),
        ("a.ohh", in_an_object('"_x": ' + "[" * LONG)),
        ("a.ohh", in_an_object('"_x": [' + "[]," * MANY + "[]]")),
        ("a.ohh", in_an_object('"_x": [' + "1," * MANY + "1]")),
        ("a.ohh", in_an_object('"_floorman": {"operations": "' + "k1 " * 30_000 + '"}')),
        ("a.ohh", in_an_object('"_floorman": {"operations": "f6 ' + "u0 f6 " * 14_000 + '"}')),
        ("a.ohh", json.dumps({"ohh": changed(CASH, "rounds.1.actions", [{}] * MANY)})),
        ("a.ohh", '{"ohh":{}}' * (LONG // 10)),
        ("a.ohh", '{"a":{},"b":\n\n' * (LONG // 14)),
        ("a.ohh", '{"a":"\n\n' * (LONG // 9)),
        ("a.ohh", "\n" * LONG),
        ("a.ohh", "{\n" + "\n" * LONG),
        ("a.ohh", '{"ohh":' * (LONG // 7)),
    ],
    ids=range(35),
)
def test_a_hostile_file_is_read_or_refused_within_a_second(name: str, text: str) -> None:
    began = time.process_time()
    for _, hand in read_file(name, text):
        if isinstance(hand, InvalidNotation):
            assert len(str(hand)) < 500
    assert time.process_time() - began < 1


@pytest.mark.parametrize("undo", ["u0", "u1"])
def test_an_undo_has_no_place_in_a_file(undo: str) -> None:
    why = "a file tells the hand as it was played: leave out the undo, and what it rewound"
    with pytest.raises(PhhError, match=f"^actions, no. 2: {why}$"):
        read_phh(phh(actions=f'["p3 f", "# floorman: {undo}"]'))
    with pytest.raises(OhhError, match=f"^_floorman.operations: {why}$"):
        read_ohh(ohh_text(changed(CASH, "_floorman", {"operations": f"f6 {undo}"})))


@pytest.mark.parametrize(
    "line",
    [
        HEAD + " | " + "k1 " * LONG,
        HEAD + " | " + "k1 " * 30_000,
        HEAD + " | f2 " + "u0 f2 " * 10_000,
        HEAD.replace("s1:1", "s1:1," + "b2:0," * 15_000) + " |",
        HEAD.replace("2:5 ", ",".join(f"{seat}:5" for seat in range(2, 12_000)) + " ") + " |",
        HEAD.replace("tda2024", "tda2024" + ",a=1" * 20_000) + " |",
        "NT " + "a=1 " * 20_000 + "|",
        HEAD.replace("1:5,2:5", "1:900,2:900") + " | c1 k2 b:2c3c4c " + "x:undercall,s=2,o=c2 " * 13,
    ],
    ids=range(8),
)
def test_a_hostile_line_is_read_or_refused_within_a_second(line: str) -> None:
    began = time.process_time()
    with suppress(InvalidNotation, IllegalAction):
        replay(*parse_line(line))
    assert time.process_time() - began < 1


def test_a_file_of_too_much_ends_with_the_reason() -> None:
    long = "#" * (LARGEST_FILE + 1)
    too_long = f"the text has {LARGEST_FILE + 1} characters, more than {LARGEST_FILE}: split it"
    too_many = f"the text has more than {MOST_HANDS} hands: split it"
    assert [str(error) for _, error in split_phh(long)] == [too_long]
    assert [str(error) for _, error in read_file("a.ohh", long)] == [too_long]
    [*_, (name, last)] = split_phh("".join([f"[{number}]\n" for number in range(MOST_HANDS + 2)]))
    assert (name, str(last)) == (str(MOST_HANDS), too_many)
    [*read, (_, end)] = read_file("a.ohh", "7\n" * (MOST_HANDS + 2))
    assert (len(read), str(end)) == (MOST_HANDS, too_many)


BET = "r{}:{} x:corrected_bet,s={},a=300,f c{} x:corrected_bet,s={},a=250,f x:corrected_bet,s={},a=260,f "


def test_a_hand_with_as_many_rulings_as_there_may_be_does_not_hang() -> None:
    """Each ruling plays the hand again, and the rulings before it: unbounded, that would be minutes."""
    words = "h1:???? " * 900 + BET.format(2, 200, 2, 1, 2, 2)
    for board in ("b:2c3c4c", "b:5c", "b:6c"):
        words += f"{board} k1 " + BET.format(2, 100, 2, 1, 2, 2)
    began = time.process_time()
    state = replay(table(9000, 9000), [decode(word) for word in words.split()])
    assert time.process_time() - began < 10
    assert (state.phase, state.pot_total, len(state.rulings)) == ("showdown", 4 * 520, MOST_REWINDS)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("k1 " * 1001, "the hand has 1001 operations, 1000 are the most"),
        ("x:no_burn,f " * 13, "the hand has 13 rulings that go back, 12 are the most"),
    ],
)
def test_a_record_longer_than_any_hand_is_refused(words: str, why: str) -> None:
    actions = [f"# floorman: {word}" for word in words.split()]
    with pytest.raises(PhhError, match=f"^{why}$"):
        read_phh(phh(actions=str(actions)))
    with pytest.raises(OhhError, match=f"^_floorman.operations: {why}$"):
        read_ohh(ohh_text(changed(CASH, "_floorman", {"operations": words})))
    with pytest.raises(InvalidNotation, match=f"^{why}$"):
        parse_line(f"{HEAD} | {words}")


def test_the_rulings_that_go_back_are_those_that_are_given_the_steps() -> None:
    assert {kind for kind, effect in EFFECTS.items() if effect.__name__ != "<lambda>"} == REWINDING
