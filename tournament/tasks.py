"""Celery's part: look once a second whether a deadline has passed. It decides nothing by itself."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournament.models import Tournament, TournamentStatus
from tournament.services.clock import sweep_clock


@shared_task(name="tournament.tasks.sweep_clocks", ignore_result=True)
def sweep_clocks() -> int:
    """Book the transitions due in every tournament in play; gives back how many were claimed here.

    Missed ticks are made up by the next one, and two workers at once claim each transition once.
    """
    running = Tournament.objects.filter(status=TournamentStatus.RUNNING, clock_state="running").values_list(
        "pk", flat=True
    )
    return sum(sweep_clock(tournament_id=pk, now=timezone.now()) for pk in running)
