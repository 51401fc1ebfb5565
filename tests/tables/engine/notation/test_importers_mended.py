"""What the fuzzing of the importers has found, each as the shortest text that showed it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tables.engine import IllegalAction, Stakes, encode, replay
from tables.engine.cards.cards import format_cards
from tables.engine.notation import PhhError, format_phh, parse_line, read_phh
from tables.engine.notation.ohh.reading import read_ohh
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tests.tables.engine.hands import play, table
from tests.tables.engine.notation.ohh_cases import write


def test_more_up_cards_than_were_dealt_end_the_reading() -> None:
    """Cards came for a seat to which the hand, refused before, had dealt none: the reading never ended."""
    [hand] = read_phh(
        "variant = 'F7S'\nantes = [1, 1]\nbring_in = 1\nsmall_bet = 2\nbig_bet = 4\n"
        "starting_stacks = [99, 99]\nactions = ['d dh p1 ??????', 'd dh p2 ??????', 'p1 pb', 'p1 f', "
        "'d dh p1 ??', 'p2 cc', 'd dh p1 2c', 'p2 cc', 'd dh p1 3c', 'p2 cc', 'd dh p1 4c', 'p2 cc']"
    )
    told = "o1 i1 f1 c2 h1:????????2c c2 h1:??????????3c c2 h1:????????????4c c2"
    assert " ".join(map(encode, hand.operations)) == told
    with pytest.raises(IllegalAction):
        replay(hand.setup, hand.operations)


def test_up_cards_told_at_once_are_those_of_the_streets_before() -> None:
    [hand] = read_phh(
        "variant = 'F7S'\nantes = [1, 1]\nbring_in = 1\nsmall_bet = 2\nbig_bet = 4\n"
        "starting_stacks = [99, 99]\nactions = ['d dh p1 ??????', 'd dh p2 ??????', 'p1 pb', 'p2 cc', "
        "'d dh p1 2c3c', 'd dh p2 4c', 'p1 cc']"
    )
    assert " ".join(map(encode, hand.operations)) == "o1 i1 c2 t1:2c t2:4c t1:3c o1 k1"
    assert format_cards(replay(hand.setup, hand.operations).hole[1]) == "????3c2c"


def test_more_cards_than_a_hand_has_are_refused_also_street_by_street() -> None:
    """After an action that was refused nothing is dealt any more, and cards had room without end."""
    with pytest.raises(PhhError, match=r"^actions, no\. 5: 10 hole cards for one player, F7S has 7$"):
        read_phh(
            "variant = 'F7S'\nantes = [1, 1]\nbring_in = 1\nsmall_bet = 2\nbig_bet = 4\n"
            "starting_stacks = [99, 99]\nactions = ['d dh p1 2c3c4c', 'p2 cbr 9', 'd dh p1 ????', 'p2 cc', "
            "'d dh p1 5c6c7c8c9c']"
        )


STUD = "FR rules=figp blinds=0/0 ante=classic:1 bets=100/200 bring=5 button=2 seats=1:300,2:300 posts=a1:1,a2:1 | "
HOLDEM = "NT rules=tda2024 blinds=5/10 button=2 seats=1:300,2:300 posts=s2:5,b1:10 | "
DRAW = "N5D rules=tda2024 blinds=5/10 button=2 seats=1:300,2:300 posts=s2:5,b1:10 | "


@pytest.mark.parametrize(
    "line",
    [
        # The card stood at the deal already, where the ruling had nothing to expose any more.
        STUD + "x:exposed_card,s=2,c=Qs,f o1 h2:3c4cQs",
        # The flop was taken up, and a card of it is in a hand: before the flop it cannot have been.
        HOLDEM + "c2 k1 b:QcKs5c x:no_burn,f h1:KsAd",
        # What was drawn while others still drew was told at the end of the draw: after the ruling.
        DRAW + "c2 k1 d1:?????????? h1:KcKh7c3c5s x:exposed_card,s=1,c=4s,f d2: k1 k2 w0:1",
        DRAW + "h1:7s5c3h7c9h c2 k1 d1:7s5c h1:3h7c9h2d2h x:fouled_deck,f",
    ],
)
def test_what_a_ruling_says_of_cards_comes_before_what_is_told_after_it(line: str) -> None:
    setup, operations = parse_line(line)
    [again] = read_phh(format_phh(setup, operations))
    assert (again.setup, again.operations) == (setup, operations)


def test_bets_of_limit_that_a_level_states_for_its_other_games_do_not_hide_the_least_bet() -> None:
    setup = table(900, 900, game="PO", stakes=Stakes(50, 100, small_bet=100, big_bet=200))
    assert "min_bet = 100\n" in format_phh(setup, [])
    [again] = read_phh(format_phh(setup, []))
    assert again.setup == setup


def test_who_wins_from_the_richest_may_have_more_than_anybody_can_bring() -> None:
    most = 10**12
    words = f"f3 r1:{most} c2 b:?????? b:?? b:?? w0:2"
    state = play(table(most, most, 9000, rules=RULES_OF_RECORDS), words)
    assert state.results[2] == 2 * most
    for again in (
        *read_phh(format_phh(state.setup, state.history)),
        *read_ohh(write(state.setup, state.history)),
    ):
        assert (again.operations, max(again.finishing_stacks or ())) == (state.history, Decimal(2 * most))
