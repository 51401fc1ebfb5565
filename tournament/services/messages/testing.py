"""The director's test: a message to an address that they have typed, sent by the process that sends all others, so that
what is said of it is what came of it.

A test is known by its time: one that is asked for while another is being sent takes its place, and keeps its recipient.
"""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import override

from tournament.models import MessageService, MessageTest
from tournament.services.messages.posting import message


def send_test_message(service_id: int, *, now: datetime) -> bool:
    """Send it, unless another sender has it; returns whether it was tried."""
    waiting = MessageService.objects.filter(pk=service_id, removed_at=None, test=MessageTest.WAITING)
    service = waiting.select_related("tournament").first()
    if service is None or not waiting.filter(test_at=service.test_at).update(test=MessageTest.SENDING):
        return False
    with override(service.test_language):
        text = _("This is a test of Floorman’s messages to players.")
    came = message(service, to=service.test_to, title=service.tournament.name, text=text, now=now)
    own = MessageService.objects.filter(pk=service_id, test_at=service.test_at)
    own.filter(test=MessageTest.SENDING).update(
        test=MessageTest.TAKEN if came.fault is None else MessageTest.FAILED,
        test_to="",
        test_fault=came.fault or "",
        test_status=came.status,
    )
    return True
