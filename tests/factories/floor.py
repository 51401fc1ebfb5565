"""A room in play for the tests of the floor's pages: as many tables as wanted, staff logged in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import islice
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import MessageDecoder
from django.contrib.messages.storage.session import SessionStorage
from django.test import Client
from django.utils import timezone

from tables import engine
from tables.models import Hand, Seat, Table
from tables.services.desk.seating import open_table
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tests.factories import ACTOR, give_role
from tests.factories.felt import sit_down, start_play
from tests.factories.field import entered
from tests.factories.sealing import seal_as_it_stands
from tests.worlds import kept
from tournament.models import Account, Entry, Role, Tournament

REDIRECTS = frozenset({301, 302, 303})


def began() -> datetime:
    """When a room of now began: a minute ago or a few, so that those wanted soon after another began at once."""
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    return a_minute_ago.replace(minute=a_minute_ago.minute // 5 * 5, second=0, microsecond=0)


@dataclass(slots=True, kw_only=True)
class InPlay:
    """A room whose tables are numbered from 1, who sits on (table, seat), and the session of its staff."""

    tournament: Tournament
    entries: list[Entry]
    seats: dict[tuple[int, int], Entry]
    account: Account
    session: str


@kept
def in_play(*sizes: int, began: datetime, role: Role, **changes: Any) -> InPlay:
    """So many players at each table, the clock running since `began`, and one of the staff logged in."""
    tournament, entries = entered(sum(sizes), **changes)
    waiting = iter(entries)
    seats: dict[tuple[int, int], Entry] = {}
    for number, size in enumerate(sizes, start=1):
        table = open_table(tournament_id=tournament.pk, by=ACTOR.at(began))
        players = list(islice(waiting, size))
        sit_down(table, players)
        seats |= {(number, seat): entry for seat, entry in enumerate(players, start=1)}
    start_play(tournament, now=began)
    account = give_role(tournament, role, "flora")
    seal_as_it_stands(tournament, only=(Tournament, Table, Seat, Entry))
    client = Client()
    client.force_login(account)
    return InPlay(
        tournament=tournament,
        entries=entries,
        seats=seats,
        account=account,
        session=client.cookies[settings.SESSION_COOKIE_NAME].value,
    )


class Floor:
    """`sizes` players at tables 1, 2, …; blinds 25/50, the clock running, the floor at the screen."""

    def __init__(
        self, client: Client, *sizes: int, role: Role = Role.FLOOR, registration: int = 3, **changes: Any
    ) -> None:
        self.client = client
        self.began = began()
        room = in_play(*sizes, began=self.began, role=role, late_registration_level=registration, **changes)
        self.tournament, self.entries, self.seats, self.account = (
            room.tournament,
            room.entries,
            room.seats,
            room.account,
        )
        client.cookies[settings.SESSION_COOKIE_NAME] = room.session

    @property
    def home(self) -> str:
        return f"/floor/{self.tournament.code}/"

    def table(self, number: int) -> Table:
        return Table.objects.select_related("tournament").get(tournament=self.tournament, number=number)

    def deal(self, number: int, *codes: str, now: datetime | None = None) -> Hand:
        """Deal a hand at a table and record these operations."""
        ids: dict[str, Any] = {"tournament_id": self.tournament.pk, "table_id": self.table(number).pk}
        at = now or timezone.now()
        hand = start_hand(**ids, by=ACTOR.at(at))
        self.play(number, *codes, now=at)
        return hand

    def play(self, number: int, *codes: str, now: datetime | None = None) -> None:
        """Record these operations of the hand in play."""
        ids: dict[str, Any] = {"tournament_id": self.tournament.pk, "table_id": self.table(number).pk}
        for code in codes:
            operation = engine.decode(code)
            record_operation(**ids, operation=operation, by=ACTOR.at(now or timezone.now()))

    def get(self, path: str = "", *, htmx: bool = False, **query: Any) -> Any:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client.get(self.home + path, query, headers=headers)

    def post(self, path: str, *, htmx: bool = False, **fields: Any) -> Any:
        """A tap from the console with a key of its own; the answer is the page it leads to."""
        headers = {"Referer": f"http://testserver{self.home}"}
        if htmx:
            headers |= {"HX-Request": "true", "HX-Current-URL": headers["Referer"]}
        return tapped(self.client, self.home + path, {"key": str(uuid4()), **fields}, headers)

    def where(self, entry: Entry) -> tuple[int, int]:
        seat = Seat.objects.select_related("table").get(entry=entry)
        return seat.table.number, seat.number


def tapped(client: Client, address: str, data: dict[str, Any], headers: dict[str, str] | None = None) -> Any:
    """A tap of this form; the answer is the page it leads to."""
    answer = client.post(address, data, headers=headers or {})
    return Tapped(client, answer, headers or {}) if answer.status_code in REDIRECTS else answer


class Tapped:
    """A tap that was taken and leads to a page, which is drawn when somebody looks at it and not before.

    A console costs fifty times what its message costs, and most tests of taps read only what was said, or the rows.
    """

    def __init__(self, client: Client, answer: Any, headers: dict[str, str]) -> None:
        self._client, self._headers = client, headers
        self.redirect_chain = [(answer.url, answer.status_code)]
        # Out of the session at once, as if the page had been drawn: they are not the next page's to say.
        session = client.session
        self._said = session.pop(SessionStorage.session_key, None)
        session.save()

    @cached_property
    def _page(self) -> Any:
        if self._said is not None:
            session = self._client.session
            session[SessionStorage.session_key] = self._said
            session.save()
        [(address, _)] = self.redirect_chain
        return self._client.get(address, headers=self._headers, follow=True)

    def messages(self) -> list[Message]:
        """What the tap has to say, without its page."""
        return [] if self._said is None else json.loads(self._said, cls=MessageDecoder)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page, name)


def said(response: Any) -> list[str]:
    """The messages of an answer, but for what it says of the drawer besides."""
    return [str(message) for message in _messages(response) if not _is_of_drawer(message)]


def said_of_drawer(response: Any) -> list[str]:
    """What an answer says of the till of the person who has taken or paid cash."""
    return [str(message) for message in _messages(response) if _is_of_drawer(message)]


def _messages(response: Any) -> list[Message]:
    return response.messages() if isinstance(response, Tapped) else list(response.context["messages"])


def _is_of_drawer(message: Message) -> bool:
    return (message.extra_tags or "").endswith("/tills/")
