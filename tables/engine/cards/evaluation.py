"""What a hand is worth: strengths as numbers, and who wins with them.

`strength` turns a hand into its place among all hands of a ranking: from 1, larger wins, equal is a
tie. Low rankings count the same way: the best low has the largest number. Where suits decide, the
place is followed by the suits of the cards, the deciding card first. 0 stands for no hand at all:
a low that does not qualify.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from tables.engine.cards.cards import JOKER, RANK_SHIFT, SUIT_MASK, Card, parse_cards, suit_of
from tables.engine.cards.ranking_tables import (
    HAND_SIZE,
    WEIGHT,
    Tables,
    order_for,
    ranks_in_full,
    tables_for,
)
from tables.engine.cards.rankings import Ranking, Selection
from tables.engine.cards.ranks import SUITS


class BestHand(NamedTuple):
    """The cards that count, the largest group and the highest rank first, the joker where it helps."""

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
# Five suits of two bits each.
SUIT_BITS: Final = 2 * HAND_SIZE


def strength(ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """The strength of the best hand, from 1; all cards known and of the ranking's deck.

    Number of cards: for "any" five to seven, but only five with a joker, if suits decide, or for a low that
    counts flushes; for "two_from_hole" at least two and three; for "distinct" the ranking's size or more. Raises
    ValueError for a number of cards that makes no hand.
    """
    if selection == "any":
        if ranking.suits:
            return _with_suits(ranking, hole + board)
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
        # `mixed` holds what five cards are worth unsuited: too much for a low.
        raise ValueError(f"{ranking.name} counts flushes against a hand: it has no best of several")
    return tables


def _sums_of_ranks(cards: Iterable[Card], count: int) -> set[int]:
    return {sum(some) >> RANK_SHIFT for some in combinations(cards, count)}


def _best_of_distinct(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    # Of five cards no more than four are of different suits.
    table = tables_for(ranking, min(len(cards), ranking.size)).mixed
    sums = [0]
    for card in cards:
        sums += [total for each in sums if not (total := each + card) & _SHARED]
    return max([table[total >> RANK_SHIFT] for total in sums[1:]])


# --- Suits that decide (rules S-081 and S-082)


def _with_suits(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    """The place, then the suits in base 4: single cards from the highest, then pairs, then more.

    So the fifth card decides between equal two pairs, the highest other card between equal pairs,
    and the top card of a straight; and no two different hands are equal.
    """
    place = _best_of_any(ranking, cards)
    position = _positions(ranking, place)
    height = _suit_heights(ranking.suits)
    # Cards of one rank stand together, the better suit first.
    deciding = sorted([(position[card >> RANK_SHIFT], -height[card & SUIT_MASK]) for card in cards])
    suits = 0
    for _, below in deciding:
        suits = 4 * suits - below
    return place << SUIT_BITS | suits


@cache
def _suit_heights(suits: str) -> dict[int, int]:
    return {1 << 4 * SUITS.index(suit): height for height, suit in enumerate(suits)}


@cache
def _positions(ranking: Ranking, place: int) -> dict[int, int]:
    """Of each rank of a hand: where it stands when suits are compared."""
    return {WEIGHT[rank]: position for position, rank in enumerate(ranks_by_suit(ranking, place))}


@cache
def ranks_by_suit(ranking: Ranking, place: int) -> tuple[str, ...]:
    """The ranks of a hand in the order in which their suits decide between equal hands."""
    full = ranks_in_full(ranking, place)
    return tuple(sorted(dict.fromkeys(full), key=full.count))


def place_of(ranking: Ranking, strength: int) -> int:
    """The place of a strength in the ranking's order, without the suits."""
    return strength >> SUIT_BITS if ranking.suits else strength


# --- The cards of a strength


