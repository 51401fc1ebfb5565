"""The house's time and the computer's clock: what the worker does about them every few seconds.

That the clock was set is written once into the log of each tournament in play. A director who says that the computer
is right writes a line too, and each machine of the room follows it (tables.services.stops.computer_time).
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from tournament.changes.change import Change, verbs
from tournament.changes.clock import ComputerClockRight, ComputerClockSet, ComputerTimeAdopted
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import CLOCK
from tournament.services.locks import lock_tournament
from tournament.services.log import newest_line_of_all, record
from tournament.timekeeping import clock_step, go_on_from, house_now, look, move, note_said

logger = logging.getLogger(__name__)

# A machine looks every few seconds; what is older is of another evening, or of a backup.
FRESH: Final = timedelta(minutes=1)
# Of the newest lines of the log: the search must not read them all.
NEWEST: Final = 2_000


def look_at_computer() -> bool:
    """Keep the latest instant seen and say whether the computer's clock was set and is not right."""
    follow_moves()
    in_play = Tournament.objects.filter(status=TournamentStatus.RUNNING)
    house = look(is_in_play=in_play.exists())
    if house is None:
        return False
    step = clock_step()
    # Noted once it stands in the logs: what fails before is said at the next look.
    if step is not None and house.stepped_at is not None and not house.is_said:
        _tell(ComputerClockSet(seconds=round(step.by.total_seconds())), since=house.stepped_at)
        note_said(is_said=True)
        logger.warning(
            "The computer's clock was set by %d s; the house goes on by its own time.",
            step.by.total_seconds(),
        )
    elif step is None and house.stepped_at is None and house.is_said:
        _tell(ComputerClockRight(), since=None)
        note_said(is_said=False)
        logger.warning("The computer's clock is right again.")
    return step is not None


def go_on_from_the_log() -> None:
    """At the opening of the house: no earlier than the last line of a tournament in play, on whatever machine.

    With nothing in play the computer is believed at once: a link that is made before the worker's first look would be
    valid for as long as the clock was wrong the last time.
    """
    look(is_in_play=Tournament.objects.filter(status=TournamentStatus.RUNNING).exists())
    lines = LogEntry.objects.filter(tournament__status=TournamentStatus.RUNNING).order_by("-pk")
    latest = lines.values_list("at", flat=True).first()
    if latest is not None:
        go_on_from(latest)


def follow_moves() -> None:
    """Move the house's time of this machine as a director has decided, here or at another machine."""
    now = house_now()
    lines = LogEntry.objects.filter(
        pk__gt=newest_line_of_all() - NEWEST, verb=ComputerTimeAdopted.verb, at__gt=now - FRESH
    )
    for data in lines.order_by("pk").values_list("data", flat=True):
        adopted = ComputerTimeAdopted.from_data(data)
        move(by=timedelta(microseconds=adopted.microseconds), name=adopted.move)


def moved_since(line: LogEntry) -> timedelta:
    """How far the house's time was moved forward since this line of a tournament's log: an instant of before is as much
    later now."""
    later = LogEntry.objects.filter(
        tournament_id=line.tournament_id, verb=ComputerTimeAdopted.verb, pk__gt=line.pk
    )
    moves = later.values_list("data__microseconds", flat=True)
    return timedelta(microseconds=sum(max(0, by) for by in moves))


def _tell(change: Change, *, since: datetime | None) -> None:
    """Write it into the log of each tournament in play that does not say so already."""
    now: datetime = house_now()
    with transaction.atomic():
        in_play = Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk")
        for tournament in [lock_tournament(pk) for pk in list(in_play.values_list("pk", flat=True))]:
            if _is_news(change, tournament_id=tournament.pk, since=since):
                record(change, tournament_id=tournament.pk, by=CLOCK.at(now))
                publish(tournament.code, ["log"])


def _is_news(change: Change, *, tournament_id: int, since: datetime | None) -> bool:
    """That it is right is news where the log says that it was set; that it was set, where it does not say so yet since
    that moment. A process may have been killed before it noted what it had written.
    """
    about = verbs(ComputerClockSet, ComputerClockRight, ComputerTimeAdopted)
    told = LogEntry.objects.filter(tournament_id=tournament_id, verb__in=about).order_by("-pk")
    last = told.values_list("verb", "at").first()
    is_told = last is not None and last[0] == ComputerClockSet.verb and (since is None or last[1] >= since)
    return is_told == isinstance(change, ComputerClockRight)
