"""Vouchers: those that a satellite has given, and those that an event takes."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.queries.vouchers import vouchers_for, vouchers_given
from tournament.services.cash.vouchers import cash_voucher
from tournament.views.access import ANY_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.taps import Done, done_of_line, tap


@staff(*ANY_STAFF)
@require_safe
def vouchers(request: StaffRequest) -> HttpResponse:
    """What each was worth, where it was used, and what is left of it."""
    context = {
        "active": "payouts",
        "given": vouchers_given(request.tournament),
        "taken": vouchers_for(request.tournament),
    }
    return render(request, "tournament/payouts/vouchers.html", context)


@staff(*ANY_STAFF)
@tap("tournament:vouchers", then=warn_of_drawer)
def cash(request: StaffRequest, voucher_id: int) -> Done:
    line = cash_voucher(
        tournament_id=request.tournament.pk,
        voucher_id=voucher_id,
        by=by_of(request),
        papers_seen="papers_seen" in request.POST,
    )
    return done_of_line(request, line)
