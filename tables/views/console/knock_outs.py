"""Who knocked out the players of one line of the log: credited afterwards, or corrected."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.forms.busts import CreditForm
from tables.queries.table.knock_outs import knock_outs as find_knock_outs
from tables.services.hands.knock_outs import credit_knock_out
from tournament.models import LogEntry
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_of_line, handle_tap, not_understood


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def knock_outs(request: StaffRequest, line_id: int) -> HttpResponse:
    """The players who are out, each with those of the table who may be credited; a POST credits one of them."""
    line = get_object_or_404(LogEntry, tournament=request.tournament, pk=line_id)
    if request.method == "POST":
        return _credit(request, reverse("tables:knock_outs", args=[request.tournament.code, line.pk]))
    found = find_knock_outs(request.tournament, line_id=line.pk)
    return render(request, "tables/table/knock_outs.html", {"active": "log", "page": found})


def _credit(request: StaffRequest, home: str) -> HttpResponse:
    form = CreditForm(request.POST)

    def do() -> Done:
        if not form.is_valid():
            raise not_understood()
        line = credit_knock_out(
            tournament_id=request.tournament.pk,
            bust_id=form.cleaned_data["bust"],
            credited_to=form.cleaned_data["by"],
            seen=form.cleaned_data["seen"],
            by=by_of(request),
        )
        if line is None:
            return Done(text=_("Nothing changed."))
        return done_of_line(request, line)

    return handle_tap(request, do, home=home)
