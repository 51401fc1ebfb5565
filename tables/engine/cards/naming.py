"""What a hand is called, and why one hand beats another, as codes and ranks.

Both follow from strengths alone. The sentences in the reader's language are in
tables/words/hands.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from tables.engine.cards.evaluation import SUIT_BITS, place_of, ranks_by_suit
from tables.engine.cards.ranking_tables import order_for
from tables.engine.cards.rankings import Ranking


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
    "circle",  # three hands, each beating the next
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingReason:
    """Why one hand beats another.

    between: what differs, of the better hand first: categories, ranks ("K", "Q"), or the cards whose
        suits decide ("Ah", "Ad").
    category: of both hands, where a rank decides; number: which of its groups, kickers or cards, from 1.
    """

    code: ReasonCode
    between: tuple[str, ...] = ()
    category: str = ""
    number: int = 0
    low: bool = False


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


def reason(ranking: Ranking, better: int, worse: int) -> RankingReason:
    """Why a hand of one strength beats another; 0 is a hand that does not qualify.

    The hands are given as winner and loser: evaluation.winners() says which one wins.
    """
    if not worse:
        return RankingReason(code="does_not_qualify" if better else "no_low", low=ranking.low)
    if better == worse:
        return RankingReason(code="equal", low=ranking.low)
    (category, ranks, low), (other, other_ranks, _) = hand_name(ranking, better), hand_name(ranking, worse)
    if category != other:
        code = _between_categories(category, against_the_order=better < worse)
        return RankingReason(code=code, between=(category, other), low=low)
    if ranks == other_ranks:
        cards = (_deciding_card(ranking, better), _deciding_card(ranking, worse))
        return RankingReason(code="suit", between=cards, low=low)
    pairs = list(zip(ranks, other_ranks, strict=True))
    at = next(at for at, (rank, against) in enumerate(pairs) if rank != against)
    code, number = _between_ranks(category, at)
    return RankingReason(code=code, between=pairs[at], category=category, number=number, low=low)


def reason_to_share(ranking: Ranking, winners: Sequence[int]) -> RankingReason:
    """Why these strengths, the winners of one pot, share it."""
    return RankingReason(code="equal" if len(set(winners)) == 1 else "circle", low=ranking.low)


def _between_categories(category: str, *, against_the_order: bool) -> ReasonCode:
    if against_the_order:
        return "triangle"
    return "more_cards" if category in _COUNTED else "category"


def _between_ranks(category: str, at: int) -> tuple[ReasonCode, int]:
    groups = _GROUPS.get(category, 0)
    if at < groups:
        return "group", at + 1
    if groups:
        return "kicker", at - groups + 1
    return ("straight" if "straight" in category else "card"), at + 1


def _deciding_card(ranking: Ranking, strength: int) -> str:
    rank = ranks_by_suit(ranking, place_of(ranking, strength))[0]
    return rank + ranking.suits[strength >> SUIT_BITS - 2 & 3]
