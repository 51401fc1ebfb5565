"""Why nothing can be done at a table that is not open: perhaps somebody else was quicker to do it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tables.models import Table, TableStatus
from tournament.services.errors import Refused


def not_open(table: Table) -> Refused:
    """What is said of a table that is on hold, is being broken, or is closed."""
    words = {
        TableStatus.HELD: _("Table %(table)d is already on hold."),
        TableStatus.BREAKING: _("Table %(table)d is already being broken: its seats are drawn."),
        TableStatus.CLOSED: _("Table %(table)d is closed."),
    }
    return Refused(words[TableStatus(table.status)] % {"table": table.number}, code="not_open")
