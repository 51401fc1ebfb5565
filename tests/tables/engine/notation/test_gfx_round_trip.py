"""Writing sessions of PokerGFX: what is written reads back equal, and its plain fields end alike."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tables.engine import GAMES, Operation, Setup, Stakes, parse_cards, replay
from tables.engine.notation.gfx.reading import GfxHand, read_gfx, read_session
from tables.engine.notation.gfx.words import UnknownToPokerGfx, is_supported, read_cards, write_cards
from tables.engine.notation.gfx.writing import HandToWrite, format_session
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tests.published import all_published
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.gfx_cases import NOON, disagreements, told, write
from tests.tables.engine.random_hands import random_hand

PLAYED = [code for code in GAMES if is_supported(code)]


def test_the_games_that_the_format_knows() -> None:
    assert [
        *("NT", "PT", "FT", "NO", "PO", "FO", "NO/8", "PO/8", "FO/8"),
        *("PO5", "PO6", "PO5/8", "FO5/8", "PO6/8"),
    ] == PLAYED
    assert not is_supported("a game of tomorrow")


@given(st.integers(0, 2**32))
def test_any_hand_of_ours_comes_back_equal(seed: int) -> None:
    setup, operations = _random(seed, plain=True)
    text = write(setup, operations)
    [again] = read_gfx(text)
    assert (again.setup, again.operations) == (setup, tuple(operations))
    assert again.players == tuple([f"Seat {each.seat}" for each in setup.seats])
    assert list(again.finishing_stacks or ()) == again.in_file_order(replay(setup, operations).stacks)
    assert text.isascii()


@given(st.integers(0, 2**32))
def test_any_order_of_telling_and_showing_comes_back_equal(seed: int) -> None:
    setup, operations = _random(seed, plain=False)
    [again] = read_gfx(write(setup, operations))
    assert (again.setup, again.operations) == (setup, tuple(operations))


@given(st.integers(0, 2**32))
def test_the_plain_events_alone_end_in_the_same_stacks(seed: int) -> None:
    setup, operations = _random(seed, plain=True)
    plain = told(write(setup, operations))
    plain.get("_floorman", {}).pop("operations", None)
    [hand] = read_session(json.dumps({"Hands": [plain]}))
    assert isinstance(hand, GfxHand)
    assert disagreements(hand) == []


def _random(seed: int, *, plain: bool) -> tuple[Setup, Sequence[Operation]]:
    setup, operations = random_hand(random.Random(seed), PLAYED, plain=plain)
    assume(told(write(setup, operations))["Events"])
    return setup, operations


@pytest.mark.long(reason="all published hands; random hands come back equal above")
def test_published_hands_come_back_equal_and_their_plain_fields_agree() -> None:
    hands = [hand for hand in all_published() if is_supported(hand.setup.game)]
    for hand in hands:
        text = write(hand.setup, hand.operations)
        [again] = read_gfx(text)
        assert (again.setup, again.operations) == (hand.setup, hand.operations), hand.name
        plain = {name: value for name, value in told(text).items() if name != "_floorman"}
        [read] = read_session(json.dumps({"Hands": [plain]}))
        assert isinstance(read, GfxHand)
        assert disagreements(read) == [], hand.name
    assert len(hands) == 747


@pytest.mark.parametrize(
    ("setup", "operations", "own"),
    [
        (table(900, 900, 900, rules=RULES_OF_RECORDS), "f3 f1", set()),
        (table(900, 900, 900), "f3 f1", {"rules"}),
        (table(900, 900, 900, rules=RULES_OF_RECORDS, stakes=Stakes(50, 100, chip=25)), "f3 f1", {"setup"}),
        (table(900, 900, 900, rules=RULES_OF_RECORDS), "f3 h2:7c7d f1", {"operations"}),
        (table(900, 900, 900, rules=RULES_OF_RECORDS), "h2:7c7d f3 f1", set()),
    ],
)
def test_own_fields_say_only_what_the_plain_ones_cannot(setup: Setup, operations: str, own: set[str]) -> None:
    no_limit = {key: value for key, value in setup.stakes.to_dict().items() if not key.endswith("_bet")}
    setup = Setup.from_dict(setup.to_dict() | {"stakes": no_limit})
    text = write(setup, play(setup, operations).history)
    assert told(text).get("_floorman", {}).keys() == own
    [again] = read_gfx(text)
    assert (again.setup, again.operations) == (setup, play(setup, operations).history)


def test_the_words_of_a_hand() -> None:
    setup = table(2000, 2000, 650, rules=RULES_OF_RECORDS)
    acted = play(setup, "h1:TdTc r3:300 c1 f2 b:2c3d4h k1 r3:350 c1 b:9s b:?? s3:AhKh s1:TdTc w0:1").history
    written = told(write(setup, acted, level=4, places={3: 17}))
    assert [
        (
            each["EventType"],
            each["PlayerNum"],
            each["BetAmt"],
            each["Pot"],
            each["BoardCards"],
            each["BoardNum"],
        )
        for each in written["Events"]
    ] == [
        ("BET", 3, 300, 150, None, 0),
        ("CALL", 1, 300, 450, None, 0),
        ("FOLD", 2, 0, 0, None, 0),
        ("BOARD CARD", 0, 0, 700, "2c", 1),
        ("BOARD CARD", 0, 0, 700, "3d", 1),
        ("BOARD CARD", 0, 0, 700, "4h", 1),
        ("CHECK", 1, 0, 700, None, 0),
        ("ALL IN", 3, 350, 700, None, 0),
        ("CALL", 1, 350, 1050, None, 0),
        ("BOARD CARD", 0, 0, 1400, "9s", 1),
        ("BOARD CARD", 0, 0, 1400, "", 1),
    ]
    assert [
        (each["PlayerNum"], each["EndStackAmt"], each["HoleCards"], each["EliminationRank"])
        for each in written["Players"]
    ] == [(1, 2750, ["10d 10c"], -1), (2, 1900, [""], -1), (3, 0, ["ah kh"], 17)]
    assert written["FlopDrawBlinds"]["BlindLevel"] == 4
    assert (written["StartDateTimeUTC"], written["Duration"]) == (
        "2030-05-01T12:00:00.0000000Z",
        "PT2M56.25S",
    )


def test_a_session_adds_up_what_each_player_has_won() -> None:
    setup = table(900, 900, 900)
    hands = [
        HandToWrite(
            number=number, setup=setup, operations=play(setup, "f3 f1").history, players=["Ada", "Bo", "Cy"],
            started_at=NOON + timedelta(minutes=number), ended_at=NOON + timedelta(minutes=number),
        )
        for number in (1, 2)
    ]  # fmt: skip
    session = json.loads(format_session(hands, title="Spring final", begun=NOON, is_final_table=True))
    assert [[each["CumulativeWinningsAmt"] for each in hand["Players"]] for hand in session["Hands"]] == [
        [-50, 50, 0],
        [-100, 100, 0],
    ]
    assert (session["EventTitle"], session["Type"]) == ("Spring final", "FINAL_TABLE")
    assert session["CreatedDateTimeUTC"] == "2030-05-01T12:00:00.0000000Z"
    ticks = timedelta(microseconds=session["ID"] // 10)
    assert datetime(1, 1, 1, tzinfo=UTC) + ticks == NOON
    assert [hand["Duration"] for hand in session["Hands"]] == ["PT0S", "PT0S"]
    assert len(read_gfx(json.dumps(session))) == 2


@pytest.mark.parametrize(
    ("seconds", "duration"),
    [(0, "PT0S"), (59.5, "PT59.5S"), (60, "PT1M"), (3725, "PT1H2M5S"), (7200, "PT2H")],
)
def test_durations(seconds: float, duration: str) -> None:
    setup = table(900, 900, 900)
    hand = HandToWrite(
        number=1, setup=setup, operations=play(setup, "f3 f1").history, players=["Ada", "Bo", "Cy"],
        started_at=NOON, ended_at=NOON + timedelta(seconds=seconds),
    )  # fmt: skip
    assert told(format_session([hand], title="", begun=NOON))["Duration"] == duration


def test_a_game_that_the_format_does_not_know_is_refused_in_words() -> None:
    setup = Setup.from_dict(table(900, 900).to_dict() | {"game": "NS"})
    with pytest.raises(
        UnknownToPokerGfx, match=r"^how PokerGFX writes No-limit short-deck hold'em is not known$"
    ):
        write(setup, [])


def test_moments_need_their_time_zone() -> None:
    with pytest.raises(ValueError, match="a moment has no time zone"):
        format_session([], title="", begun=NOON.replace(tzinfo=None))


def test_a_session_without_hands_says_when_it_was_begun() -> None:
    session = json.loads(format_session([], title="Spring final", begun=NOON))
    assert (session["CreatedDateTimeUTC"], session["Hands"]) == ("2030-05-01T12:00:00.0000000Z", [])


def test_cards() -> None:
    assert write_cards(parse_cards("Td??9d")) == "10d 9d"
    assert read_cards("10d 9D Ah") == parse_cards("Td9dAh")
