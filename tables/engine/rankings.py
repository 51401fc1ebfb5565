"""Which hand wins: rankings as data, strengths as numbers.

A `Ranking` says in which order categories and ranks count; `strength` turns a hand into its place
among all five-card hands of that ranking: from 1, larger wins, equal is a tie. The look-up tables
behind it are built from the data on first use (ranking_tables.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from tables.engine.cards import RANK_SHIFT, RANKS, Card
from tables.engine.ranking_tables import HAND_SIZE, WEIGHT, order_for, tables_for

Selection = Literal["any", "two_from_hole"]
"""Which cards may be used: the best five of all, or exactly two hole and three board cards."""


# Compared by identity: there is one value per ranking, and it is the key of every look-up.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """One order of five-card hands.

    `categories` from the weakest to the strongest; a straight or flush that is not listed does not
    count, and the hand is worth what is left of it. `ranks` of the deck, the weakest first. With
    `wheel` the strongest rank also stands below the weakest in a straight (5-4-3-2-A). With `low`
    the last in this order wins.
    """

    name: str
    categories: tuple[str, ...]
    ranks: str = RANKS
    wheel: bool = True
    low: bool = False


# Rules S-040 to S-042. The royal flush is the best straight flush under a name of its own.
STANDARD_HIGH: Final = Ranking(
    name="standard_high",
    categories=(
        "high_card",
        "one_pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "royal_flush",
    ),
)

RANKINGS: Final[Mapping[str, Ranking]] = MappingProxyType({STANDARD_HIGH.name: STANDARD_HIGH})


class BestHand(NamedTuple):
    """The five cards that count, the largest group and the highest rank first."""

    strength: int
    category: str
    cards: tuple[Card, ...]


# Adding 3 to each suit's digit lifts it to 8 where five or more cards share the suit, adding 5
# where three or more do.
_FIVE_OF_A_SUIT: Final = 0x3333
_THREE_OF_A_SUIT: Final = 0x5555
_EIGHTS: Final = 0x8888


def strength(ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """The strength of the best hand, from 1; all cards known, hole and board five to seven cards.

    Raises ValueError for a number of cards that makes no hand.
    """
    if selection == "any":
        return _best_of_any(ranking, hole + board)
    return _best_of_two_from_hole(ranking, hole, board)


def _best_of_any(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    mixed, suited = tables_for(ranking, len(cards))
    total = sum(cards)
    flush = total + _FIVE_OF_A_SUIT & _EIGHTS
    if not flush:
        return mixed[total >> RANK_SHIFT]
    return suited[sum([card for card in cards if card & flush >> 3]) >> RANK_SHIFT]


def _best_of_two_from_hole(ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Ranks and suits apart: the best of all pairs and triples, then the best within a suit."""
    mixed, suited = tables_for(ranking, HAND_SIZE)
    pairs, triples = _sums_of_ranks(hole, 2), _sums_of_ranks(board, 3)
    best = max([mixed[pair + triple] for pair in pairs for triple in triples])
    flush = sum(board) + _THREE_OF_A_SUIT & _EIGHTS
    if flush:
        in_hole = [card for card in hole if card & flush >> 3]
        if len(in_hole) >= 2:
            pairs = _sums_of_ranks(in_hole, 2)
            triples = _sums_of_ranks([card for card in board if card & flush >> 3], 3)
            best = max(best, *[suited[pair + triple] for pair in pairs for triple in triples])
    return best


def _sums_of_ranks(cards: Iterable[Card], count: int) -> set[int]:
    return {sum(some) >> RANK_SHIFT for some in combinations(cards, count)}


def best_hand(
    ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> BestHand:
    """The five cards behind `strength`, and what they are called: "full_house".

    Of equal choices the one with the earliest cards, hole cards first.
    """
    best = strength(ranking, selection, hole, board)
    category = order_for(ranking).category[best]
    five = next(five for five in _choices(selection, hole, board) if _best_of_any(ranking, five) == best)
    return BestHand(best, category, _for_reading(ranking, category, five))


def _choices(
    selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> Iterable[tuple[Card, ...]]:
    if selection == "any":
        return combinations(hole + board, HAND_SIZE)
    return (pair + three for pair in combinations(hole, 2) for three in combinations(board, 3))


def _for_reading(ranking: Ranking, category: str, five: tuple[Card, ...]) -> tuple[Card, ...]:
    height = {WEIGHT[rank]: index for index, rank in enumerate(ranking.ranks)}
    heights = [height[card >> RANK_SHIFT] for card in five]
    count_and_height = {card: (heights.count(at), at) for card, at in zip(five, heights, strict=True)}
    ordered = sorted(five, key=count_and_height.__getitem__, reverse=True)
    if category in ("straight", "straight_flush") and max(heights) - min(heights) >= HAND_SIZE:
        ordered.append(ordered.pop(0))  # a wheel reads 5-4-3-2-A
    return tuple(ordered)
