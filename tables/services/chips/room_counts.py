"""The chips of every table counted at once, in a break, and held against the ledger before play goes on.

asked: every table on hold --counted as in the ledger--> the table deals on
                           --chips missing, too many--> on hold, until it is counted right or corrected
"""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from tables.changes.room_counts import RoomCountAsked, RoomCountEnded, TableTotalCounted
from tables.models import Seat, Table, TableStatus
from tables.queries.room.room_counts import open_count, room_count
from tables.services.chips.booking import check_between_hands
from tables.services.table.holds import hold_all_tables
from tables.services.table.lease import lock_table
from tables.services.table.messages import release_table
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record


@transaction.atomic
def ask_for_count(*, tournament_id: int, by: By) -> LogEntry:
    """Put every table on hold until its chips are counted; hands in play are finished.

    Raises Refused where a count goes on, and outside of play.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if open_count(tournament) is not None:
        raise Refused(_("A count of every table is going on already."), code="count_open")
    open_ones = Table.objects.filter(tournament=tournament, status=TableStatus.OPEN).order_by("pk")
    held = tuple(open_ones.values_list("pk", flat=True))
    line = record(RoomCountAsked(held=held), tournament_id=tournament_id, by=by)
    hold_all_tables(tournament_id=tournament_id, reason=_("The chips of this table are counted."), by=by)
    publish(tournament.code, ["tables", "log"])
    return line


@transaction.atomic
def count_total(
    *, tournament_id: int, table_id: int, chips: int, by: By, pieces: Mapping[int, int] | None = None
) -> LogEntry:
    """All chips at one table, also by the piece. As many as in the ledger: the table deals on.

    Raises Refused where no count goes on or a hand is in play; Table.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    asked = _asked(tournament)
    check_between_hands(table)
    expected = _chips_of(table) if table.is_total_known else None
    told = TableTotalCounted(
        table=table.number,
        table_id=table.pk,
        asked=asked.pk,
        counted=chips,
        expected=expected,
        pieces=tuple((pieces or {}).items()),
    )
    line = record(told, tournament_id=tournament_id, by=by)
    is_held_for_it = table.status == TableStatus.HELD and table.pk in RoomCountAsked.of(asked).held
    if expected in (None, chips) and is_held_for_it:
        release_table(tournament_id=tournament_id, table_id=table.pk, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


@transaction.atomic
def end_count(*, tournament_id: int, by: By) -> LogEntry:
    """No more tables are counted. Those that were not deal on; those with too many chips or too few stay on hold.

    Raises Refused where no count goes on.
    """
    tournament = lock_tournament(tournament_id)
    asked = _asked(tournament)
    count = room_count(tournament)
    wrong = {table.number for table in count.wrong} if count else set()
    line = record(RoomCountEnded(asked=asked.pk), tournament_id=tournament_id, by=by)
    held = Table.objects.filter(pk__in=RoomCountAsked.of(asked).held, status=TableStatus.HELD)
    held = held.exclude(number__in=wrong)
    for table_id in held.order_by("pk").values_list("pk", flat=True):
        release_table(tournament_id=tournament_id, table_id=table_id, by=by)
    publish(tournament.code, ["tables", "log"])
    return line


def _asked(tournament: Tournament) -> LogEntry:
    asked = open_count(tournament)
    if asked is None:
        raise Refused(_("No count of the tables is going on."), code="no_count")
    return asked


def _chips_of(table: Table) -> int:
    total: int = Seat.objects.filter(table=table).aggregate(all=Sum("entry__stack", default=0))["all"]
    return total
