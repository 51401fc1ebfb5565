from __future__ import annotations

import hashlib
from typing import Any

from django.db import IntegrityError, models, transaction

from tournament.models.account import Account
from tournament.models.chain import values_of
from tournament.models.links import NOTHING, digest_of
from tournament.models.tournament import Tournament

SEAL = ("id", "number", "hash")
"""What of a line is not part of what it says."""


class HouseLines(models.QuerySet["HouseLine"]):
    """Lines that are numbered and sealed as they are written."""

    def create(self, **values: Any) -> HouseLine:
        """Append a line. A second writer at the same moment waits for this one and takes the number after it."""
        while True:
            number, before = self.newest()
            line = HouseLine(**values, number=number + 1)
            line.hash = seal_of(line, before)
            try:
                with transaction.atomic():
                    line.save(force_insert=True)
            except IntegrityError:
                if self.newest()[0] == number:
                    raise
            else:
                return line

    def newest(self) -> tuple[int, str]:
        """The number and hash of the last line; 0 where there is none."""
        return self.order_by("-number").values_list("number", "hash").first() or (0, NOTHING)


class HouseLine(models.Model):
    """One line of the house's own log: who came, went, was refused or changed what a person may.

    `verb` is a stable code; `data` has what its sentence names, never a password, code or secret. The sentence is
    made when it is read, in the reader's language. Append-only by triggers (migration 0037), and a chain of its own:
    lines are numbered 1, 2, ... without a gap, and each hash is over what the line says and the hash before.
    """

    number = models.PositiveIntegerField(unique=True)
    hash = models.CharField(max_length=64)

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

    objects = HouseLines.as_manager()

    def __str__(self) -> str:
        return f"{self.at:%H:%M:%S} {self.verb} by {self.actor or 'a stranger'}"


def seal_of(line: HouseLine, before: str) -> str:
    """The hash of a line after the one whose hash is `before`."""
    says = {name: value for name, value in values_of(line).items() if name not in SEAL}
    return hashlib.sha256(f"{before}\n{line.number}\n{digest_of(says)}".encode()).hexdigest()
