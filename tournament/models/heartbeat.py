from __future__ import annotations

from django.db import models


class Heartbeat(models.Model):
    """When something that works behind the screens was last at work: `worker`, `beat`, or `sweep`, the clocks looked
    at. Several of a kind share a row: one of them at work is enough.
    """

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at}"
