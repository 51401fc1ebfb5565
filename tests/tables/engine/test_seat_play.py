"""What a hand says of its seats: literal hands, then every published hand beside a count from its text."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from tables.engine import GAMES, IllegalAction, Setup, Stakes, decode
from tables.engine.notation import parse_line
from tables.engine.seat_play import SeatPlay, seat_plays
from tests.published import PublishedHand, all_published
from tests.tables.engine.hands import FIGP, table

STUD = (
    "F7S rules=tda2024 blinds=0/0 ante=classic:10 bets=100/200 bring=30 button=3"
    " seats=1:5000,2:5000,3:5000 posts=a1:10,a2:10,a3:10 | "
)
DOOR_CARDS = "t1:2c t2:Kd t3:9h "
DRAW = "N2L1D rules=tda2024 blinds=50/100 button=3 seats=1:5000,2:5000,3:5000 posts=s1:50,b2:100 | "
CHIPS = Stakes(0, 0, ante=100, ante_kind="classic", min_bet=100)
TO_THE_END = " b:?????? k1 k2 b:?? k1 k2 b:?? k1 k2"


def letters(record: SeatPlay) -> str:
    """p(layed), r(aised), s(howdown), w(on); - for nothing of it."""
    flags = (record.played, record.raised, record.showdown, record.won)
    return "".join(letter for letter, is_so in zip("prsw", flags, strict=True) if is_so) or "-"


def said(setup: Setup, operations: str) -> str:
    records = seat_plays(setup, map(decode, operations.split()))
    return " ".join(f"{seat}:{letters(records[seat])}" for seat in sorted(records))


@pytest.mark.parametrize(
    ("operations", "says"),
    [
        # Seat 1 is the small blind, seat 2 the big blind, seat 3 the button.
        ("f3 f1", "1:- 2:- 3:-"),
        ("f3 c1 k2 b:?????? k1 r2:100 f1", "1:p 2:- 3:-"),
        ("f3 c1 r2:300 f1", "1:p 2:pr 3:-"),
        ("r3:300 f1 f2", "1:- 2:- 3:pr"),
        ("c3 f1 r2:400 r3:1000 f2", "1:- 2:pr 3:pr"),
        ("f3 c1 k2 b:?????? r1:100 r2:300 f1", "1:p 2:- 3:-"),
        ("c3 f1 k2 b:?????? k2 r3:100 f2", "1:- 2:- 3:p"),
        # A showdown, by cards and by declaration; who mucks was there.
        ("f3 c1 k2" + TO_THE_END + " w0:2", "1:ps 2:sw 3:-"),
        ("f3 c1 k2" + TO_THE_END + " w0:1,2", "1:psw 2:sw 3:-"),
        ("f3 c1 k2" + TO_THE_END + " m1", "1:ps 2:sw 3:-"),
        # All-in before the flop: the run-out is a showdown.
        ("r3:5000 f1 c2 b:?????? b:?? b:?? w0:3", "1:- 2:ps 3:prsw"),
        # An undo takes out what it rewinds.
        ("r3:300 u0 f3 f1", "1:- 2:- 3:-"),
    ],
)
def test_a_hand_of_holdem(operations: str, says: str) -> None:
    assert said(table(5000, 5000, 5000), operations) == says


@pytest.mark.parametrize(
    ("operations", "says"),
    [
        # Heads-up seat 2 has the button and the small blind.
        ("f2", "1:- 2:-"),
        ("c2 k1 b:?????? r1:100 f2", "1:- 2:p"),
        ("r2:300 c1 b:?????? k1 k2 b:?? k1 k2 b:?? k1 k2 w0:1", "1:psw 2:prs"),
    ],
)
def test_heads_up(operations: str, says: str) -> None:
    assert said(table(5000, 5000), operations) == says


def test_blinds_antes_and_straddles_are_no_decision() -> None:
    straddled = table(5000, 5000, 5000, 5000, straddles=[(3, 200)])
    assert said(straddled, "f4 f1 c2 k3 b:?????? k2 r3:200 f2") == "1:- 2:p 3:- 4:-"
    assert said(straddled, "f4 f1 c2 r3:600 f2") == "1:- 2:p 3:pr 4:-"
    # All-in by the blind alone, and at the showdown.
    short = table(5000, 100, 5000)
    assert said(short, "c3 f1 b:?????? b:?? b:?? w0:2") == "1:- 2:sw 3:ps"


def test_a_dead_small_blind_changes_nothing() -> None:
    assert said(table(5000, 5000, 5000, small_blinds=()), "f3 c1 k2 b:?????? r1:100 f2") == "1:p 2:- 3:-"


@pytest.mark.parametrize(
    ("operations", "says"),
    [
        # The lowest door card brings in; the others call, or complete to the small bet.
        ("i1 f2 f3", "1:- 2:- 3:-"),
        ("i1 c2 f3 t1:3c t2:4d r2:100 f1", "1:- 2:p 3:-"),
        ("i1 r2:100 f3 c1 t1:3c t2:4d r2:100 f1", "1:p 2:pr 3:-"),
        ("r1:100 f2 f3", "1:pr 2:- 3:-"),
        ("i1 c2 f3 o2 r2:100 c1 o2 k2 k1 o2 k2 k1 k2 k1 w0:2", "1:s 2:psw 3:-"),
    ],
)
def test_a_hand_of_stud(operations: str, says: str) -> None:
    setup, played = parse_line(STUD + DOOR_CARDS + operations)
    records = seat_plays(setup, played)
    assert " ".join(f"{seat}:{letters(records[seat])}" for seat in sorted(records)) == says


@pytest.mark.parametrize(
    ("operations", "says"),
    [
        ("f3 c1 k2 d1: d2:?? r1:100 f2", "1:p 2:- 3:-"),
        ("r3:300 f1 c2 d2:???? d3: k2 k3 w0:3", "1:- 2:ps 3:prsw"),
        ("c3 f1 k2 d2: d3:?? r2:100 r3:300 f2", "1:- 2:- 3:p"),
    ],
)
def test_a_hand_of_draw(operations: str, says: str) -> None:
    setup, played = parse_line(DRAW + operations)
    records = seat_plays(setup, played)
    assert " ".join(f"{seat}:{letters(records[seat])}" for seat in sorted(records)) == says


def test_a_pot_that_carries_over_was_no_showdown() -> None:
    antes = Stakes(0, 100, ante=10, ante_kind="classic")
    checked = table(5000, 5000, 5000, game="N5DA", stakes=antes)
    state = "k1 k2 k3"
    assert set(said(replace(checked, posts=checked.posts[:3]), state).split()) == {"1:-", "2:-", "3:-"}


def test_a_blind_opening_of_italian_poker_is_put_up_as_a_straddle_is() -> None:
    setup = table(9000, 9000, 9000, game="IT", rules=FIGP, stakes=CHIPS)
    assert said(setup, "l1 f2 f3") == "1:- 2:- 3:-"
    assert said(setup, "l1 f2 c3 k1 d1: d3: k3 k1").startswith("1:- 2:- 3:p")


def test_who_is_absent_was_dealt_in_and_has_not_played() -> None:
    assert said(table(5000, 5000, 5000), "x:absent,s=3 f1") == "1:- 2:- 3:-"
    assert said(table(5000, 5000, 5000), "x:penalty,s=2 r3:300 f1") == "1:- 2:- 3:pr"


@pytest.mark.parametrize(
    ("operations", "says"),
    [
        # A short raise is a call or a raise as it counts; so is the first of several motions.
        ("x:short_raise,s=3,a=120,o=c3 f1 k2 b:?????? r2:100 f3", "1:- 2:- 3:p"),
        ("x:short_raise,s=3,a=160,o=r3:200 f1 f2", "1:- 2:- 3:pr"),
        # Chips that an undercall leaves were put in by choice.
        ("r3:500 x:undercall,s=1,a=200,o=f1,f f2", "1:p 2:- 3:pr"),
        ("x:accepted_raise,s=3,a=150,f f1 f2", "1:- 2:- 3:pr"),
        ("r3:300 x:corrected_bet,s=3,a=400,f f1 f2", "1:- 2:- 3:pr"),
        # A raise that was given back was not made; the call it leaves was.
        ("r3:300 x:returned_bet,s=3,a=200,f f1 k2 b:?????? r2:100 f3", "1:- 2:- 3:p"),
        ("r3:300 x:returned_bet,s=3,a=50,f f1 f2", "1:- 2:- 3:pr"),
        ("f3 c1 r2:400 x:returned_bet,s=2,a=300,f b:?????? r1:100 f2", "1:p 2:- 3:-"),
        ("c3 f1 r2:400 r3:900 x:returned_bet,s=3,a=500,f b:?????? r2:100 f3", "1:- 2:pr 3:p"),
        # A hand killed in error gets its uncalled bet back.
        ("r3:300 x:killed_hand,s=3,f f1", "1:- 2:- 3:p"),
        ("r3:300 c1 x:killed_hand,s=3,f f2", "1:p 2:- 3:pr"),
        ("r3:300 c1 x:killed_hand,s=1,f f2", "1:p 2:- 3:pr"),
        ("c3 r1:300 r2:700 x:killed_hand,s=1,f f3", "1:pr 2:pr 3:p"),
        ("r3:300 r1:700 f2 r3:1500 x:returned_bet,s=3,a=800,f b:?????? r1:100 f3", "1:pr 2:- 3:pr"),
        # All have folded to a bet that comes back, one of them out of turn.
        ("c3 c1 r2:300 r3:900 x:out_of_turn,s=2,o=f2 f1 x:returned_bet,s=3,a=600,f", "1:p 2:pr 3:p"),
        ("f3 c1 k2 b:?????? x:dead_hand,s=1,f", "1:p 2:- 3:-"),
    ],
)
def test_rulings_on_the_first_round(operations: str, says: str) -> None:
    assert said(table(5000, 5000, 5000), operations) == says


def test_a_completion_given_back_leaves_the_bring_in() -> None:
    setup, played = parse_line(STUD + DOOR_CARDS + "r1:100 x:returned_bet,s=1,a=70,f f2 f3")
    assert {letters(each) for each in seat_plays(setup, played).values()} == {"-"}


@pytest.mark.parametrize("operations", ["", "f3", "x:misdeal,f", "c3 x:fouled_deck,f"])
def test_a_hand_in_play_a_misdeal_and_a_fouled_deck_say_nothing(operations: str) -> None:
    assert said(table(5000, 5000, 5000), operations) == ""


def test_a_game_recorded_by_its_result_says_nothing() -> None:
    setup = table(5000, 5000, 5000, game="XR", stakes=Stakes(0, 0, min_bet=100))
    assert said(setup, "p1:100 p2:100 a1:200 e") == ""


def test_what_the_rules_refuse_is_refused() -> None:
    with pytest.raises(IllegalAction):
        seat_plays(table(5000, 5000, 5000), [decode("f2")])


class Words:
    """The same from the words of a hand's PHH text, without the engine: chips in front, and who is out."""

    def __init__(self, hand: PublishedHand) -> None:
        self.fields: dict[str, Any] = tomllib.loads(hand.phh)
        self.starting = self.fields["starting_stacks"]
        self.seats = range(len(self.starting))
        blinds = [abs(each) for each in self.fields.get("blinds_or_straddles", [0] * len(self.seats))]
        self.behind = [stack - ante for stack, ante in zip(self.starting, self.fields["antes"], strict=True)]
        self.bets = [0 for _ in self.seats]
        self.price, self.is_first, self.has_acted = max(blinds), True, False
        self.out: set[int] = set()
        self.played: set[int] = set()
        self.raised: set[int] = set()
        for at in self.seats:
            self.bet(at, blinds[at])
        for action in self.fields["actions"]:
            self.read(*action.split())
        self.collect()

    def collect(self) -> None:
        """The bets go into the pot; what nobody called comes back."""
        second, highest = sorted(self.bets)[-2:]
        self.behind[self.bets.index(highest)] += highest - second
        self.price, self.bets = 0, [0 for _ in self.seats]

    def bet(self, at: int, total: int) -> None:
        added = min(total - self.bets[at], self.behind[at])
        self.bets[at] += added
        self.behind[at] -= added

    def read(self, actor: str, verb: str, *rest: str) -> None:
        if verb == "sd" or (actor == "d" and (verb == "db" or self.has_acted)):
            self.is_first = False
            self.collect()
        if actor == "d":
            return
        at = int(actor[1:]) - 1
        self.has_acted = self.has_acted or verb != "sm"
        if verb == "f":
            self.out.add(at)
        elif verb == "pb":
            self.price = max(self.price, self.fields["bring_in"])
            self.bet(at, self.fields["bring_in"])
        elif verb == "cbr":
            self.price = int(rest[0])
            self.bet(at, self.price)
            if self.is_first:
                self.played.add(at)
                self.raised.add(at)
        elif verb == "cc" and self.price > self.bets[at]:
            self.bet(at, self.price)
            if self.is_first:
                self.played.add(at)

    def say(self, finishing: tuple[Decimal, ...]) -> list[str]:
        """The letters of each seat. finishing: the published stacks, in the order of the text."""
        left = [at for at in self.seats if at not in self.out]
        at_showdown = left if len(left) > 1 else []
        won = [at for at in at_showdown if finishing[at] > self.behind[at]]
        said = list(zip("prsw", (self.played, self.raised, at_showdown, won), strict=True))
        return ["".join(letter for letter, group in said if at in group) or "-" for at in self.seats]


def test_published_hands_say_what_a_count_of_their_words_says() -> None:
    seen = 0
    for hand in all_published():
        plays = seat_plays(hand.setup, hand.operations)
        words = Words(hand)
        in_order = [each.seat for each in hand.setup.seats]
        seats = words.fields.get("seats") or in_order
        finishing = tuple(hand.finishing_stacks[in_order.index(seat)] for seat in seats)
        assert [letters(plays[seat]) for seat in seats] == words.say(finishing), hand.name
        seen += len(plays)
    assert seen > 4_000


def test_every_game_with_betting_rounds_tells_a_hand_that_all_fold() -> None:
    told = 0
    for code in GAMES:
        if not GAMES[code].has_button or GAMES[code].family in ("italian", "result") or GAMES[code].openers:
            continue
        setup = table(50_000, 50_000, 50_000, game=code)
        first = "b:?? " if "C" in code[1:2] else ""
        assert said(setup, first + "f3 f1") == "1:- 2:- 3:-", code
        told += 1
    assert told > 20
