"""Notices to players: the ways in which a player is reached, and what was written to be sent by them.

A way is a browser at its push service, or an address at a message service of the house (`MessageService`).

    waiting --the service takes it--> sent
       |──a newer one of its kind──> replaced
       └──refused, or too late──> failed

A notice is written in the transaction of the change that it tells of: one row for each phone of the player. Celery only
looks for what is due. `claim` and `claimed_until` say which sender has a phone: one at a time, for a while, so that
what a phone is told arrives in the order in which it happened, and a sender that was killed is followed by another.
"""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q

from tournament.models.entry import Entry
from tournament.models.message_service import MessageService
from tournament.models.tokens import new_message_id

# What is longer no phone shows; the place where prizes are paid is as long as somebody has typed it.
LONGEST_TITLE: Final = 120
LONGEST_TEXT: Final = 300


class NoticeKind(models.TextChoices):
    """What a notice is about. A phone shows the newest of each kind."""

    WELCOME = "welcome"
    SEAT = "seat"
    REGISTRATION = "registration"
    BREAK = "break"
    PRIZE = "prize"


class NoticeState(models.TextChoices):
    """Of a notice."""

    WAITING = "waiting"
    SENT = "sent"
    REPLACED = "replaced"
    FAILED = "failed"


class PhoneEnd(models.TextChoices):
    """Why a phone gets no more notices."""

    BY_HAND = "by_hand"
    # The push service does not know it any more: the app was removed, or notices were forbidden.
    GONE = "gone"
    # SECRET_KEY was changed without a fallback: push services know the phone by the former key.
    KEY = "key"


class PlayerPhone(models.Model):
    """A way in which a player has asked to be told things: a browser, as its push service knows it, or an address at a
    message service.

    The address and the keys are forgotten with the end; the row stays, for the desk.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="phones")
    # Nothing for a browser.
    service = models.ForeignKey(
        MessageService, on_delete=models.CASCADE, null=True, blank=True, related_name="phones"
    )
    # Of a browser the address that it was given by its push service; of a person their number, e-mail or id.
    endpoint = models.CharField(max_length=600)
    # The browser's public key and its secret, base64url: nobody but the browser reads what is sent.
    p256dh = models.CharField(max_length=100, blank=True, default="")
    auth = models.CharField(max_length=40, blank=True, default="")
    # The public key of the house that the push service was told, base64url.
    house_key = models.CharField(max_length=100, blank=True, default="")
    language = models.CharField(max_length=8)
    made_at = models.DateTimeField()
    last_success_at = models.DateTimeField(null=True, blank=True)
    last_failure_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    # A value of PhoneEnd; "" while it is on.
    ended = models.CharField(max_length=8, blank=True, default="")
    claim = models.CharField(max_length=40, blank=True, default="")
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "endpoint"],
                condition=Q(ended="", service=None),
                name="phone_once_per_entry",
            ),
            models.UniqueConstraint(
                fields=["entry", "service"],
                condition=Q(ended="", service__isnull=False),
                name="message_service_once_per_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.pk}"


class PhoneNotice(models.Model):
    """What one phone is told: the text in its language, and until when it is of use."""

    phone = models.ForeignKey(PlayerPhone, on_delete=models.CASCADE, related_name="notices")
    notice = models.CharField(max_length=40, unique=True, default=new_message_id)
    kind = models.CharField(max_length=12, choices=NoticeKind)
    # What it tells of, such as a line of the log: a phone is told once.
    subject = models.CharField(max_length=60)
    title = models.CharField(max_length=LONGEST_TITLE)
    text = models.CharField(max_length=LONGEST_TEXT, blank=True)
    # The page that opens.
    page = models.CharField(max_length=100)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=NoticeState, default=NoticeState.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    # What the push service answered last.
    status = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["phone", "id"], condition=Q(state="waiting"), name="phone_notices_waiting"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=NoticeState.values), name="phone_notice_state_known"
            ),
            models.UniqueConstraint(fields=["phone", "kind", "subject"], name="phone_notice_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.notice}"
