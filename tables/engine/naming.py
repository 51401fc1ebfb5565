"""What a hand is called, and why one hand beats another: codes and ranks, words are found elsewhere.

Both follow from strengths alone. The sentences in the reader's language are in
tables/queries/hand_words.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from tables.engine.evaluation import SUIT_BITS, place_of, ranks_by_suit
from tables.engine.ranking_tables import order_for
from tables.engine.rankings import Ranking


class HandName(NamedTuple):
    """A category with its ranks by group: ("full_house", "5K") is fives over kings.

    A straight has the rank of its top card only, a flush and a high card all five. In a `low` the
    smaller hand is the better one.
    """

    category: str
    ranks: str
    low: bool


ReasonCode = Literal[
    "category",  # another category
    "more_cards",  # more cards of different ranks and suits
    "group",  # the rank of a pair, of three or four of a kind
    "straight",  # the top card of a straight
    "kicker",  # a card beside a group
    "card",  # a card of a hand without groups
    "suit",
    "triangle",  # the least straight flush beats the greatest
    "does_not_qualify",
    "no_low",  # nobody's hand qualifies
    "equal",
    "circle",  # three hands of which each beats the next
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why one hand beats another; a hand that does not qualify has no name.

    number: which group, kicker or card decides, from 1.
    between: the ranks that decide, or the cards whose suits do, the better hand's first: ("K", "Q"),
        ("Ah", "Ad").
    """

    code: ReasonCode
    better: HandName | None = None
    worse: HandName | None = None
    number: int = 0
    between: tuple[str, ...] = ()


_GROUPS: Final = {
    "one_pair": 1,
    "two_pair": 2,
    "three_of_a_kind": 1,
    "full_house": 2,
    "four_of_a_kind": 1,
    "five_of_a_kind": 1,
}
_COUNTED: Final = ("four_cards", "three_cards", "two_cards", "one_card")


def hand_name(ranking: Ranking, strength: int) -> HandName:
    """What a hand of this strength is called."""
    order, place = order_for(ranking), place_of(ranking, strength)
    return HandName(order.category[place], order.ranks[place], ranking.low)


def reason(ranking: Ranking, better: int, worse: int) -> Reason:
    """Why a hand of one strength beats another; 0 is a hand that does not qualify.

    The hands are given as winner and loser: which one wins is said by evaluation.winners().
    """
    if not worse:
        if not better:
            return Reason(code="no_low")
        return Reason(code="does_not_qualify", better=hand_name(ranking, better))
    one, other = hand_name(ranking, better), hand_name(ranking, worse)
    if better == worse:
        return Reason(code="equal", better=one, worse=other)
    if one.category != other.category:
        return Reason(code=_between_categories(one, better < worse), better=one, worse=other)
    if one.ranks == other.ranks:
        cards = (_deciding_card(ranking, better), _deciding_card(ranking, worse))
        return Reason(code="suit", better=one, worse=other, between=cards)
    pairs = list(zip(one.ranks, other.ranks, strict=True))
    at = next(at for at, (rank, against) in enumerate(pairs) if rank != against)
    code, number = _between_ranks(one, at)
    return Reason(code=code, better=one, worse=other, number=number, between=pairs[at])


def reason_to_share(ranking: Ranking, winners: Sequence[int]) -> Reason:
    """Why these strengths, the winners of one pot, share it."""
    name = hand_name(ranking, winners[0])
    return Reason(code="equal" if len(set(winners)) == 1 else "circle", better=name, worse=name)


def _between_categories(better: HandName, against_the_order: bool) -> ReasonCode:
    if against_the_order:
        return "triangle"
    return "more_cards" if better.category in _COUNTED else "category"


def _between_ranks(name: HandName, at: int) -> tuple[ReasonCode, int]:
    groups = _GROUPS.get(name.category, 0)
    if at < groups:
        return "group", at + 1
    if groups:
        return "kicker", at - groups + 1
    return ("straight" if "straight" in name.category else "card"), at + 1


def _deciding_card(ranking: Ranking, strength: int) -> str:
    rank = ranks_by_suit(ranking, place_of(ranking, strength))[0]
    return rank + ranking.suits[strength >> SUIT_BITS - 2 & 3]
