"""What the fuzzing of the importers has found, each as the shortest text that showed it."""

from __future__ import annotations

import pytest

from tables.engine import IllegalAction, encode, replay
from tables.engine.notation import format_phh, parse_line, read_phh


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


EXPOSED = (
    "FR rules=figp blinds=0/0 ante=classic:1 bets=100/200 bring=5 button=2 seats=1:300,2:300 posts=a1:1,a2:1 | "
    "x:exposed_card,s=2,c=Qs,f o1 h2:3c4cQs"
)
"""The card stood at the deal already, where the ruling had nothing to expose any more."""


@pytest.mark.parametrize("line", [EXPOSED])
def test_what_a_ruling_says_of_cards_comes_before_what_is_told_after_it(line: str) -> None:
    setup, operations = parse_line(line)
    [again] = read_phh(format_phh(setup, operations))
    assert (again.setup, again.operations) == (setup, operations)
