"""Web hooks: who is told what, and what was written to be sent.

    waiting --answered 2xx--> delivered
       | ^
       | └── tried again by the schedule; every try has the same id and the same bytes
       └── the last try failed --> failed --sent again by hand--> waiting

A message is written in the transaction of the change that it tells of: one row for each endpoint, with the bytes that
are sent. Celery only looks for what is due. `claim` and `claimed_until` say which sender has an endpoint: one at a
time, for a while, so that a sender that was killed is followed by another.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models.account import Account
from tournament.models.tokens import new_message_id
from tournament.models.tournament import Tournament


class HookType(models.TextChoices):
    """What a message tells of, as receivers know it (docs/webhooks.md), and in the director's words."""

    EVENT_PUBLISHED = "event.published", _("Event created")
    EVENT_STARTED = "event.started", _("Clock started")
    EVENT_PAUSED = "event.paused", _("Clock paused")
    EVENT_RESUMED = "event.resumed", _("Clock resumed")
    EVENT_LEVEL_CHANGED = "event.level_changed", _("New level")
    EVENT_BREAK_STARTED = "event.break_started", _("Break started")
    EVENT_REGISTRATION_CLOSED = "event.registration_closed", _("Registration closed")
    EVENT_REGISTRATION_REOPENED = "event.registration_reopened", _("Registration reopened")
    EVENT_FINAL_TABLE = "event.final_table", _("Final table")
    EVENT_FINISHED = "event.finished", _("Tournament over")
    EVENT_CANCELLED = "event.cancelled", _("Tournament cancelled")
    ENTRY_CREATED = "entry.created", _("Entry registered")
    ENTRY_REENTERED = "entry.reentered", _("Re-entry registered")
    ENTRY_VOIDED = "entry.voided", _("Entry voided or refunded")
    ENTRY_SEATED = "entry.seated", _("Late seat drawn")
    ENTRY_MOVED = "entry.moved", _("Player moved")
    ENTRY_BUSTED = "entry.busted", _("Player out, with the place")
    ENTRY_REINSTATED = "entry.reinstated", _("Player back in play")
    PAYOUT_SET = "payout.set", _("Payouts locked or unlocked")
    PAYOUT_PAID = "payout.paid", _("Prize paid")
    PAYOUT_VOIDED = "payout.voided", _("Payment voided")
    COUNTS_PUBLISHED = "counts.published", _("Chips counted")
    HAND_FINISHED = "hand.finished", _("Hand shown to everybody")
    DRAW_COMMITTED = "draw.committed", _("Draw announced")
    DRAW_REVEALED = "draw.revealed", _("Seats drawn")
    LEAGUE_UPDATED = "league.updated", _("Season changed")


# What a test sends; nobody chooses it.
TEST_TYPE = "webhook.test"


class HookOff(models.TextChoices):
    """Why an endpoint is off."""

    BY_HAND = "by_hand", pgettext_lazy("a web hook", "Switched off")
    GONE = "gone", _("The receiver said that it is gone (410).")
    FAILED = "failed", _("The last try of a message failed.")


class HookFault(models.TextChoices):
    """Why a try has failed."""

    NO_NAME = (
        "no_name",
        _("The name of the host was not found: check the address and the internet connection."),
    )
    REFUSED = "refused", _("The connection was refused: no program is listening at this port.")
    TIMED_OUT = "timed_out", _("The receiver did not answer within 20 seconds.")
    CERTIFICATE = (
        "certificate",
        _("The certificate of the receiver is not valid for this name, or has expired."),
    )
    IN_NETWORK = (
        "in_network",
        _("The name leads to an address in this network: add the hook again and allow that, if it is meant."),
    )
    NOT_ASKED = "not_asked", _("The name leads to an address to which nothing is sent.")
    UNREACHABLE = "unreachable", _("The receiver could not be reached: check both internet connections.")
    REDIRECTED = "redirected", _("The receiver redirects to another address: enter that one instead.")
    BUSY = "busy", _("The receiver asked to wait.")
    GONE = "gone", _("The receiver said that it is gone (410).")
    ANSWER = "answer", _("The receiver answered with an error.")
    SECRET = "secret", _("The secret cannot be read since SECRET_KEY was changed: make a new one.")


class HookState(models.TextChoices):
    """Of a message."""

    WAITING = "waiting", pgettext_lazy("a message", "Waiting")
    DELIVERED = "delivered", pgettext_lazy("a message", "Delivered")
    FAILED = "failed", pgettext_lazy("a message", "Failed")


class HookEndpoint(models.Model):
    """An address that is told of changes, of one event or of all events that its maker directs."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="hooks")
    added_by = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    is_for_all = models.BooleanField(default=False)
    url = models.CharField(max_length=300)
    host = models.CharField(max_length=300)
    # Values of HookType, each with a comma on both sides: ",entry.busted,event.started,".
    types = models.CharField(max_length=900)
    has_names = models.BooleanField(default=False)
    is_in_network = models.BooleanField(default=False)
    # 64 bytes, sealed (tournament.services.sealing); the former ones sign too until `former_until`.
    sealed_secret = models.CharField(max_length=300)
    sealed_former = models.CharField(max_length=300, blank=True, default="")
    former_until = models.DateTimeField(null=True, blank=True)
    # It was shown, which happens once.
    is_shown = models.BooleanField(default=False)
    # Why it is off, a value of HookOff; "" while it is on.
    off = models.CharField(max_length=8, blank=True, default="")
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)
    last_success_at = models.DateTimeField(null=True, blank=True)
    # Nothing is sent before: the receiver does not answer, or asked for it.
    rests_until = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=40, blank=True, default="")
    claimed_until = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.host

    @property
    def type_values(self) -> tuple[str, ...]:
        return tuple(self.types.strip(",").split(","))

    @property
    def is_on(self) -> bool:
        return not self.off and self.removed_at is None


class HookDelivery(models.Model):
    """A message to one endpoint: its id, which all tries have, and the body as it is sent."""

    endpoint = models.ForeignKey(HookEndpoint, on_delete=models.CASCADE, related_name="deliveries")
    message = models.CharField(max_length=40, unique=True, default=new_message_id)
    type = models.CharField(max_length=40)
    # Of a hand its id: it is told of once.
    subject = models.BigIntegerField(null=True, blank=True)
    body = models.TextField()
    made_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=HookState, default=HookState.WAITING)
    due_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True, blank=True)
    # A value of HookFault of the last try, and the status that was answered.
    fault = models.CharField(max_length=12, blank=True, default="")
    status = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["endpoint", "id"], condition=Q(state="waiting"), name="hook_deliveries_waiting"
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=HookState.values), name="hook_delivery_state_known"),
            models.UniqueConstraint(
                fields=["endpoint", "type", "subject"],
                condition=Q(subject__isnull=False),
                name="hook_delivery_subject_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.message}"
