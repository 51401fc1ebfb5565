"""A table with a player who is out and may still buy back is not taken away under the empty chair (TDA 27)."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from tables.models import Table
from tables.queries.room.kept_for_rebuys import seats_kept
from tournament.models import Tournament
from tournament.services.errors import Refused


def check_nobody_may_buy_back(tournament: Tournament, tables: Collection[Table], *, above: int = 0) -> None:
    """Raises Refused, with the player and the way out, where a seat of these tables is reserved for a rebuy: any, or
    one with a number `above`.
    """
    keys = {table.pk for table in tables}
    here = (kept for kept in seats_kept(tournament) if kept.table_id in keys and kept.seat > above)
    if (kept := next(here, None)) is not None:
        raise Refused(
            _(
                "%(name)s may still rebuy for seat %(seat)d at table %(table)d. Answer “Rebuy?” with no "
                "first, or let the table play its next hand."
            )
            % {"name": kept.name, "seat": kept.seat, "table": kept.table},
            code="seat_kept_for_rebuy",
        )
