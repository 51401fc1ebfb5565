"""Cards as people write them: "Kd 5c 9s", "K♦, 5♣", "10h", "kd5c"; suits by sign or by the reader's letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from django.http import QueryDict
from django.utils.translation import get_language, pgettext

JOKER: Final = "Jk"
_SIGNS: Final[Mapping[str, str]] = {
    "♠": "s",
    "♥": "h",
    "♦": "d",
    "♣": "c",
    "♤": "s",
    "♡": "h",
    "♢": "d",
    "♧": "c",
}
# Whatever may stand between two cards, the marks of a sign's text or picture form among it.
_FILLING: Final = r"[\s,;.·|/()\[\]\ufe0e\ufe0f-]"
_BETWEEN: Final = re.compile(f"{_FILLING}*")
_JOKER: Final = re.compile(r"joker|jolly|jkr|jk|★", re.IGNORECASE)
_HALF: Final = re.compile(r"(?:10|[2-9tjqka1])", re.IGNORECASE)
# A rank with a letter that is no suit, and then another card or nothing; otherwise a whole word.
_PIECE: Final = re.compile(
    rf"(?:10|[2-9tjqka])\w(?=[2-9tjqka1]|{_FILLING}|$)|[^\s,;.·|/()\[\]-]{{1,8}}", re.IGNORECASE
)


def picked_cards(sent: QueryDict) -> list[str]:
    """The values of the cards tapped on a deck, in order: all that have no answer yet, or the one of a plain form."""
    return sent.getlist("picked") or sent.getlist("pick")


def leading_cards(typed: str, *, joker: bool = False) -> tuple[tuple[str, ...], str]:
    """The cards ("Kd", "Ts") up to the first thing that is not a card, and what remains. `joker`: it is one too."""
    card = _pattern(get_language() or "en")
    suits = {**_SIGNS, **{letter: suit for suit, letter in letters().items()}}
    cards: list[str] = []
    at = _skip(typed, 0)
    while at < len(typed):
        if joker and (found := _JOKER.match(typed, at)):
            cards.append(JOKER)
        elif found := card.match(typed, at):
            cards.append(found[1].upper().replace("10", "T") + suits[found[2].lower()])
        else:
            break
        at = _skip(typed, found.end())
    return tuple(cards), typed[at:]


def is_begun(rest: str) -> bool:
    """Whether what remains may yet become a card: a rank whose suit is still to be typed."""
    return _HALF.fullmatch(rest.strip()) is not None


def first_piece(rest: str) -> str:
    """Of what remains, what a person would call one card."""
    found = _PIECE.match(rest)
    return found[0] if found else rest[:1]


def write_cards(cards: Iterable[str]) -> str:
    """Cards as `leading_cards` reads them, with the reader's letters: "Kd 10s"."""
    suits = letters()
    return " ".join(card if card == JOKER else card[0].replace("T", "10") + suits[card[1]] for card in cards)


def letters() -> dict[str, str]:
    """The letter of each suit: s h d c, in Italian p c q f."""
    return {
        "s": pgettext("letter of spades", "s"),
        "h": pgettext("letter of hearts", "h"),
        "d": pgettext("letter of diamonds", "d"),
        "c": pgettext("letter of clubs", "c"),
    }


def example() -> str:
    """Two cards as the reader may write them."""
    return write_cards(("Kd", "Ts"))


def _skip(typed: str, at: int) -> int:
    found = _BETWEEN.match(typed, at)
    return found.end() if found else at


@cache
def _pattern(_language: str) -> re.Pattern[str]:
    suits = "".join([*_SIGNS, *letters().values()])
    return re.compile(f"(10|[2-9tjqka]){_FILLING}*([{suits}])", re.IGNORECASE)
