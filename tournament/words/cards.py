"""Cards in the reader's words: signs, letters and names of suits and ranks."""

from __future__ import annotations

from django.utils.translation import pgettext

# U+FE0E asks for the text form, or phones draw coloured pictures.
SUIT_SIGNS = {"s": "♠\ufe0e", "h": "♥\ufe0e", "d": "♦\ufe0e", "c": "♣\ufe0e"}


def suit_sign(suit: str) -> str:
    return SUIT_SIGNS[suit]


def suit_letter(suit: str) -> str:
    """The initial that players write: s h d c, in Italian p c q f."""
    return {
        "s": pgettext("letter of spades", "s"),
        "h": pgettext("letter of hearts", "h"),
        "d": pgettext("letter of diamonds", "d"),
        "c": pgettext("letter of clubs", "c"),
    }[suit]


def suit_name(suit: str) -> str:
    return {
        "s": pgettext("suit", "spades"),
        "h": pgettext("suit", "hearts"),
        "d": pgettext("suit", "diamonds"),
        "c": pgettext("suit", "clubs"),
    }[suit]


def rank_name(rank: str) -> str:
    return {
        "A": pgettext("card", "ace"),
        "K": pgettext("card", "king"),
        "Q": pgettext("card", "queen"),
        "J": pgettext("card", "jack"),
        "T": pgettext("card", "ten"),
        "9": pgettext("card", "nine"),
        "8": pgettext("card", "eight"),
        "7": pgettext("card", "seven"),
        "6": pgettext("card", "six"),
        "5": pgettext("card", "five"),
        "4": pgettext("card", "four"),
        "3": pgettext("card", "three"),
        "2": pgettext("card", "two"),
    }[rank]
