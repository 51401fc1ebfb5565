"""From the data of a ranking to look-up tables, once per process and hand size.

Theory. A hand of up to seven cards is worth what its best five are worth. Whether five share a
suit is known from the suits alone; if not, the hand's worth depends on its multiset of ranks only,
if so, on the ranks of that suit only. So two dicts answer everything: `mixed`, keyed by the sum of
all ranks, and `suited`, keyed by the sum of the ranks in the suit. (With at most seven cards a
flush leaves no room for a full house or four of a kind, so `mixed` need not be asked then.) A
ranking that counts no flush has an empty `suited`, and one that counts flushes against a hand is
tabled for five cards only: of six cards in a suit the best low need not be in that suit.

Five-card hands are classified and sorted, and a hand's strength is its place in that order. A table
for one card more follows from the one before: the best of n cards is the best of its subsets of
n - 1. Where only cards of different ranks and suits count (badugi), `mixed` has the sums of one to
four different ranks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

from tables.engine.cards.cards import JOKER, RANK_SHIFT
from tables.engine.cards.ranks import RANKS

if TYPE_CHECKING:
    from tables.engine.cards.rankings import Ranking

HAND_SIZE: Final = 5
LARGEST_HAND: Final = 7
WHEEL_TOP: Final = 3  # the index of the top card where the strongest rank stands below the weakest
WEIGHT: Final = {rank: 1 << (3 * index) for index, rank in enumerate(RANKS)}
JOKER_WEIGHT: Final = JOKER >> RANK_SHIFT

_GROUPS: Final = {
    (1, 1, 1, 1, 1): "high_card",
    (2, 1, 1, 1): "one_pair",
    (2, 2, 1): "two_pair",
    (3, 1, 1): "three_of_a_kind",
    (3, 2): "full_house",
    (4, 1): "four_of_a_kind",
    (5,): "five_of_a_kind",
    (1, 1, 1, 1): "four_cards",
    (1, 1, 1): "three_cards",
    (1, 1): "two_cards",
    (1,): "one_card",
}
_COUNTS: Final = {**{name: groups for groups, name in _GROUPS.items()}, "flush": (1, 1, 1, 1, 1)}

Place = tuple[int, tuple[int, ...]]
"""Where a hand stands: its category, then its ranks by group, the largest group first."""


class Tables(NamedTuple):
    """The strength of each multiset of ranks without a flush, and of each set within a suit."""

    mixed: dict[int, int]
    suited: dict[int, int]


class RankingOrder(NamedTuple):
    """All hands of a ranking: their tables, and of each strength the category and the ranks by group.

    "full_house" and "5K" is a full house of fives and kings. A straight has the rank of its top card
    only, a flush and a high card have all five.
    """

    tables: Tables
    category: tuple[str, ...]
    ranks: tuple[str, ...]


@cache
def ranks_in_full(ranking: Ranking, place: int) -> str:
    """The ranks of all cards that count in a hand, in reading order: "555KK", "5432A"."""
    order = order_for(ranking)
    ranks, counts = order.ranks[place], _COUNTS.get(order.category[place])
    if counts:
        return "".join([rank * count for rank, count in zip(ranks, counts, strict=True)])
    top = ranking.ranks.index(ranks)
    # Below the weakest rank, at -1, stands the strongest.
    return "".join([ranking.ranks[top - below] for below in range(HAND_SIZE)])


@cache
def tables_for(ranking: Ranking, size: int) -> Tables:
    """The tables for hands of `size` cards: 5 to 7, or the ranking's own size."""
    if size == ranking.size:
        return order_for(ranking).tables
    most = LARGEST_HAND if _grows(ranking) else ranking.size
    if not ranking.size < size <= most:
        raise ValueError(
            f"a hand of {size} cards cannot be ranked, only of {ranking.size}"
            + (f" to {most}" if most > ranking.size else "")
        )
    smaller = tables_for(ranking, size - 1)
    weights = [WEIGHT[rank] for rank in ranking.ranks]
    return Tables(
        mixed=_one_card_more(smaller.mixed, weights, of_a_rank=4),
        # Of six or seven cards five, six or seven may share the suit.
        suited={**smaller.suited, **_one_card_more(smaller.suited, weights, of_a_rank=1)},
    )


def _grows(ranking: Ranking) -> bool:
    """Whether the best of more cards than a hand has follow from the tables of that hand."""
    against_flushes = ranking.low and "flush" in ranking.categories
    return ranking.size == HAND_SIZE and not (against_flushes or ranking.joker or ranking.suits)


def _one_card_more(smaller: dict[int, int], weights: list[int], *, of_a_rank: int) -> dict[int, int]:
    larger: dict[int, int] = {}
    for ranks, strength in smaller.items():
        for weight in weights:
            if ranks // weight & 7 < of_a_rank and strength > larger.get(ranks + weight, 0):
                larger[ranks + weight] = strength
    return larger


