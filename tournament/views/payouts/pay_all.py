"""One payment for all that waits for a player: prize, bounties and side prizes, less what the player owes."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.forms.cash.pay_all import PayAllForm
from tournament.models import Entry
from tournament.services.prizes import paying_all
from tournament.views.access import ANY_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.taps import Done, done_of_line, handle_tap, not_understood


@staff(*ANY_STAFF)
@require_POST
def pay_all(request: StaffRequest, entry_id: int) -> HttpResponse:
    form = PayAllForm(request.POST)

    def do() -> Done:
        if not form.is_valid():
            raise not_understood()
        line = paying_all.pay_all(
            tournament_id=request.tournament.pk,
            entry_id=entry_id,
            amount=form.cleaned_data["amount"],
            asked=form.cleaned_data["asked"] or 0,
            set_off=bool(form.cleaned_data["set_off"]),
            papers_seen=form.cleaned_data["papers_seen"],
            by=by_of(request),
        )
        return done_of_line(request, line)

    home = reverse("tournament:pay", args=[request.tournament.code])
    try:
        return handle_tap(request, do, home=home, then=warn_of_drawer)
    except Entry.DoesNotExist:
        raise Http404 from None
