from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table


class MessageKind(models.TextChoices):
    CALL = "call", _("Floor called")
    NOTE = "note", _("Message from the floor")
    MOVE = "move", _("Send a player")
    HOLD = "hold", _("Hold")


class FloorMessage(models.Model):
    """A message between a table and the floor. Open until someone marks it done."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="messages")
    kind = models.CharField(max_length=8, choices=MessageKind)
    text = models.CharField(max_length=300, blank=True)
    data = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    author = models.CharField(max_length=120)
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = models.CharField(max_length=120, blank=True)

    def __str__(self) -> str:
        return f"{self.table} {self.kind}"
