"""The clock of a decision, called on a player and stopped, and chips of the time bank."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import HandAtTable
from tables.changes.kinds import RULINGS
from tournament.changes.change import logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSeat(HandAtTable):
    seat: int


@logged(RULINGS)
class ClockCalled(OfSeat):
    """clock: as the table keeps it."""

    clock: dict[str, Any]

    def said(self, writer: Writer) -> str:
        text = (
            _("Called the clock on seat %(seat)d at table %(table)d, hand %(hand)d (TDA 29).")
            if self.hand
            else _("Called the clock on seat %(seat)d at table %(table)d (TDA 29).")
        )
        return text % self.in_words(writer)


@logged(RULINGS)
class ClockWithdrawn(OfSeat):
    """clock: what the table has instead."""

    clock: None = None

    def said(self, writer: Writer) -> str:
        text = (
            _("Stopped the clock on seat %(seat)d at table %(table)d, hand %(hand)d.")
            if self.hand
            else _("Stopped the clock on seat %(seat)d at table %(table)d.")
        )
        return text % self.in_words(writer)


@logged(RULINGS)
class TimeChipUsed(OfSeat):
    """seconds: what it adds. left: how many the player still has. chip: its id."""

    says = gettext_noop(
        "Seat %(seat)d used a time-bank chip at table %(table)d, hand %(hand)d: %(seconds)d seconds more."
    )

    seconds: int
    left: int
    chip: int


@logged(RULINGS)
class TimeChipReturned(OfSeat):
    says = gettext_noop("Returned the time-bank chip of seat %(seat)d at table %(table)d, hand %(hand)d.")
