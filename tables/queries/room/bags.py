"""The bags of the day's end: which are counted, and whether they are the chips in play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, QuerySet, Sum

from tables.changes.bags import NO_TAG, BagTag
from tables.models import Bag, Seat, SeatDraw, Table
from tournament.models import EntryStatus, Stop, StopKind, Tournament
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
    counted = Bag.objects.filter(stop=stop).values_list("entry", *_Counted._fields)
    bags = {entry: _Counted(*bag) for entry, *bag in counted}
    return tuple(_line(row, bags.get(row.entry)) for row in _bagged_at(seats))


def bags_from_flights(tournament: Tournament) -> tuple[BagLine, ...]:
    """The bags of the flights at the seats of Day 2, by table and seat: several of one player where their stacks go on
    together. Two queries.
    """
    seats = Seat.objects.filter(table__tournament=tournament, entry__brought_line__isnull=False)
    of_entry: dict[int, list[_Counted]] = {}
    bags = Bag.objects.filter(entry__goes_on_as__tournament=tournament, stop__bagged_at__isnull=False)
    counted = bags.order_by("-chips", "pk").values_list("entry__goes_on_as", *_Counted._fields)
    for entry, *bag in counted:
        of_entry.setdefault(entry, []).append(_Counted(*bag))
    return tuple(_line(row, bag) for row in _bagged_at(seats) for bag in of_entry.get(row.entry, ()))


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


class _Counted(NamedTuple):
    """What a bag's line says of the bag."""

    chips: int
    number: str
    seal: str
    second_count: int | None


class _Bagged(NamedTuple):
    """A taken seat with what its bag's line says of the entry there."""

    table: int
    seat: int
    entry: int
    number: int
    name: str
    secret: str
    stack: int
    is_known: bool


def _bagged_at(seats: QuerySet[Seat]) -> list[_Bagged]:
    """By table and seat. Thousands at the end of a day: no objects are made of the rows."""
    columns = (
        *("table__number", "number", "entry", "entry__number", "entry__player__name", "entry__link_secret"),
        *("entry__stack", "entry__is_stack_known"),
    )
    return [_Bagged(*row) for row in seats.order_by("table__number", "number").values_list(*columns)]


def _line(at: _Bagged, bag: _Counted | None) -> BagLine:
    return BagLine(
        table=at.table,
        seat=at.seat,
        entry_id=at.entry,
        number=at.number,
        name=at.name,
        secret=at.secret,
        stack=at.stack if at.is_known else None,
        booked=at.stack,
        chips=None if bag is None else bag.chips,
        tag=NO_TAG if bag is None else BagTag(number=bag.number, seal=bag.seal),
        second_count=None if bag is None else bag.second_count,
    )
