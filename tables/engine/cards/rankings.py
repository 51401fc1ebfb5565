"""Which hand wins, as data: in which order categories and ranks count.

What a hand is worth in a ranking is found in evaluation.py, with tables that are built from these
values on first use (ranking_tables.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

from tables.engine.cards.ranks import RANKS

Selection = Literal["any", "two_from_hole", "distinct"]
"""Which cards may be used: the best five of all, exactly two hole and three board cards, or as many
as are of different ranks and suits.
"""


# Compared by identity: there is one value per ranking, and it is the key of every look-up.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ranking:
    """One order of hands.

    `categories` from the weakest to the strongest; a straight or flush that is not listed does not
    count, and the hand is worth what is left of it. `ranks` of the deck, the weakest first. With
    `wheel` the strongest rank also stands below the weakest in a straight (5-4-3-2-A). With `low`
    the order is turned round: the first category and the lowest ranks win. `size` is the number of
    cards of a full hand; fewer than five count only as far as they differ in rank and suit.

    joker: what it may stand for, if the deck has one: any card ("wild"), or an ace or what completes
        a straight or flush ("bug"); in a low ranking both take the best missing rank.
    suits: the weakest first, where equal ranks are decided by suit; "" where suits are equal.
    cycle: categories that each beat the next, the last one beating the first.
    """

    name: str
    categories: tuple[str, ...]
    ranks: str = RANKS
    wheel: bool = True
    low: bool = False
    size: int = 5
    joker: Literal["", "wild", "bug"] = ""
    suits: str = ""
    cycle: tuple[str, ...] = ()


_PAIRED: Final = ("one_pair", "two_pair", "three_of_a_kind")

# Rules S-040 to S-042. The royal flush is the best straight flush under a name of its own.
STANDARD_HIGH: Final = Ranking(
    name="standard_high",
    categories=(
        "high_card",
        *_PAIRED,
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
        "royal_flush",
    ),
)

# With 36 cards a flush is rarer than a full house.
SHORT_DECK: Final = Ranking(
    name="short_deck",
    categories=(
        "high_card",
        *_PAIRED,
        "straight",
        "full_house",
        "flush",
        "four_of_a_kind",
        "straight_flush",
        "royal_flush",
    ),
    ranks="6789TJQKA",
)

# The three scales of lowball (rule S-067): ace low without straights and flushes, ace low with them
# (A-K-Q-J-T is not a straight), ace high with them (5-4-3-2-A is not a straight).
ACE_TO_FIVE: Final = Ranking(
    name="ace_to_five",
    categories=("high_card", *_PAIRED, "full_house", "four_of_a_kind"),
    ranks="A23456789TJQK",
    low=True,
)
_WITHOUT_ROYAL: Final = STANDARD_HIGH.categories[:-1]
ACE_TO_SIX: Final = Ranking(
    name="ace_to_six", categories=_WITHOUT_ROYAL, ranks="A23456789TJQK", wheel=False, low=True
)
DEUCE_TO_SEVEN: Final = Ranking(name="deuce_to_seven", categories=_WITHOUT_ROYAL, wheel=False, low=True)

# More cards first, then the lower ones, the ace lowest (WSOP Live 294).
BADUGI: Final = Ranking(
    name="badugi",
    categories=("four_cards", "three_cards", "two_cards", "one_card"),
    ranks="A23456789TJQK",
    low=True,
    size=4,
)

# Beside deuce-to-seven the ace is high in badugi too (WSOP IX, badeucey; WSOP Live 303).
BADUGI_ACE_HIGH: Final = replace(BADUGI, name="badugi_ace_high", ranks=RANKS)

# The joker (rules S-065 and 5.4): five of a kind stand above the straight flush.
_WITH_FIVE: Final = (*STANDARD_HIGH.categories, "five_of_a_kind")
STANDARD_WILD: Final = Ranking(name="standard_wild", categories=_WITH_FIVE, joker="wild")
STANDARD_BUG: Final = Ranking(name="standard_bug", categories=_WITH_FIVE, joker="bug")
ACE_TO_FIVE_BUG: Final = replace(ACE_TO_FIVE, name="ace_to_five_bug", joker="bug")


@cache
def italian(lowest: str, /, *, flush_over_full: bool) -> Ranking:
    """Italian poker with the cards from `lowest`, 2 to 9, to the ace (rules S-048 and S-080 to S-084).

    Suits decide, hearts over diamonds over clubs over spades. Of straight flushes the greatest beats
    the one in between, that the least, and the least (the ace below the lowest card) the greatest.
    """
    if lowest not in tuple(RANKS[:8]):
        raise ValueError(f"the lowest card of an Italian deck is 2 to 9, not {lowest}")
    full_and_flush = ("full_house", "flush") if flush_over_full else ("flush", "full_house")
    return Ranking(
        name=f"italian_{lowest}_{full_and_flush[1]}_over_{full_and_flush[0]}",
        categories=(
            "high_card",
            *_PAIRED,
            "straight",
            *full_and_flush,
            "four_of_a_kind",
            "minimum_straight_flush",
            "middle_straight_flush",
            "maximum_straight_flush",
        ),
        ranks=RANKS[RANKS.index(lowest) :],
        suits="scdh",
        cycle=("maximum_straight_flush", "middle_straight_flush", "minimum_straight_flush"),
    )


RANKINGS: Final[Mapping[str, Ranking]] = MappingProxyType(
    {
        ranking.name: ranking
        for ranking in (
            STANDARD_HIGH,
            STANDARD_WILD,
            STANDARD_BUG,
            SHORT_DECK,
            ACE_TO_FIVE,
            ACE_TO_FIVE_BUG,
            ACE_TO_SIX,
            DEUCE_TO_SEVEN,
            BADUGI,
            BADUGI_ACE_HIGH,
        )
    }
)
"""By name; the Italian ones depend on the deck."""
