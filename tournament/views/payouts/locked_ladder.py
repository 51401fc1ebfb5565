"""Locking the ladder that was announced, editing it by hand with its difference to the pool, unlocking it."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.changes.prizes import PayoutsLocked, PayoutsUnlocked
from tournament.forms.prizes.locked_ladder import LockedLadderForm
from tournament.forms.prizes.payout_scheme import amounts_text
from tournament.queries.flights import entries_counted
from tournament.queries.payouts.ladder import (
    awarded_places,
    ladder_as_it_is,
    pool_for,
    prize_pool,
)
from tournament.rules.payouts.locked import tiers_of
from tournament.rules.payouts.money import PrizePool
from tournament.rules.payouts.schemes import CustomAmounts, PrizeError
from tournament.services.errors import Refused
from tournament.services.prizes.locked_ladder import lock_payouts, unlock_payouts
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.payouts.words import say_problem
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, newest_line, say, tap


@staff(*DIRECTOR_ONLY)
@tap("tournament:pay")
def lock(request: StaffRequest) -> Done:
    """Lock the ladder as it is calculated now: one tap."""
    try:
        lock_payouts(tournament_id=request.tournament.pk, by=by_of(request))
    except PrizeError as problem:
        raise _refused(request, problem) from problem
    return _locked(request)


@staff(*DIRECTOR_ONLY)
@tap("tournament:pay")
def unlock(request: StaffRequest) -> Done:
    try:
        unlock_payouts(tournament_id=request.tournament.pk, by=by_of(request))
    except PrizeError as problem:
        raise _refused(request, problem) from problem
    line = newest_line(request, PayoutsUnlocked.verb)
    return Done(text=_("The payouts are unlocked: they follow the prize pool."), line=line)


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: StaffRequest) -> HttpResponse:
    """The amounts by hand. With `do=check` only their difference to the pool is worked out."""
    pool = prize_pool(request.tournament)
    if request.method != "POST":
        return _page(request, LockedLadderForm(initial=_initial(request, pool)), pool)
    form = LockedLadderForm(request.POST)
    is_check = request.POST.get("do") == "check"
    if is_check or not form.is_valid() or not _lock_by_hand(request, form):
        return _page(request, form, pool, status=200 if is_check else 422)
    say(request, _locked(request))
    return redirect(_home(request))


def _lock_by_hand(request: StaffRequest, form: LockedLadderForm) -> bool:
    """Whether the ladder is locked now; what is refused stands on its field."""
    try:
        lock_payouts(
            tournament_id=request.tournament.pk,
            amounts=form.scheme,
            difference=form.said,
            pool_seen=form.cleaned_data["pool_seen"],
            by=by_of(request),
            reason=form.cleaned_data["reason"],
        )
    except PrizeError as problem:
        form.add_error("amounts", say_problem(problem, request.tournament.currency))
    except Refused as refusal:
        add_refusal(form, refusal)
    return not form.errors


def _initial(request: StaffRequest, pool: PrizePool) -> dict[str, object]:
    """The ladder as it stands, locked or calculated."""
    tournament = request.tournament
    locked = tournament.locked_ladder
    if locked is not None:
        said = "added" if locked.added > 0 else "withheld" if locked.added < 0 else "none"
        return {"amounts": amounts_text(locked.amounts), "difference": said, "pool_seen": pool.total}
    ladder = ladder_as_it_is(tournament, pool=pool, entries=entries_counted(tournament))
    return {
        "amounts": amounts_text(tiers_of(ladder.amounts)) if ladder.amounts else "",
        "pool_seen": pool.total,
    }


def _page(
    request: StaffRequest, form: LockedLadderForm, pool: PrizePool, *, status: int = 200
) -> HttpResponse:
    amounts = _amounts(form)
    awarded = awarded_places(request.tournament)
    context = {
        "active": "payouts",
        "form": form,
        "pool": pool.total,
        "bubble": request.tournament.bubble_prize,
        "side_prizes": request.tournament.side_prizes_from_pool,
        "total": None if amounts is None else amounts.total,
        "left": None if amounts is None else _left(request, pool, amounts),
        "kept_from": awarded[0].first if awarded else None,
        "is_locked": request.tournament.locked_ladder_data is not None,
    }
    template = "_ladder_sum.html" if request.htmx else "ladder.html"
    return render(request, f"tournament/payouts/{template}", context, status=status)


def _left(request: StaffRequest, pool: PrizePool, amounts: CustomAmounts) -> int:
    """What these amounts leave of the pool; below 0 what they are above it."""
    places, entries = amounts.tiers[-1].last, entries_counted(request.tournament)
    return pool_for(request.tournament, places=places, pool=pool, entries=entries) - amounts.total


def _amounts(form: LockedLadderForm) -> CustomAmounts | None:
    """The amounts that the form shows; None while they cannot be read."""
    if not form.is_bound:
        form = LockedLadderForm({**form.initial, "difference": "none"})
    form.is_valid()
    return form.scheme


def _locked(request: StaffRequest) -> Done:
    return Done(text=_("The payouts are locked."), line=newest_line(request, PayoutsLocked.verb))


def _refused(request: StaffRequest, problem: PrizeError) -> Refused:
    return Refused(say_problem(problem, request.tournament.currency), code=problem.code)


def _home(request: StaffRequest) -> str:
    return reverse("tournament:pay", args=[request.tournament.code])
