"""A dealer's tablet without a screen: lawful taps over HTTP, each with a key of its own, sent until acknowledged."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import httpx
from django.conf import settings
from django.db import connection

from tables import engine
from tables.management.scripted_dealer import Style, next_operation
from tables.models import Hand, HandStatus, Table
from tables.services.table.tablets import make_pairing_code, pair_device
from tables.views.tablet.access import COOKIE
from tables.views.tablet.table import OUTBOX_HEADER
from tests.factories import ACTOR
from tournament.draws.chance import SeededRng
from tournament.front import badges
from tournament.front.badges import make_badge, of_tablet
from tournament.models import Tournament
from tournament.models.tokens import hash_secret
from tournament.views.outages import MARKER

# Nobody goes all-in by whim: the tables shall stay full for the length of a test.
PATIENT = Style(all_in=0)
SEEN = re.compile(r'data-version="(\d+)" data-epoch="(\d+)"')
AGAIN_AFTER_SECONDS = 0.1
PAUSE_SECONDS = 0.12
TOKEN = "t" * 32
DEAL = "deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """An acknowledged tap; `what` is the operation's text form, or DEAL."""

    key: UUID
    what: str


@dataclass(slots=True, kw_only=True)
class ScriptedTablet:
    """One table's tablet. `acknowledged` is what the server has said yes to, in order."""

    url: str
    table: Table
    secret: str
    rng: SeededRng
    acknowledged: list[Tap] = field(default_factory=list)
    sent_again: int = 0
    pause_seconds: float = PAUSE_SECONDS
    # Seconds from each tap to its answer; what had to be sent again counts from its first sending.
    waited: list[float] = field(default_factory=list)
    _state: engine.State | None = None
    _version: int = 0
    _epoch: int = 0

    def play(self, stop: threading.Event) -> None:
        """Tap until told to stop; ends with an AssertionError when an answer is not as it must be."""
        try:
            # The token of a form and its cookie agree; that is all that is asked of them.
            badge = make_badge(of_tablet(hash_secret(self.secret)))
            cookies = {COOKIE: self.secret, badges.COOKIE: badge, settings.CSRF_COOKIE_NAME: TOKEN}
            headers = {"X-CSRFToken": TOKEN, OUTBOX_HEADER: "1"}
            with httpx.Client(base_url=self.url, timeout=8, cookies=cookies, headers=headers) as client:
                page = client.get("/tablet/table/")
                assert page.status_code == 200, page.text
                self._look(page.text)
                while not stop.is_set():
                    self._tap(client)
                    time.sleep(self.pause_seconds)
        finally:
            connection.close()

    def _tap(self, client: httpx.Client) -> None:
        state = self._state
        if state is None:
            self._send(client, "/tablet/table/deal/", DEAL, {})
            hand = Hand.objects.get(table=self.table, status=HandStatus.OPEN)
            self._state = engine.replay(hand.setup, [])
            return
        operation = next_operation(state, self.rng, PATIENT)
        code = engine.encode(operation)
        self._send(client, "/tablet/table/act/", code, {"operation": code})
        after = engine.apply(state, operation)
        self._state = None if after.is_complete else after

    def _send(self, client: httpx.Client, path: str, what: str, fields: dict[str, str]) -> None:
        key = uuid4()
        data = {**fields, "key": str(key), "version": str(self._version), "epoch": str(self._epoch)}
        began = time.monotonic()
        answer = self._post(client, path, data)
        while answer is None:
            self.sent_again += 1
            time.sleep(AGAIN_AFTER_SECONDS)
            answer = self._post(client, path, data)
        self.waited.append(time.monotonic() - began)
        assert answer.status_code == 200, f"{what}: {answer.status_code} {answer.text[:400]}"
        assert MARKER in answer.headers
        self.acknowledged.append(Tap(key=key, what=what))
        self._look(answer.text)

    def _post(self, client: httpx.Client, path: str, data: dict[str, str]) -> httpx.Response | None:
        """The answer, or None where it is not known what became of the tap: then it is sent again."""
        try:
            answer = client.post(path, data=data)
        except httpx.TransportError:
            return None
        return answer if answer.status_code < 500 else None

    def _look(self, screen: str) -> None:
        found = SEEN.search(screen)
        assert found, screen
        self._version, self._epoch = int(found[1]), int(found[2])


def pair_tablets(tournament: Tournament, *, url: str) -> list[ScriptedTablet]:
    """A paired tablet for every table of the tournament."""
    tablets = []
    for table in Table.objects.filter(tournament=tournament).order_by("number"):
        now = table.opened_at
        code = make_pairing_code(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(now))
        secret = pair_device(code=code.code, now=now).secret
        tablets.append(
            ScriptedTablet(url=url, table=table, secret=secret, rng=SeededRng(f"table {table.number}"))
        )
    return tablets
