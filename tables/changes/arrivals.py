"""Check-in: who is awaited, and who has arrived before the seats are drawn."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop, ngettext

from tournament.changes.change import Change, logged
from tournament.changes.kinds import ARRIVALS
from tournament.changes.people import OfEntry
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn(Change):
    """entries: of the players who were awaited when it was opened. players: how many."""

    players: int
    entries: tuple[int, ...]


@logged(ARRIVALS)
class CheckInOpened(CheckIn):
    def said(self, writer: Writer) -> str:
        return ngettext(
            "Opened check-in: %(count)s player is awaited.",
            "Opened check-in: %(count)s players are awaited.",
            self.players,
        ) % {"count": writer.chips(self.players)}


@logged(ARRIVALS)
class CheckInClosed(CheckIn):
    says = gettext_noop("Undid the check-in: no player is awaited.")


@logged(ARRIVALS)
class PlayerArrived(OfEntry):
    says = gettext_noop("%(name)s has arrived.")


@logged(ARRIVALS)
class ArrivalUndone(OfEntry):
    says = gettext_noop("Undid the check-in of %(name)s.")
