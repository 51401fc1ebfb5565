"""How far every table is while the room deals counted hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from tables.floor.hand_for_hand import TableInRound
from tables.models import Device, Hand, HandStatus, Recording, RunOut, Table, TableStatus
from tournament.models import Tournament


def tables_in_round(tournament: Tournament, *, now: datetime) -> Sequence[TableInRound]:
    """The tables at which somebody sits, by number. One query.

    Whether a hand is in play is known where a tablet records every hand, or scripted dealers do.
    """
    of_table = Hand.objects.filter(table=OuterRef("pk"))
    scripted = of_table.filter(number=OuterRef("hands_dealt"), device__isnull=True)
    paired = Device.objects.filter(table=OuterRef("pk"), revoked_at__isnull=True, expires_at__gt=now)
    rows = (
        Table.objects.filter(tournament=tournament)
        .exclude(status=TableStatus.CLOSED)
        .annotate(
            players=Count("seats", filter=Q(seats__entry__stack__gt=0)),
            is_in_hand=Exists(of_table.filter(status=HandStatus.OPEN)),
            is_counted=Exists(paired) | Exists(scripted.exclude(status=HandStatus.VOID)),
        )
        .filter(Q(players__gt=0) | Q(is_in_hand=True))
        .order_by("number")
    )
    return [
        TableInRound(
            table=row.number,
            players=row.players,
            hands_dealt=row.hands_dealt,
            deals_until=row.deals_until,
            is_in_hand=row.is_in_hand,
            is_all_in=row.run_out == RunOut.WAITING,
            is_counted=row.is_counted and row.recording == Recording.HANDS,
        )
        for row in rows
    ]
