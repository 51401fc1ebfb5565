"""Payments that wait for a second person: confirmed by somebody else than the payer, or withdrawn."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.models import HeldPayment
from tournament.services.cash.holding import withdraw_payment
from tournament.services.prizes.confirming import confirm_payment
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_payers_drawer
from tournament.views.taps import Done, done_of_line, handle_tap


@staff(*FLOOR_STAFF)
@require_POST
def confirm(request: StaffRequest, held_id: int) -> HttpResponse:
    def do() -> Done:
        line = confirm_payment(tournament_id=request.tournament.pk, held_id=held_id, by=by_of(request))
        return Done(text=done_of_line(request, line).text)

    def of_drawer(_request: StaffRequest) -> None:
        held = HeldPayment.objects.select_related("asked_by").get(pk=held_id, tournament=request.tournament)
        warn_of_payers_drawer(request, held.asked_by)

    return _handle(request, do, then=of_drawer)


@staff(*ANY_STAFF)
@require_POST
def withdraw(request: StaffRequest, held_id: int) -> HttpResponse:
    def do() -> Done:
        line = withdraw_payment(tournament_id=request.tournament.pk, held_id=held_id, by=by_of(request))
        return Done(text=done_of_line(request, line).text)

    return _handle(request, do)


def _handle(
    request: StaffRequest, do: Callable[[], Done], *, then: Callable[[StaffRequest], None] | None = None
) -> HttpResponse:
    try:
        return handle_tap(
            request, do, home=reverse("tournament:pay", args=[request.tournament.code]), then=then
        )
    except HeldPayment.DoesNotExist:
        raise Http404 from None
