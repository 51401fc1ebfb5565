"""Who sits where, by name, to read and to print."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.queries.desk.seat_list import seat_list
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, staff


@staff(*ANY_STAFF)
@require_safe
def seats(request: StaffRequest) -> HttpResponse:
    """The page to print, or its list alone for the desk, which shows it again when somebody is seated."""
    context = {"active": "desk", "seats": seat_list(request.tournament), "now": house_now()}
    template = "_seat_list.html" if request.htmx else "seat_list.html"
    return render(request, f"tables/desk/{template}", context)
