"""Message services of an event: the list with a form for one more, and a page of each with its test."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.forms.access.messages import CapForm, MessageServiceForm, TestForm
from tournament.models import MessageService
from tournament.queries.connections import is_full
from tournament.queries.messages import service_row, service_rows
from tournament.rules.messages import SERVICES
from tournament.services.errors import Refused
from tournament.services.messages.services import (
    ServiceWanted,
    add_service,
    remove_service,
    send_test,
    set_cap,
    switch_service,
)
from tournament.timekeeping import house_now
from tournament.views.access import DIRECTOR_ONLY, StaffRequest, by_of, staff
from tournament.views.programs import connected
from tournament.views.taps import Done, done_from_form, done_of_line, tap


@staff(*DIRECTOR_ONLY)
@require_http_methods(["GET", "HEAD", "POST"])
def services(request: StaffRequest) -> HttpResponse:
    """The list, with a form for one more."""
    form = MessageServiceForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and done_from_form(request, form, lambda: _add(request, form)):
        added = connected.newest(MessageService, request)
        to = ("tournament:message_services", request.tournament.code)
        return redirect(*to) if added is None else redirect(_page_of(request, added.pk))
    context = {
        "active": "settings",
        "form": form,
        "services": service_rows(request.tournament, request.user, now=house_now()),
        "known": SERVICES,
        "is_full": is_full(MessageService, request.tournament.pk),
        "is_off": not request.tournament.options.phone_notices,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournament/setup/message_services.html", context, status=status)


@staff(*DIRECTOR_ONLY)
@require_safe
def service(request: StaffRequest, service_id: int) -> HttpResponse:
    """One of them: how it stands, its cap, its test."""
    row = service_row(request.tournament, request.user, service_id, now=house_now())
    if row is None:
        return connected.away(MessageService, request, service_id, to="tournament:message_services")
    context = {
        "active": "settings",
        "service": row,
        "form": CapForm(initial={"cap": row.cap}),
        "is_off": not request.tournament.options.phone_notices,
    }
    return render(request, "tournament/setup/message_service.html", context)


def _page_of(request: StaffRequest, service_id: int, **_: int) -> str:
    return reverse("tournament:message_service", args=[request.tournament.code, service_id])


@staff(*DIRECTOR_ONLY)
@tap(_page_of)
def switch(request: StaffRequest, service_id: int) -> Done:
    found, is_on = connected.find(MessageService, request, service_id), request.POST.get("is_on", "") == "1"
    line = switch_service(
        tournament_id=request.tournament.pk, service_id=found.pk, is_on=is_on, by=by_of(request)
    )
    return Done(text=_("The service is like that already.")) if line is None else done_of_line(request, line)


@staff(*DIRECTOR_ONLY)
@tap(_page_of)
def cap(request: StaffRequest, service_id: int) -> Done:
    found, form = connected.find(MessageService, request, service_id), CapForm(request.POST)
    if not form.is_valid():
        raise Refused(str(form.errors["cap"][0]), code="unread", field="cap")
    line = set_cap(
        tournament_id=request.tournament.pk,
        service_id=found.pk,
        cap=form.cleaned_data["cap"],
        by=by_of(request),
    )
    return Done(text=_("The service is like that already.")) if line is None else done_of_line(request, line)


@staff(*DIRECTOR_ONLY)
@tap("tournament:message_services")
def remove(request: StaffRequest, service_id: int) -> Done:
    found = connected.find(MessageService, request, service_id)
    line = remove_service(tournament_id=request.tournament.pk, service_id=found.pk, by=by_of(request))
    return done_of_line(request, line)


@staff(*DIRECTOR_ONLY)
@tap(_page_of)
def test(request: StaffRequest, service_id: int) -> Done:
    found, form = connected.find(MessageService, request, service_id), TestForm(request.POST)
    typed = form.cleaned_data["to"] if form.is_valid() else ""
    send_test(service_id=found.pk, to=typed, by=by_of(request))
    return Done(text=_("A test message is on its way: this page says what comes of it."))


def _add(request: StaffRequest, form: MessageServiceForm) -> Done:
    line = add_service(
        tournament_id=request.tournament.pk,
        wanted=ServiceWanted(**form.wanted()),
        account_id=request.user.pk,
        by=by_of(request),
    )
    return done_of_line(request, line)
