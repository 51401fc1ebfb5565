"""A chop of the prizes left: the methods side by side, the proposal, the consent of each player."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournament.changes.chops import ChopAgreed
from tournament.forms.prizes.chop import CustomChopForm, PlayedForForm, custom_initial
from tournament.models import ChopMethod
from tournament.queries.payouts.chops import ChopTable, PrizesLeft, chop_table, prizes_left, standing_chop
from tournament.rules.payouts.chops import FAIR_METHODS, FairMethod
from tournament.rules.payouts.schemes import PrizeError
from tournament.services.errors import Refused
from tournament.services.prizes.chop_wall import hide_chop, show_chop
from tournament.services.prizes.chops import agree_to_chop, propose_chop
from tournament.templatetags.poker import money
from tournament.views.access import FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.refusals import add_refusal
from tournament.views.taps import (
    Done,
    back,
    done_of_line,
    done_of_tap,
    not_understood,
    result_of_tap,
    say,
    tap,
)
from tournament.words.rules import say_error

# Those whose figures are money.
_AMOUNTS = ("total", "pool", "missing", "most")
# What is left to play for, to the winner and to second place, as forms name it.
_LEFT = ("left", "second")
_LONGEST_AMOUNT = 15


@staff(*FLOOR_STAFF)
@require_safe
def chop(request: StaffRequest) -> HttpResponse:
    standing = standing_chop(request.tournament)
    is_shown, is_asked = "show" in request.GET, "left" in request.GET
    form = PlayedForForm(request.GET if is_asked else None)
    table, problem = None, ""
    if standing is None or (standing.may_follow and (is_asked or not is_shown)):
        try:
            table = _table(request, form)
        except PrizeError as error:
            problem = "" if standing else _words(error, request.tournament.currency)
    context = {
        "active": "payouts",
        "standing": standing,
        "table": table,
        "problem": problem,
        "can_show": standing is not None and standing.agreed_at is None and not standing.is_stale,
        "form": form,
        "played_for": table or standing,
        "left_too": "".join(f"&{urlencode({n: request.GET[n]})}" for n in _LEFT if n in request.GET),
        "here": request.get_full_path(),
    }
    page = "chop_shown.html" if is_shown else "chop.html"
    template = f"_{page}" if request.htmx else page
    return render(request, f"tournament/payouts/{template}", context)


@staff(*FLOOR_STAFF)
@tap("tournament:chop")
def propose(request: StaffRequest) -> Done:
    method = request.POST.get("method", "")
    left, second = (_amount(request.POST.get(name, "0")) for name in _LEFT)
    if method not in FAIR_METHODS or left is None or second is None:
        raise not_understood()
    return _proposed(request, ChopMethod(method), played_for=left, second_for=second)


@staff(*FLOOR_STAFF)
@tap("tournament:chop")
def wall(request: StaffRequest) -> Done:
    """Put the chop on the board of the room, or take it off."""
    ids: dict[str, Any] = {"tournament_id": request.tournament.pk, "by": by_of(request)}
    if request.POST.get("do") == "hide":
        return done_of_line(request, hide_chop(**ids))
    first, second = (_amount(request.POST.get(name, "0")) for name in _LEFT)
    if request.POST.get("do") != "show" or first is None or second is None:
        raise not_understood()
    try:
        return done_of_line(request, show_chop(played_for=first, second_for=second, **ids))
    except PrizeError as error:
        raise Refused(_words(error, request.tournament.currency), code=error.code) from None


@staff(*FLOOR_STAFF)
@require_POST
def agree(request: StaffRequest, chop_id: int, entry_id: int) -> HttpResponse:
    """One player agrees: the page says so beside the name, where messages would hide the next one. The last has one."""

    def do() -> tuple[bool, str, int]:
        line = agree_to_chop(
            tournament_id=request.tournament.pk, chop_id=chop_id, entry_id=entry_id, by=by_of(request)
        )
        return line.verb == ChopAgreed.verb, done_of_line(request, line).text, line.pk

    try:
        is_last, text, line = result_of_tap(request, do)
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        if is_last:
            say(request, Done(text=text, line=line))
    return back(request, reverse("tournament:chop", args=[request.tournament.code]))


@staff(*FLOOR_STAFF)
@require_http_methods(["GET", "HEAD", "POST"])
def custom(request: StaffRequest) -> HttpResponse:
    """Amounts of the players' own; they begin as those of a method, if one is named."""
    home = redirect("tournament:chop", request.tournament.code)
    try:
        prizes = prizes_left(request.tournament)
    except PrizeError as error:
        messages.error(request, _words(error, request.tournament.currency))
        return home
    if request.method == "POST":
        form = CustomChopForm(request.POST, prizes=prizes)
        if form.is_valid() and _propose_custom(request, form):
            return home
    else:
        form = CustomChopForm(prizes=prizes, initial=_beginning(request, prizes))
    context = {"active": "payouts", "form": form, "prizes": prizes}
    return render(request, "tournament/payouts/custom_chop.html", context, status=422 if form.errors else 200)


