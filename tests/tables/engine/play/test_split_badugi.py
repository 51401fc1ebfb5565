"""Badeucey and badacey: half of the pot for the best five-card low, half for the best badugi."""

from __future__ import annotations

import pytest

from tables.engine import GAMES, Stakes, parse_cards
from tables.engine.games.verdict import verdict
from tests.tables.engine.hands import play, table

PERFECT = "2c3d4h5s7c"
"""The best hand of badeucey (WSOP IX)."""
WHEEL = "Ac2d3h4s5c"
"""The best hand of badacey."""


def winners(game: str, *hands: str) -> list[tuple[int, ...]]:
    found = verdict(game=game, hands=[parse_cards(hand) for hand in hands])
    return [contest.winners for contest in found.contests]


@pytest.mark.rule("SPLIT-01")
@pytest.mark.parametrize(
    ("game", "first", "second", "won"),
    [
        # In badeucey the ace is high in both halves, in badacey low in both.
        ("FB2", PERFECT, "Ad2s3h4c8s", [(0,), (0,)]),
        ("FB5", WHEEL, "2c3d4h6s7c", [(0,), (0,)]),
        ("FB5", PERFECT, "Ad2s3h4c8s", [(0,), (1,)]),
        # Straights and flushes count in the half of badeucey that is 2-7, and not in that of badacey.
        ("FB2", "2c3d4h5s6c", "2d3s4c7h9d", [(1,), (0,)]),
        ("FB5", "2c3d4h5s6c", "2d3s4c7h9d", [(0,), (0,)]),
        # More cards first: of five of two suits only two play.
        ("FB5", "AcAdKhQsJc", "2c3c4c5c7c", [(1,), (0,)]),
        # The same ranks in all suits share.
        ("FB5", "Ac2d3h4s5c", "Ad2s3c4h5d", [(0, 1), (0, 1)]),
    ],
)
def test_the_halves_are_won_apart(game: str, first: str, second: str, won: list[tuple[int, ...]]) -> None:
    assert winners(game, first, second) == won


@pytest.mark.rule("SPLIT-01")
def test_an_odd_chip_between_the_halves_goes_to_the_five_card_low() -> None:
    stakes = Stakes(50, 100, small_bet=100, big_bet=200, chip=50)
    pat = "d2: d3: k2 k3 " * 3
    text = f"h2:{PERFECT} h3:Ad2s3h4c8s c3 f1 k2 {pat} s2: s3:"
    state = play(table(1000, 1000, 1000, game="FB5", stakes=stakes), text)
    assert [(award.seat, award.amount, award.half) for award in state.awards] == [
        (2, 150, "high"),
        (3, 100, "low"),
    ]


@pytest.mark.rule("SPLIT-01")
def test_they_are_triple_draw_with_five_cards() -> None:
    told = {code: (game.faces, len(game.streets)) for code, game in GAMES.items() if game.is_split_low}
    assert told == dict.fromkeys(("FB2", "FB5", "PB2", "PB5", "NB2", "NB5"), ("ddddd", 4))
