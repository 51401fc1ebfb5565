"""Celery's part: look once a second whether a deadline has passed. It decides nothing by itself."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from tournament.models import Tournament, TournamentStatus
from tournament.services.clock import sweep_clock

logger = logging.getLogger(__name__)


@shared_task(name="tournament.tasks.sweep_clocks", ignore_result=True)
def sweep_clocks() -> int:
    """Book the transitions due in every tournament in play; returns how many were claimed here.

    Missed ticks are made up by the next one, and two workers at once claim each transition once.
    """
    running = Tournament.objects.filter(status=TournamentStatus.RUNNING, clock_state="running").values_list(
        "pk", flat=True
    )
    return sum(_sweep(pk) for pk in running)


def _sweep(tournament_id: int) -> int:
    """One tournament that fails must not stop the clocks of the others."""
    try:
        return sweep_clock(tournament_id=tournament_id, now=timezone.now())
    except Exception:
        logger.exception("The clock of tournament %s could not be booked.", tournament_id)
        return 0
