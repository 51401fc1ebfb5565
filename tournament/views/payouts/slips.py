"""Slips of the cash desk as PDF, for a roll of 80 mm: the receipt of an entry, a prize, bounties.

Of a prize there is a page besides, for the browser to print: the font of the PDF lacks letters of some names.
"""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.printing.letters import lacks_letters
from tournament.printing.slip_pdf import PrintedSlip, slip_pdf
from tournament.printing.slips import printed_bounties, printed_prize, printed_receipt
from tournament.queries.payouts.slips import (
    PrizeSlip,
    bounty_slip,
    entry_receipt,
    prize_slip,
    side_prize_slip,
)
from tournament.views.access import ANY_STAFF, StaffRequest, staff


@staff(*ANY_STAFF)
@require_safe
def prize(request: StaffRequest, payout_id: int) -> HttpResponse:
    found = _found(prize_slip(request.tournament, payout_id=payout_id))
    return _pdf(printed_prize(found, request.tournament), f"payout-{found.player.number}.pdf")


@staff(*ANY_STAFF)
@require_safe
def side_prize(request: StaffRequest, side_prize_id: int) -> HttpResponse:
    found = _found(side_prize_slip(request.tournament, prize_id=side_prize_id))
    return _pdf(printed_prize(found, request.tournament), f"side-prize-{found.player.number}.pdf")


@staff(*ANY_STAFF)
@require_safe
def prize_page(request: StaffRequest, payout_id: int) -> HttpResponse:
    found = _found(prize_slip(request.tournament, payout_id=payout_id))
    return _page(request, found, pdf=_address(request, "payout_slip_pdf", payout_id))


@staff(*ANY_STAFF)
@require_safe
def side_prize_page(request: StaffRequest, side_prize_id: int) -> HttpResponse:
    found = _found(side_prize_slip(request.tournament, prize_id=side_prize_id))
    return _page(request, found, pdf=_address(request, "side_prize_slip_pdf", side_prize_id))


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


def _found(slip: PrizeSlip | None) -> PrizeSlip:
    if slip is None:
        raise Http404
    return slip


def _address(request: StaffRequest, name: str, pk: int) -> str:
    return reverse(f"tournament:{name}", args=[request.tournament.code, pk])


def _page(request: StaffRequest, found: PrizeSlip, *, pdf: str) -> HttpResponse:
    context = {
        "active": "payouts",
        "slip": printed_prize(found, request.tournament, in_browser=True),
        "pdf": pdf,
        "pdf_lacks_letters": lacks_letters(found.player.name),
    }
    return render(request, "tournament/payouts/slip.html", context)


def _pdf(slip: PrintedSlip, name: str) -> HttpResponse:
    response = HttpResponse(slip_pdf(slip), content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
