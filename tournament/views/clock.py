"""The clock panel of the floor: the clock as it stands, and a button for each change."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.changes.change import verbs
from tournament.changes.clock import ClockPaused, ClockPausedUntil, ClockResumed, ClockStarted
from tournament.forms.clock import ClockForm
from tournament.queries.clock import clock_board
from tournament.queries.registration import minimum_missing, registration_switch
from tournament.queries.structure import structure_sheet
from tournament.services.clock_controls import STEPS, WITH_FIGURES, change_clock, last_clock_change
from tournament.services.errors import Refused
from tournament.timekeeping import house_now
from tournament.views.access import FLOOR_STAFF, StaffRequest, staff
from tournament.views.taps import Done, back, newest_line, result_of_tap, say

# The console starts, pauses and resumes the clock too, and shows what became of it itself.
CONSOLE = "console"
STARTS = verbs(ClockStarted, ClockResumed)
OK = 200
STALE = 409
REFUSED = 422


@staff(*FLOOR_STAFF)
@require_safe
def panel(request: StaffRequest) -> HttpResponse:
    return _panel(request, now=house_now())


@staff(*FLOOR_STAFF)
@require_POST
def change(request: StaffRequest, step: str) -> HttpResponse:
    if step not in STEPS and step not in WITH_FIGURES and step != "undo":
        raise Http404
    now = house_now()
    version = request.POST.get("version", "")

    def change() -> None:
        change_clock(
            tournament_id=request.tournament.pk,
            step=step,
            # A version that is not a number never matches.
            version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1,
            by=request.actor.at(now),
            wanted=ClockForm(request.POST).wanted(step, request.tournament, now=now)
            if step in WITH_FIGURES
            else None,
        )

    status = OK
    try:
        result_of_tap(request, change)
    except Refused as refusal:
        messages.error(request, refusal.message)
        status = STALE if refusal.code in ("clock_changed", "clock_changed_since") else REFUSED
    if request.htmx and request.htmx.target != CONSOLE:
        return _panel(request, now=now, status=status)
    if status == OK and request.htmx:
        say(request, _done(request, step))
    return back(request, reverse("tournament:clock_controls", args=[request.tournament.code]))


def _done(request: StaffRequest, step: str) -> Done:
    """What became of a change from the console."""
    if step == "pause_for":
        return Done(
            text=_("Paused. Play resumes by itself."), line=newest_line(request, ClockPausedUntil.verb)
        )
    if step == "pause":
        return Done(text=_("The clock is paused."), line=newest_line(request, ClockPaused.verb))
    return Done(text=_("The clock is running."), line=newest_line(request, *STARTS))


def _panel(request: StaffRequest, *, now: datetime, status: int = 200) -> HttpResponse:
    request.tournament.refresh_from_db()
    board = clock_board(request.tournament, now=now)
    periods = structure_sheet(request.tournament, now=now).rows
    breaks = (period.index for period in periods if period.break_ and period.index > board.period_index)
    context = {
        "active": "clock",
        "board": board,
        "version": request.tournament.clock_version,
        "last": last_clock_change(request.tournament),
        "registration": registration_switch(request.tournament, now=now),
        "periods": periods,
        "next_break": next(breaks, None),
        "is_drawn": request.tournament.draw_made_at is not None,
        "missing": minimum_missing(request.tournament, entries=board.field.entries),
        "now": now,
    }
    template = "_panel.html" if request.htmx else "panel.html"
    return render(request, f"tournament/clock_controls/{template}", context, status=status)
