"""Services by which players are sent messages: SMS, e-mail, messengers.

    added --> off <--switched--> on          a day of a service: nothing taken ──> cap taken, nothing more is sent
      ^        └──────┬──────────┘
      └──undo── removed

A place of the day is taken before a message is sent, and given back where it certainly was not: however many senders
there are, and whenever one is killed, the cap holds.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.account import Account
from tournament.models.tournament import Tournament
from tournament.rules.messages import LONGEST_PLAYER, USUAL_CAP


class MessageFault(models.TextChoices):
    """Why a message was not sent."""

    NO_NAME = "no_name", _("The host of the service was not found: check the internet connection.")
    REFUSED = "refused", _("The service refused the connection.")
    TIMED_OUT = "timed_out", _("The service did not answer to the end: the message may have been sent.")
    CERTIFICATE = "certificate", _("The certificate of the service is not valid.")
    UNREACHABLE = "unreachable", _("The service could not be reached: check the internet connection.")
    IN_NETWORK = (
        "in_network",
        _("The mail server is in this network: add the service again and allow that, if it is meant."),
    )
    NOT_ASKED = "not_asked", _("The mail server has an address to which nothing is sent.")
    ACCESS = "access", _("The service refused the log-in: check the keys or the password in its address.")
    RECIPIENT = "recipient", _("The service refused this message, most often for the recipient’s address.")
    BUSY = "busy", _("The service asked to wait.")
    ANSWER = "answer", _("The service answered with an error.")
    CAP = "cap", _("The cap of the day was reached.")
    ADDRESS = "address", _("The address of the service cannot be read: remove the service and add it again.")
    SECRET = (
        "secret",
        _("The address cannot be read since SECRET_KEY was changed: remove the service and add it again."),
    )


class MessageTest(models.TextChoices):
    """Of the last test of a service; "" where there was none."""

    WAITING = "waiting"
    SENDING = "sending"
    TAKEN = "taken"
    FAILED = "failed"


class MessageService(models.Model):
    """A service that players of one event are reached by, or of all events that its maker directs."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="message_services")
    added_by = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    is_for_all = models.BooleanField(default=False)
    name = models.CharField(max_length=40)
    # A key of tournament.rules.messages.SERVICES, and the whole address with its secrets, sealed
    # (tournament.services.sealing).
    scheme = models.CharField(max_length=20)
    sealed_address = models.CharField(max_length=1_000)
    is_in_network = models.BooleanField(default=False)
    is_on = models.BooleanField(default=False)
    cap = models.PositiveIntegerField(default=USUAL_CAP)
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)
    # The day, by the time zone of its event, on which so many were taken; the last of which the log was told.
    day = models.DateField(null=True, blank=True)
    taken = models.PositiveIntegerField(default=0)
    full_on = models.DateField(null=True, blank=True)
    last_success_at = models.DateTimeField(null=True, blank=True)
    last_failure_at = models.DateTimeField(null=True, blank=True)
    # Of the last try: a value of MessageFault, "" if it was taken, and what was answered.
    fault = models.CharField(max_length=12, blank=True, default="")
    status = models.PositiveIntegerField(null=True, blank=True)
    # Of the last test, in the language of the director; to whom is forgotten once it was tried.
    test = models.CharField(max_length=8, choices=MessageTest, blank=True, default="")
    test_to = models.CharField(max_length=LONGEST_PLAYER, blank=True, default="")
    test_language = models.CharField(max_length=8, blank=True, default="")
    test_at = models.DateTimeField(null=True, blank=True)
    test_fault = models.CharField(max_length=12, blank=True, default="")
    test_status = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(cap__gte=1), name="message_service_has_a_cap"),
            models.CheckConstraint(
                condition=Q(test__in=["", *MessageTest.values]), name="message_test_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name
