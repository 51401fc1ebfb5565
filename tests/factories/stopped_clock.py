"""A clock that stands just before something happens: whoever looks on may take as long as it takes to be there."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tests.factories import ACTOR
from tournament.models import Tournament
from tournament.services.clock import pause_clock, resume_clock

# The first level of what `make_tournament` makes.
LEVEL = timedelta(minutes=20)


def stop_before_end(tournament: Tournament, *, seconds: float) -> None:
    """Pause the clock in its first level so many seconds before the end; it started a level ago or earlier."""
    assert tournament.started_at
    end = tournament.started_at + LEVEL
    assert end <= timezone.now()
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(end - timedelta(seconds=seconds)))


def go_on(tournament: Tournament) -> None:
    """Let the clock run again."""
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
