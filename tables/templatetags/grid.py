"""The cards of the console's grid: each put together once for all consoles, and marked so that an open console
fetches again only those that changed.

A card looks the same to everybody who reads it in one language, so it is kept by its value. Four characters of
its digest stand in the page; the console sends them back, and whatever differs is sent again.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, pgettext

from tables.queries.console.overview import Grid, TableCard

register = template.Library()

# A mark is a few characters: enough that one changed card in sixteen million looks as it did.
MARK = 4
# Every table of the largest room, as it was and as it is, in both languages.
KEPT = 8192


@register.simple_tag
def table_card(card: TableCard, code: str) -> SafeString:
    """One table of the grid: its link with what it shows, `data-seen` its mark."""
    return _kept(card, code, get_language() or "")[0]


@register.simple_tag
def grid_mark(grid: Grid) -> str:
    """What tells a console that tables were opened or closed: then it fetches the whole grid."""
    return _digest(repr(([card.number for card in grid.cards], grid.closed)))


def changed_cards(grid: Grid, code: str, seen: str) -> Sequence[TableCard] | None:
    """The cards that differ from those with the marks `seen`; None where the grid has other tables."""
    if len(seen) != MARK * (1 + len(grid.cards)) or seen[:MARK] != grid_mark(grid):
        return None
    language = get_language() or ""
    return [
        card
        for at, card in enumerate(grid.cards, start=1)
        if _kept(card, code, language)[1] != seen[MARK * at : MARK * (at + 1)]
    ]


@register.filter
def hand_named(number: int) -> str:
    """ "Hand 12"."""
    return gettext("Hand %(number)s") % {"number": number}


@register.filter
def level_short(number: int) -> str:
    """ "L7"."""
    return pgettext("short for level", "L%(number)s") % {"number": number}


@register.filter
def an_hour(number: int) -> str:
    """ "28/h"."""
    return pgettext("hands an hour", "%(number)s/h") % {"number": number}


@register.filter
def mark_named(mark: str) -> SafeString:
    """One mark of a table: sign, word and colour."""
    return _mark(mark, get_language() or "")


def forget_cards() -> None:
    """Put every card together again: for a measurement of what the first console pays."""
    _kept.cache_clear()


@lru_cache(maxsize=KEPT)
def _kept(card: TableCard, code: str, language: str) -> tuple[SafeString, str]:
    """The card, and its mark. It is the same in every process, so that any of them can answer."""
    mark = _digest(f"{card} {language}")
    context = {
        "table": card,
        # Texts, which a template writes at once; a number it first formats.
        "number": str(card.number),
        "count": f"{card.players}/{card.seats}",
        "address": _address(code),
        "seen": mark,
    }
    return render_to_string("tables/console/_card.html", context), mark


@lru_cache(maxsize=64)
def _mark(mark: str, _language: str) -> SafeString:
    return render_to_string("tables/console/_mark.html", {"mark": mark})


@lru_cache(maxsize=256)
def _address(code: str) -> str:
    return reverse("tables:console", args=[code]) + "tables/"


def _digest(text: str) -> str:
    return urlsafe_b64encode(zlib.crc32(text.encode()).to_bytes(4, "big")[1:]).decode()
