"""Web hooks of an event: the list with a form for one more, and a page of each with its last messages."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.forms.access.hooks import HookForm
from tournament.models import HookEndpoint
from tournament.queries.connections import is_full
from tournament.queries.hooks import hook_row, hook_rows, newest_deliveries
from tournament.services.hooks.endpoints import (
    HookWanted,
    add_hook,
    remove_hook,
    rotate_hook,
    send_again,
    send_test,
    show_secret,
    switch_hook,
)
from tournament.services.hooks.keys import public_key_of
from tournament.services.sealing import SecretUnreadable
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.programs import connected
from tournament.views.taps import Done, done_from_form, done_of_line, tap


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def hooks(request: StaffRequest) -> HttpResponse:
    """The list, with a form for one more."""
    form = HookForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _add(request, form)):
        added = connected.newest(HookEndpoint, request)
        return (
            redirect("tournament:hooks", request.tournament.code)
            if added is None
            else _home(request, added.pk)
        )
    context = {
        "active": "settings",
        "form": form,
        "hooks": hook_rows(request.tournament, request.user, now=house_now()),
        "is_full": is_full(HookEndpoint, request.tournament.pk),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournament/setup/hooks.html", context, status=status)


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def hook(request: StaffRequest, hook_id: int) -> HttpResponse:
    """One of them: how it stands, what can be done with it, its last messages. A POST shows its secret, once."""
    return _show_secret(request, hook_id) if request.method == "POST" else _page(request, hook_id)


def _show_secret(request: StaffRequest, hook_id: int) -> HttpResponse:
    """It is in this answer and nowhere else, so it is not a redirect; and at the address of the page, to which what is
    pressed there leads back.
    """
    endpoint = connected.find(HookEndpoint, request, hook_id)
    try:
        shown = show_secret(endpoint)
        key = public_key_of(endpoint)
    except SecretUnreadable:
        messages.error(request, _("The secret cannot be read since SECRET_KEY was changed: make a new one."))
        return _home(request, hook_id)
    if not shown:
        messages.error(request, _("The secret was shown before: make a new one if it is lost."))
        return _home(request, hook_id)
    answer = _page(request, hook_id, secret=shown, public_key=key)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _hook_page(request: StaffRequest, hook_id: int, **_: int) -> str:
    return reverse("tournament:hook", args=[request.tournament.code, hook_id])


@staff(*DIRECTOR_ONLY)
@tap(_hook_page)
def rotate(request: StaffRequest, hook_id: int) -> Done:
    endpoint = connected.find(HookEndpoint, request, hook_id)
    line = rotate_hook(tournament_id=request.tournament.pk, hook_id=endpoint.pk, by=by_of(request))
    return done_of_line(request, line)


@staff(*DIRECTOR_ONLY)
@tap(_hook_page)
def switch(request: StaffRequest, hook_id: int) -> Done:
    endpoint, is_on = connected.find(HookEndpoint, request, hook_id), request.POST.get("is_on", "") == "1"
    line = switch_hook(
        tournament_id=request.tournament.pk, hook_id=endpoint.pk, is_on=is_on, by=by_of(request)
    )
    return Done(text=_("The web hook is like that already.")) if line is None else done_of_line(request, line)


@staff(*DIRECTOR_ONLY)
@tap("tournament:hooks")
def remove(request: StaffRequest, hook_id: int) -> Done:
    endpoint = connected.find(HookEndpoint, request, hook_id)
    line = remove_hook(tournament_id=request.tournament.pk, hook_id=endpoint.pk, by=by_of(request))
    return done_of_line(request, line)


@staff(*DIRECTOR_ONLY)
@tap(_hook_page)
def test(request: StaffRequest, hook_id: int) -> Done:
    endpoint = connected.find(HookEndpoint, request, hook_id)
    send_test(hook_id=endpoint.pk, event=request.tournament, by=by_of(request))
    return Done(text=_("A test message is on its way: the list below says whether it arrives."))


@staff(*DIRECTOR_ONLY)
@tap(_hook_page)
def again(request: StaffRequest, hook_id: int, delivery_id: int) -> Done:
    endpoint = connected.find(HookEndpoint, request, hook_id)
    message = send_again(hook_id=endpoint.pk, delivery_id=delivery_id, by=by_of(request))
    return Done(text=_("Sending the message %(id)s again.") % {"id": message.message})


def _page(request: StaffRequest, hook_id: int, **secrets: str) -> HttpResponse:
    row = hook_row(request.tournament, request.user, hook_id, now=house_now())
    if row is None:
        return connected.away(HookEndpoint, request, hook_id, to="tournament:hooks")
    context = {"active": "settings", "hook": row, "deliveries": newest_deliveries(hook_id), **secrets}
    return render(request, "tournament/setup/hook.html", context)


def _add(request: StaffRequest, form: HookForm) -> Done:
    line = add_hook(
        tournament_id=request.tournament.pk,
        wanted=HookWanted(**form.wanted()),
        account_id=request.user.pk,
        by=by_of(request),
    )
    return done_of_line(request, line)


def _home(request: StaffRequest, hook_id: int) -> HttpResponseRedirect:
    return redirect("tournament:hook", request.tournament.code, hook_id)