@cache
def order_for(ranking: Ranking) -> RankingOrder:
    """Classify and sort every hand of the ranking's deck."""
    weights = [WEIGHT[rank] for rank in ranking.ranks]
    # Each hand's place by the key it is looked up with.
    mixed = {
        sum(weights[value] for value in hand): _place(ranking, hand, flush=False)
        for hand in _hands_without_a_flush(ranking)
    }
    suited = {
        sum(weights[value] for value in hand): _place(ranking, hand, flush=True)
        for hand in combinations(range(len(weights)), HAND_SIZE)
        if "flush" in ranking.categories
    }
    if ranking.joker:
        mixed, suited = _with_joker(ranking, weights, mixed, suited)
    places = sorted({*mixed.values(), *suited.values()}, reverse=ranking.low)
    strength = {place: index for index, place in enumerate(places, start=1)}
    return RankingOrder(
        tables=Tables(
            mixed={key: strength[place] for key, place in mixed.items()},
            suited={key: strength[place] for key, place in suited.items()},
        ),
        category=("", *(ranking.categories[category] for category, _ in places)),
        ranks=("", *("".join([ranking.ranks[value] for value in values]) for _, values in places)),
    )


def _with_joker(
    ranking: Ranking, weights: list[int], mixed: dict[int, Place], suited: dict[int, Place]
) -> tuple[dict[int, Place], dict[int, Place]]:
    """The same tables with the joker's hands added: it is the best card that it may stand for.

    A rank held four times makes five of a kind where that counts, and cannot be chosen
    elsewhere. With four of a suit it need not be of that suit: a low would not want it to be.
    """
    best = min if ranking.low else max
    standing_for = dict(mixed)
    if "five_of_a_kind" in ranking.categories:
        values = range(len(weights))
        standing_for |= {5 * weights[value]: _place(ranking, (value,) * 5, flush=False) for value in values}
    straight = ranking.categories.index("straight") if "straight" in ranking.categories else -1
    only_some = ranking.joker == "bug" and not ranking.low

    def choices(four: int) -> Iterator[Place]:
        for weight in weights:
            place = standing_for.get(four + weight)
            if place and (not only_some or weight == weights[-1] or place[0] == straight):
                yield place

    fours = [sum(four) for four in combinations_with_replacement(weights, HAND_SIZE - 1)]
    mixed = mixed | {four + JOKER_WEIGHT: best(choices(four)) for four in fours}
    if suited:
        suited = suited | {
            four + JOKER_WEIGHT: best(
                [*choices(four), *(suited[four + weight] for weight in weights if four + weight in suited)]
            )
            for four in map(sum, combinations(weights, HAND_SIZE - 1))
        }
    return mixed, suited


def _hands_without_a_flush(ranking: Ranking) -> Iterator[tuple[int, ...]]:
    values = range(len(ranking.ranks))
    if ranking.size == HAND_SIZE:
        for hand in combinations_with_replacement(values, HAND_SIZE):
            if hand.count(hand[2]) <= 4:
                yield hand
    else:
        for count in range(1, ranking.size + 1):
            yield from combinations(values, count)


def _place(ranking: Ranking, hand: tuple[int, ...], *, flush: bool) -> Place:
    """The best category the hand makes, then its ranks, the largest group first (rule S-042)."""
    groups = sorted(((hand.count(value), value) for value in set(hand)), reverse=True)
    ranks = tuple(value for _, value in groups)
    top = _straight_top(ranking, ranks)
    made = [(_GROUPS[tuple(count for count, _ in groups)], ranks)]
    if flush:
        made.append(("flush", ranks))
    if top is not None:
        made.append((_straight(ranking, top) if flush else "straight", (top,)))
    counted = [(name, order) for name, order in made if name in ranking.categories]
    return max((ranking.categories.index(name), order) for name, order in counted)


def _straight(ranking: Ranking, top: int) -> str:
    """The name of a straight flush: its ends may be categories of their own."""
    names = ["straight_flush", "middle_straight_flush"]
    if top == len(ranking.ranks) - 1:
        names = ["royal_flush", "maximum_straight_flush", *names]
    elif top == WHEEL_TOP:
        names = ["minimum_straight_flush", *names]
    return next(name for name in names if name in ranking.categories)


def _straight_top(ranking: Ranking, ranks: tuple[int, ...]) -> int | None:
    """The highest rank of a straight; ranks are in descending order."""
    if len(ranks) < HAND_SIZE:
        return None
    if ranks[0] - ranks[-1] == HAND_SIZE - 1:
        return ranks[0]
    highest = len(ranking.ranks) - 1
    if ranking.wheel and ranks == (highest, WHEEL_TOP, 2, 1, 0):
        return WHEEL_TOP
    return None
