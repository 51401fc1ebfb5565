"""The payouts of the staff: the ladder, who is due what, paying it and voiding a payment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.changes.prizes import PrizePaid
from tournament.models import HeldKind, Tournament, TournamentStatus
from tournament.printing.letters import lacks_letters
from tournament.queries.chip_sales import bounties_wait_until
from tournament.queries.ledger.drawer import drawers_short
from tournament.queries.payouts.advances import prizes_sure
from tournament.queries.payouts.forecast import OverlayExpected, overlay_expected
from tournament.queries.payouts.ladder import prize_board
from tournament.queries.payouts.pay_desk import pay_desk, pay_line
from tournament.queries.payouts.side_prizes import side_prizes
from tournament.queries.registration import registration_closes_at
from tournament.queries.standings import field_of
from tournament.services.cash.holding import ask_for_second
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.cash.ready import cancel_ready, make_ready
from tournament.services.errors import Refused
from tournament.services.prizes.advances import award_in_advance
from tournament.timekeeping import house_now
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.payouts.words import say_problem
from tournament.views.reasons import ask_why
from tournament.views.taps import Done, done_by_line, done_of_line, done_of_tap, say, tap

LONGEST_SEARCH = 120


@staff(*ANY_STAFF)
@require_safe
def payouts(request: StaffRequest) -> HttpResponse:
    return _page(request)


@staff(*ANY_STAFF)
@require_POST
def pay(request: StaffRequest, payout_id: int) -> HttpResponse:
    """Pay it, or let it wait for a second person where the house wants one."""
    line = pay_line(request.tournament, payout_id=payout_id)
    if line is None:
        raise Http404
    about: dict[str, Any] = {"tournament_id": request.tournament.pk, "by": by_of(request)}
    papers_seen = "papers_seen" in request.POST
    shown = request.POST.get("amount", "")

    def pay_or_ask() -> Done:
        if line.paid_at is None and request.tournament.payment_limits.needs_second(line.amount):
            asked = ask_for_second(
                entry_id=line.entry,
                kind=HeldKind.PRIZE,
                amount=line.to_pay,
                before=line.before,
                papers_seen=papers_seen,
                **about,
            )
            return done_of_line(request, asked)
        pay_out(payout_id=payout_id, papers_seen=papers_seen, shown=shown, **about)
        return done_by_line(request, PrizePaid.verb, payout=payout_id)

    return _tap(request, pay_or_ask, moves_cash=True)


@staff(*FLOOR_STAFF)
@tap("tournament:pay")
def pay_those_left(request: StaffRequest) -> Done:
    """Award those left what they have won at least: from now on it waits for them on this page."""
    line = award_in_advance(tournament_id=request.tournament.pk, by=by_of(request))
    return done_of_line(request, line)


@staff(*ANY_STAFF)
@require_POST
def ready(request: StaffRequest, payout_id: int) -> HttpResponse:
    """The money lies ready: the player's own page says so."""

    def tell() -> Done:
        return done_of_line(
            request, make_ready(tournament_id=request.tournament.pk, payout_id=payout_id, by=by_of(request))
        )

    return _tap(request, tell)


@staff(*ANY_STAFF)
@require_POST
def not_ready(request: StaffRequest, payout_id: int) -> HttpResponse:
    def take_back() -> Done:
        return done_of_line(
            request, cancel_ready(tournament_id=request.tournament.pk, payout_id=payout_id, by=by_of(request))
        )

    return _tap(request, take_back)


@staff(*ANY_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def void(request: StaffRequest, payout_id: int) -> HttpResponse:
    line = pay_line(request.tournament, payout_id=payout_id)
    if line is None:
        raise Http404

    def do(reason: str) -> None:
        void_payment(
            tournament_id=request.tournament.pk, payout_id=payout_id, by=by_of(request), reason=reason
        )
        messages.success(request, _("The payment is voided."))

    return ask_why(
        request,
        do,
        template="tournament/payouts/void_payment.html",
        context={"line": line, "active": "payouts"},
        home=reverse("tournament:pay", args=[request.tournament.code]),
    )


def _tap(request: StaffRequest, do: Callable[[], Done], *, moves_cash: bool = False) -> HttpResponse:
    status = 200
    try:
        say(request, done_of_tap(request, do))
    except Refused as refusal:
        messages.error(request, refusal.message)
        status = 409 if refusal.code in ("already_paid", "not_paid") else 422
    else:
        if moves_cash:
            warn_of_drawer(request)
    if not request.htmx:
        return redirect("tournament:pay", request.tournament.code)
    return _page(request, status=status)


def _page(request: StaffRequest, *, status: int = 200) -> HttpResponse:
    tournament, asked = request.tournament, _asked(request)
    typed = " ".join(asked.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())
    field = field_of(tournament)
    desk = pay_desk(tournament, entries=field.entries, typed=typed, page=asked.get("page", "1"))
    board = prize_board(tournament, entries=field.entries, next_place=field.next_place)
    bounties_wait = bounties_wait_until(tournament, now=house_now()) is not None
    on_the_side = side_prizes(tournament, bounties_wait=bounties_wait)
    is_open = tournament.status not in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
    context = {
        "active": "payouts",
        "desk": desk,
        "drawers": drawers_short(
            tournament, [*(line.held for line in desk.lines), *(prize.held for prize in on_the_side)]
        ),
        # Afterwards only a lock that stands, or a scheme that does not fit, is still to be settled.
        "can_lock": not tournament.flight_of and ((is_open and board.rows) or board.lock or desk.problem),
        "event": tournament.event,
        "printed_by_page": {line.id for line in desk.lines if lacks_letters(line.name)},
        "typed": typed,
        "asked": asked,
        "board": board,
        "side_prizes": on_the_side,
        "side": {
            "due": sum(prize.amount for prize in on_the_side if not (prize.is_open or prize.paid_at)),
            "paid": sum(prize.amount for prize in on_the_side if prize.paid_at),
        },
        "side_printed_by_page": {prize.id for prize in on_the_side if lacks_letters(prize.name)},
        "sure": prizes_sure(tournament) if request.role in FLOOR_STAFF else None,
        "expected": _expected(tournament, overlay=board.overlay),
        "ladder": board.page(asked.get("places", "1")),
        "here": f"{reverse('tournament:pay', args=[tournament.code])}?{asked.urlencode()}".rstrip("?"),
        "field": field,
        "problem": say_problem(desk.problem, tournament.currency) if desk.problem else "",
    }
    template = "_pay.html" if request.htmx else "pay.html"
    return render(request, f"tournament/payouts/{template}", context, status=status)


def _expected(tournament: Tournament, *, overlay: int) -> OverlayExpected | None:
    """The overlay to expect at the close."""
    now = house_now()
    closes_at = registration_closes_at(tournament, now=now)
    return overlay_expected(tournament, overlay=overlay, closes_at=closes_at, now=now)


def _asked(request: StaffRequest) -> QueryDict:
    """The search and the pages that the reader has in front of them: a payment leaves them where they are."""
    current = request.htmx.current_url if request.method == "POST" and request.htmx else None
    return QueryDict(urlsplit(current).query) if current else request.GET
