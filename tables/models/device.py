from __future__ import annotations

from django.db import models

from tables.models.table import Table
from tournament.models import Account, Tournament
from tournament.models.states import Sealed, SealedState


class PairingCode(models.Model):
    """A code that binds one tablet to one table: short-lived, used once, made by the floor."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="pairing_codes")
    code = models.CharField(max_length=12, unique=True)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"pairing code for {self.table}"


class Device(Sealed):
    """A dealer's tablet, bound to one table. Only the hash of its token is kept.

    It may write while `epoch` equals the table's `lease_epoch`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="devices")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="devices")
    name = models.CharField(max_length=60)
    token_sha256 = models.CharField(max_length=64, unique=True)
    epoch = models.PositiveIntegerField(default=0)
    paired_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_seen_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="tablet",
            columns=("tournament_id", "table_id", "name", "token_sha256", "paired_at", "revoked_at"),
            name="name",
        ),
    )  # fmt: skip

    def __str__(self) -> str:
        return self.name
