"""Valkey is away, hangs, is full or takes no write: taps are recorded, and pages are answered."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from statistics import median
from uuid import uuid4

import httpx
import pytest
from django.conf import settings
from django.utils import timezone

from tables.models import Hand, HandStatus
from tests.factories import ACTOR
from tests.faults.outbox import TABLET_PATIENCE_SECONDS, Tablet
from tests.faults.tablet import SEEN, TOKEN, pair_tablets
from tests.faults.test_faults import make_room
from tests.processes import LiveFloorman, RunningValkey
from tests.valkeys import Fault, full, read_only
from tournament.models import StoredReply
from tournament.services.clock import start_clock


@contextmanager
def away(valkey: RunningValkey) -> Iterator[None]:
    """Nobody listens on its socket any more."""
    valkey.stop()
    try:
        assert not valkey.answers()
        yield
    finally:
        valkey.start()


@pytest.mark.long_on_postgresql(reason="Valkey is of no use for either database")
@pytest.mark.parametrize("fault", [away, full, read_only])
def test_without_a_valkey_of_any_use_taps_are_recorded_and_pages_answered(
    live_floorman: LiveFloorman, fault: Fault
) -> None:
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    tablet = Tablet.opened(live_floorman.url, pair_tablets(tournament, url=live_floorman.url)[0].secret)
    before, keys = int(tablet.version), []
    with closing(tablet.client), fault(live_floorman.valkey):
        for action in ("deal", "undo", "deal"):
            keys.append(str(uuid4()))
            answer = tablet.tap(action, keys[-1])
            assert (answer.status_code, "Idempotent-Replay" in answer.headers) == (200, False)
            found = SEEN.search(answer.text)
            assert found
            tablet.version = found[1]
        for page in ("", "clock/", "room/"):
            address = f"{live_floorman.url}/t/{tournament.code}/{page}"
            assert httpx.get(address, timeout=TABLET_PATIENCE_SECONDS).status_code == 200, page
        assert int(tablet.version) == before + len(keys)
        assert StoredReply.objects.filter(key__in=keys, status=200).count() == len(keys)
        assert Hand.objects.filter(table__tournament=tournament, status=HandStatus.OPEN).count() == 1


@pytest.mark.long_on_postgresql(reason="Valkey hangs for either database")
def test_a_valkey_that_hangs_costs_taps_and_pages_nothing(live_floorman: LiveFloorman) -> None:
    tournament = make_room(level_seconds=600)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    tablet = Tablet.opened(live_floorman.url, pair_tablets(tournament, url=live_floorman.url)[0].secret)

    def ask() -> tuple[list[httpx.Response], list[httpx.Response], list[httpx.Response]]:
        """Nothing can be done to a hand twice: but for the first, taps are refused by the same way as any other."""
        return (
            [tablet.deal(str(uuid4())) for _ in range(9)],
            [httpx.get(f"{live_floorman.url}/t/{tournament.code}/clock/", timeout=30) for _ in range(5)],
            [pair_wrongly(live_floorman.url) for _ in range(3)],
        )

    with closing(tablet.client):
        live_floorman.valkey.send(signal.SIGSTOP)
        try:
            answers, pages, wrong = hanging = ask()
        finally:
            live_floorman.valkey.send(signal.SIGCONT)
        answering = ask()
    assert [answer.status_code for answer in answers] == [200, *[409] * 8]
    assert {page.status_code for page in pages} == {200}
    assert {answer.status_code for answer in wrong} <= {422, 429}
    # The middle ones: a busy machine makes some of them slow, Valkey would make all wait for a quarter of a second.
    taps, reads, tries = (
        median(each.elapsed.total_seconds() for each in some)
        - median(each.elapsed.total_seconds() for each in others)
        for some, others in zip(hanging, answering, strict=True)
    )
    assert max(taps, reads) < 0.2
    # A try is counted in Valkey: asked twice.
    assert tries < 1


def pair_wrongly(url: str) -> httpx.Response:
    cookies = {settings.CSRF_COOKIE_NAME: TOKEN}
    data = {"code": "AAAAAAAA", "csrfmiddlewaretoken": TOKEN}
    return httpx.post(f"{url}/tablet/", data=data, cookies=cookies, timeout=TABLET_PATIENCE_SECONDS)
