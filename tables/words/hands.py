"""Hands, and why one beats another, in the reader's language.

The engine names both by codes and ranks (tables/engine/cards/naming.py); here they become words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop, pgettext

from tables.engine.cards.naming import HandName, RankingReason
from tables.engine.play.operations import Half
from tournament.words.cards import rank_name
from tournament.words.writer import Writer

NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "high_card": gettext_noop("%(card)s high"),
        "one_pair": gettext_noop("pair of %(of)s"),
        "two_pair": gettext_noop("two pair, %(ranks)s and %(others)s"),
        "three_of_a_kind": gettext_noop("three of a kind, %(of)s"),
        "straight": gettext_noop("straight, %(top)s high"),
        "flush": gettext_noop("flush, %(top)s high"),
        "full_house": gettext_noop("full house, %(of)s over %(others)s"),
        "four_of_a_kind": gettext_noop("four of a kind, %(of)s"),
        "straight_flush": gettext_noop("straight flush, %(top)s high"),
        "royal_flush": gettext_noop("royal flush"),
        "five_of_a_kind": gettext_noop("five of a kind, %(of)s"),
        "minimum_straight_flush": gettext_noop("minimum straight flush"),
        "middle_straight_flush": gettext_noop("middle straight flush, %(top)s high"),
        "maximum_straight_flush": gettext_noop("maximum straight flush"),
        "four_cards": gettext_noop("badugi %(cards)s"),
        "three_cards": gettext_noop("three cards, %(cards)s"),
        "two_cards": gettext_noop("two cards, %(cards)s"),
        "one_card": gettext_noop("one card, %(cards)s"),
        "low": gettext_noop("low %(cards)s"),
    }
)
"""By category; "low" is a low without a pair."""

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "category": gettext_noop("%(better)s beats %(worse)s."),
        "category_low": gettext_noop("For low, %(better)s beats %(worse)s."),
        "more_cards": gettext_noop("%(better)s cards of different ranks and suits beat %(worse)s."),
        "pair": gettext_noop("The pair decides: %(better)s against %(worse)s."),
        "two_pair_1": gettext_noop("The higher pair decides: %(better)s against %(worse)s."),
        "two_pair_2": gettext_noop("The lower pair decides: %(better)s against %(worse)s."),
        "three": gettext_noop("The three of a kind decides: %(better)s against %(worse)s."),
        "four": gettext_noop("The four of a kind decides: %(better)s against %(worse)s."),
        "five": gettext_noop("The five of a kind decides: %(better)s against %(worse)s."),
        "straight_1": gettext_noop("The top card of the straight decides: %(better)s against %(worse)s."),
        "kicker_1": gettext_noop("The kicker decides: %(better)s against %(worse)s."),
        "kicker_2": gettext_noop("The second kicker decides: %(better)s against %(worse)s."),
        "kicker_3": gettext_noop("The third kicker decides: %(better)s against %(worse)s."),
        "card_1": gettext_noop("The highest card decides: %(better)s against %(worse)s."),
        "card_2": gettext_noop("The second card decides: %(better)s against %(worse)s."),
        "card_3": gettext_noop("The third card decides: %(better)s against %(worse)s."),
        "card_4": gettext_noop("The fourth card decides: %(better)s against %(worse)s."),
        "card_5": gettext_noop("The fifth card decides: %(better)s against %(worse)s."),
        "suit": gettext_noop("The ranks are equal and the suit decides: %(better)s against %(worse)s."),
        "triangle": gettext_noop("The minimum straight flush beats the maximum."),
        "does_not_qualify": gettext_noop("The other hand does not qualify for the low."),
        "no_low": gettext_noop("No hand qualifies for the low."),
        "equal": gettext_noop("The hands tie and split the pot."),
        "circle": gettext_noop(
            "Minimum, middle and maximum straight flush each beat one of the others: the three split the pot."
        ),
    }
)

_GROUP_SENTENCES: Final = {
    ("one_pair", 1): "pair",
    ("two_pair", 1): "two_pair_1",
    ("two_pair", 2): "two_pair_2",
    ("three_of_a_kind", 1): "three",
    ("full_house", 1): "three",
    ("full_house", 2): "pair",
    ("four_of_a_kind", 1): "four",
    ("five_of_a_kind", 1): "five",
}
_CARDS_THAT_COUNT: Final = {"four_cards": 4, "three_cards": 3, "two_cards": 2, "one_card": 1}


def say_hand(name: HandName) -> str:
    """What a hand is called: "full house, fives over kings"; a low by its cards: "low 8-7-3-2-A"."""
    first, second = name.ranks[0], name.ranks[1:2]
    is_low = name.low and name.category == "high_card"
    return gettext(NAMES["low" if is_low else name.category]) % {
        "card": rank_name(first),
        "top": _top(first),
        "of": _of(first),
        "ranks": _ranks(first),
        "others": _ranks(second) if second else "",
        "cards": "-".join(["10" if rank == "T" else rank for rank in name.ranks]),
    }


def say_made(made: Mapping[tuple[int, Half], HandName], seat: int, half: Half = "") -> str:
    """What a seat's hand is called for a half, or for all that it can win; "" where that is not known."""
    halves: Sequence[Half] = (half,) if half else ("", "high", "low")
    return ", ".join([say_hand(made[seat, each]) for each in halves if (seat, each) in made])