def _propose_custom(request: StaffRequest, form: CustomChopForm) -> bool:
    def do() -> Done:
        first, second = (form.cleaned_data[name] for name in _LEFT)
        amounts = form.amounts()
        return _proposed(request, ChopMethod.CUSTOM, played_for=first, second_for=second, custom=amounts)

    try:
        say(request, done_of_tap(request, do))
    except Refused as refusal:
        add_refusal(form, refusal)
        return False
    return True


def _proposed(
    request: StaffRequest,
    method: ChopMethod,
    *,
    played_for: int,
    second_for: int,
    custom: dict[int, int] | None = None,
) -> Done:
    try:
        line = propose_chop(
            tournament_id=request.tournament.pk,
            method=method,
            played_for=played_for,
            second_for=second_for,
            custom=custom,
            by=by_of(request),
        )
    except PrizeError as error:
        raise Refused(_words(error, request.tournament.currency), code=error.code) from None
    return done_of_line(request, line)


def _amount(typed: str) -> int | None:
    """Minor units as a page sends them; None where they are not."""
    is_amount = typed.isascii() and typed.isdigit() and len(typed) <= _LONGEST_AMOUNT
    return int(typed) if is_amount else None


def _table(request: StaffRequest, form: PlayedForForm) -> ChopTable:
    """The methods beside one another; where so much cannot be played for the form says so."""
    left = prizes_left(request.tournament)
    first, second = (form.cleaned_data[name] if form.is_valid() else 0 for name in _LEFT)
    if first + second > left.most_to_play_for:
        most = money(left.most_to_play_for, request.tournament.currency)
        form.add_error(
            "left", _("At most %(most)s can be left to play for: the lowest prize is safe.") % {"most": most}
        )
        first = second = 0
    return chop_table(request.tournament, left=left, played_for=first, second_for=second)


def _beginning(request: StaffRequest, prizes: PrizesLeft) -> dict[str, str]:
    """The amounts of the method that was asked for; of an equal chop where it cannot be worked out."""
    asked = request.GET.get("method", "")
    first, second = (_amount(request.GET.get(name, "")) or 0 for name in _LEFT)
    if second > first or first + second > prizes.most_to_play_for:
        first = second = 0
    unit = request.tournament.payout_unit
    method: FairMethod = "equal" if prizes.unknown else "icm"
    for each in FAIR_METHODS:
        method = each if each == asked and not prizes.unknown else method
    return custom_initial(prizes, prizes.shares(method, played_for=first + second, unit=unit), first, second)


def _words(problem: PrizeError, currency: str) -> str:
    """The refusal with its amounts in the tournament's currency."""
    params = {
        name: money(value, currency) if name in _AMOUNTS and isinstance(value, int) else value
        for name, value in problem.params.items()
    }
    return say_error(PrizeError(problem.template, code=problem.code, **params))
