"""From the data of a ranking to look-up tables, once per process and hand size.

Theory. A hand of up to seven cards is worth what its best five are worth. Whether five share a
suit is known from the suits alone; if not, the hand's worth depends on its multiset of ranks only,
if so, on the ranks of that suit only. So two dicts answer everything: `mixed`, keyed by the sum of
all ranks, and `suited`, keyed by the sum of the ranks in the suit. (With at most seven cards a
flush leaves no room for a full house or four of a kind, so `mixed` need not be asked then.)

Five-card hands are classified and sorted, and a hand's strength is its place in that order. A table
for one card more follows from the one before: the best of n cards is the best of its subsets of
n - 1.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

from tables.engine.cards import RANKS

if TYPE_CHECKING:
    from tables.engine.rankings import Ranking

HAND_SIZE: Final = 5
LARGEST_HAND: Final = 7
WEIGHT: Final = {rank: 1 << (3 * index) for index, rank in enumerate(RANKS)}

_GROUPS: Final = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "one_pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
}


class Tables(NamedTuple):
    """The strength of each multiset of ranks without a flush, and of each set within a suit."""

    mixed: dict[int, int]
    suited: dict[int, int]


class Order(NamedTuple):
    """All five-card hands of a ranking: their tables, and the category of each strength."""

    tables: Tables
    category: tuple[str, ...]


@cache
def tables_for(ranking: Ranking, size: int) -> Tables:
    """The tables for hands of `size` cards, 5 to 7."""
    if not HAND_SIZE <= size <= LARGEST_HAND:
        raise ValueError(f"a hand of {size} cards cannot be ranked, only of 5 to 7")
    if size == HAND_SIZE:
        return order_for(ranking).tables
    smaller = tables_for(ranking, size - 1)
    weights = [WEIGHT[rank] for rank in ranking.ranks]
    return Tables(
        mixed=_one_card_more(smaller.mixed, weights, of_a_rank=4),
        # Of six or seven cards five, six or seven may share the suit.
        suited={**smaller.suited, **_one_card_more(smaller.suited, weights, of_a_rank=1)},
    )


def _one_card_more(smaller: dict[int, int], weights: list[int], *, of_a_rank: int) -> dict[int, int]:
    larger: dict[int, int] = {}
    for ranks, strength in smaller.items():
        for weight in weights:
            if ranks // weight & 7 < of_a_rank and strength > larger.get(ranks + weight, 0):
                larger[ranks + weight] = strength
    return larger


@cache
def order_for(ranking: Ranking) -> Order:
    """Classify and sort every five-card hand of the ranking's deck."""
    # A hand's place in the order: its category, then its ranks by group; and how it is looked up.
    mixed: dict[int, tuple[int, tuple[int, ...]]] = {}
    suited: dict[int, tuple[int, tuple[int, ...]]] = {}
    values = range(len(ranking.ranks))
    weights = [WEIGHT[rank] for rank in ranking.ranks]
    for hand in combinations_with_replacement(values, HAND_SIZE):
        if hand.count(hand[2]) <= 4:
            mixed[sum(weights[value] for value in hand)] = _place(ranking, hand, flush=False)
    for hand in combinations(values, HAND_SIZE):
        suited[sum(weights[value] for value in hand)] = _place(ranking, hand, flush=True)
    places = sorted({*mixed.values(), *suited.values()}, reverse=ranking.low)
    strength = {place: index for index, place in enumerate(places, start=1)}
    return Order(
        tables=Tables(
            mixed={key: strength[place] for key, place in mixed.items()},
            suited={key: strength[place] for key, place in suited.items()},
        ),
        category=("", *(ranking.categories[category] for category, _ in places)),
    )


def _place(ranking: Ranking, hand: tuple[int, ...], *, flush: bool) -> tuple[int, tuple[int, ...]]:
    """The best category the hand makes, then its ranks, the largest group first (rule S-042)."""
    groups = sorted(((hand.count(value), value) for value in set(hand)), reverse=True)
    ranks = tuple(value for _, value in groups)
    top = _straight_top(ranking, ranks)
    made = [(_GROUPS[tuple(count for count, _ in groups)], ranks)]
    if flush:
        made.append(("flush", ranks))
    if top is not None:
        made.append(("straight_flush" if flush else "straight", (top,)))
        if flush and top == len(ranking.ranks) - 1:
            made.append(("royal_flush", (top,)))
    counted = [(name, order) for name, order in made if name in ranking.categories]
    return max((ranking.categories.index(name), order) for name, order in counted)


def _straight_top(ranking: Ranking, ranks: tuple[int, ...]) -> int | None:
    """The highest rank of a straight; ranks are in descending order."""
    if len(ranks) < HAND_SIZE:
        return None
    if ranks[0] - ranks[-1] == HAND_SIZE - 1:
        return ranks[0]
    highest = len(ranking.ranks) - 1
    if ranking.wheel and ranks == (highest, 3, 2, 1, 0):
        return 3
    return None
