"""The tables of a room as they stand there: the number painted on each, its name, its seats, its zone.

Everything may be changed at any time, also in play, but for what would take a seat away from somebody.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TypedDict

from django.db import transaction
from django.utils.translation import gettext as _

from tables.models import Hand, HandStatus, Move, MoveStatus, Seat, Table
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.opening import check_seats_can_play, set_seats
from tables.services.table.planning import check_numbers_free, zone_called
from tables.services.table.undecided import check_nobody_may_buy_back
from tournament.models import LogEntry
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import write_log
from tournament.services.over import check_not_over


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """What stands in the room: `seats` is how many there are, `zone` the name of a zone, "" for none."""

    number: int
    name: str
    seats: int
    zone: str


class ShapeChanged(TypedDict):
    """What the log keeps of a change: the shape before and after, as `TableShape` has them."""

    table: int
    table_id: int
    before: dict[str, object]
    after: dict[str, object]


def shape_of(table: Table) -> TableShape:
    return TableShape(
        number=table.number,
        name=table.name,
        seats=table.seats_count,
        zone=table.zone.name if table.zone else "",
    )


@transaction.atomic
def shape_table(
    *, tournament_id: int, table_id: int, shape: TableShape, by: By, undoes: LogEntry | None = None
) -> LogEntry | None:
    """Give a table this number, name, size and zone; None if it has them already.

    Raises Refused for a number that another table has, an unknown zone, seats that are in use, and more of them than a
    game still to come is for.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    before = shape_of(table)
    if shape == before:
        return None
    if shape.number != before.number:
        check_numbers_free(tournament, [shape.number])
    if shape.seats < before.seats:
        check_seats_unused(table, above=shape.seats)
    elif shape.seats > before.seats and undoes is None:
        check_seats_can_play(tournament, shape.seats)
    if shape.seats != before.seats:
        set_seats(table, shape.seats)
    table.number, table.name, table.zone = shape.number, shape.name, zone_called(tournament, shape.zone)
    table.save(update_fields=["number", "name", "zone", "seats_count"])
    bump_version(table)
    line = write_log(
        tournament_id=tournament_id,
        by=by,
        verb="table_shaped",
        data=ShapeChanged(table=before.number, table_id=table.pk, before=asdict(before), after=asdict(shape)),
        undoes=undoes,
    )
    # Pages that listen by the old number learn the new one.
    numbers = {before.number, shape.number}
    publish(
        tournament.code,
        ["tables", "moves", "standings", "field", "log", *(f"table-{n}" for n in sorted(numbers))],
    )
    return line


def check_seats_unused(table: Table, *, above: int) -> None:
    """Raises Refused where somebody sits, is on the way, may buy back, was dealt in, or had the big blind above."""
    beyond = Seat.objects.filter(table=table, number__gt=above)
    taken = beyond.filter(entry__isnull=False).select_related("entry__player").first()
    if taken is not None and taken.entry is not None:
        raise Refused(
            _("%(name)s sits in seat %(seat)d of table %(table)d. Move the player first.")
            % {"name": taken.entry.player.name, "seat": taken.number, "table": table.number},
            code="seat_taken",
        )
    if beyond.filter(is_locked=True).exists():
        raise Refused(
            _("A locked seat of table %(table)d would go. Unlock it first.") % {"table": table.number},
            code="seat_locked",
        )
    check_nobody_may_buy_back(table.tournament, [table], above=above)
    coming = Move.objects.filter(to_table=table, to_seat__gt=above, status=MoveStatus.WAITING)
    dealt = Hand.objects.filter(table=table, status=HandStatus.OPEN, hand_seats__seat_number__gt=above)
    if coming.exists() or dealt.exists():
        raise Refused(
            _("A seat of table %(table)d that would go is in the hand in play or awaits a player.")
            % {"table": table.number},
            code="seat_in_use",
        )
    positions = table.positions
    if positions is not None and positions.big_blind_position > above:
        raise Refused(
            _(
                "The big blind of the last hand at table %(table)d was in a seat that would go. Remove it "
                "after the next hand."
            )
            % {"table": table.number},
            code="seat_in_use",
        )
