"""kill -9 of the worker that sends notices to phones, again and again: each arrives as it was written."""

from __future__ import annotations

import signal
from collections import Counter

import pytest
from django.utils import timezone

from tests.factories import enter, make_tournament, names
from tests.factories.phones import Browser, switch_phone_on
from tests.faults.test_killed_senders import CELERY, has_heard, worker_of
from tests.processes import READY_SECONDS, LiveFloorman, wait_until
from tests.tournament.services.hooks.receiver import receiving
from tournament.changes.phones import NoticeFact, NoticeWords
from tournament.models import NoticeKind, NoticeState, PhoneNotice, PlayerPhone
from tournament.services.phone_outbox import tell_players

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.slow,
    pytest.mark.long(
        reason="workers of Celery are started and killed; what they call is tested without them"
    ),
]

PHONES = 80
KILLS = 3
# Threads of a worker; each may have handed over a notice that it could not book any more.
THREADS = 4


def tell_everybody(url: str) -> list[str]:
    """So many phones with a notice each, in one go; what they are told."""
    now = timezone.now()
    tournament = make_tournament(phone_notices=True)
    entries = enter(tournament, *names(PHONES))
    browser = Browser()
    for entry in entries:
        switch_phone_on(entry, Browser(endpoint=f"{url}/{entry.number}", key=browser.key), now=now)
    facts = [
        NoticeFact(
            kind=NoticeKind.SEAT,
            entry=entry.pk,
            subject="draw",
            title=NoticeWords(words=f"Your seat: {entry.number}"),
        )
        for entry in entries
    ]
    assert tell_players(tournament.pk, lambda _: facts, at=now) == PHONES
    return [f"/hooks/{entry.number}" for entry in entries]


def test_notices_survive_the_death_of_their_senders(live_floorman: LiveFloorman) -> None:
    with receiving() as service:
        paths = tell_everybody(service.url)
        beat = live_floorman.start_one("beat", *CELERY, "beat", "--pidfile=", "--loglevel", "ERROR")
        for number in range(1, KILLS + 1):
            with worker_of(live_floorman) as worker:
                some = PHONES * number // (KILLS + 2)
                wait_until(has_heard(service, some), "some notices", 3 * READY_SECONDS)
                assert worker.process
                worker.process.send_signal(signal.SIGKILL)
                worker.process.wait(READY_SECONDS)
                # Its claims end by themselves within a minute, which passes here at once.
                PlayerPhone.objects.update(claimed_until=timezone.now())
        with worker_of(live_floorman):
            waiting = PhoneNotice.objects.filter(state=NoticeState.WAITING)
            wait_until(lambda: not waiting.exists(), "the last notice", 3 * READY_SECONDS)
        live_floorman.stop(beat)

    heard = Counter(each.path for each in service.heard)
    assert set(heard) == set(paths)
    assert sum(heard.values()) - PHONES <= KILLS * THREADS, "twice only what was on its way"
    assert set(PhoneNotice.objects.values_list("state", flat=True)) == {NoticeState.SENT}
    assert PlayerPhone.objects.filter(last_success_at=None).count() == 0
