"""Side prizes: named, awarded and removed by the director, paid at the desk."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament.changes.side_prizes import (
    SidePrizeAdded,
    SidePrizeAwarded,
    SidePrizePaid,
    SidePrizeRemoved,
    SidePrizeTakenBack,
    SidePrizeVoided,
)
from tournament.forms.prizes.side_prize import SidePrizeForm
from tournament.models import HeldKind, LogEntry
from tournament.queries.payouts.side_prizes import SidePrizeShown, candidates, side_prize
from tournament.services.cash.holding import ask_for_second
from tournament.services.errors import Refused
from tournament.services.prizes.side_prizes import (
    add_side_prize,
    award_side_prize,
    pay_side_prize,
    remove_side_prize,
    take_side_prize_back,
    void_side_prize,
)
from tournament.views.access import ANY_STAFF, DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.refusals import add_refusal
from tournament.views.taps import (
    Done,
    done_by_line,
    done_of_line,
    done_of_tap,
    not_understood,
    say,
    tap,
)

LONGEST_SEARCH = 120
LONGEST_ID = 15


def _home(request: StaffRequest, **_about: int) -> str:
    return reverse("tournament:pay", args=[request.tournament.code]) + "#side-prizes"


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: StaffRequest) -> HttpResponse:
    form = SidePrizeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid() and _added(request, form):
        say(request, done_by_line(request, SidePrizeAdded.verb))
        return redirect(_home(request))
    context = {"active": "payouts", "form": form}
    status = 422 if form.errors else 200
    return render(request, "tournament/payouts/side_prize.html", context, status=status)


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def award(request: StaffRequest, side_prize_id: int) -> HttpResponse:
    """Who gets it: the entries to tap, found by name or number."""
    prize = _prize(request, side_prize_id)
    if request.method == "POST":
        return _award(request, side_prize_id)
    typed = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").split())
    found, is_cut = candidates(request.tournament, typed=typed)
    context = {"active": "payouts", "prize": prize, "found": found, "is_cut": is_cut, "typed": typed}
    template = "_side_prize_entries.html" if request.htmx else "award_side_prize.html"
    return render(request, f"tournament/payouts/{template}", context)


@staff(*DIRECTOR_ONLY)
@tap(_home, then=warn_of_drawer)
def take_back(request: StaffRequest, side_prize_id: int) -> Done:
    take_side_prize_back(**_what(request, side_prize_id))
    return done_by_line(request, SidePrizeTakenBack.verb)


@staff(*DIRECTOR_ONLY)
@tap(_home, then=warn_of_drawer)
def remove(request: StaffRequest, side_prize_id: int) -> Done:
    remove_side_prize(**_what(request, side_prize_id))
    return done_by_line(request, SidePrizeRemoved.verb)


@staff(*ANY_STAFF)
@tap(_home, then=warn_of_drawer)
def pay(request: StaffRequest, side_prize_id: int) -> Done:
    """Pay it, or let it wait for a second person where the house wants one."""
    prize = _prize(request, side_prize_id)
    papers_seen = "papers_seen" in request.POST
    is_due = prize.entry is not None and prize.paid_at is None
    if is_due and request.tournament.payment_limits.needs_second(prize.amount):
        return done_of_line(request, _asked(request, prize, papers_seen=papers_seen))
    pay_side_prize(papers_seen=papers_seen, **_what(request, side_prize_id))
    return done_by_line(request, SidePrizePaid.verb)


@staff(*ANY_STAFF)
@tap(_home, then=warn_of_drawer)
def void(request: StaffRequest, side_prize_id: int) -> Done:
    void_side_prize(**_what(request, side_prize_id))
    return done_by_line(request, SidePrizeVoided.verb)


def _added(request: StaffRequest, form: SidePrizeForm) -> bool:
    """Whether it is there now; what is refused stands on its field."""
    try:
        add_side_prize(
            tournament_id=request.tournament.pk,
            name=form.cleaned_data["name"],
            amount=form.cleaned_data["amount"],
            is_from_pool=form.cleaned_data["source"] == "pool",
            by=by_of(request),
        )
    except Refused as refusal:
        add_refusal(form, refusal)
    return not form.errors


def _award(request: StaffRequest, prize_id: int) -> HttpResponse:
    """Back to the prizes in any case: there stands who has it."""

    def do() -> Done:
        award_side_prize(entry_id=_entry_id(request), **_what(request, prize_id))
        return done_by_line(request, SidePrizeAwarded.verb)

    try:
        say(request, done_of_tap(request, do))
    except Refused as refusal:
        messages.error(request, refusal.message)
    return redirect(_home(request))


def _asked(request: StaffRequest, prize: SidePrizeShown, *, papers_seen: bool) -> LogEntry:
    return ask_for_second(
        tournament_id=request.tournament.pk,
        entry_id=prize.entry or 0,
        kind=HeldKind.SIDE,
        side_prize_id=prize.id,
        amount=prize.amount,
        papers_seen=papers_seen,
        by=by_of(request),
    )


def _what(request: StaffRequest, prize_id: int) -> dict[str, Any]:
    return {"tournament_id": request.tournament.pk, "prize_id": prize_id, "by": by_of(request)}


def _entry_id(request: StaffRequest) -> int:
    text = request.POST.get("entry", "")
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_ID):
        raise not_understood()
    return int(text)


def _prize(request: StaffRequest, prize_id: int) -> SidePrizeShown:
    prize = side_prize(request.tournament, prize_id=prize_id)
    if prize is None:
        raise Http404
    return prize
