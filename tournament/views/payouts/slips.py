"""Slips of the cash desk as PDF, for a roll of 80 mm: the receipt of an entry, a prize, bounties."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from tournament.printing.slip_pdf import PrintedSlip, slip_pdf
from tournament.printing.slips import printed_bounties, printed_prize, printed_receipt
from tournament.queries.payouts.slips import bounty_slip, entry_receipt, prize_slip
from tournament.views.access import ANY_STAFF, StaffRequest, staff


@staff(*ANY_STAFF)
@require_safe
def prize(request: StaffRequest, payout_id: int) -> HttpResponse:
    found = prize_slip(request.tournament, payout_id=payout_id)
    if found is None:
        raise Http404
    return _pdf(printed_prize(found, request.tournament), f"payout-{found.player.number}.pdf")


@staff(*ANY_STAFF)
@require_safe
def bounties(request: StaffRequest, payment_id: int) -> HttpResponse:
    found = bounty_slip(request.tournament, row_id=payment_id)
    if found is None:
        raise Http404
    return _pdf(printed_bounties(found, request.tournament), f"bounties-{found.player.number}.pdf")


@staff(*ANY_STAFF)
@require_safe
def receipt(request: StaffRequest, entry_id: int) -> HttpResponse:
    found = entry_receipt(request.tournament, entry_id=entry_id)
    if found is None:
        raise Http404
    return _pdf(printed_receipt(found, request.tournament), f"receipt-{found.player.number}.pdf")


def _pdf(slip: PrintedSlip, name: str) -> HttpResponse:
    response = HttpResponse(slip_pdf(slip), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
