"""A dealer's tablet without a screen that sends the same tap again, as the outbox of a real one does."""

from __future__ import annotations

import time
from dataclasses import dataclass

import httpx
from django.conf import settings

from tables.views.tablet.access import COOKIE
from tables.views.tablet.table import OUTBOX_HEADER
from tests.faults.tablet import SEEN, TOKEN
from tests.processes import READY_SECONDS
from tournament.front.badges import COOKIE as BADGE
from tournament.front.badges import make_badge, of_tablet
from tournament.models.tokens import hash_secret
from tournament.views.outages import MARKER

TABLET_PATIENCE_SECONDS = 8


@dataclass(slots=True, kw_only=True)
class Tablet:
    """A paired tablet that sends a tap as the outbox does."""

    client: httpx.Client
    version: str = ""
    epoch: str = ""

    @classmethod
    def opened(cls, url: str, secret: str) -> Tablet:
        client = httpx.Client(
            base_url=url,
            timeout=TABLET_PATIENCE_SECONDS,
            # The badge puts it in front of strangers, whose one thread its taps would share.
            cookies={
                COOKIE: secret,
                BADGE: make_badge(of_tablet(hash_secret(secret))),
                settings.CSRF_COOKIE_NAME: TOKEN,
            },
            headers={"X-CSRFToken": TOKEN, OUTBOX_HEADER: "1"},
        )
        tablet = cls(client=client)
        tablet.look()
        return tablet

    def look(self) -> None:
        page = self.client.get("/tablet/table/")
        found = SEEN.search(page.text)
        assert found, page.text
        self.version, self.epoch = found[1], found[2]

    def deal(self, key: str) -> httpx.Response:
        return self.tap("deal", key)

    def tap(self, action: str, key: str) -> httpx.Response:
        data = {"key": key, "version": self.version, "epoch": self.epoch}
        return self.client.post(f"/tablet/table/{action}/", data=data)

    def deal_until_recorded(self, key: str) -> httpx.Response:
        return self.tap_until_recorded("deal", key, pause_seconds=1)

    def tap_until_recorded(self, action: str, key: str, *, pause_seconds: float = 0.1) -> httpx.Response:
        """Send it again, with a pause between, until it is recorded."""
        deadline = time.monotonic() + READY_SECONDS
        while (answer := self.tap(action, key)).status_code == 503:
            assert time.monotonic() < deadline
            time.sleep(pause_seconds)
        return answer


def is_refusal(answer: httpx.Response, words: str) -> bool:
    """Whether it is the answer of an outage, whole."""
    assert answer.headers.get(MARKER) == "1", answer.text
    assert int(answer.headers["Retry-After"]) > 0
    return answer.status_code == 503 and words in answer.text
