from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.account import Account
from tournament.models.log import LogEntry
from tournament.models.states import Sealed, SealedState
from tournament.models.tournament import Tournament


class Till(Sealed):
    """The cash drawer of one person in one currency, in minor units: opened with a float, counted when it is closed.

    What belongs to it is what that person has moved between its two lines of the log, in every tournament of that
    currency; `tournament` is where it was opened. `expected` and `counted` are kept as they were at the closing.
    Opened by mistake it is undone; closed by mistake it is open again.
    """

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="tills")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="tills")
    currency = models.CharField(max_length=3)
    opening_float = models.BigIntegerField()
    opened_at = models.DateTimeField()
    opened_line = models.OneToOneField(LogEntry, on_delete=models.PROTECT, related_name="opened_till")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_line = models.OneToOneField(
        LogEntry, on_delete=models.PROTECT, null=True, blank=True, related_name="closed_till"
    )
    expected = models.BigIntegerField(null=True, blank=True)
    counted = models.BigIntegerField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="till",
            columns=(
                "account_id", "tournament_id", "currency", "opening_float", "opened_at", "opened_line_id",
                "closed_at", "closed_line_id", "expected", "counted", "undone_at",
            ),
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(opening_float__gte=0) & (Q(counted__isnull=True) | Q(counted__gte=0)),
                name="till_money_not_negative",
            ),
            models.CheckConstraint(
                condition=Q(
                    closed_at__isnull=True,
                    closed_line__isnull=True,
                    expected__isnull=True,
                    counted__isnull=True,
                )
                | Q(
                    closed_at__isnull=False,
                    closed_line__isnull=False,
                    expected__isnull=False,
                    counted__isnull=False,
                ),
                name="till_closed_is_counted",
            ),
            models.UniqueConstraint(
                fields=["account", "currency"],
                condition=Q(closed_at__isnull=True, undone_at__isnull=True),
                name="till_one_open_per_person",
            ),
        ]

    def __str__(self) -> str:
        return f"till of {self.account} since {self.opened_at:%Y-%m-%d %H:%M}"
