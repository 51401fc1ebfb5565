"""Celery's part: look once a second whether a deadline has passed, look at the computer's clock, and clear away what
nobody will ask for. It decides nothing by itself.
"""

from __future__ import annotations

import logging
import random
from datetime import timedelta
from pathlib import Path
from typing import Final

from celery import shared_task
from django.conf import settings

from tournament.backups.errors import BackupFailed
from tournament.backups.making import back_up_house, copy_last_again
from tournament.backups.shelf import last_backup, last_failure
from tournament.models import Tournament, TournamentStatus
from tournament.queries.alarms.play import changed_at, levels_in_play
from tournament.queries.forecast.house import learn
from tournament.queries.forecast.outlook import look_again
from tournament.queries.hooks import endpoints_due
from tournament.queries.messages import tests_due
from tournament.queries.phone_moments import events_with_phones
from tournament.queries.phones import phones_due
from tournament.realtime import publish
from tournament.rules.backups import is_due, may_try_again
from tournament.services.clock import sweep_clock
from tournament.services.heartbeats import note_heartbeat
from tournament.services.hooks.sending import (
    book_try,
    claim_endpoint,
    forget_messages,
    next_message,
    release_endpoint,
    try_message,
)
from tournament.services.house_time import look_at_computer
from tournament.services.messages.testing import send_test_message
from tournament.services.old_sign_ins import forget_sign_ins as forget_old_sign_ins
from tournament.services.phones.moments import tell_of_moments
from tournament.services.phones.sending import (
    book_notice,
    claim_phone,
    forget_phones_of_the_past,
    next_notice,
    release_phone,
    try_notice,
)
from tournament.services.replies import forget_old_replies
from tournament.timekeeping import computer_now, house_now

logger = logging.getLogger(__name__)
# Of 250 answers, once a minute: twice as many as the fastest room writes in the same time.
BATCHES_A_MINUTE: Final = 100
# Then another endpoint has its turn.
MESSAGES_IN_A_TURN: Final = 100
# A receiver that takes its time takes no more of the senders' than this.
TURN: Final = timedelta(seconds=20)
# One after the other: a push service answers in a tenth of a second.
PHONES_IN_A_TASK: Final = 10


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


@shared_task(name="tournament.tasks.look_ahead", ignore_result=True)
def look_ahead() -> int:
    """Work out when each tournament in play will end; returns of how many it says something else than a minute ago."""
    running = Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk")
    return sum(_look_ahead(tournament) for tournament in running)


def _look_ahead(tournament: Tournament) -> bool:
    """The console hears of it by `outlook`, walls and phones by `ends`, where they show it at all."""
    is_new = look_again(tournament, now=house_now())
    if is_new:
        publish(tournament.code, ["outlook", "ends"] if tournament.options.ends_shown else ["outlook"])
    return is_new


@shared_task(name="tournament.tasks.learn_from_events", ignore_result=True)
def learn_from_events() -> bool:
    """Learn from the events of the house how long one lasts, where another was finished or imported; returns whether.

    It may compute for seconds: not in the process that sweeps the clocks once a second.
    """
    return learn()


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


@shared_task(name="tournament.tasks.sweep_hooks", ignore_result=True)
def sweep_hooks() -> int:
    """Have every endpoint sent to for which something is due; returns how many. One query where nothing is."""
    due = endpoints_due(now=house_now())
    for endpoint_id in due:
        # What nobody takes soon is found by the next sweep.
        send_hooks.apply_async((endpoint_id,), expires=5)
    return len(due)


@shared_task(name="tournament.tasks.send_hooks", ignore_result=True)
def send_hooks(endpoint_id: int) -> int:
    """Send what is due for one endpoint, in its order, unless another sender has it; returns how many were tried."""
    claim = claim_endpoint(endpoint_id, now=house_now())
    if not claim:
        return 0
    tried, until = 0, house_now() + TURN
    while (tried < MESSAGES_IN_A_TURN and house_now() < until) and (
        message := next_message(endpoint_id, claim, now=(started_at := house_now()))
    ):
        posted = try_message(message, at=computer_now())
        chance = random.random()  # noqa: S311  # of a wait
        book_try(message, posted, claim, started_at=started_at, now=house_now(), chance=chance)
        tried += 1
    release_endpoint(endpoint_id, claim)
    return tried


@shared_task(name="tournament.tasks.forget_hooks", ignore_result=True)
def forget_hooks() -> int:
    """Delete messages that are done and old; returns how many."""
    return forget_messages(now=house_now())


@shared_task(name="tournament.tasks.sweep_phones", ignore_result=True)
def sweep_phones() -> int:
    """Have every phone sent to for which something is due, and tests of message services; returns how many phones.

    Three queries where nothing is.
    """
    due = phones_due(now=house_now())
    for first in range(0, len(due), PHONES_IN_A_TASK):
        # What nobody takes soon is found by the next sweep.
        send_to_phones.apply_async((due[first : first + PHONES_IN_A_TASK],), expires=5)
    for service_id in tests_due():
        test_message_service.apply_async((service_id,), expires=5)
    note_heartbeat(name="sending", now=house_now())
    return len(due)


@shared_task(name="tournament.tasks.test_message_service", ignore_result=True)
def test_message_service(service_id: int) -> bool:
    """Send the test of a message service, unless another sender has it; returns whether it was tried."""
    return send_test_message(service_id, now=house_now())


@shared_task(name="tournament.tasks.send_to_phones", ignore_result=True)
def send_to_phones(phones: list[int]) -> int:
    """Send what is due for these phones, unless another sender has them; returns how many notices were tried."""
    return sum(_send_to_phone(phone_id) for phone_id in phones)


def _send_to_phone(phone_id: int) -> int:
    claim = claim_phone(phone_id, now=house_now())
    tried = 0
    while claim and (notice := next_notice(phone_id, claim, now=(now := house_now()))):
        came = try_notice(notice, at=computer_now(), now=now)
        book_notice(notice, came, claim, now=house_now())
        tried += 1
    release_phone(phone_id, claim)
    return tried


@shared_task(name="tournament.tasks.tell_phones_of_clock", ignore_result=True)
def tell_phones_of_clock() -> int:
    """Write the notices of what the clock is about to bring; returns how many."""
    now = house_now()
    return sum(tell_of_moments(tournament_id=pk, now=now) for pk in events_with_phones())


@shared_task(name="tournament.tasks.forget_phones", ignore_result=True)
def forget_phones() -> int:
    """Delete what phones were told, and phones of events that are over; returns how many rows."""
    return forget_phones_of_the_past(now=house_now())
