"""What a hand is worth: strengths as numbers, and who wins with them.

`strength` turns a hand into its place among all hands of a ranking: from 1, larger wins, equal is a
tie. Low rankings count the same way: the best low has the largest number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from tables.engine.cards import RANK_SHIFT, Card, parse_cards
from tables.engine.ranking_tables import HAND_SIZE, WEIGHT, Tables, order_for, tables_for
from tables.engine.rankings import Ranking, Selection


class BestHand(NamedTuple):
    """The cards that count, the largest group and the highest rank first."""

    strength: int
    category: str
    cards: tuple[Card, ...]


# Adding 3 to each suit's digit lifts it to 8 where five or more cards share the suit, adding 5
# where three or more do.
_FIVE_OF_A_SUIT: Final = 0x3333
_THREE_OF_A_SUIT: Final = 0x5555
_EIGHTS: Final = 0x8888
# All but the lowest bit of each digit: set where two cards share a rank or a suit.
_SHARED: Final = 0o6666666666666 << RANK_SHIFT | 0xEEEE


def strength(ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """The strength of the best hand, from 1; all cards known.

    Of "any" there are five to seven, five only for a low ranking that counts flushes; of
    "two_from_hole" at least two and three; of "distinct" as many as the ranking's size. Raises
    ValueError for a number of cards that makes no hand.
    """
    if selection == "any":
        return _best_of_any(ranking, hole + board)
    if selection == "two_from_hole":
        return _best_of_two_from_hole(ranking, hole, board)
    return _best_of_distinct(ranking, hole + board)


def _best_of_any(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    mixed, suited = tables_for(ranking, len(cards))
    total = sum(cards)
    flush = total + _FIVE_OF_A_SUIT & _EIGHTS
    if not flush or not suited:
        return mixed[total >> RANK_SHIFT]
    return suited[sum([card for card in cards if card & flush >> 3]) >> RANK_SHIFT]


def _best_of_two_from_hole(ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Ranks and suits apart: the best of all pairs and triples, then the best within a suit."""
    mixed, suited = _tables_of_choices(ranking)
    pairs, triples = _sums_of_ranks(hole, 2), _sums_of_ranks(board, 3)
    best = max([mixed[pair + triple] for pair in pairs for triple in triples])
    flush = sum(board) + _THREE_OF_A_SUIT & _EIGHTS
    if flush and suited:
        in_hole = [card for card in hole if card & flush >> 3]
        if len(in_hole) >= 2:
            pairs = _sums_of_ranks(in_hole, 2)
            triples = _sums_of_ranks([card for card in board if card & flush >> 3], 3)
            best = max(best, *[suited[pair + triple] for pair in pairs for triple in triples])
    return best


@cache
def _tables_of_choices(ranking: Ranking) -> Tables:
    tables = tables_for(ranking, HAND_SIZE)
    if ranking.low and tables.suited:
        # `mixed` tells what five cards are worth if they are not suited: too much for a low.
        raise ValueError(f"{ranking.name} counts flushes against a hand: it has no best of several")
    return tables


def _sums_of_ranks(cards: Iterable[Card], count: int) -> set[int]:
    return {sum(some) >> RANK_SHIFT for some in combinations(cards, count)}


def _best_of_distinct(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    table = tables_for(ranking, len(cards)).mixed
    sums = [0]
    for card in cards:
        sums += [total for each in sums if not (total := each + card) & _SHARED]
    return max([table[total >> RANK_SHIFT] for total in sums[1:]])


@cache
def threshold(ranking: Ranking, worst: str) -> int:
    """The strength of a whole hand given as text: "8c7d6h5s4c" is the worst low that qualifies."""
    selection: Selection = "any" if ranking.size == HAND_SIZE else "distinct"
    return strength(ranking, selection, parse_cards(worst), ())


def qualifies(ranking: Ranking, worst: str, strength: int) -> bool:
    """Whether a hand may win where nothing weaker than `worst` does; "" lets every hand win."""
    return not worst or strength >= threshold(ranking, worst)


def winners(ranking: Ranking, strengths: Sequence[int]) -> list[int]:  # noqa: ARG001
    """The places, from 0, of the hands that share: the best, and all that are equal to it."""
    best = max(strengths)
    return [at for at, each in enumerate(strengths) if each == best]


def best_hand(
    ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> BestHand:
    """The cards behind `strength`, and what they are called: "full_house".

    Of equal choices the one with the earliest cards, hole cards first.
    """
    best = strength(ranking, selection, hole, board)
    category = order_for(ranking).category[best]
    cards = next(cards for cards, made in _choices(ranking, selection, hole, board) if made == best)
    return BestHand(best, category, _for_reading(ranking, category, cards))


def _choices(
    ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> Iterable[tuple[tuple[Card, ...], int]]:
    """Every selection that makes a hand, and its strength."""
    if selection == "distinct":
        table = order_for(ranking).tables.mixed
        for count in range(ranking.size, 0, -1):
            for some in combinations(hole + board, count):
                if not sum(some) & _SHARED:
                    yield some, table[sum(some) >> RANK_SHIFT]
    elif selection == "any":
        for five in combinations(hole + board, HAND_SIZE):
            yield five, _best_of_any(ranking, five)
    else:
        for pair in combinations(hole, 2):
            for three in combinations(board, 3):
                yield pair + three, _best_of_any(ranking, pair + three)


def _for_reading(ranking: Ranking, category: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    height = {WEIGHT[rank]: index for index, rank in enumerate(ranking.ranks)}
    heights = [height[card >> RANK_SHIFT] for card in cards]
    count_and_height = {card: (heights.count(at), at) for card, at in zip(cards, heights, strict=True)}
    ordered = sorted(cards, key=count_and_height.__getitem__, reverse=True)
    if category in ("straight", "straight_flush") and max(heights) - min(heights) >= HAND_SIZE:
        ordered.append(ordered.pop(0))  # a wheel reads 5-4-3-2-A
    return tuple(ordered)
