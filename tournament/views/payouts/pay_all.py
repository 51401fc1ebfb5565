"""One payment for all that waits for a player: prize, bounties and side prizes, less what the player owes."""

from __future__ import annotations

from tournament.forms.cash.pay_all import PayAllForm
from tournament.services.prizes import paying_all
from tournament.views.access import ANY_STAFF, StaffRequest, by_of, staff
from tournament.views.drawer import warn_of_drawer
from tournament.views.taps import Done, done_of_line, not_understood, tap


@staff(*ANY_STAFF)
@tap("tournament:pay", then=warn_of_drawer)
def pay_all(request: StaffRequest, entry_id: int) -> Done:
    form = PayAllForm(request.POST)
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
