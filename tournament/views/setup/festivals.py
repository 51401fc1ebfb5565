"""A festival: its schedule for everybody, and what the director of an event does with it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.new import FestivalForm
from tournament.models import Festival, LogEntry
from tournament.queries.calendar import calendar_of_festival
from tournament.queries.festivals import events_of, festivals_of, money_of, schedule_of, seats_offered
from tournament.services.setup.festivals import join_festival, leave_festival, name_seats, start_festival
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, public, staff
from tournament.views.calendars import send_calendar
from tournament.views.taps import Done, done_from_form, done_of_line, not_understood, tap


@public
@require_safe
def schedule(request: HttpRequest, festival_code: str) -> HttpResponse:
    """The events day by day, with their tables."""
    festival = get_object_or_404(Festival, code=festival_code)
    context = {"festival": festival, "days": schedule_of(festival, now=house_now())}
    return render(request, "tournament/public/festival.html", context)


@public
@require_safe
def festival_calendar(request: HttpRequest, festival_code: str) -> HttpResponse:
    """All events of the festival, for a calendar that subscribes to them."""
    festival = get_object_or_404(Festival, code=festival_code)
    events = calendar_of_festival(festival_code)
    return send_calendar(request, events, title=festival.name, name=f"{festival_code}.ics")


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def of_event(request: StaffRequest) -> HttpResponse:
    """The festival of an event: its events and their money, or a form to start one or to join another's."""
    tournament = request.tournament
    form = FestivalForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _start(request, form)):
        return redirect("tournament:festival_of_event", tournament.code)
    festival = tournament.festival
    money = money_of(festival, request.user) if festival else ()
    context = {
        "active": "settings",
        "form": form,
        "festival": festival,
        "event": tournament.event,
        "others": () if festival else festivals_of(request.user),
        "events": events_of(festival, now=house_now()) if festival else (),
        "money": money,
        # The others have no page here for this reader.
        "mine": {line.code for sums in money for line in sums.events},
        "seats": seats_offered(tournament) if festival and tournament.satellite else (),
    }
    return render(request, "tournament/setup/festival.html", context, status=422 if form.errors else 200)


@staff(*DIRECTOR_ONLY)
@tap("tournament:festival_of_event")
def join(request: StaffRequest) -> Done:
    return _done(
        request,
        join_festival(
            tournament_id=request.tournament.pk,
            festival_id=_number(request, "festival"),
            account=request.user,
            by=by_of(request),
        ),
    )


@staff(*DIRECTOR_ONLY)
@tap("tournament:festival_of_event")
def leave(request: StaffRequest) -> Done:
    return _done(request, leave_festival(tournament_id=request.tournament.pk, by=by_of(request)))


@staff(*DIRECTOR_ONLY)
@tap("tournament:festival_of_event")
def seats(request: StaffRequest) -> Done:
    """In which event of the festival the seats of a satellite are."""
    event_id = _number(request, "event") if request.POST.get("event") else None
    return _done(
        request, name_seats(tournament_id=request.tournament.pk, event_id=event_id, by=by_of(request))
    )


def _start(request: StaffRequest, form: FestivalForm) -> Done:
    line = start_festival(
        tournament_id=request.tournament.pk, name=form.cleaned_data["name"], by=by_of(request)
    )
    return _done(request, line)


def _done(request: StaffRequest, line: LogEntry) -> Done:
    return done_of_line(request, line)


def _number(request: StaffRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 18):
        raise not_understood()
    return int(text)
