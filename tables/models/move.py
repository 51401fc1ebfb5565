from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table
from tournament.models import Account, Entry, Tournament
from tournament.models.states import Sealed, SealedState


class MoveKind(models.TextChoices):
    BALANCE = "balance", _("Balancing")
    BREAK = "break", _("Table broken")
    REDRAW = "redraw", _("Redraw")
    FLOOR = "floor", _("Floor decision")


class MoveStatus(models.TextChoices):
    WAITING = "waiting", _("After this hand")
    APPLIED = "applied", _("Applied")
    DROPPED = "dropped", _("Cancelled")
    UNDONE = "undone", _("Undone")


class Move(Sealed):
    """One player's relocation. It waits for the hand in play at the old table, then happens.

    Undone it is undone: the player sits in the old seat as if it had not been, and nothing counts it.

    Each reason is a code with its numbers, so that it can be said in each language.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="moves")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="moves")
    kind = models.CharField(max_length=8, choices=MoveKind)
    status = models.CharField(max_length=8, choices=MoveStatus, default=MoveStatus.WAITING)
    from_table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="moves_out")
    from_seat = models.PositiveSmallIntegerField()
    to_table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="moves_in")
    to_seat = models.PositiveSmallIntegerField()
    # Why these tables, this player, this seat: [{"code", "params", "sentence", "source"}].
    reasons = models.JSONField(default=list)
    told_to_wait = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(Account, on_delete=models.PROTECT, null=True, related_name="+")
    applied_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    STATES = (
        SealedState(
            kind="move",
            columns=(
                "tournament_id", "entry_id", "kind", "status", "from_table_id", "from_seat", "to_table_id",
                "to_seat", "reasons", "told_to_wait", "created_at", "created_by_id", "applied_at", "undone_at",
            ),
            name="entry__number",
        ),
    )  # fmt: skip

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(status="waiting"), name="move_one_waiting_per_entry"
            ),
            models.UniqueConstraint(
                fields=["to_table", "to_seat"],
                condition=Q(status="waiting"),
                name="move_one_waiting_per_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: T{self.from_table.number} to T{self.to_table.number}"
