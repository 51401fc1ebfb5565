"""The house's time and the computer's clock: what the worker does about them every few seconds.

That the clock was set is written once into the log of each tournament in play. A director who says that the computer
is right writes a line too, and each machine of the room follows it (tables.services.stops.computer_time).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import CLOCK
from tournament.services.locks import lock_tournament
from tournament.services.log import newest_line_of_all, write_log
from tournament.timekeeping import clock_step, go_on_from, house_now, look, move

logger = logging.getLogger(__name__)

MOVED: Final = "computer_time_adopted"
# A machine looks every few seconds; what is older is of another evening, or of a backup.
FRESH: Final = timedelta(minutes=1)
# Of the newest lines of the log: the search must not read them all.
NEWEST: Final = 2_000


def look_at_computer() -> bool:
    """Keep the latest instant seen and say whether the computer's clock was set and is not right."""
    follow_moves()
    in_play = Tournament.objects.filter(status=TournamentStatus.RUNNING)
    looked = look(is_in_play=in_play.exists())
    if looked is None:
        return False
    before, after = looked
    step = clock_step()
    if after.stepped_at is not None and before.stepped_at is None and step is not None:
        logger.warning(
            "The computer's clock was set by %d s; the house goes on by its own time.",
            step.by.total_seconds(),
        )
        _tell("computer_clock_set", {"seconds": round(step.by.total_seconds())})
    elif before.stepped_at is not None and after.stepped_at is None:
        logger.warning("The computer's clock is right again.")
        _tell("computer_clock_right", {})
    return step is not None


def go_on_from_the_log() -> None:
    """At the opening of the house: no earlier than the last line of a tournament in play, on whatever machine."""
    lines = LogEntry.objects.filter(tournament__status=TournamentStatus.RUNNING).order_by("-pk")
    latest = lines.values_list("at", flat=True).first()
    if latest is not None:
        go_on_from(latest)


def follow_moves() -> None:
    """Move the house's time of this machine as a director has decided, here or at another machine."""
    now = house_now()
    lines = LogEntry.objects.filter(pk__gt=newest_line_of_all() - NEWEST, verb=MOVED, at__gt=now - FRESH)
    for data in lines.order_by("pk").values_list("data", flat=True):
        move(by=timedelta(microseconds=data["microseconds"]), name=data["move"])


def _tell(verb: str, data: dict[str, object]) -> None:
    now: datetime = house_now()
    with transaction.atomic():
        in_play = Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk")
        for tournament in [lock_tournament(pk) for pk in list(in_play.values_list("pk", flat=True))]:
            write_log(tournament_id=tournament.pk, actor=CLOCK, verb=verb, data=data, now=now)
            publish(tournament.code, ["log"])
