"""One operation of a hand in a few words, as the tablet's feed and its undo button say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext

from tables.queries.tablet.prompt import FeedLine
from tables.templatetags.rulings import said_ruling
from tables.templatetags.tablet import board_without_cards, street_without_cards, street_words
from tables.words.pots import pot_goes_to
from tournament.templatetags.poker import card_list, chips

register = template.Library()

Words = SafeString | str


@register.filter
def feed_words(operation: FeedLine) -> SafeString:
    """ "S4 raises to 1,200", "S4 all-in, 12,075", "Flop without cards"."""
    return _feed_words(operation, get_language())


# A line of the feed is drawn again with each of the next taps.
@lru_cache(maxsize=4_096)
def _feed_words(operation: FeedLine, _language: str | None) -> SafeString:
    return format_html("{}", _SENTENCES[operation.kind](operation))


def _seat(operation: FeedLine) -> str:
    return pgettext("short for seat 4", "S%(seat)s") % {"seat": operation.seat}


def _plain(sentence: str, operation: FeedLine) -> str:
    return sentence % {"seat": _seat(operation), "amount": chips(operation.amount)}


def _chips_in(sentence: str, all_in: str, operation: FeedLine) -> str:
    """What puts chips in, said as a dealer announces it when they are the last."""
    return _plain(all_in if operation.is_all_in else sentence, operation)


def _board(operation: FeedLine) -> Words:
    if "?" in operation.cards:
        return board_without_cards(operation.street)
    return card_list(operation.cards)


def _boards(operation: FeedLine) -> str:
    return gettext("The board is dealt %(times)s times") % {"times": operation.amount}


def _street(operation: FeedLine) -> Words:
    """The cards of a street of a run-out, in the order of the deal."""
    if not operation.cards.strip("?"):
        return street_without_cards(operation.street)
    return format_html("{} {}", street_words(operation.street), card_list(operation.cards))


def _cards(operation: FeedLine) -> Words:
    """A seat and those of its cards that everybody can see."""
    return format_html("{} {}", _seat(operation), card_list(operation.cards))


def _knows(operation: FeedLine) -> str:
    """Cards recorded before they were tabled are not for the feed."""
    return _plain(gettext("%(seat)s: cards recorded"), operation)


def _show(operation: FeedLine) -> Words:
    if not operation.cards or "?" in operation.cards:
        return _plain(gettext("%(seat)s shows"), operation)
    return _cards(operation)


def _up_card(operation: FeedLine) -> Words:
    if "?" in operation.cards:
        return _plain(gettext("%(seat)s: up-card not recorded"), operation)
    return _cards(operation)


def _discard(operation: FeedLine) -> str:
    count = len(operation.cards) // 2
    if not count:
        return _plain(gettext("%(seat)s stands pat"), operation)
    return ngettext("%(seat)s draws %(count)s", "%(seat)s draws %(count)s", count) % {
        "seat": _seat(operation),
        "count": count,
    }


def _openers(operation: FeedLine) -> Words:
    words = _plain(gettext("%(seat)s shows openers"), operation)
    return words if "?" in operation.cards else format_html("{} {}", words, card_list(operation.cards))


def _declare(operation: FeedLine) -> str:
    if not operation.seats:
        return gettext("No low")
    seats = [pgettext("short for seat 4", "S%(seat)s") % {"seat": seat} for seat in operation.seats]
    return pot_goes_to(seats, pot=operation.pot, pots=operation.pots, half=operation.half)


def _ruled(operation: FeedLine) -> Words:
    words = said_ruling(operation.ruling)
    return format_html("{}: {}", _seat(operation), words) if operation.seat else words


_SENTENCES: Final[Mapping[str, Callable[[FeedLine], Words]]] = MappingProxyType(
    {
        "Fold": lambda op: _plain(gettext("%(seat)s folds"), op),
        "Check": lambda op: _plain(gettext("%(seat)s checks"), op),
        "Call": lambda op: _chips_in(
            gettext("%(seat)s calls"), gettext("%(seat)s calls all-in, %(amount)s"), op
        ),
        "Bet": lambda op: _chips_in(
            gettext("%(seat)s bets %(amount)s"), gettext("%(seat)s all-in, %(amount)s"), op
        ),
        "RaiseTo": lambda op: _chips_in(
            gettext("%(seat)s raises to %(amount)s"), gettext("%(seat)s all-in, %(amount)s"), op
        ),
        "Complete": lambda op: _chips_in(
            gettext("%(seat)s completes to %(amount)s"), gettext("%(seat)s all-in, %(amount)s"), op
        ),
        "BringIn": lambda op: _chips_in(
            gettext("%(seat)s brings in"), gettext("%(seat)s brings in all-in, %(amount)s"), op
        ),
        "BlindOpen": lambda op: _plain(gettext("%(seat)s opens blind"), op),
        "Opens": lambda op: _plain(gettext("%(seat)s acts first"), op),
        "Muck": lambda op: _plain(gettext("%(seat)s mucks"), op),
        "PutIn": lambda op: _plain(gettext("%(seat)s puts in %(amount)s"), op),
        "TakeOut": lambda op: _plain(gettext("%(seat)s takes out %(amount)s"), op),
        "EndHand": lambda _op: gettext("End of the hand"),
        "Ruling": _ruled,
        "Discard": _discard,
        "DealBoard": _board,
        "Street": _street,
        "RunBoards": _boards,
        "DealHole": _knows,
        "DealUp": _up_card,
        "Show": _show,
        "ShowOpeners": _openers,
        "DeclareWinners": _declare,
    }
)
