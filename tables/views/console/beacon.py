"""A draw of all seats that the public beacon decides: a round is announced, and once it is out the draw is made."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.forms.console import BeaconForm
from tables.queries.room.beacon import NamedRound, round_to_use
from tables.queries.room.draws import draw_to_come
from tables.services.desk.beacon import beacon_round, draw_with_round, name_round
from tables.services.table.drawing import BeaconRound
from tournament.draws.beacon import round_address
from tournament.services.errors import Refused
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, done_of_tap, say


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def beacon(request: StaffRequest) -> HttpResponse:
    """Which round decides, and when it is out; a tap announces it, and once it is out another one draws."""
    named = round_to_use(request.tournament)
    form = BeaconForm(request.POST or None, initial={"tables_left": request.GET.get("tables", "")})
    if request.method == "POST" and form.is_valid():
        try:
            return _tapped(request, form, named)
        except Refused as refusal:
            form.add_error(None, refusal.message)
    context = {
        "active": "tables",
        "form": form,
        "to_come": draw_to_come(request.tournament),
        "named": named,
        "is_out": named is not None and named.out_at <= by_of(request).now,
        "round_address": "" if named is None else round_address(settings.BEACON_RELAYS[0], named.number),
    }
    return render(request, "tables/draws/beacon.html", context, status=422 if form.errors else 200)


def _tapped(request: StaffRequest, form: BeaconForm, named: NamedRound | None) -> HttpResponse:
    """Raises Refused where that cannot be done now."""
    typed = form.cleaned_data
    if typed["with_round"] is None:
        say(request, done_of_tap(request, lambda: _announce(request, typed["tables_left"])))
        return redirect("tables:beacon", request.tournament.code)
    # Relays are asked before anything is locked. A second tap finds no round, and gets the first one's answer.
    is_it = named is not None and named.number == typed["with_round"]
    mixed_in = beacon_round(named, typed["signature"], by=by_of(request)) if named and is_it else None
    say(request, done_of_tap(request, lambda: _draw(request, mixed_in)))
    return redirect("tables:console", request.tournament.code)


def _announce(request: StaffRequest, tables_left: int | None) -> Done:
    here = request.tournament.pk
    return done_of_line(request, name_round(tournament_id=here, tables_left=tables_left, by=by_of(request)))


def _draw(request: StaffRequest, mixed_in: BeaconRound | None) -> Done:
    """Raises Refused without a round: none waits to be drawn with."""
    if mixed_in is None:
        raise Refused(_("Announce a round first: the draw is made once it is out."), code="no_round")
    drawn = draw_with_round(mixed_in, tournament_id=request.tournament.pk, by=by_of(request))
    return Done(text="") if drawn.log_entry is None else done_of_line(request, drawn.log_entry)
