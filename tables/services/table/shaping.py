"""The tables of a room as they are laid out: the number painted on each, its name, its seats, its zone.

Everything may be changed at any time, in play too, but for what would take a seat away from somebody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.shaping import EveryTableWidened, TableShape, TableShaped
from tables.models import Hand, HandStatus, Move, MoveStatus, Seat, Table, Zone
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.opening import check_seats_can_play, set_seats
from tables.services.table.planning import check_numbers_free, zone_called
from tables.services.table.undecided import check_nobody_may_buy_back
from tournament.models import LogEntry, Tournament
from tournament.queries.level import tightest_to_come
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import lines_of_one_tap, newest_line_id, record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_together, register_undo

MOST_SEATS: Final = 10


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
    shaped = TableShaped(table=before.number, table_id=table.pk, before=before, after=shape)
    line = record(shaped, tournament_id=tournament_id, by=by, undoes=undoes)
    # Pages that listen by the old number learn the new one.
    numbers = {before.number, shape.number}
    publish(
        tournament.code,
        ["tables", "moves", "standings", "field", "log", *(f"table-{n}" for n in sorted(numbers))],
    )
    return line


@transaction.atomic
def widen_every_table(*, tournament_id: int, by: By) -> LogEntry:
    """Give every table of the room one more seat, so that more may enter; one that has the most already stays.

    No table gets more than a game still to come is for. Raises Refused where all have as many.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    tightest = tightest_to_come(tournament)
    most = min(MOST_SEATS, tightest.most)
    narrower = Table.objects.filter(tournament=tournament, seats_count__lt=most).order_by("number")
    since = newest_line_id(tournament_id)
    for table in narrower.select_related("zone"):
        shape = replace(shape_of(table), seats=table.seats_count + 1)
        shape_table(tournament_id=tournament_id, table_id=table.pk, shape=shape, by=by)
    parts = lines_of_one_tap(tournament_id=tournament_id, since=since, verbs=[TableShaped.verb], by=by)
    if not parts:
        check_seats_can_play(tournament, MOST_SEATS)
        raise Refused(
            _("Every table has %(most)d seats already.") % {"most": MOST_SEATS}, code="every_table_full"
        )
    widened = EveryTableWidened(parts=tuple(parts), count=len(parts))
    return record(widened, tournament_id=tournament_id, by=by)


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


def _open_shapes(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table still is as the line says, the old number is free and the old zone there."""
    tables = {table.pk: table for table in Table.objects.filter(tournament=tournament).select_related("zone")}
    numbers = {table.number for table in tables.values()}
    zones = {"", *Zone.objects.filter(tournament=tournament).values_list("name", flat=True)}
    found = set()
    for line in lines:
        change = TableShaped.of(line)
        table, before, after = tables.get(change.table_id), change.before, change.after
        is_free = before.number == after.number or before.number not in numbers
        if table is not None and shape_of(table) == after and is_free and before.zone in zones:
            found.add(line.pk)
    return found


def _undo_shape(line: LogEntry, by: By) -> None:
    change = TableShaped.of(line)
    shape_table(
        tournament_id=line.tournament_id, table_id=change.table_id, shape=change.before, by=by, undoes=line
    )


register_together([EveryTableWidened])
register_undo([TableShaped], Undoable(open_lines=_open_shapes, undo=_undo_shape, again=True))
