"""The bounties of the staff: who has won what, paying it and voiding a payment, and where the money is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.models import HeldKind, MoneyRow, TournamentStatus
from tournament.queries.chip_sales import bounties_wait_until
from tournament.queries.ledger.drawer import drawers_short
from tournament.queries.payouts.bounties import bounty_desk
from tournament.queries.payouts.mystery import envelope_board, mystery_proposal
from tournament.services.cash.bounties import check_bounties_due, pay_bounties, void_bounty_payment
from tournament.services.cash.holding import ask_for_second
from tournament.services.cash.mystery import open_envelope
from tournament.services.cash.uncollected import close_uncollected
from tournament.services.errors import Refused
from tournament.templatetags.poker import money
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, DIRECTOR_ONLY, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.taps import Done, done_of_line, done_of_tap, not_understood, say

LONGEST_SEARCH = 120
LONGEST_AMOUNT = 15
# Somebody else was quicker.
_GONE_ON = ("already_paid", "not_paid", "amount_changed", "opened_already", "no_knock_out")


@staff(*ANY_STAFF)
@require_safe
def bounties(request: StaffRequest) -> HttpResponse:
    return _page(request)


@staff(*ANY_STAFF)
@require_POST
def pay(request: StaffRequest, entry_id: int) -> HttpResponse:
    """Pay them, or let them wait for a second person where the house wants one."""
    about: dict[str, Any] = {"tournament_id": request.tournament.pk, "entry_id": entry_id}
    papers_seen = "papers_seen" in request.POST

    def pay_or_ask() -> Done:
        amount, by = _amount(request.POST.get("amount", "")), by_of(request)
        if request.tournament.payment_limits.needs_second(amount):
            check_bounties_due(tournament=request.tournament, entry_id=entry_id, amount=amount, now=by.now)
            asked = ask_for_second(
                kind=HeldKind.BOUNTIES, amount=amount, papers_seen=papers_seen, by=by, **about
            )
            return done_of_line(request, asked)
        row = pay_bounties(amount=amount, papers_seen=papers_seen, by=by, **about)
        paid = _done(row, _("Paid %(amount)s to %(name)s."), request)
        return replace(paid, line=row.log_entry_id)

    return _tap(request, pay_or_ask)


@staff(*ANY_STAFF)
@require_POST
def void(request: StaffRequest, payment_id: int) -> HttpResponse:
    def take_back() -> Done:
        row = void_bounty_payment(tournament_id=request.tournament.pk, row_id=payment_id, by=by_of(request))
        return _done(row, _("The payment of %(amount)s to %(name)s is voided."), request)

    return _tap(request, take_back)


@staff(*DIRECTOR_ONLY)
@require_POST
def forfeit(request: StaffRequest, entry_id: int) -> HttpResponse:
    """Nobody has come for them: the house keeps what is due to this entry."""

    def close() -> Done:
        line = close_uncollected(
            tournament_id=request.tournament.pk,
            entry_id=entry_id,
            amount=_amount(request.POST.get("amount", "")),
            by=by_of(request),
        )
        return done_of_line(request, line)

    return _tap(request, close)


@staff(*ANY_STAFF)
@require_POST
def open_one(request: StaffRequest, envelope_id: int) -> HttpResponse:
    """Open the envelope of a knock-out: one tap, and its value stands large on the page."""

    def show() -> Done:
        line = open_envelope(tournament_id=request.tournament.pk, envelope_id=envelope_id, by=by_of(request))
        return done_of_line(request, line)

    return _tap(request, show)


def _done(row: MoneyRow, text: str, request: StaffRequest) -> Done:
    name = "" if row.entry is None else row.entry.player.name
    return Done(text=text % {"name": name, "amount": money(abs(row.amount), request.tournament.currency)})


def _amount(text: str) -> int:
    """What the desk was shown, as the page sent it."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_AMOUNT):
        raise not_understood()
    return int(text)


def _tap(request: StaffRequest, do: Callable[[], Done]) -> HttpResponse:
    status = 200
    try:
        say(request, done_of_tap(request, do))
        warn_of_drawer(request)
    except Refused as refusal:
        messages.error(request, refusal.message)
        status = 409 if refusal.code in _GONE_ON else 422
    if not request.htmx:
        return redirect("tournament:bounties", request.tournament.code)
    return _page(request, status=status)


def _page(request: StaffRequest, *, status: int = 200) -> HttpResponse:
    tournament, asked = request.tournament, _asked(request)
    typed = " ".join(asked.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())
    desk = bounty_desk(tournament, typed=typed, page=asked.get("page", "1"))
    context = {
        "active": "payouts",
        "desk": desk,
        "drawers": drawers_short(tournament, [line.held for line in desk.lines]),
        "rebuys_until": bounties_wait_until(tournament, now=house_now()),
        "envelopes": envelope_board(tournament),
        "proposal": mystery_proposal(tournament),
        "typed": typed,
        "asked": asked,
        "can_close": request.role in DIRECTOR_ONLY and tournament.status == TournamentStatus.FINISHED,
        "can_undo": request.role in FLOOR_STAFF,
        "here": f"{reverse('tournament:bounties', args=[tournament.code])}?{asked.urlencode()}".rstrip("?"),
    }
    template = "_bounties.html" if request.htmx else "bounties.html"
    return render(request, f"tournament/payouts/{template}", context, status=status)


def _asked(request: StaffRequest) -> QueryDict:
    """The search and the page that the reader has in front of them: a payment leaves them where they are."""
    current = request.htmx.current_url if request.method == "POST" and request.htmx else None
    return QueryDict(urlsplit(current).query) if current else request.GET
