"""Celery's part: look once a second whether a deadline has passed, look at the computer's clock, and clear away what
nobody will ask for. It decides nothing by itself.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from celery import shared_task
from django.conf import settings

from tournament.backups.errors import BackupFailed
from tournament.backups.making import back_up_house, copy_last_again
from tournament.backups.shelf import last_backup, last_failure
from tournament.models import Tournament, TournamentStatus
from tournament.queries.alarms.play import changed_at, levels_in_play
from tournament.rules.backups import is_due, may_try_again
from tournament.services.clock import sweep_clock
from tournament.services.heartbeats import note_heartbeat
from tournament.services.house_time import look_at_computer
from tournament.services.old_sign_ins import forget_sign_ins as forget_old_sign_ins
from tournament.services.replies import forget_old_replies
from tournament.timekeeping import house_now

logger = logging.getLogger(__name__)
# Of 250 answers, once a minute: twice as many as the fastest room writes in the same time.
BATCHES_A_MINUTE: Final = 100


@shared_task(name="tournament.tasks.sweep_clocks", ignore_result=True)
def sweep_clocks() -> int:
    """Book the transitions due in every tournament in play; returns how many were claimed here.

    Missed ticks are made up by the next one, and two workers at once claim each transition once.
    """
    running = Tournament.objects.filter(status=TournamentStatus.RUNNING, clock_state="running").values_list(
        "pk", flat=True
    )
    claimed = sum(_sweep(pk) for pk in running)
    note_heartbeat(name="sweep", now=house_now())
    return claimed


def _sweep(tournament_id: int) -> int:
    """One tournament that fails must not stop the clocks of the others."""
    try:
        return sweep_clock(tournament_id=tournament_id, now=house_now())
    except Exception:
        logger.exception("The clock of tournament %s could not be booked.", tournament_id)
        return 0


@shared_task(name="tournament.tasks.look_at_computer_clock", ignore_result=True)
def look_at_computer_clock() -> bool:
    """See whether somebody has set the computer's clock, and keep the latest instant seen; returns whether so."""
    return look_at_computer()


@shared_task(name="tournament.tasks.forget_replies", ignore_result=True)
def forget_replies() -> int:
    """Delete answers to taps that are too old to be asked for again; returns how many."""
    return forget_old_replies(now=house_now(), batches=BATCHES_A_MINUTE)


@shared_task(name="tournament.tasks.back_up", ignore_result=True)
def back_up() -> bool:
    """Make a backup if one is due; returns whether one was made. What fails is written down beside the backups, where
    the alarms of the house find it, and tried again: the second disk also gets the last one when nothing new is due.
    """
    now, directory = house_now(), Path(settings.BACKUP_DIR)
    levels, failure = levels_in_play(), last_failure(directory)
    last = last_backup(directory, now=now)
    is_needed = is_due(
        last,
        levels=levels,
        changed_at=changed_at(),
        failed_at=failure.at if failure else None,
        is_wanting=failure is not None and failure.kind != "second",
        now=now,
    )
    try:
        if is_needed:
            return back_up_house(levels=levels, now=now) is not None
        if failure and failure.kind == "second" and may_try_again(failure.at, now=now):
            copy_last_again(now=now)
        return False
    except BackupFailed as failed:
        logger.error("No backup was made: %s", failed)
        return False


@shared_task(name="tournament.tasks.forget_sign_ins", ignore_result=True)
def forget_sign_ins() -> None:
    """Delete sessions that have ended and failures to log in that are older than a month."""
    forget_old_sign_ins(now=house_now())
