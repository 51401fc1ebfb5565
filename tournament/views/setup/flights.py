"""The flights of an event: added, watched until their bags are accepted, and brought together for Day 2."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.new import FlightForm
from tournament.queries.flight_board import flight_board
from tournament.services.field.flights import bring_stacks
from tournament.services.setup.flights import add_flight
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form, done_of_line, tap
from tournament.views.visitors import visitor_of


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def flights(request: StaffRequest) -> HttpResponse:
    """The list, how far Day 2 is, and a form for a further flight; from a flight the same of its event."""
    tournament = request.tournament
    event = tournament.event
    form = FlightForm(
        request.POST if request.method == "POST" else None,
        time_zone=event.time_zone,
        initial={"name": event.name},
    )
    if request.method == "POST" and done_from_form(request, form, lambda: _add(request, form)):
        return redirect("tournament:flights", tournament.code)
    context = {
        "active": "settings",
        "form": form,
        "event": event,
        "board": flight_board(event),
        "is_flight": event != tournament,
        "way": event.options.flight_stacks_words,
        "can_add": event == tournament and event.draw_made_at is None and event.stacks_brought_at is None,
    }
    return render(request, "tournament/setup/flights.html", context, status=422 if form.errors else 200)


@staff(*DIRECTOR_ONLY)
@tap("tournament:flights")
def bring(request: StaffRequest) -> Done:
    """The stacks of all flights become entries of the event."""
    return done_of_line(request, bring_stacks(tournament_id=request.tournament.pk, by=by_of(request)))


def _add(request: StaffRequest, form: FlightForm) -> Done:
    flight = add_flight(
        tournament_id=request.tournament.pk,
        name=form.cleaned_data["name"],
        starts_at=form.cleaned_data["starts_at"],
        account=request.user,
        by=by_of(request),
        visitor=visitor_of(request),
    )
    return Done(text=_("Added the flight “%(name)s”.") % {"name": flight.name})