def best_hand(
    ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> BestHand:
    """The cards behind `strength`, and what they are called: "full_house".

    Of equal choices the one with the earliest cards, hole cards first.
    """
    best = strength(ranking, selection, hole, board)
    place = place_of(ranking, best)
    left = list(next(_equal_choices(ranking, selection, hole, board, best)))
    in_order = []
    for rank in ranks_in_full(ranking, place):
        weight = WEIGHT[rank]
        card = next((card for card in left if card >> RANK_SHIFT == weight), JOKER)
        left.remove(card)
        in_order.append(card)
    return BestHand(best, order_for(ranking).category[place], tuple(in_order))


def _equal_choices(
    ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...], best: int
) -> Iterator[tuple[Card, ...]]:
    """Every choice of cards with the same strength."""
    if selection == "two_from_hole":
        for pair in combinations(hole, 2):
            for three in combinations(board, 3):
                if _best_of_any(ranking, pair + three) == best:
                    yield pair + three
    elif selection == "any":
        for five in combinations(hole + board, HAND_SIZE):
            if strength(ranking, selection, five, ()) == best:
                yield five
    else:
        table = order_for(ranking).tables.mixed
        for count in range(ranking.size, 0, -1):
            for some in combinations(hole + board, count):
                if not sum(some) & _SHARED and table[sum(some) >> RANK_SHIFT] == best:
                    yield some


def suits_for_odd_chip(
    ranking: Ranking, selection: Selection, hole: tuple[Card, ...], board: tuple[Card, ...]
) -> tuple[tuple[int, int], ...]:
    """The cards of the best hand as (height of the rank, height of the suit), the highest card first.

    In stud the odd chip goes to the greatest of these among equal hands (TDA 20-B, ODD-07): the
    highest card of the five by rank, then spades, hearts, diamonds, clubs. Where a player can choose
    between equal fives, the choice with the highest cards counts.
    """
    best = strength(ranking, selection, hole, board)
    height = {WEIGHT[rank]: index for index, rank in enumerate(ranking.ranks)}
    return max(
        tuple(sorted([(height[card >> RANK_SHIFT], suit_of(card)) for card in choice], reverse=True))
        for choice in _equal_choices(ranking, selection, hole, board, best)
    )


# --- Who wins


@cache
def threshold(ranking: Ranking, qualifier: str) -> int:
    """The strength of a whole hand given as text: "8c7d6h5s4c" is the weakest low that qualifies."""
    selection: Selection = "any" if ranking.size == HAND_SIZE else "distinct"
    return strength(ranking, selection, parse_cards(qualifier), ())


def qualifies(ranking: Ranking, qualifier: str, strength: int) -> bool:
    """Whether a hand is at least as strong as the qualifier; every hand qualifies for ""."""
    return not qualifier or strength >= threshold(ranking, qualifier)


def board_allows(ranking: Ranking, qualifier: str, board: tuple[Card, ...]) -> bool:
    """Whether any two hole cards can make a hand that qualifies with three of this board (HL-04).

    Where the worst such hand has five different ranks, three of them must lie on the board: asked
    once, it saves the lows of everybody.
    """
    held = 0
    for card in board:
        held |= card
    return (held >> RANK_SHIFT & _weights_of_lows(ranking, qualifier)).bit_count() >= 3


@cache
def _weights_of_lows(ranking: Ranking, qualifier: str) -> int:
    highest = ranks_in_full(ranking, threshold(ranking, qualifier))[0]
    return sum(WEIGHT[rank] for rank in ranking.ranks[: ranking.ranks.index(highest) + 1])


def winners(ranking: Ranking, strengths: Mapping[int, int]) -> list[int]:
    """The hands that share a pot, given their strengths: the best, and all that equal it.

    Categories in a cycle are decided among the hands given: of two the one that beats the other
    wins, and if all are there, the best of each share (rule S-084).
    """
    if not strengths:
        return []
    best = max(strengths.values())
    if ranking.cycle and _category(ranking, best) in ranking.cycle:
        return _winners_of_cycle(ranking, strengths)
    return [hand for hand, each in strengths.items() if each == best]


def _category(ranking: Ranking, strength: int) -> str:
    return order_for(ranking).category[place_of(ranking, strength)]


def _winners_of_cycle(ranking: Ranking, strengths: Mapping[int, int]) -> list[int]:
    best_of: dict[str, int] = {}
    for each in strengths.values():
        category = _category(ranking, each)
        if category in ranking.cycle:
            best_of[category] = max(each, best_of.get(category, 0))
    following = dict(zip(ranking.cycle, (*ranking.cycle[1:], ranking.cycle[0]), strict=True))
    beaten = {following[category] for category in best_of}
    unbeaten = {each for category, each in best_of.items() if category not in beaten}
    share = unbeaten or set(best_of.values())
    return [hand for hand, each in strengths.items() if each in share]
