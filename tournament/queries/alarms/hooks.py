from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import HookEndpoint, HookOff
from tournament.queries.alarms.alarm import Alarm


def stopped_hooks(_now: datetime) -> list[Alarm]:
    """Web hooks that were switched off because nothing arrives, until a director switches them. One query."""
    stopped = HookEndpoint.objects.filter(off__in=(HookOff.GONE, HookOff.FAILED), removed_at=None)
    return [_alarm(endpoint) for endpoint in stopped.select_related("tournament").order_by("pk")]


def _alarm(endpoint: HookEndpoint) -> Alarm:
    words = _("%(event)s: the web hook to %(host)s is off. %(why)s")
    return Alarm(
        code="hook_stopped",
        words=words
        % {
            "event": endpoint.tournament.name,
            "host": endpoint.host,
            "why": HookOff(endpoint.off).label,
        },
        cure=_(
            "Have the receiver looked at; then switch the hook on in the settings of the event, or remove it."
        ),
    )
