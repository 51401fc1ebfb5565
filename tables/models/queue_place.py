from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models import Entry, Tournament
from tournament.models.tokens import new_secret
from tournament.rules.payouts.prices import LONGEST_NAME


class QueueState(models.TextChoices):
    WAITING = "waiting"
    REGISTERED = "registered"
    DISMISSED = "dismissed"
    LEFT = "left"


class QueuePlace(models.Model):
    """Somebody who has given a name on a phone and waits for the desk, in the order of coming.

    Nobody knows yet who that is: the desk sells the entry, to a player of the house or a new one, or dismisses the
    place. `key` is that of the form, so that a form sent twice is one place. `network` is a digest of the phone's
    address: it tells places of one address from others and cannot be read back. All places go when the event is over.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=120)
    secret = models.CharField(max_length=64, unique=True, default=new_secret, editable=False)
    key = models.UUIDField(unique=True)
    network = models.CharField(max_length=32)
    came_at = models.DateTimeField()
    # The price that the player says is theirs, as its name; None: nothing was asked. The desk decides.
    price_name = models.CharField(max_length=LONGEST_NAME, null=True, blank=True)  # "" is the buy-in
    state = models.CharField(max_length=12, choices=QueueState, default=QueueState.WAITING)
    entry = models.OneToOneField(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="queue_place"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="registered", entry__isnull=False)
                | ~Q(state="registered") & Q(entry__isnull=True),
                name="queue_place_registered_has_its_entry",
            ),
        ]
        indexes = [
            models.Index(fields=["tournament", "came_at"], name="queue_place_by_arrival"),
            models.Index(fields=["tournament"], condition=Q(state="waiting"), name="queue_place_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.name} waits"
