"""One operation of a hand in a few words, as the tablet's feed and its undo button say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from tables.queries.tablet_shown import Told
from tables.templatetags.rulings import said_ruling
from tournament.templatetags.poker import card_list, chips

register = template.Library()

Words = SafeString | str


@register.filter
def told(operation: Told) -> SafeString:
    """ "S4 raises to 1,200" """
    return format_html("{}", _SENTENCES[operation.kind](operation))


def _seat(operation: Told) -> str:
    return pgettext("short for seat 4", "S%(seat)s") % {"seat": operation.seat}


def _plain(sentence: str, operation: Told) -> str:
    return sentence % {"seat": _seat(operation), "amount": chips(operation.amount)}


def _board(operation: Told) -> Words:
    if "?" in operation.cards:
        return gettext("Board cards, not recorded")
    return card_list(operation.cards)


def _cards(operation: Told) -> Words:
    """A seat and cards of its that can be seen."""
    return format_html("{} {}", _seat(operation), card_list(operation.cards))


def _knows(operation: Told) -> str:
    """Cards recorded before they were tabled are not for the feed."""
    return _plain(gettext("%(seat)s: cards recorded"), operation)


def _show(operation: Told) -> Words:
    if not operation.cards or "?" in operation.cards:
        return _plain(gettext("%(seat)s shows"), operation)
    return _cards(operation)


def _up_card(operation: Told) -> Words:
    if "?" in operation.cards:
        return _plain(gettext("%(seat)s: up-card not recorded"), operation)
    return _cards(operation)


def _discard(operation: Told) -> str:
    count = len(operation.cards) // 2
    if not count:
        return _plain(gettext("%(seat)s stands pat"), operation)
    return ngettext("%(seat)s draws %(count)s", "%(seat)s draws %(count)s", count) % {
        "seat": _seat(operation),
        "count": count,
    }


def _openers(operation: Told) -> Words:
    words = _plain(gettext("%(seat)s shows openers"), operation)
    return words if "?" in operation.cards else format_html("{} {}", words, card_list(operation.cards))


def _declare(operation: Told) -> str:
    if not operation.seats:
        return gettext("Nobody has a low")
    sentence = {
        "": gettext("%(seats)s: winner of the pot"),
        "high": gettext("%(seats)s: winner of the high"),
        "low": gettext("%(seats)s: winner of the low"),
    }[operation.half]
    seats = ", ".join(pgettext("short for seat 4", "S%(seat)s") % {"seat": seat} for seat in operation.seats)
    return sentence % {"seats": seats}


def _ruled(operation: Told) -> Words:
    words = said_ruling(operation.ruling)
    return format_html("{}: {}", _seat(operation), words) if operation.seat else words


_SENTENCES: Final[Mapping[str, Callable[[Told], Words]]] = MappingProxyType(
    {
        "Fold": lambda op: _plain(gettext("%(seat)s folds"), op),
        "Check": lambda op: _plain(gettext("%(seat)s checks"), op),
        "Call": lambda op: _plain(gettext("%(seat)s calls"), op),
        "RaiseTo": lambda op: _plain(gettext("%(seat)s raises to %(amount)s"), op),
        "BringIn": lambda op: _plain(gettext("%(seat)s brings in"), op),
        "BlindOpen": lambda op: _plain(gettext("%(seat)s opens blind"), op),
        "Opens": lambda op: _plain(gettext("%(seat)s speaks first"), op),
        "Muck": lambda op: _plain(gettext("%(seat)s mucks"), op),
        "PutIn": lambda op: _plain(gettext("%(seat)s puts in %(amount)s"), op),
        "TakeOut": lambda op: _plain(gettext("%(seat)s takes out %(amount)s"), op),
        "EndHand": lambda _op: gettext("End of the hand"),
        "Ruling": _ruled,
        "Discard": _discard,
        "DealBoard": _board,
        "DealHole": _knows,
        "DealUp": _up_card,
        "Show": _show,
        "ShowOpeners": _openers,
        "DeclareWinners": _declare,
    }
)