def say_reason(reason: RankingReason, writer: Writer) -> str:
    """Why a hand wins, in one sentence: "The kicker decides: queen against jack."."""
    code, between = reason.code, reason.between
    if code == "category":
        kinds = [_kind(category, low=reason.low) for category in between]
        return capfirst(_compare("category_low" if reason.low else code, kinds))
    if code == "more_cards":
        return _compare(code, [str(_CARDS_THAT_COUNT[category]) for category in between])
    if code == "group":
        return _compare(_GROUP_SENTENCES[reason.category, reason.number], [_ranks(rank) for rank in between])
    if code == "suit":
        return _compare(code, [writer.card(card) for card in between])
    if code in ("kicker", "card", "straight"):
        return _compare(f"{code}_{reason.number}", [rank_name(rank) for rank in between])
    return gettext(REASONS[code])


def _compare(sentence: str, between: Sequence[str]) -> str:
    better, worse = between
    return gettext(REASONS[sentence]) % {"better": better, "worse": worse}


def _kind(category: str, *, low: bool) -> str:
    """A kind of hand with its article, for comparing kinds: "a full house", "il full"."""
    if low and category == "high_card":
        return pgettext("hand", "a hand without a pair")
    return {
        "high_card": pgettext("hand", "a high card"),
        "one_pair": pgettext("hand", "a pair"),
        "two_pair": pgettext("hand", "two pair"),
        "three_of_a_kind": pgettext("hand", "three of a kind"),
        "straight": pgettext("hand", "a straight"),
        "flush": pgettext("hand", "a flush"),
        "full_house": pgettext("hand", "a full house"),
        "four_of_a_kind": pgettext("hand", "four of a kind"),
        "straight_flush": pgettext("hand", "a straight flush"),
        "royal_flush": pgettext("hand", "a royal flush"),
        "five_of_a_kind": pgettext("hand", "five of a kind"),
        "minimum_straight_flush": pgettext("hand", "a minimum straight flush"),
        "middle_straight_flush": pgettext("hand", "a middle straight flush"),
        "maximum_straight_flush": pgettext("hand", "a maximum straight flush"),
    }[category]


# --- Ranks: a language may need another form after "of" and after "up to"


def _ranks(rank: str) -> str:
    return {
        "A": pgettext("cards", "aces"),
        "K": pgettext("cards", "kings"),
        "Q": pgettext("cards", "queens"),
        "J": pgettext("cards", "jacks"),
        "T": pgettext("cards", "tens"),
        "9": pgettext("cards", "nines"),
        "8": pgettext("cards", "eights"),
        "7": pgettext("cards", "sevens"),
        "6": pgettext("cards", "sixes"),
        "5": pgettext("cards", "fives"),
        "4": pgettext("cards", "fours"),
        "3": pgettext("cards", "threes"),
        "2": pgettext("cards", "twos"),
    }[rank]


def _of(rank: str) -> str:
    """ "aces" after "pair of", in Italian with the preposition: "d'assi"."""
    return {
        "A": pgettext("pair of", "aces"),
        "K": pgettext("pair of", "kings"),
        "Q": pgettext("pair of", "queens"),
        "J": pgettext("pair of", "jacks"),
        "T": pgettext("pair of", "tens"),
        "9": pgettext("pair of", "nines"),
        "8": pgettext("pair of", "eights"),
        "7": pgettext("pair of", "sevens"),
        "6": pgettext("pair of", "sixes"),
        "5": pgettext("pair of", "fives"),
        "4": pgettext("pair of", "fours"),
        "3": pgettext("pair of", "threes"),
        "2": pgettext("pair of", "twos"),
    }[rank]


def _top(rank: str) -> str:
    """ "ace" in "ace high", in Italian with the preposition: "all'asso"."""
    return {
        "A": pgettext("top card", "ace"),
        "K": pgettext("top card", "king"),
        "Q": pgettext("top card", "queen"),
        "J": pgettext("top card", "jack"),
        "T": pgettext("top card", "ten"),
        "9": pgettext("top card", "nine"),
        "8": pgettext("top card", "eight"),
        "7": pgettext("top card", "seven"),
        "6": pgettext("top card", "six"),
        "5": pgettext("top card", "five"),
        "4": pgettext("top card", "four"),
        "3": pgettext("top card", "three"),
        "2": pgettext("top card", "two"),
    }[rank]
