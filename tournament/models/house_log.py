from __future__ import annotations

from django.db import models

from tournament.models.account import Account
from tournament.models.tournament import Tournament


class HouseLine(models.Model):
    """One line of the house's own log: who came, went, was refused or changed what a person may. Append-only.

    `verb` is a stable code; `data` has what its sentence names, never a password, code or secret. The sentence is
    made when it is read, in the reader's language.
    """

    at = models.DateTimeField()
    verb = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    # Who acted, and in words that outlive the account; nobody for a stranger.
    account = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    actor = models.CharField(max_length=150, blank=True)
    # Whose account it is about; nobody where a stranger typed a name that the house does not know.
    subject = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    # Where something was refused or a role was given.
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # What they acted on, in words ("Firefox, Android"), and the network it was in.
    device = models.CharField(max_length=60, blank=True)
    address = models.CharField(max_length=45, blank=True)

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.verb} by {self.actor or 'a stranger'}"
