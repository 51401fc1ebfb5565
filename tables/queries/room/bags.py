"""The bags of the day's end: which are counted, and whether they are the chips in play."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Sum

from tables.models import Bag, Seat, Table
from tournament.models import EntryStatus, Stop, StopKind, Tournament
from tournament.rules.chips.bags import RoomBags, TableBags, check_bags


@dataclass(frozen=True, slots=True, kw_only=True)
class BagLine:
    """A player's bag: `chips` as counted, None while it is not; `stack` is the one on record, None if unknown."""

    table: int
    seat: int
    entry_id: int
    number: int
    name: str
    stack: int | None
    chips: int | None


def day_to_bag(tournament: Tournament) -> Stop | None:
    """The last hands of the day, whose bags are counted or will be; None while the room plays on."""
    stop = tournament.stop
    return stop if stop is not None and stop.kind == StopKind.LAST_HANDS else None


def room_bags(tournament: Tournament, stop: Stop) -> RoomBags:
    """Every table with players. Two queries."""
    seats = Seat.objects.filter(table__tournament=tournament, entry__status=EntryStatus.PLAYING)
    stacks = seats.values_list("table__number").annotate(Count("pk"), Sum("entry__stack"))
    bags = Bag.objects.filter(stop=stop, entry__status=EntryStatus.PLAYING, entry__seat__isnull=False)
    grouped = bags.values_list("entry__seat__table__number").annotate(Count("pk"), Sum("chips"))
    counted = {table: (count, chips) for table, count, chips in grouped.order_by()}
    return check_bags(
        [
            TableBags(
                table=table,
                players=players,
                bags=counted.get(table, (0, 0))[0],
                counted=counted.get(table, (0, 0))[1],
                expected=chips,
            )
            for table, players, chips in stacks.order_by()
        ]
    )


def bag_lines(tournament: Tournament, stop: Stop, *, table: Table | None = None) -> tuple[BagLine, ...]:
    """The players of one table or of the room, by table and seat. Two queries."""
    seats = Seat.objects.filter(table__tournament=tournament, entry__status=EntryStatus.PLAYING)
    if table is not None:
        seats = seats.filter(table=table)
    rows = seats.select_related("table", "entry__player").order_by("table__number", "number")
    bags = dict(Bag.objects.filter(stop=stop).values_list("entry_id", "chips"))
    return tuple(
        BagLine(
            table=row.table.number,
            seat=row.number,
            entry_id=row.entry.pk,
            number=row.entry.number,
            name=row.entry.player.name,
            stack=row.entry.stack if row.entry.is_stack_known else None,
            chips=bags.get(row.entry.pk),
        )
        for row in rows
        if row.entry is not None
    )
