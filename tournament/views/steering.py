"""The clock panel of the floor: the clock as it stands, and a button for each change."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tournament.queries.clock import clock_board
from tournament.queries.registration import registration_switch
from tournament.services.errors import Refused
from tournament.services.steering import STEPS, last_change, steer_clock
from tournament.views.access import FLOOR_STAFF, StaffRequest, crew
from tournament.views.taps import once

STALE = 409
REFUSED = 422


@crew(*FLOOR_STAFF)
@require_safe
def panel(request: StaffRequest) -> HttpResponse:
    return _panel(request, now=timezone.now())


@crew(*FLOOR_STAFF)
@require_POST
def steer(request: StaffRequest, step: str) -> HttpResponse:
    if step not in STEPS and step != "undo":
        raise Http404
    now = timezone.now()
    version = request.POST.get("version", "")

    def change() -> None:
        steer_clock(
            tournament_id=request.tournament.pk,
            step=step,
            # What is no number is no version that a clock ever had.
            version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1,
            actor=request.actor,
            now=now,
        )

    status = 200
    try:
        once(request, change)
    except Refused as refusal:
        messages.error(request, refusal.message)
        status = STALE if refusal.code in ("clock_changed", "clock_changed_since") else REFUSED
    if not request.htmx:
        return redirect("tournament:steer_clock", request.tournament.code)
    return _panel(request, now=now, status=status)


def _panel(request: StaffRequest, *, now: datetime, status: int = 200) -> HttpResponse:
    request.tournament.refresh_from_db()
    context = {
        "active": "clock",
        "board": clock_board(request.tournament, now=now),
        "version": request.tournament.clock_version,
        "last": last_change(request.tournament),
        "registration": registration_switch(request.tournament, now=now),
        "is_drawn": request.tournament.draw_made_at is not None,
        "now": now,
    }
    template = "_panel.html" if request.htmx else "panel.html"
    return render(request, f"tournament/steering/{template}", context, status=status)
