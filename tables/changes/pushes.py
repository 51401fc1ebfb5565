"""Dealers who changed at a table, and the mark of it undone."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tables.changes.at_table import AtTable, OfTable
from tables.changes.kinds import TABLES
from tournament.changes.change import logged
from tournament.words.writer import Writer


@logged(TABLES)
class DealerPushed(AtTable):
    """push: the mark, as the table keeps it. seconds: before the level ended, where that was too close."""

    push: dict[str, Any]
    seconds: int | None

    def said(self, writer: Writer) -> str:
        if self.seconds is None:
            return _("Dealers changed at table %(table)d.") % {"table": self.table}
        return ngettext(
            "Dealers changed at table %(table)d, %(seconds)d second before the level ended (TDA RP-7: not within 90).",
            "Dealers changed at table %(table)d, %(seconds)d seconds before the level ended (TDA RP-7: not within 90).",
            self.seconds,
        ) % {"table": self.table, "seconds": self.seconds}


@logged(TABLES)
class PushUndone(OfTable):
    says = gettext_noop("Undid the dealer change at table %(table)d.")
