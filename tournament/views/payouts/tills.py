"""Tills: one's own, those of the tournament, the sheet of each with its count, and all of a day in one report."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.cash.till import CloseTillForm, OpenTillForm
from tournament.models import Role
from tournament.queries.ledger.tills import (
    TillSheet,
    cash_by_tournament,
    days_of_tills,
    open_till_of,
    till_sheets,
)
from tournament.services.cash.tills import close_till, open_till
from tournament.services.errors import Refused
from tournament.views.access import ANY_STAFF, StaffRequest, staff
from tournament.views.refusals import add_refusal
from tournament.views.taps import done_of_line, say


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def tills(request: StaffRequest) -> HttpResponse:
    tournament = request.tournament
    form = OpenTillForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            line = open_till(
                tournament_id=tournament.pk,
                account_id=request.user.pk,
                opening_float=form.cleaned_data["amount"],
                actor=request.actor,
                now=timezone.now(),
            )
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            say(request, done_of_line(request, line))
            return redirect("tournament:tills", tournament.code)
    context = {
        "active": "payouts",
        "form": form,
        "own": open_till_of(request.user.pk, tournament.currency),
        "tills": till_sheets(tournament),
    }
    return render(request, "tournament/ledger/tills.html", context, status=422 if form.errors else 200)


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def till(request: StaffRequest, till_id: int) -> HttpResponse:
    sheet = _sheet(request, till_id)
    form = CloseTillForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            _check_may_close(request, sheet)
            line = close_till(
                tournament_id=request.tournament.pk,
                till_id=till_id,
                counted=form.cleaned_data["counted"],
                reason=form.cleaned_data["reason"],
                actor=request.actor,
                now=timezone.now(),
            )
        except Refused as refusal:
            add_refusal(form, refusal)
        else:
            say(request, done_of_line(request, line))
            return redirect("tournament:till", request.tournament.code, till_id)
    context = {
        "active": "payouts",
        "till": sheet,
        "cash": cash_by_tournament(sheet.cash, account_id=request.user.pk),
        "form": form,
        "difference": _difference(form, sheet),
    }
    return render(request, "tournament/ledger/till.html", context, status=422 if form.errors else 200)


@staff(*ANY_STAFF)
@require_safe
def day_report(request: StaffRequest) -> HttpResponse:
    tournament = request.tournament
    days = days_of_tills(tournament)
    asked = next(
        (day for day in days if day.isoformat() == request.GET.get("day")), days[0] if days else None
    )
    sheets = till_sheets(tournament, day=asked) if asked else ()
    counted = [sheet.counted for sheet in sheets if sheet.counted is not None]
    context = {
        "active": "payouts",
        "days": days,
        "day": asked,
        "tills": sheets,
        "cash": cash_by_tournament(
            (line for sheet in sheets for line in sheet.cash), account_id=request.user.pk
        ),
        "opening": sum(sheet.opening_float for sheet in sheets),
        "money_in": sum(sheet.money_in for sheet in sheets),
        "money_out": sum(sheet.money_out for sheet in sheets),
        "expected": sum(sheet.expected for sheet in sheets),
        "counted": sum(counted),
        "difference": sum(sheet.difference or 0 for sheet in sheets),
        "still_open": len(sheets) - len(counted),
    }
    return render(request, "tournament/ledger/day_report.html", context)


def _sheet(request: StaffRequest, till_id: int) -> TillSheet:
    sheets = till_sheets(request.tournament, till_id=till_id)
    if not sheets:
        raise Http404
    return sheets[0]


def _check_may_close(request: StaffRequest, sheet: TillSheet) -> None:
    """One's own; that of somebody who has left is closed by the floor."""
    if request.role == Role.REGISTRATION and sheet.account != request.user.pk:
        raise Refused(
            _("Only %(name)s or the floor can close this till.") % {"name": sheet.name}, code="not_own_till"
        )


def _difference(form: CloseTillForm, sheet: TillSheet) -> int:
    """Of a count that was typed and not taken: so that the person sees what is to be explained."""
    return (
        form.cleaned_data["counted"] - sheet.expected if "counted" in getattr(form, "cleaned_data", {}) else 0
    )
