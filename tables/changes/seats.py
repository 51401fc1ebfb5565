"""Seats locked, reserved for a player, and unlocked."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import AtTable
from tables.changes.kinds import TABLES
from tournament.changes.change import logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLock:
    """How a seat is locked: its name, the reason, and the id of the player it is reserved for."""

    locked: bool
    name: str = ""
    reason: str = ""
    player: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLockChanged(AtTable):
    """name: for whom or what. before, after: older lines tell of locks without a name, and do not have them."""

    seat: int
    name: str = ""
    before: SeatLock
    after: SeatLock


@logged(TABLES)
class SeatLocked(SeatLockChanged):
    before: SeatLock = SeatLock(locked=False)
    after: SeatLock = SeatLock(locked=True)

    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.after.player:
            return _("Reserved seat %(seat)d at table %(table)d for %(name)s.") % words
        if self.name:
            return _("Locked seat %(seat)d at table %(table)d: %(name)s.") % words
        return _("Locked seat %(seat)d at table %(table)d.") % words


@logged(TABLES)
class SeatUnlocked(SeatLockChanged):
    says = gettext_noop("Unlocked seat %(seat)d at table %(table)d.")

    before: SeatLock = SeatLock(locked=True)
    after: SeatLock = SeatLock(locked=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtSeat:
    """A player of a table: the seat before, the one after, and the cards that were dealt for it and for the deal."""

    entry: int
    name: str
    was: int
    seat: int
    card: str
    dealer_card: str


@logged(TABLES)
class SeatsDealt(AtTable):
    """Before the first hand of a table, by packets of cards. packets: one or two of them."""

    packets: int
    players: tuple[DealtSeat, ...]
    button: int
    button_before: int | None

    def said(self, writer: Writer) -> str:
        """Every card, so that the table can compare."""
        seats = "; ".join(f"{each.seat}: {each.name} {self._cards(each, writer)}" for each in self.players)
        words = {"table": self.table, "seat": self.button, "seats": seats}
        return _("Dealt the seats of table %(table)d: seat %(seat)d has the button (%(seats)s).") % words

    def _cards(self, dealt: DealtSeat, writer: Writer) -> str:
        cards = [dealt.card, dealt.dealer_card][: self.packets]
        return ", ".join(str(writer.card(card)) for card in cards)


@logged(TABLES)
class SeatsDealtUndone(AtTable):
    says = gettext_noop("Undid the seating by cards at table %(table)d.")
