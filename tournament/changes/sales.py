"""Rebuys and add-ons: sold, paid later, undone and refunded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.changes.change import logged
from tournament.changes.figures import Chips, Money
from tournament.changes.kinds import SALES
from tournament.changes.people import OfEntry
from tournament.models import SaleKind
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OutBefore:
    """What the undo of a rebuy needs of a player whom it has brought back: seat, places, and of how many entries.

    out_at: when the player had gone out, in ISO format.
    """

    seat: int
    places: tuple[int, int]
    out_at: str
    of_entries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsSold(OfEntry):
    """table, table_id: the number and the key of the table, 0 without a seat.

    hand: the chips come when it is over, 0 for at once. missed: so many hands were dealt before the player was back.
    """

    paid: Money
    chips: Chips
    table: int
    table_id: int
    hand: int
    is_owed: bool
    missed: int
    back: OutBefore | None

    def besides(self) -> Iterator[str]:
        """When the chips come, what is owed, and how many hands a player missed (TDA 27)."""
        if self.hand:
            yield _("The chips come after hand %(hand)d.") % {"hand": self.hand}
        if self.is_owed:
            yield _("Announced at the table; the money is owed.")
        if self.missed:
            yield ngettext(
                "%(count)d hand was dealt meanwhile (TDA 27).",
                "%(count)d hands were dealt meanwhile (TDA 27).",
                self.missed,
            ) % {"count": self.missed}


@logged(SALES)
class RebuySold(ChipsSold):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.back is not None:
            sold = _("%(name)s is back in play by a rebuy: %(chips)s for %(paid)s.") % words
        else:
            sold = _("Rebuy of %(name)s: %(chips)s for %(paid)s.") % words
        return " ".join([sold, *self.besides()])


@logged(SALES)
class AddOnSold(ChipsSold):
    def said(self, writer: Writer) -> str:
        sold = _("Add-on of %(name)s: %(chips)s for %(paid)s.") % self.in_words(writer)
        return " ".join([sold, *self.besides()])


@logged(SALES)
class SaleUndone(OfEntry):
    kind: SaleKind
    paid: Money
    chips: Chips

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.kind == SaleKind.REBUY:
            return _("Undid the rebuy of %(name)s: %(chips)s and %(paid)s go back.") % words
        return _("Undid the add-on of %(name)s: %(chips)s and %(paid)s go back.") % words


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSale(OfEntry):
    """sale: the key of a sale that was made before; paid: what it costs."""

    sale: int
    kind: SaleKind
    paid: Money


@logged(SALES)
class SaleCollected(OfSale):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.kind == SaleKind.REBUY:
            return _("%(name)s has paid %(paid)s for the rebuy.") % words
        return _("%(name)s has paid %(paid)s for the add-on.") % words


@logged(SALES)
class SaleOwedAgain(OfSale):
    says = gettext_noop("%(name)s owes %(paid)s again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRefund(OfSale):
    """is_owed: it was never paid."""

    is_owed: bool


@logged(SALES)
class SaleRefunded(OfRefund):
    """Its chips stay in play."""

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_owed and self.kind == SaleKind.REBUY:
            return _("Wrote off %(paid)s that %(name)s owed for the rebuy; its chips stay in play.") % words
        if self.is_owed:
            return _("Wrote off %(paid)s that %(name)s owed for the add-on; its chips stay in play.") % words
        if self.kind == SaleKind.REBUY:
            return _("Refunded the rebuy of %(name)s: %(paid)s; its chips stay in play.") % words
        return _("Refunded the add-on of %(name)s: %(paid)s; its chips stay in play.") % words


@logged(SALES)
class SaleRefundUndone(OfRefund):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.is_owed:
            return _("%(name)s owes %(paid)s again.") % words
        if self.kind == SaleKind.REBUY:
            return _("Undid the refund of the rebuy of %(name)s: %(paid)s is at the desk again.") % words
        return _("Undid the refund of the add-on of %(name)s: %(paid)s is at the desk again.") % words
