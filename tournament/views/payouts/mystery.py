"""Mystery bounties begin: the director writes down the envelopes, sees what they hold, and starts them."""

from __future__ import annotations

import secrets

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tournament.forms.prizes.envelopes import EnvelopesForm, envelopes_text
from tournament.queries.payouts.mystery import EnvelopeProposal, mystery_proposal
from tournament.rules.payouts.bounties import BountyError
from tournament.services.cash.mystery import begin_mystery
from tournament.services.errors import Refused
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.payouts.words import say_problem
from tournament.views.refusals import add_refusal
from tournament.views.taps import Done, done_of_line, done_of_tap, say


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: StaffRequest) -> HttpResponse:
    """The envelopes, suggested at first. With `do=check` only what they hold is worked out."""
    proposal = mystery_proposal(request.tournament)
    if request.method != "POST":
        suggested = envelopes_text(proposal.suggested) if proposal else ""
        return _page(request, EnvelopesForm(initial={"envelopes_typed": suggested}), proposal)
    form = EnvelopesForm(request.POST)
    is_check = request.POST.get("do") == "check"
    if is_check or not form.is_valid() or not _begin(request, form):
        return _page(request, form, proposal, status=200 if is_check else 422)
    return redirect(_home(request))


def _begin(request: StaffRequest, form: EnvelopesForm) -> bool:
    """Whether they have begun; what is refused stands on its field."""

    def do() -> Done:
        pot = begin_mystery(
            tournament_id=request.tournament.pk,
            lines=form.envelopes,
            seed=secrets.token_hex(32),
            reserve=secrets.token_hex(32),
            by=by_of(request),
        )
        return done_of_line(request, pot.log_entry)

    try:
        say(request, done_of_tap(request, do))
    except BountyError as problem:
        form.add_error("envelopes_typed", say_problem(problem, request.tournament.currency))
    except Refused as refusal:
        add_refusal(form, refusal)
    return not form.errors


def _page(
    request: StaffRequest, form: EnvelopesForm, proposal: EnvelopeProposal | None, *, status: int = 200
) -> HttpResponse:
    if form.is_bound:
        form.is_valid()
    lines = form.envelopes if form.is_bound else proposal.suggested if proposal else ()
    total = sum(line.total for line in lines)
    count = sum(line.count for line in lines)
    money, players = (proposal.money, proposal.players) if proposal else (0, 0)
    context = {
        "active": "payouts",
        "form": form,
        "proposal": proposal,
        "can_be_read": bool(lines),
        "total": total,
        "count": count,
        "left": money - total,
        "over": total - money,
        "players_without": players - count,
        "envelopes_over": count - players,
        "home": _home(request),
    }
    template = "_envelopes_sum.html" if request.htmx else "envelopes.html"
    return render(request, f"tournament/payouts/{template}", context, status=status)


def _home(request: StaffRequest) -> str:
    return reverse("tournament:bounties", args=[request.tournament.code])
