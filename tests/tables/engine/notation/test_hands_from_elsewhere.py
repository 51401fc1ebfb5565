"""Hands as cash rooms on the internet leave them: losers whose cards nobody saw, cents, thousands in one file."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from io import StringIO
from pathlib import Path

import pokerkit
import pytest

from tables.engine import DeclareWinners, Muck, Show, format_cards, replay
from tables.engine.notation import (
    PhhError,
    RecordedHand,
    files,
    format_line,
    format_phh,
    join_phhs,
    read_hands,
    read_phh,
)
from tables.engine.notation.fields import LARGEST_FILE
from tables.engine.notation.files import read_file, read_open_file
from tables.engine.notation.ohh.fields import OhhError
from tables.engine.notation.ohh.reading import read_ohh_hands_of_blocks
from tables.engine.notation.phh.files import split_phh, split_phh_blocks
from tests.published import all_published
from tests.tables.engine.notation.ohh_cases import CASH, OMAHA
from tests.tables.engine.notation.ohh_cases import text as ohh_text

# Seat 2 has queens and jacks, and 9.05 are in the pot before the river is checked through.
TO_THE_RIVER = [
    *["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 1.75", "p1 f", "p2 cc"],
    *[
        "d db 2hTd8c",
        "p2 cc",
        "p3 cbr 2.65",
        "p2 cc",
        "d db 4c",
        "p2 cc",
        "p3 cc",
        "d db Js",
        "p2 cc",
        "p3 cc",
    ],
]
STACKS = ["50", "41.35", "50.75"]
WON_BY_2 = ["49.75", "46.00", "46.35"]
WON_BY_3 = ["49.75", "36.95", "55.40"]


def cash(actions: list[str], stacks: list[str] | None = None) -> str:
    """A hand of a cash game as a PHH text: blinds of a quarter and a half."""
    stacks = stacks or STACKS
    nothing = ["0"] * len(stacks)
    return "\n".join(
        [
            "variant = 'NT'",
            "ante_trimming_status = false",
            f"antes = [{', '.join(nothing)}]",
            f"blinds_or_straddles = [0.25, 0.50{', 0' * (len(stacks) - 2)}]",
            "min_bet = 0.50",
            f"starting_stacks = [{', '.join(stacks)}]",
            f"actions = {actions}",
            "time = 00:00:12",
            "winnings = [0, 9.05, 0]",
            "currency_symbol = '$'",
        ]
    )


def read(actions: list[str], stacks: list[str] | None = None) -> RecordedHand:
    [hand] = read_phh(cash(actions, stacks))
    return hand


def outcome(hand: RecordedHand) -> list[str] | str:
    """The stacks at the end with their cents, or what the hand is short of."""
    state = replay(hand.setup, hand.operations)
    return (
        [f"{stack:.2f}" for stack in hand.in_file_order(state.stacks)] if state.is_complete else state.phase
    )


@pytest.mark.parametrize(
    ("showdown", "stacks"),
    [
        (["p2 sm QhJd", "p3 sm ????"], WON_BY_2),
        (["p3 sm ????", "p2 sm QhJd"], WON_BY_2),
        (["p2 sm ????", "p3 sm QhJd"], WON_BY_3),
        (["p3 sm QhJd", "p2 sm ????"], WON_BY_3),
        (["p2 sm QhJd", "p3 sm"], WON_BY_2),
        (["p2 sm", "p3 sm QhJd"], WON_BY_3),
        (["p2 sm", "p3 sm -"], WON_BY_3),
        (["p2 sm ????", "p3 sm ????", "p3 sm QhJd", "p2 sm ????"], WON_BY_3),
        (["p2 sm QhJd", "p3 sm AhKd"], WON_BY_2),
    ],
)
def test_a_player_who_gives_up_unseen_loses_to_what_is_shown(showdown: list[str], stacks: list[str]) -> None:
    hand = read([*TO_THE_RIVER, *showdown])
    assert [f"{stack:.2f}" for stack in map(Decimal, stacks)] == outcome(hand)


def test_what_the_winner_shows_is_kept_where_the_loser_stands_before_it() -> None:
    for loser in ("p2 sm", "p2 sm ????"):
        *_, shown, mucked = read([*TO_THE_RIVER, loser, "p3 sm QhJd"]).operations
        assert (type(shown), type(mucked)) == (Show, Muck)
        assert isinstance(shown, Show)
        assert (shown.seat, format_cards(shown.cards)) == (3, "QhJd")


def test_between_players_of_whom_nobody_showed_the_file_does_not_say_who_won() -> None:
    assert outcome(read([*TO_THE_RIVER, "p2 sm ????", "p3 sm ????"])) == "showdown"


def test_unknown_cards_before_the_showdown_say_nothing() -> None:
    early = [*TO_THE_RIVER[:6], "p2 sm ????", *TO_THE_RIVER[6:]]
    assert read([*early, "p2 sm QhJd", "p3 sm ????"]) == read([*TO_THE_RIVER, "p2 sm QhJd", "p3 sm ????"])
    assert outcome(read(early)) == "showdown"


def test_all_in_the_board_comes_first_though_the_loser_stands_before_it() -> None:
    actions = [
        "p3 cbr 50.75",
        "p1 f",
        "p2 cc",
        "p2 sm ????",
        "p3 sm AhAd",
        "d db 2hTd8c",
        "d db 4c",
        "d db Js",
    ]
    assert outcome(read(actions)) == ["49.75", "0.00", "92.35"]
    assert outcome(read(actions[:-1])) == "deal_board"


# Seat 1 is all-in for 5; seats 2 and 3 go on for a side pot of 6.
THREE_WAY = ["p3 cbr 5", "p1 cc", "p2 cc", "d db 2hTd8c", "p2 cbr 3", "p3 cc", "d db 4c", "p2 cc", "p3 cc"]
SHORT = ["5", "41.35", "50.75"]


def test_of_a_side_pot_that_is_his_alone_nobody_can_be_beaten() -> None:
    river = [*THREE_WAY, "d db Js", "p2 cbr 1", "p3 f"]
    hand = read([*river, "p1 sm QhJd", "p2 sm ????"], SHORT)
    assert hand.operations[-1] == DeclareWinners(0, (1,))
    assert outcome(hand) == ["15.00", "39.35", "42.75"]


def test_who_won_a_side_pot_of_which_nobody_showed_stays_open() -> None:
    river = [*THREE_WAY, "d db Js", "p2 cc", "p3 cc"]
    assert outcome(read([*river, "p1 sm QhJd", "p2 sm ????", "p3 sm ????"], SHORT)) == "showdown"
    hand = read([*river, "p1 sm QhJd", "p2 sm ????", "p3 sm Th9h"], SHORT)
    assert outcome(hand) == ["15.00", "33.35", "48.75"]


def test_cents_come_back_as_they_were_from_reading_writing_and_reading_again() -> None:
    hands = [
        read([*TO_THE_RIVER, "p2 sm QhJd", "p3 sm ????"]),
        read(["p3 cbr 1.15", "p1 f", "p2 f"], ["12.05", "581.70", "6.51"]),
        read([*THREE_WAY, "d db Js", "p2 cbr 1", "p3 f", "p1 sm QhJd", "p2 sm ????"], SHORT),
    ]
    assert [hand.scale for hand in hands] == [100, 100, 100]
    assert [outcome(hand) for hand in hands] == [
        WON_BY_2,
        ["11.80", "581.20", "7.26"],
        ["15.00", "39.35", "42.75"],
    ]
    texts = [
        format_phh(hand.setup, hand.operations, players=hand.players, scale=hand.scale, fields=hand.meta)
        for hand in hands
    ]
    again = read_phh(join_phhs(texts))
    assert [format_line(hand.setup, hand.operations) for hand in again] == [
        format_line(hand.setup, hand.operations) for hand in hands
    ]
    assert [outcome(hand) for hand in again] == [outcome(hand) for hand in hands]
    assert [hand.meta["winnings"] for hand in again] == [hand.meta["winnings"] for hand in hands]
    assert "0.25" in texts[0]
    assert "1.75" in texts[0]


def test_pokerkit_comes_to_the_same() -> None:
    for showdown in (["p2 sm QhJd", "p3 sm ????"], ["p2 sm ????", "p3 sm QhJd"]):
        text = cash([*TO_THE_RIVER, *showdown])
        *_, state = pokerkit.HandHistory.loads(text)
        assert [f"{stack:.2f}" for stack in state.stacks] == outcome(read([*TO_THE_RIVER, *showdown]))


# --- Many hands in one file


def collection(count: int, *, bad: int = 0) -> str:
    """`count` hands in one text, one of them with a raise that is too small."""
    good = cash([*TO_THE_RIVER, "p2 sm QhJd", "p3 sm ????"])
    poor = cash(["p3 cbr 0.75"])
    return "\n\n".join(f"[{number}]\n{poor if number == bad else good}" for number in range(1, count + 1))


def blocks_of(text: str, lines: int) -> list[str]:
    whole = text.splitlines(keepends=True)
    return ["".join(whole[at : at + lines]) for at in range(0, len(whole), lines)]


@pytest.mark.parametrize("lines", [1, 2, 3, 7, 12, 13, 1000])
@pytest.mark.parametrize("start", ["", "# Hands\n\n", "\ufeff# Hands\r\n"])
def test_a_text_in_blocks_is_the_text(lines: int, start: str) -> None:
    bad = "[a]\nvariant = \n"
    text = start + bad + collection(5).replace("[2]", "  [ 'two' ]  # the second\r") + "\n[last]"
    read = list(split_phh_blocks(blocks_of(text, lines)))
    assert [name for name, _ in read] == ["a", "1", "two", "3", "4", "5", "last"]
    assert str(read) == str(list(split_phh(text)))


def test_one_hand_in_blocks_is_one_hand() -> None:
    text = f"# A hand\n\n{cash(TO_THE_RIVER)}"
    assert str(list(split_phh_blocks(blocks_of(text, 1)))) == str(list(split_phh(text)))
    assert list(split_phh_blocks([])) == list(split_phh("")) == [("", {})]


def test_no_more_is_read_than_the_hand_that_is_asked_for() -> None:
    came = 0

    def endless() -> Iterator[str]:
        nonlocal came
        while True:
            came += 1
            yield f"[{came}]\n{cash(TO_THE_RIVER)}\n"

    hands = split_phh_blocks(endless())
    for number in range(1, 50):
        name, fields = next(hands)
        assert (name, isinstance(fields, PhhError)) == (str(number), False)
        assert came <= number + 1


@pytest.mark.parametrize("start", ["", "[1]\n", "# a word\n"])
def test_a_hand_without_an_end_ends_the_reading(start: str) -> None:
    block = "# nothing\n" * 10_000

    def endless() -> Iterator[str]:
        yield start
        while True:
            yield block

    [(name, error)] = split_phh_blocks(endless())
    assert (name, isinstance(error, PhhError)) == ("1" if start == "[1]\n" else "", True)
    assert f"more than {LARGEST_FILE}: split it" in str(error)


def test_open_hand_history_without_an_end_is_cut_where_it_is_too_long() -> None:
    block = "{\n" * (LARGEST_FILE // 4)
    [(name, error)] = read_ohh_hands_of_blocks([block, block, block])
    assert (name, isinstance(error, OhhError)) == ("", True)
    assert f"more than {LARGEST_FILE}: split it" in str(error)


def test_a_file_is_read_the_same_whole_and_piece_by_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "BLOCK", 700)
    lines = "# Ours\n\nNT blinds=1/2 button=2 seats=1:5,2:5 | x\n" + "\n".join(
        format_line(hand.setup, hand.operations) for hand in all_published()[:40]
    )
    texts = {
        "many.phhs": collection(300, bad=7),
        "one.phh": cash(TO_THE_RIVER),
        "many.ohh": "\n\n".join([ohh_text(CASH), "{", ohh_text(OMAHA)] * 6),
        "one.ohh": ohh_text(CASH),
        "none.ohh": "\n",
        "many.hands": lines,
    }
    for name, text in texts.items():
        whole = list(read_file(name, text))
        with (tmp_path / name).open("w", encoding="utf-8") as file:
            file.write(text)
        with (tmp_path / name).open(encoding="utf-8", newline="\n") as file:
            assert str(list(read_open_file(name, file))) == str(whole), name
    assert str(list(read_open_file("a.phhs", StringIO(collection(3))))) == str(
        list(read_hands(collection(3)))
    )


def test_our_own_lines_are_hands_by_their_number() -> None:
    hand = all_published()[0]
    line = format_line(hand.setup, hand.operations)
    [(first, read), (second, error)] = read_file("a.hands", f"# One\n{line}\n\n{line} x\n")
    assert isinstance(read, RecordedHand)
    assert (first, read.setup, read.operations) == ("2", hand.setup, hand.operations)
    assert list(read.in_file_order({each.seat: each.stack for each in hand.setup.seats})) == [
        each.stack for each in hand.setup.seats
    ]
    assert (second, str(error).partition(":")[0]) == ("4", "“x” is not an operation")
