"""Players who are not at their table, and those who are back."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tables.changes.at_table import PlayerAtTable
from tables.changes.kinds import ABSENCES
from tournament.changes.change import logged
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence(PlayerAtTable):
    """hand: the first that the mark changes. arrived: whether the player was awaited until now; earlier releases did
    not keep it.
    """

    hand: int
    arrived: bool = False


@logged(ABSENCES)
class PlayerAbsent(Absence):
    says = gettext_noop("Marked %(name)s absent from hand %(hand)d (table %(table)d, seat %(seat)d).")


@logged(ABSENCES)
class PlayerBack(Absence):
    def said(self, writer: Writer) -> str:
        words = self.in_words(writer)
        if self.arrived:
            return _("%(name)s has arrived (table %(table)d, seat %(seat)d).") % words
        return _("Marked %(name)s back from hand %(hand)d (table %(table)d, seat %(seat)d).") % words
