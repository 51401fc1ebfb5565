from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.chain import SealedRows
from tournament.models.entry import Entry
from tournament.models.log import LogEntry
from tournament.models.tournament import Tournament


class ChipKind(models.TextChoices):
    ISSUED = "issued", _("Issued")
    REMOVED = "removed", _("Removed from play")
    RETURNED = "returned", _("Returned to play")
    COLOUR_UP = "colour_up", _("Coloured up")
    CORRECTION = "correction", _("Count corrected")


# Their sum is what an entry began with: what was bought and given back cancels out.
BEGAN_WITH: Final = (ChipKind.ISSUED, ChipKind.REMOVED, ChipKind.RETURNED)


class ChipRow(models.Model):
    """Append-only ledger of chips: the sum of a tournament's rows is the chips in play.

    A row of a colour-up is what a whole table gained or lost by it; its log line names the table and every stack.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="chip_rows")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="chip_rows")
    kind = models.CharField(max_length=12, choices=ChipKind)
    amount = models.BigIntegerField()
    at = models.DateTimeField()
    log_entry = models.ForeignKey(LogEntry, on_delete=models.PROTECT, null=True, related_name="+")

    objects = SealedRows.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="chip_row_moves_chips"),
            models.CheckConstraint(
                condition=~Q(kind="issued") | Q(amount__gt=0), name="chip_row_issued_positive"
            ),
            models.CheckConstraint(
                condition=~Q(kind="removed") | Q(amount__lt=0), name="chip_row_removed_negative"
            ),
            models.CheckConstraint(
                condition=~Q(kind="returned") | Q(amount__gt=0), name="chip_row_returned_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"
