"""What may be given to everybody: the same hand, without a card that the table did not see."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from tables.engine import (
    GAMES,
    Operation,
    Setup,
    Stakes,
    State,
    decode,
    encode,
    replay,
)
from tables.engine.notation import format_phh, parse_line
from tables.engine.notation.seen import as_seen
from tests.breadth import sample
from tests.published import all_published
from tests.tables.engine.hands import FIGP, table
from tests.tables.engine.random_hands import random_hand

# Two are all-in on fourth street.
STUD = (
    "F7S rules=tda2024 blinds=0/0 ante=classic:10 bets=50/100 bring=20 button=3 seats=1:110,2:110,3:110"
    " posts=a1:10,a2:10,a3:10 | h3:AsAd4d t1:2c t2:Kh i1 r2:50 c3 f1 t2:5d t3:Ks r2:50 c3 "
)


def told(setup: Setup, operations: Iterable[Operation]) -> tuple[Operation, ...]:
    found = as_seen(setup, operations)
    assert found is not None
    return found


def seen(operations: str) -> str:
    return " ".join(map(encode, told(table(1000, 1000), map(decode, operations.split()))))


def test_cards_become_known_when_they_are_shown_and_those_of_the_others_never() -> None:
    dealt = "h1:AsAd h2:7c2d c2 k1 b:Ks9h3d k1 k2 b:2c k1 k2 b:4h k1 k2"
    checked = "c2 k1 b:Ks9h3d k1 k2 b:2c k1 k2 b:4h k1 k2"
    assert seen(f"{dealt} s1: m2") == f"{checked} s1:AsAd m2"
    assert seen("h1:AsAd h2:7c2d f2") == "f2"
    # Shown without anybody having written down which they were.
    assert seen(f"{checked} s1: m2") == f"{checked} s1: m2"


def test_of_a_run_out_of_stud_the_last_card_is_nobodys_until_it_is_tabled() -> None:
    setup, played = parse_line(STUD + "b:2h2d b:3h3d b:8c9c")
    assert " ".join(map(encode, told(setup, played))).endswith("b:2h2d b:3h3d b:????")


JACKS = Stakes(0, 0, ante=100, ante_kind="classic", min_bet=100)
DRAW = "N2L1D rules=tda2024 blinds=50/100 button=3 seats=1:5000,2:5000,3:5000 posts=s1:50,b2:100 | "


@pytest.mark.parametrize(
    ("setup", "operations"),
    [
        # Who opened with jacks and has thrown them away proves it by them.
        (
            table(5000, 5000, 5000, game="N5DJ", rules=FIGP, stakes=JACKS),
            "k1 r2:100 f3 c1 d1: d2:JhJs r2:200 f1",
        ),
        # An exposed card is thrown away unseen, and is not in the hand that is shown.
        (
            parse_line(DRAW)[0],
            "x:exposed_hand,s=3,c=Ah c3 f1 k2 d2: d3:Ah k2 k3 s2:2c3c4c5c7d s3:2d3d4d5d8c",
        ),
    ],
)
def test_what_does_not_follow_without_an_unseen_card_is_not_given(setup: Setup, operations: str) -> None:
    played = [decode(each) for each in operations.split()]
    assert replay(setup, played).is_complete
    assert as_seen(setup, played) is None


def test_why_somebody_sits_out_is_not_told() -> None:
    setup = table(1000, 1000, 1000)
    assert " ".join(map(encode, told(setup, map(decode, ["x:penalty,s=3", "f1"])))) == "x:absent,s=3 f1"


def test_cards_of_stud_that_are_written_down_later_are_not_told_by_their_place() -> None:
    setup, played = parse_line(STUD.partition("|")[0] + "| t1:2c t2:Kh t3:?? o1 i1 r2:50 h3:AsAd4d f3 f1")
    assert " ".join(map(encode, told(setup, played))) == "t1:2c t2:Kh t3:?? o1 i1 r2:50 f3 f1"


def ends_alike(setup: Setup, operations: tuple[Operation, ...]) -> State:
    whole, part = replay(setup, operations), replay(setup, told(setup, operations))
    assert (part.stacks, part.awards, part.is_complete) == (whole.stacks, whole.awards, whole.is_complete)
    return part


def test_every_published_hand_ends_alike() -> None:
    for hand in all_published():
        ended = ends_alike(hand.setup, hand.operations)
        for seat, cards in ended.hole.items():
            faces = ended.faces if ended.game.is_stud else ""
            unseen = [card for at, card in enumerate(cards) if faces[at : at + 1] != "u"]
            assert seat in ended.shown or not any(unseen), hand.name


@pytest.mark.sampled
def test_random_hands_of_every_game_end_alike() -> None:
    rng = random.Random("seen")
    for game in [*GAMES] * sample("hands given to everybody"):
        setup, operations = random_hand(rng, [game])
        kept = as_seen(setup, operations)
        if kept is None:
            continue
        ended = replay(setup, kept)
        for seat, cards in ended.hole.items():
            unseen = [card for card, face in zip(cards, ended.faces or "d" * 9, strict=False) if face == "d"]
            assert seat in ended.shown or not any(unseen), (game, operations)


def test_what_is_written_of_it_has_no_card_that_was_not_seen() -> None:
    setup = table(1000, 1000)
    played = map(decode, ["h1:AsAd", "h2:7c2d", "c2", "k1", "b:Ks9h3d", "r1:100", "f2"])
    text = format_phh(setup, told(setup, played))
    assert "Ks9h3d" in text
    assert not any(card in text for card in ("AsAd", "7c2d")), text
