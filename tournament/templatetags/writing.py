"""Figures of sentences that are made outside templates, written as the pages write them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext

from tournament.models import Tournament
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure
from tournament.templatetags import poker


@dataclass(frozen=True, slots=True)
class PageWriter:
    """The Writer of one tournament's pages (see tournament.words.writer)."""

    currency: str
    structure: Structure

    @classmethod
    def of(cls, tournament: Tournament) -> PageWriter:
        return cls(currency=tournament.currency, structure=tournament.structure)

    def chips(self, amount: int) -> str:
        return poker.chips(amount)

    def money(self, amount: int) -> str:
        return poker.money(amount, self.currency)

    def points(self, value: Decimal) -> str:
        return poker.points(value)

    def card(self, code: str) -> str:
        return poker.card_name(code)

    def places(self, first: int, last: int) -> str:
        return poker.places(first, last)

    def period(self, index: int) -> str:
        """As the structure is now: a line may tell of a period that was removed since."""
        if not 0 <= index <= self.structure.last_index:
            return gettext("a period that has since been removed")
        period = self.structure.periods[index]
        if isinstance(period, Break):
            return period.label or gettext("Break")
        small, big = period.small_blind, period.big_blind
        if period.small_bet:
            small, big = period.small_bet, period.big_bet
        return gettext("Level %(number)d (%(small)s/%(big)s)") % {
            "number": self.structure.level_number(index),
            "small": poker.chips(small),
            "big": poker.chips(big),
        }
