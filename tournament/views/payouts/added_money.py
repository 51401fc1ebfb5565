"""Money added to the prize pool by others than the players: what stands, and more of it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.forms.prizes.added_money import AddedMoneyForm
from tournament.models import Giver, LogEntry
from tournament.queries.payouts.added_money import contributions
from tournament.queries.payouts.ladder import prize_pool
from tournament.services.prizes.added_money import add_money, additions_to_undo
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.taps import Done, done_from_form, done_of_line


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def added_money(request: StaffRequest) -> HttpResponse:
    form = AddedMoneyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _add(request, form)):
        return redirect("tournament:added_money", request.tournament.code)
    standing = contributions(request.tournament)
    context = {
        "active": "payouts",
        "form": form,
        "standing": standing,
        "undoable": additions_to_undo(request.tournament, [each.line for each in standing]),
        "pool": prize_pool(request.tournament),
    }
    return render(request, "tournament/payouts/added_money.html", context, status=422 if form.errors else 200)


def _add(request: StaffRequest, form: AddedMoneyForm) -> Done:
    line: LogEntry = add_money(
        tournament_id=request.tournament.pk,
        amount=form.cleaned_data["amount"],
        giver=Giver(form.cleaned_data["giver"]),
        is_cash=form.cleaned_data["is_cash"],
        reason=form.cleaned_data["reason"],
        by=by_of(request),
    )
    return done_of_line(request, line)
