"""The cards of the console's grid: each put together once for all consoles, and marked so that an open console
fetches again only those that changed.

A card looks the same to everybody who reads it in one language, so it is kept by its value. Four characters of
its digest stand in the page; the console sends them back, and whatever differs is sent again. The cards are drawn by
Jinja, as the tablet's screen is: a large room has a thousand of them, and a hundred change every few seconds.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tables.queries.console.grid import Grid, TableCard
from tables.templatetags.screen import drawn

register = template.Library()

# A mark is a few characters: enough that one changed card in sixteen million looks as it did.
MARK = 4
# Every table of the largest room, as it was and as it is, in both languages.
KEPT = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCard:
    """One table of the grid: its link with what it shows, `data-seen` its mark."""

    number: int
    mark: str
    html: SafeString
    needs_somebody: bool
    zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnGrid:
    """The grid in one language. `mark` tells a console that tables were opened or closed.

    `has_maps`: every card is a seat map. Of `tables` in all so many are `in_need` of somebody of the floor; `zones`
    are those that have tables, by name, with how many of them are in need.
    """

    cards: tuple[DrawnCard, ...]
    closed: tuple[int, ...]
    mark: str
    has_maps: bool
    tables: int
    in_need: int
    zones: tuple[tuple[str, int], ...]

    def only(self, *, in_need: bool, zone: str) -> DrawnGrid:
        """The same grid with the cards of the tables that need somebody, or of those of a zone, or of both."""
        cards = tuple(
            card
            for card in self.cards
            if (card.needs_somebody or not in_need) and (not zone or card.zone == zone)
        )
        return replace(self, cards=cards, mark=_mark_of(cards, self.closed))


def draw_grid(grid: Grid, code: str) -> DrawnGrid:
    """The grid of the tournament with this code, in the language that is active."""
    language = get_language() or ""
    cards = tuple([_drawn(card, code, language) for card in grid.cards])
    return DrawnGrid(
        has_maps=any(card.seat_map for card in grid.cards),
        cards=cards,
        closed=grid.closed,
        mark=_mark_of(cards, grid.closed),
        tables=len(cards),
        in_need=sum(card.needs_somebody for card in cards),
        zones=tuple(
            (zone, sum(card.needs_somebody for card in cards if card.zone == zone))
            for zone in sorted({card.zone for card in cards} - {""})
        ),
    )


def changed_cards(grid: DrawnGrid, seen: str) -> Sequence[DrawnCard] | None:
    """The cards that differ from those with the marks `seen`; None where the grid has other tables."""
    if len(seen) != MARK * (1 + len(grid.cards)) or seen[:MARK] != grid.mark:
        return None
    marks = [seen[at : at + MARK] for at in range(MARK, len(seen), MARK)]
    return [card for card, mark in zip(grid.cards, marks, strict=True) if card.mark != mark]


@register.simple_tag
def card_items(cards: Sequence[DrawnCard], *, again: bool = False) -> SafeString:
    """Cards as items of a list; those sent `again` say that they take their place in the page."""
    return drawn("tables/console/_cards.jinja", cards=cards, again=again)


@lru_cache(maxsize=KEPT)
def _drawn(card: TableCard, code: str, language: str) -> DrawnCard:
    """The card. Its mark is the same in every process, so that any of them can answer."""
    mark = _digest(f"{card} {language}")
    template = "_map.jinja" if card.seat_map else "_card.jinja"
    html = drawn(f"tables/console/{template}", table=card, console=_console(code), seen=mark)
    return DrawnCard(
        number=card.number, mark=mark, html=html, needs_somebody=card.needs_somebody, zone=card.zone
    )


def _mark_of(cards: Sequence[DrawnCard], closed: Sequence[int]) -> str:
    return _digest(repr(([card.number for card in cards], tuple(closed))))


@lru_cache(maxsize=256)
def _console(code: str) -> str:
    return reverse("tables:console", args=[code])


def _digest(text: str) -> str:
    return urlsafe_b64encode(zlib.crc32(text.encode()).to_bytes(4, "big")[1:]).decode()
