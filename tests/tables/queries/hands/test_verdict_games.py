"""The games that hands are compared in: each game of the engine is one of them."""

from __future__ import annotations

import pytest

from tables.engine import GAMES
from tables.queries.hands.verdict import cards_wanted_in_words
from tables.queries.hands.verdict_games import CODES, FIRST, KINDS, kind_of


def test_every_game_that_cards_decide_is_read_like_one_of_the_choices() -> None:
    assert {kind_of(code) for code, game in GAMES.items() if game.contests} == set(CODES)
    assert {code for code in GAMES if not kind_of(code)} == {"XR"}
    assert kind_of("no such game") == ""


def test_no_two_choices_are_the_same_game_or_have_the_same_name() -> None:
    assert [kind_of(code) for code in CODES] == list(CODES)
    names = [str(name) for _group, kinds in KINDS for _code, name in kinds]
    assert len(set(names)) == len(names) == len(CODES)
    assert FIRST in CODES


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("FT", "NT"), ("FO/8", "PO/8"), ("FO5/8", "PO5/8"), ("N5S", "F5S"), ("PR", "FR"), ("P5DJ", "F5D"),
        ("N5DPb", "F5DAb"), ("N2L1D", "F2L3D"), ("P5L3D", "F5L1D"), ("NB", "FB"), ("IT", "IT"),
    ],
)  # fmt: skip
def test_how_a_game_is_bet_makes_no_difference(code: str, kind: str) -> None:
    assert kind_of(code) == kind


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("NT", "Each hand has 2 cards, the board 5."),
        (
            "PO6/8",
            "Each hand has 6 cards, the board 5. Exactly two cards of the hand and three of the board play.",
        ),
        ("FR", "Each hand has 7 cards, or one less where the last is a community card."),
        ("F5S", "Each hand has 5 cards."),
        ("FB", "Each hand has 4 cards."),
    ],
)
def test_how_many_cards_are_compared_is_said(code: str, words: str) -> None:
    assert cards_wanted_in_words(code) == words
