"""Paper for the door: who sits where, by name or by table, the sheet on which players sign in, and their badges."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.queries.desk.seat_list import seat_list, sign_in_lines
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, StaffRequest, staff


@staff(*ANY_STAFF)
@require_safe
def seats(request: StaffRequest) -> HttpResponse:
    """The page to print, by table with `?by=table`, or its list by name alone for the desk, which shows it again when
    somebody is seated.
    """
    context = {
        "active": "desk",
        "seats": seat_list(request.tournament),
        "is_by_table": request.GET.get("by") == "table",
        "now": house_now(),
    }
    template = "_seat_list.html" if request.htmx else "seat_list.html"
    return render(request, f"tables/desk/{template}", context)


@staff(*ANY_STAFF)
@require_safe
def sign_in(request: StaffRequest) -> HttpResponse:
    """Every entry with a line to sign on."""
    context = {"active": "desk", "lines": sign_in_lines(request.tournament), "now": house_now()}
    return render(request, "tables/desk/sign_in.html", context)


@staff(*ANY_STAFF)
@require_safe
def badges(request: StaffRequest) -> HttpResponse:
    """A badge for each entry, to cut out."""
    context = {"active": "desk", "lines": sign_in_lines(request.tournament)}
    return render(request, "tables/desk/badges.html", context)
