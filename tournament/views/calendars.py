"""Events as a file that a calendar keeps or subscribes to."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.links import absolute_url
from tournament.printing.calendar_file import calendar_file
from tournament.queries.calendar import CalendarEvent
from tournament.timekeeping import house_now


def send_calendar(
    request: HttpRequest, events: Sequence[CalendarEvent], *, title: str, name: str
) -> HttpResponse:
    """The events, each with the address of its page; `title` is what a calendar calls them, `name` that of the file."""

    def link(code: str) -> str:
        return absolute_url(request, reverse("tournament:structure", args=[code]))

    file = calendar_file(events, name=title, link=link, now=house_now())
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(file, content_type="text/calendar; charset=utf-8", headers=headers)
