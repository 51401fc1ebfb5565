from __future__ import annotations

from django.db import models

from tournament.models.account import Account
from tournament.models.chain import SealedRows
from tournament.models.tournament import Tournament


class LogEntry(models.Model):
    """One change: who, on which device, when, what, and why. Append-only.

    `verb` is a stable code; `data` has the numbers of its sentence and what an undo needs.
    The sentence is made when it is read, in the reader's language.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    verb = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # Who or what acted, in words that outlive the account or the device ("Tablet 3", "clock").
    actor = models.CharField(max_length=120)
    # The dealer's tablet that acted, by its id in `tables`, which this app does not know.
    tablet = models.PositiveBigIntegerField(null=True, blank=True)
    # What a person acted on, in words: "Firefox, Android".
    device = models.CharField(max_length=60, blank=True)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )

    objects = SealedRows.as_manager()

    class Meta:
        indexes = [models.Index(fields=["tournament", "-id"], name="log_newest_first")]

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.verb} by {self.actor}"
