"""Payments that wait for a second person: confirmed by somebody else than the payer, or withdrawn."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.changes.payments import PaymentWithdrawn, WholePaymentConfirmed
from tournament.forms.cash.pay_all import ConfirmForm
from tournament.models import HeldPayment
from tournament.services.cash.holding import withdraw_whole_payment
from tournament.services.prizes.confirming import confirm_payment
from tournament.templatetags.writing import PageWriter
from tournament.views.access import ANY_STAFF, FLOOR_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_payers_drawer
from tournament.views.taps import Done, done_of_line, handle_tap, not_understood, tap


@staff(*FLOOR_STAFF)
@require_POST
def confirm(request: StaffRequest, held_id: int) -> HttpResponse:
    form = ConfirmForm(request.POST)

    def do() -> Done:
        if not form.is_valid():
            raise not_understood()
        line = confirm_payment(
            tournament_id=request.tournament.pk,
            held_id=held_id,
            amount=form.cleaned_data["amount"],
            by=by_of(request),
        )
        done = done_of_line(request, line)
        return done if line.verb == WholePaymentConfirmed.verb else Done(text=done.text)

    def of_drawer(_request: StaffRequest) -> None:
        held = HeldPayment.objects.select_related("asked_by").get(pk=held_id, tournament=request.tournament)
        warn_of_payers_drawer(request, held.asked_by)

    home = reverse("tournament:pay", args=[request.tournament.code])
    return handle_tap(request, do, home=home, then=of_drawer)


@staff(*ANY_STAFF)
@tap("tournament:pay")
def withdraw(request: StaffRequest, held_id: int) -> Done:
    lines = withdraw_whole_payment(tournament_id=request.tournament.pk, held_id=held_id, by=by_of(request))
    withdrawn = [PaymentWithdrawn.of(line) for line in lines]
    whole = replace(withdrawn[0], amount=sum(each.amount for each in withdrawn))
    return Done(text=whole.said(PageWriter.of(request.tournament)))
