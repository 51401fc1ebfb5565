"""Money that a player owes for a rebuy or an add-on, taken at the desk, and the undo of it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.sales import SaleCollected, SaleOwedAgain
from tournament.models import ChipSale, LogEntry, Tournament
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.cash.chip_sales import facts_of
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def collect_sale(*, tournament_id: int, sale_id: int, by: By) -> LogEntry:
    """The desk has taken the money that a player owed. Raises Refused if there is nothing left to take."""
    tournament = lock_tournament(tournament_id)
    sale = ChipSale.objects.select_related("entry__player").get(pk=sale_id, tournament=tournament)
    if sale.undone_at is not None:
        raise Refused(_("This sale was undone: nothing is owed for it."), code="sale_undone")
    if sale.collected_at is not None:
        raise Refused(_("This has already been paid."), code="collected")
    sale.collected_at = by.now
    sale.save(update_fields=["collected_at"])
    line = record(SaleCollected(**facts_of(sale)), tournament_id=tournament.pk, by=by)
    publish(tournament.code, ["players", "payouts", "log"])
    return line


def collections_to_undo(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines those whose payment stands, of a sale that does."""
    sales = {SaleCollected.of(line).sale: line.pk for line in lines}
    standing = ChipSale.objects.filter(
        tournament=tournament, pk__in=sales, undone_at=None, collected_at__isnull=False
    )
    return {sales[pk] for pk in standing.values_list("pk", flat=True)}


def owe_again(line: LogEntry, by: By) -> None:
    """Undo what `line` tells of. The caller holds the tournament's lock, and has asked `collections_to_undo`."""
    ChipSale.objects.filter(pk=SaleCollected.of(line).sale).update(collected_at=None)
    record(SaleOwedAgain.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, ["players", "payouts", "log"])


register_undo([SaleCollected], Undoable(open_lines=collections_to_undo, undo=owe_again))
