"""The chop on the wall: put there and taken off by the floor, and gone with the proposal.

Nothing of a chop is public without it. What is shown is what the page has: the methods side by side, with the amounts
left to play for that were looked at, or the proposal that stands; once that is agreed on or dropped, neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.change import verbs
from tournament.changes.chops import ChopHidden, ChopShown, OnWall
from tournament.models import Chop, LogEntry, Tournament, TournamentStatus
from tournament.queries.payouts.chops import chop_table, prizes_left
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

TOPICS: Final = ("payouts", "clock", "log")
WALL_CHANGES: Final = (ChopShown, ChopHidden)


@transaction.atomic
def show_chop(*, tournament_id: int, played_for: int, second_for: int, by: By) -> LogEntry:
    """Show it, with so much left to play for. Raises PrizeError where no chop can be made, and Refused where it is
    there already.
    """
    tournament = lock_tournament(tournament_id)
    if tournament.chop_on_wall is not None:
        raise Refused(_("The chop is on the wall already."), code="chop_shown_already")
    if not Chop.objects.filter(tournament=tournament, undone_at=None, agreed_at=None).exists():
        left = prizes_left(tournament)
        chop_table(tournament, left=left, played_for=played_for, second_for=second_for)
    return _put(tournament, (played_for, second_for), by=by)


@transaction.atomic
def hide_chop(*, tournament_id: int, by: By) -> LogEntry:
    """Take it off. Raises Refused where it is no longer there."""
    tournament = lock_tournament(tournament_id)
    if tournament.chop_on_wall is None:
        raise Refused(_("The chop is not on the wall any more."), code="chop_not_shown")
    return _put(tournament, None, by=by)


def open_wall_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The newest, while the board is as it has left it and the tournament is in play."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    changes = LogEntry.objects.filter(tournament=tournament, verb__in=verbs(*WALL_CHANGES))
    newest = changes.order_by("-pk").first()
    now = tournament.chop_on_wall
    return {line.pk for line in lines if line == newest and OnWall.of(line).after == now}


def restore_wall(line: LogEntry, by: By) -> None:
    """Undo one line. The caller holds the tournament's lock."""
    _put(Tournament.objects.get(pk=line.tournament_id), OnWall.of(line).before, by=by, undoes=line)


def clear_wall(tournament: Tournament) -> None:
    """The proposal is gone, or agreed on: the board shows nothing of it. The caller locks, logs and publishes."""
    if tournament.chop_wall_data is not None:
        tournament.chop_wall_data = None
        tournament.save(update_fields=["chop_wall_data"])


def _put(
    tournament: Tournament, left: tuple[int, int] | None, *, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    change = (ChopHidden if left is None else ChopShown)(before=tournament.chop_on_wall, after=left)
    tournament.chop_wall_data = None if left is None else [*left]
    tournament.save(update_fields=["chop_wall_data"])
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, TOPICS)
    return line


register_undo(WALL_CHANGES, Undoable(open_lines=open_wall_lines, undo=restore_wall, again=True))
