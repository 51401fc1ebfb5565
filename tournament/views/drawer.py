"""After cash was taken or paid: whether the till that it went into or came out of can be right."""

from __future__ import annotations

from django.contrib import messages
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.models import Account
from tournament.queries.ledger.drawer import drawer_fault
from tournament.templatetags.poker import money
from tournament.views.access import StaffRequest


def warn_of_drawer(request: StaffRequest) -> None:
    """Say beside the answer of the tap what is wrong with the drawer, with the way to it."""
    fault = drawer_fault(request.tournament, account_id=request.user.pk)
    if fault is None:
        return
    if fault.till is None:
        _warn(request, _("No till is open: open yours, so this cash is counted."))
        return
    _warn(
        request,
        _(
            "Your till did not hold this cash: %(amount)s more was paid out than was in it. Bring it from "
            "the safe or another till and record the transfer, or undo the payment."
        )
        % {"amount": money(fault.missing, request.tournament.currency)},
    )


def warn_of_payers_drawer(request: StaffRequest, payer: Account) -> None:
    """The same to the second person, of the drawer of who has asked for the payment."""
    fault = drawer_fault(request.tournament, account_id=payer.pk)
    name = payer.get_full_name() or payer.username
    if fault is None:
        return
    if fault.till is None:
        _warn(request, _("%(name)s has no till open: this cash is in no till.") % {"name": name})
        return
    _warn(
        request,
        _(
            "The till of %(name)s did not hold this cash: %(amount)s more was paid out than was in it. Have it brought "
            "from the safe or another till and the transfer recorded, or void the payment."
        )
        % {"name": name, "amount": money(fault.missing, request.tournament.currency)},
    )


def _warn(request: StaffRequest, text: str) -> None:
    messages.warning(request, text, extra_tags=reverse("tournament:tills", args=[request.tournament.code]))
