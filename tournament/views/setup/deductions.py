"""What is withheld of prizes: one page with a few rows, saved together."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.prizes.deductions import DeductionsForm, initial_of
from tournament.models import TournamentStatus
from tournament.services.setup.deductions import set_deductions
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form, done_of_line


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def deductions(request: StaffRequest) -> HttpResponse:
    form = DeductionsForm(
        request.POST if request.method == "POST" else None, initial=initial_of(request.tournament.deductions)
    )
    if request.method == "POST" and done_from_form(request, form, lambda: _save(request, form)):
        return redirect("tournament:deductions", request.tournament.code)
    context = {
        "active": "settings",
        "form": form,
        "is_cancelled": request.tournament.status == TournamentStatus.CANCELLED,
    }
    return render(request, "tournament/setup/deductions.html", context, status=422 if form.errors else 200)


def _save(request: StaffRequest, form: DeductionsForm) -> Done:
    line = set_deductions(tournament_id=request.tournament.pk, deductions=form.deductions, by=by_of(request))
    return Done(text=_("Nothing has changed.")) if line is None else done_of_line(request, line)
