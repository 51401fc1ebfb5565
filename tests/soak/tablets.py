"""Dealers' tablets without a screen: each reads what may be tapped, taps, and sends the tap until it is answered.

Nothing here asks the database. The outbox is the one of the real tablet (outbox.js): one tap on its way, the same key
and content however often it is sent. `forgets` and `hurries` are outboxes that do not keep to that.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import parse_qs
from uuid import UUID

import httpx
from django.conf import settings

from tables.views.tablet.access import COOKIE
from tables.views.tablet.table import OUTBOX_HEADER
from tests.bench.dealer import TABLE, Choice, Seen, fields_of, play_on, read_screen
from tests.faults.tablet import SEEN, TOKEN
from tests.soak.history import CALL, NOT_FINAL, Journal, Kind, Line, hash_of, now
from tests.soak.network import PATIENCE_SECONDS, TABLET_HEADER
from tournament.front import badges
from tournament.front.badges import make_badge, of_tablet
from tournament.models.tokens import hash_secret
from tournament.views.outages import MARKER

Outbox = Literal["keeps", "forgets", "hurries"]
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
# Of a hundred taps so many are sent once more, tapped on an old screen, or are a call for the floor.
AGAIN: Final = 4
STALE: Final = 2
CALLS: Final = 3
FORM: Final = "application/x-www-form-urlencoded"


@dataclass(slots=True, kw_only=True)
class SoakTablet:
    """The tablet of one table; `name` is the table's number."""

    name: str
    url: str
    secret: str
    rng: random.Random
    journal: Journal
    pause: float
    outbox: Outbox = "keeps"
    calls: int = CALLS
    stale: int = STALE
    acknowledged: int = 0
    sent: int = 0
    # Set when nothing more is to be tapped, and when nothing more is to be sent.
    is_over: threading.Event
    is_abandoned: threading.Event
    _seq: int = 0
    _seen: Seen | None = None
    _client: httpx.Client = field(init=False)

    def play(self) -> None:
        """Tap until it is over."""
        badge = make_badge(of_tablet(hash_secret(self.secret)))
        cookies = {COOKIE: self.secret, badges.COOKIE: badge, settings.CSRF_COOKIE_NAME: TOKEN}
        headers = {
            "X-CSRFToken": TOKEN,
            OUTBOX_HEADER: "1",
            TABLET_HEADER: self.name,
            # One request, one connection, nothing packed: the network between reads along.
            "Connection": "close",
            "Accept-Encoding": "identity",
        }
        with httpx.Client(
            base_url=self.url, timeout=PATIENCE_SECONDS, cookies=cookies, headers=headers, trust_env=False
        ) as self._client:
            while not self.is_over.is_set():
                if self._seen is None:
                    self._look()
                else:
                    self._tap(self._seen)
                    time.sleep(self.pause * self.rng.uniform(0.5, 1.5))

    def _look(self) -> None:
        began = now()
        try:
            answer = self._client.get(TABLE)
        except httpx.TransportError:
            time.sleep(FIRST_PAUSE)
            return
        if answer.status_code != 200 or MARKER not in answer.headers:
            time.sleep(FIRST_PAUSE)
            return
        self._seen = read_screen(answer.content)
        self.journal.add(
            Line(
                client=self.name,
                kind="read",
                began=began,
                ended=now(),
                status=200,
                version=int(self._seen.version),
            )
        )

    def _tap(self, seen: Seen) -> None:
        """One tap; now and then also something else that tablets do."""
        dice = self.rng.randrange(100)
        try:
            choice = play_on(seen, self.rng)
        except LookupError:
            # No hand may be dealt here: the floor has stopped the table.
            time.sleep(0.3)
            self._seen = None
            return
        if dice < self.calls:
            self._call(seen)
        elif dice < self.calls + self.stale and int(seen.version) > 1 and choice.action == "act":
            self._send(choice.path, self._body(choice, seen, back=1), choice.operation, is_probe=True)
            self._seen = None
            return
        if self.outbox == "hurries" and dice < 50:
            other = threading.Thread(target=self._call, args=[seen])
            other.start()
            self._record(choice, seen)
            other.join()
        else:
            self._record(choice, seen)

    def _record(self, choice: Choice, seen: Seen) -> None:
        body = self._body(choice, seen)
        screen = self._send(choice.path, body, choice.operation or choice.action)
        self._seen = read_screen(screen) if screen else None
        if screen and self.rng.randrange(100) < AGAIN:
            self._post(choice.path, body, choice.operation or choice.action, seq=self._seq, is_replay=True)

    def _call(self, seen: Seen) -> None:
        self._send(f"{TABLE}call/", self._body(Choice(action="act"), seen), CALL)

    def _body(self, choice: Choice, seen: Seen, *, back: int = 0) -> bytes:
        """The tap as the tablet's script sends it; `back`: as if it had been tapped so many versions ago."""
        key = UUID(int=self.rng.getrandbits(128), version=4)
        body = fields_of(choice, seen, key)
        return body.replace(b"version=%s" % seen.version.encode(), b"version=%d" % (int(seen.version) - back))

    def _send(self, path: str, body: bytes, op: str, *, is_probe: bool = False) -> bytes | None:
        """Send a tap until it is answered; the new screen if it was recorded."""
        if self.is_abandoned.is_set():
            return None
        self._seq += 1
        seq = self._seq
        self.journal.add(self._line("tapped", body, op, seq=seq, began=now(), is_probe=is_probe))
        pause = FIRST_PAUSE
        while not self.is_abandoned.is_set():
            kind, screen = self._post(path, body, op, seq=seq, is_probe=is_probe)
            if kind == "ok":
                self.acknowledged += 1
                return screen
            if kind == "fail" or self.outbox == "forgets":
                return None
            time.sleep(pause * self.rng.uniform(0.5, 1.0))
            pause = min(LONGEST_PAUSE, pause * 2)
        return None

    def _post(
        self, path: str, body: bytes, op: str, *, seq: int, is_probe: bool = False, is_replay: bool = False
    ) -> tuple[Kind, bytes]:
        """Send it once and note what came of it."""
        began = now()
        self.sent += 1
        try:
            answer = self._client.post(path, content=body, headers={"Content-Type": FORM})
        except httpx.TransportError:
            answer = None
        kind: Kind = "info"
        status, said = 0, b""
        # Without the marker it was somebody else who answered.
        if answer is not None and MARKER in answer.headers:
            status, said = answer.status_code, answer.content
            kind = "ok" if status == 200 else "info" if status in NOT_FINAL or status >= 500 else "fail"
        if is_replay:
            kind = "replay"
        shown = SEEN.search(said.decode()) if said else None
        self.journal.add(
            self._line(
                kind,
                body,
                op,
                seq=seq,
                began=began,
                is_probe=is_probe,
                status=status,
                version=int(shown[1]) if shown else 0,
                answer=hash_of(said) if said else "",
            )
        )
        return kind, said

    def _line(
        self,
        kind: Kind,
        body: bytes,
        op: str,
        *,
        seq: int,
        began: float,
        is_probe: bool,
        status: int = 0,
        version: int = 0,
        answer: str = "",
    ) -> Line:
        said = parse_qs(body.decode())
        return Line(
            client=self.name,
            kind=kind,
            began=began,
            ended=now(),
            seq=seq,
            key=said["key"][0],
            op=op,
            sent=int(said["version"][0]),
            status=status,
            version=version,
            body=answer,
            is_probe=is_probe,
        )
