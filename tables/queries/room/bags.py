"""The bags of the day's end: which are counted, and whether they are the chips in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Sum

from tables.changes.bags import NO_TAG, BagTag
from tables.models import Bag, Seat, SeatDraw, Table
from tournament.models import Entry, EntryStatus, Stop, StopKind, Tournament
from tournament.rules.chips.bags import RoomBags, TableBags, check_bags, largest_bags


@dataclass(frozen=True, slots=True, kw_only=True)
class BagLine:
    """A player's bag: `chips` as counted, None while it is not; `stack` is the one on record, None if unknown.

    `booked` is what the books have of the stack, known or not; `second_count` is None while nobody has counted again.
    """

    table: int
    seat: int
    entry_id: int
    number: int
    name: str
    secret: str
    stack: int | None
    chips: int | None
    booked: int
    tag: BagTag
    second_count: int | None

    @property
    def is_confirmed(self) -> bool:
        """Whether a second count gave the same."""
        return self.chips is not None and self.second_count == self.chips


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
    bags = {bag.entry_id: bag for bag in Bag.objects.filter(stop=stop)}
    return tuple(_line(row, row.entry, bags.get(row.entry.pk)) for row in rows if row.entry is not None)


def bags_from_flights(tournament: Tournament) -> tuple[BagLine, ...]:
    """The bags of the flights at the seats of Day 2, by table and seat: several of one player where their stacks go on
    together. Two queries.
    """
    seats = Seat.objects.filter(table__tournament=tournament, entry__brought_line__isnull=False)
    rows = seats.select_related("table", "entry__player").order_by("table__number", "number")
    of_entry: dict[int, list[Bag]] = {}
    bags = Bag.objects.filter(entry__goes_on_as__tournament=tournament, stop__bagged_at__isnull=False)
    for bag in bags.select_related("entry").order_by("-chips", "pk"):
        of_entry.setdefault(bag.entry.goes_on_as_id or 0, []).append(bag)
    return tuple(
        _line(row, row.entry, bag)
        for row in rows
        if row.entry is not None
        for bag in of_entry.get(row.entry.pk, ())
    )


def is_next_day_drawn(tournament: Tournament, stop: Stop) -> bool:
    """Whether the seats are those of the next day: drawn after the bags were accepted. One query, none before that."""
    if stop.bagged_at is None:
        return False
    redraws = SeatDraw.objects.filter(tournament=tournament, kind="redraw", made_at__gte=stop.bagged_at)
    return redraws.exclude(log_entry__undone_by__isnull=False).exists()


def bags_to_count_again(tournament: Tournament, stop: Stop) -> tuple[BagLine, ...]:
    """Of the largest bags, as many as the event asks for, those that no second count has confirmed; the largest first.

    Two queries, none where no bag is counted twice.
    """
    count = tournament.options.bags_counted_twice
    if not count:
        return ()
    lines = {line.entry_id: line for line in bag_lines(tournament, stop)}
    counted = {entry: line.chips for entry, line in lines.items() if line.chips is not None}
    largest = [lines[entry] for entry in largest_bags(counted, count)]
    return tuple(line for line in largest if not line.is_confirmed)


def table_bags(table: Table, lines: Sequence[BagLine], typed: Mapping[int, int]) -> TableBags:
    """The bags of a table with what is being typed, by entry, in the place of what is kept."""
    chips = [typed.get(line.entry_id, line.chips) for line in lines]
    counted = [each for each in chips if each is not None]
    return TableBags(
        table=table.number,
        players=len(lines),
        bags=len(counted),
        counted=sum(counted),
        expected=sum(line.booked for line in lines),
    )


def _line(seat: Seat, entry: Entry, bag: Bag | None) -> BagLine:
    return BagLine(
        table=seat.table.number,
        seat=seat.number,
        entry_id=entry.pk,
        number=entry.number,
        name=entry.player.name,
        secret=entry.link_secret,
        stack=entry.stack if entry.is_stack_known else None,
        booked=entry.stack,
        chips=None if bag is None else bag.chips,
        tag=NO_TAG if bag is None else BagTag(number=bag.number, seal=bag.seal),
        second_count=None if bag is None else bag.second_count,
    )
