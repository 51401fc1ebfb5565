"""The director says that the computer's time is right, after somebody has set its clock: the room goes by it.

Where the computer is ahead the house's time jumps forward, and whatever runs or waits in it is moved as far, so that
no time left changes. The rows come first and the clock when they stand: for a moment clocks wait for an instant to
come. The other way round a level would be booked early in that moment. The line of the log carries the move; each
machine follows it once, this one when the transaction ends.

Where the computer is behind nothing is moved: the house stays ahead of it until nothing is in play
(tournament.timekeeping).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction
from django.db.models import F, Max
from django.utils.translation import gettext as _

from tables.floor.shot_clock import has_shot_clock
from tables.models import Device, Hand, HandOperation, HandStatus, PairingCode, Table
from tables.models.rules import floor_rules
from tables.services.table.lease import lock_tables
from tables.services.table.many_rows import bump_versions
from tournament.changes.clock import ComputerTimeAdopted
from tournament.models import Heartbeat, LoginLink, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.rules.clock import Clock, is_waiting
from tournament.services.actor import By
from tournament.services.clock_claim import claim_clock
from tournament.services.errors import Refused
from tournament.services.house_time import follow_moves
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.people.sessions import move_sessions
from tournament.timekeeping import can_be_moved, clock_step

_MS = timedelta(milliseconds=1)
_NONE = timedelta()


@transaction.atomic
def adopt_computer_time(*, by: By) -> timedelta:
    """Take over the computer's time in every tournament in play; returns by how much it differed.

    Raises Refused where it does not differ from the house's, or where the house's cannot be written down.
    """
    in_play = Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk")
    locked = [lock_tournament(pk) for pk in list(in_play.values_list("pk", flat=True))]
    # Asked under the locks: of two directors who press at once, the second finds the house where the first moved it.
    follow_moves()
    step = clock_step()
    if step is None:
        raise Refused(
            _("The computer's clock agrees with Floorman's: there is nothing to change."), code="clocks_agree"
        )
    if not can_be_moved():
        raise Refused(
            _(
                "The time cannot be kept: the disk is full, or Floorman may not write into its data folder. Put that "
                "right on the computer of Floorman, then try again."
            ),
            code="not_kept",
        )
    difference = step.by
    adopted = ComputerTimeAdopted(
        seconds=round(difference.total_seconds()),
        microseconds=difference // timedelta(microseconds=1),
        move=uuid4().hex,
    )
    for tournament in locked:
        if difference > _NONE:
            _move_clock(tournament, by=difference, now=by.now)
        moved = _move_decisions(tournament, by=difference) if difference > _NONE else []
        record(adopted, tournament_id=tournament.pk, by=by)
        publish(
            tournament.code,
            ["clock", "tables", "standings", "log", *(f"table-{table.number}" for table in moved)],
        )
    if difference > _NONE:
        _move_deadlines(by=difference, now=by.now)
        Heartbeat.objects.update(at=F("at") + difference)
    transaction.on_commit(follow_moves)
    return difference


def _move_clock(tournament: Tournament, *, by: timedelta, now: datetime) -> None:
    """What was played is booked, and the clock runs on from the same moment under its new name."""
    clock = tournament.clock
    if clock.running_since is None:
        return
    claim_clock(tournament, _moved(clock, by=by, now=now))
    if tournament.started_at is not None and tournament.started_at > now:
        tournament.started_at += by
        tournament.save(update_fields=["started_at"])


def _moved(clock: Clock, *, by: timedelta, now: datetime) -> Clock:
    since = clock.running_since
    if since is None or is_waiting(clock, now=now):
        return replace(clock, running_since=since and since + by)
    played = max(_NONE, now - since) // _MS
    return replace(clock, elapsed_ms=clock.elapsed_ms + played, running_since=since + played * _MS + by)


def _move_decisions(tournament: Tournament, *, by: timedelta) -> list[Table]:
    """Clocks that were called on a player, and the instants that shot clocks of open hands count from; their tables."""
    hands = Hand.objects.filter(table__tournament=tournament, status=HandStatus.OPEN)
    called = Table.objects.filter(tournament=tournament, decision_data__isnull=False)
    has_shot = has_shot_clock(floor_rules(tournament))
    dealt_at = list(hands.values_list("table_id", flat=True)) if has_shot else []
    tables = lock_tables(
        tournament_id=tournament.pk, table_ids=[*called.values_list("pk", flat=True), *dealt_at]
    )
    for table in tables.values():
        if table.decision_data is not None:
            began_at = datetime.fromisoformat(table.decision_data["began_at"]) + by
            table.decision_data = {**table.decision_data, "began_at": began_at.isoformat()}
            table.save(update_fields=["decision_data"])
    bump_versions(tables.values())
    if has_shot:
        newest = hands.annotate(newest=Max("operations__pk")).values_list("newest", flat=True)
        HandOperation.objects.filter(pk__in=[pk for pk in newest if pk]).update(at=F("at") + by)
        hands.filter(operations__isnull=True).update(started_at=F("started_at") + by)
    return list(tables.values())


def _move_deadlines(*, by: timedelta, now: datetime) -> None:
    """Tablets stay paired, links valid and staff logged in for as long as they would have been."""
    for rows in (PairingCode.objects.all(), Device.objects.all(), LoginLink.objects.all()):
        rows.filter(expires_at__gt=now).update(expires_at=F("expires_at") + by)
    move_sessions(by=by, now=now)
