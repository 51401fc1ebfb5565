"""After cash was taken or paid: whether the till of the person who did it can be right."""

from __future__ import annotations

from django.contrib import messages
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.queries.ledger.drawer import drawer_fault
from tournament.templatetags.poker import money
from tournament.views.access import StaffRequest


def warn_of_drawer(request: StaffRequest) -> None:
    """Say beside the answer of the tap what is wrong with the drawer, with the way to it."""
    tournament = request.tournament
    fault = drawer_fault(tournament, account_id=request.user.pk)
    if fault is None:
        return
    if fault.till is None:
        text = _("No till is open: open yours, so this cash is counted.")
    else:
        text = _(
            "Your till did not hold this cash: %(amount)s more was paid out than was in it. Bring it from "
            "the safe or another till and record the transfer, or undo the payment."
        ) % {"amount": money(fault.missing, tournament.currency)}
    messages.warning(request, text, extra_tags=reverse("tournament:tills", args=[tournament.code]))
