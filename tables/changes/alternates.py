"""Alternates on the waiting list, and players in the desk's queue."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop, ngettext

from tables.changes.at_table import PlayerAtTable
from tables.changes.kinds import TABLES
from tournament.changes.change import Change, logged
from tournament.changes.people import OfEntry
from tournament.words.writer import Writer


@logged(TABLES)
class AlternateListed(OfEntry):
    says = gettext_noop("Put %(name)s, entry %(number)s, on the waiting list.")


@logged(TABLES)
class AlternateCalled(PlayerAtTable):
    """seed: of the draw of the seat."""

    says = gettext_noop("Called %(name)s from the waiting list to table %(table)d, seat %(seat)d.")

    seed: str


@logged(TABLES)
class AlternateUncalled(PlayerAtTable):
    says = gettext_noop("Undid the call of %(name)s to table %(table)d, seat %(seat)d; called by hand only.")


@logged(TABLES)
class AlternateRecalled(PlayerAtTable):
    says = gettext_noop("%(name)s is called to table %(table)d, seat %(seat)d again.")


@logged(TABLES)
class AlternateSeated(PlayerAtTable):
    says = gettext_noop(
        "%(name)s, called from the waiting list, sits down at table %(table)d, seat %(seat)d."
    )


@logged(TABLES)
class AlternateMissed(PlayerAtTable):
    says = gettext_noop(
        "%(name)s did not come to table %(table)d, seat %(seat)d, and goes to the end of the list."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPlaces(Change):
    """places: those in the queue, by their ids. Their names are forgotten with the queue."""

    places: tuple[int, ...]


@logged(TABLES)
class QueueDismissed(OfPlaces):
    def said(self, writer: Writer) -> str:
        count = len(self.places)
        return ngettext(
            "Dismissed %(count)d player from the desk’s queue.",
            "Dismissed %(count)d players from the desk’s queue.",
            count,
        ) % {"count": count}


@logged(TABLES)
class QueueRestored(OfPlaces):
    def said(self, writer: Writer) -> str:
        count = len(self.places)
        return ngettext(
            "%(count)d player is back in the desk’s queue.",
            "%(count)d players are back in the desk’s queue.",
            count,
        ) % {"count": count}
