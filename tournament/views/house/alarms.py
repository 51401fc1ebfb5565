"""The alarms at the head of each staff page, which asks for them again by itself."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.queries.alarms.every import alarms as all_alarms
from tournament.templatetags.alarms import fingerprint
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, staff

NOTHING_NEW = 204


@staff(*ANY_STAFF)
@require_safe
def alarms(request: StaffRequest) -> HttpResponse:
    """The alarms of this moment; nothing where the page shows them already, so that nothing on it moves."""
    shown = all_alarms(now=house_now())
    if not request.htmx:
        return render(request, "tournament/alarms/alarms.html", {"alarms": shown})
    if request.GET.get("shown") == fingerprint(shown):
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "tournament/alarms/_alarms.html", {"alarms": shown})
