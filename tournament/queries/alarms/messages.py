from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.models import MessageFault, MessageService, TournamentStatus
from tournament.queries.alarms.alarm import Alarm
from tournament.queries.messages import fault_words, taken_today

# They say nothing of one player, and nothing of this day.
_OF_SERVICE = frozenset(MessageFault) - {MessageFault.RECIPIENT, MessageFault.CAP}
# What was not sent longer ago says little of now: nobody may have been written to since.
_FAILING_FOR: Final = timedelta(days=1)
_OVER: Final = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


def message_alarms(now: datetime) -> list[Alarm]:
    """Services that are on and have sent what they may today, or whose last message was not sent within a day; not
    those of an event that is over. One query.
    """
    is_of_use = Q(is_for_all=True) | ~Q(tournament__status__in=_OVER)
    on = MessageService.objects.filter(is_of_use, is_on=True, removed_at=None)
    alarms = []
    for service in on.select_related("tournament").order_by("pk"):
        failed_at = service.last_failure_at
        if taken_today(service, now) >= service.cap:
            alarms.append(_full(service))
        elif service.fault in _OF_SERVICE and failed_at is not None and now - failed_at <= _FAILING_FOR:
            alarms.append(_failing(service))
    return alarms


def _full(service: MessageService) -> Alarm:
    words = _("The message service “%(name)s” of %(event)s has sent its %(cap)d messages of today.")
    return Alarm(
        code="messages_full",
        words=words % {"name": service.name, "event": service.tournament.name, "cap": service.cap},
        cure=_(
            "Until midnight nothing more is sent by it. Its cap is under Messages to players in the settings of the "
            "event."
        ),
    )


def _failing(service: MessageService) -> Alarm:
    words = _("The message service “%(name)s” of %(event)s does not send. %(why)s")
    return Alarm(
        code="messages_failing",
        words=words
        % {
            "name": service.name,
            "event": service.tournament.name,
            "why": fault_words(service.fault),
        },
        cure=_(
            "Send a test under Messages to players in the settings of the event, or switch the service off."
        ),
    )
