"""Money that a player owes for a rebuy or an add-on, taken at the desk."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import ChipSale, LogEntry
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.cash.chip_sales import facts_of
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log


@transaction.atomic
def collect_sale(*, tournament_id: int, sale_id: int, by: By) -> LogEntry:
    """The desk has taken the money that a player owed. Raises Refused if there is nothing to take any more."""
    tournament = lock_tournament(tournament_id)
    sale = ChipSale.objects.select_related("entry__player").get(pk=sale_id, tournament=tournament)
    if sale.undone_at is not None:
        raise Refused(_("This sale was undone: nothing is owed for it."), code="sale_undone")
    if sale.collected_at is not None:
        raise Refused(_("This has already been paid."), code="collected")
    sale.collected_at = by.now
    sale.save(update_fields=["collected_at"])
    line = write_log(tournament_id=tournament.pk, by=by, verb="sale_collected", data=facts_of(sale))
    publish(tournament.code, ["players", "payouts", "log"])
    return line
