"""Rebuys and add-ons in a room of scripted players: now and then somebody buys one, pays for it, or has it undone."""

from __future__ import annotations

from typing import Final

from tables.services.desk.chip_sales import sell_chips
from tournament.draws.chance import Rng
from tournament.models import ChipSale, Entry, EntryStatus, Tournament
from tournament.rules.chip_sales import SALE_KINDS
from tournament.services.actor import By
from tournament.services.cash.collecting import collect_sale
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

# Of so many moments in one somebody thinks of it.
MOMENTS: Final = 3
# And of so many sales one is undone again.
UNDONE: Final = 6


def trade(tournament: Tournament, rng: Rng, *, seed: str, by: By) -> str:
    """Sell something to somebody, take money that is owed, or undo the newest sale; what was done, "" for nothing."""
    if not tournament.sells_chips or rng.randrange(MOMENTS):
        return ""
    try:
        if rng.randrange(UNDONE) == 0:
            return _undo(tournament, by)
        return _sell(tournament, rng, seed, by)
    except Refused:
        return ""


def _sell(tournament: Tournament, rng: Rng, seed: str, by: By) -> str:
    entries = Entry.objects.filter(
        tournament=tournament, status__in=[EntryStatus.PLAYING, EntryStatus.ELIMINATED]
    ).order_by("pk")
    entry = entries[rng.randrange(entries.count())]
    kind = SALE_KINDS[rng.randrange(len(SALE_KINDS))]
    is_owed = rng.randrange(2) == 0
    sell_chips(tournament_id=tournament.pk, entry_id=entry.pk, kind=kind, seed=seed, by=by, is_owed=is_owed)
    if is_owed and rng.randrange(2):
        sale = ChipSale.objects.filter(tournament=tournament).latest("pk")
        collect_sale(tournament_id=tournament.pk, sale_id=sale.pk, by=by)
    return "rebuys" if kind == "rebuy" else "add-ons"


def _undo(tournament: Tournament, by: By) -> str:
    sale = ChipSale.objects.filter(tournament=tournament).select_related("log_entry").order_by("pk").last()
    if sale is None or sale.log_entry_id not in lines_to_undo(tournament, [sale.log_entry]):
        return ""
    undo_line(tournament_id=tournament.pk, line_id=sale.log_entry_id, by=by)
    return "sales undone"
