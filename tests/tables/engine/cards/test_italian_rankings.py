"""Italian hands: rules S-048, S-081 to S-084 and 5.8."""

from __future__ import annotations

import pytest

from tables.engine.cards.cards import parse_cards
from tables.engine.cards.evaluation import best_hand, strength, winners
from tables.engine.cards.rankings import Ranking, italian

ITALIAN = italian("7", flush_over_full=True)
FULL_OVER_FLUSH = italian("7", flush_over_full=False)
MINIMUM, MIDDLE, MAXIMUM = "As7s8s9sTs", "9cTcJcQcKc", "ThJhQhKhAh"


def rate(text: str, ranking: Ranking) -> int:
    return strength(ranking, "any", parse_cards(text), ())


def test_ita_01_a_flush_beats_a_full_house_unless_the_house_turns_it_round() -> None:
    flush, full = "QhJh9h8h7h", "AcAdAhKcKd"
    assert rate(flush, ITALIAN) > rate(full, ITALIAN)
    assert rate(flush, FULL_OVER_FLUSH) < rate(full, FULL_OVER_FLUSH)


# Rule S-082: of equal ranks a suit decides, hearts over diamonds over clubs over spades.
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("KcKs7d7sAh", "KhKd7h7cAd", id="ITA-02 the fifth card of two pair"),
        pytest.param("QcQsAhKsJs", "QhQdAsKhJh", id="ITA-03 the highest other card of a pair"),
        pytest.param("QcQsAdKhJs", "QhQdAcKdJh", id="a pair: the ace decides before king and pair"),
        pytest.param("JhTs9s8s7s", "JdTh9h8h7c", id="the top card of a straight"),
        pytest.param("AsTh9s8s7s", "AhTd9h8h7c", id="the top card of a straight from the ace up"),
        pytest.param("AhQhTh9h7h", "AdQdTd9d7d", id="a flush"),
        pytest.param("AcQhTh9h7h", "AsQdTd9d7d", id="a high card"),
        pytest.param("KhQhJhTh9h", "KdQdJdTd9d", id="a straight flush"),
        pytest.param("AhKhQhJhTh", "AdKdQdJdTd", id="a maximum"),
        pytest.param("KsKc7d7sAs", "QhQd8h8dAh", id="but ranks come first"),
    ],
)
def test_suits_decide_between_equal_ranks_in_italian_poker(better: str, worse: str) -> None:
    assert rate(better, ITALIAN) > rate(worse, ITALIAN)
    assert winners(ITALIAN, {0: rate(worse, ITALIAN), 1: rate(better, ITALIAN)}) == [1]


@pytest.mark.parametrize("lowest", "23456789")
def test_the_ace_follows_the_king_or_precedes_the_lowest_card(lowest: str) -> None:
    ranking = italian(lowest, flush_over_full=True)
    low_run = "".join(rank + suit for rank, suit in zip("A" + ranking.ranks[:4], "cdhsc", strict=True))
    best = best_hand(ranking, "any", parse_cards(low_run), ())
    assert (best.category, best.cards[-1]) == ("straight", parse_cards("Ac")[0])
    assert rate("AcKdQhJsTc", ranking) > best.strength


@pytest.mark.parametrize(
    ("hands", "best"),
    [
        pytest.param([MINIMUM, MAXIMUM], [0], id="ITA-04 the minimum beats the maximum"),
        pytest.param([MIDDLE, MINIMUM], [0], id="ITA-04 what is between beats the minimum"),
        pytest.param([MIDDLE, MAXIMUM], [1], id="ITA-04 the maximum beats what is between"),
        pytest.param([MINIMUM, MIDDLE, MAXIMUM], [0, 1, 2], id="ITA-04 all three share"),
        pytest.param([MAXIMUM, "8d9dTdJdQd", MINIMUM, "9sTsJsQsKs"], [0, 2, 3], id="the best of each kind"),
        pytest.param([MINIMUM, "7c7d7h7sAd", MAXIMUM], [0], id="others do not matter"),
        pytest.param([MAXIMUM, "AdKdQdJdTd"], [0], id="two maximums: hearts"),
        pytest.param(["8d9dTdJdQd", "9sTsJsQsKs"], [1], id="two of one kind: ranks"),
        pytest.param(["7c7d7h7sAd", "8c8d8h8sAc"], [1], id="four of a kind are in no circle"),
    ],
)
def test_the_straight_flushes_of_italian_poker_go_round_in_a_circle(
    hands: list[str], best: list[int]
) -> None:
    assert winners(ITALIAN, {at: rate(hand, ITALIAN) for at, hand in enumerate(hands)}) == best
