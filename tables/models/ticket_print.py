from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models import Tournament


class PrintState(models.TextChoices):
    WAITING = "waiting"
    PRINTING = "printing"
    READY = "ready"
    FAILED = "failed"


class TicketPrint(models.Model):
    """The tickets of a whole field as one PDF: asked for on a page, made by the worker, kept for an hour.

    In the database, because the worker that makes it may run on another machine than the web process that hands it
    out. A tournament has one for each language, and a new one takes its place.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    language = models.CharField(max_length=12)
    # Floorman's address for phones, as the desk that asked was reached: it goes into the QR codes.
    base_url = models.CharField(max_length=300)
    state = models.CharField(max_length=8, choices=PrintState, default=PrintState.WAITING)
    asked_at = models.DateTimeField()
    # When a worker last wrote here: one that was killed stops writing, and another takes over.
    touched_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    pdf = models.BinaryField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "language"], name="ticket_print_once_per_language"),
            models.CheckConstraint(
                condition=Q(state="ready", pdf__isnull=False) | (~Q(state="ready") & Q(pdf__isnull=True)),
                name="ticket_print_ready_has_its_pdf",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state} tickets of {self.tournament_id}"
