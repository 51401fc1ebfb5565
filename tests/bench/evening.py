"""A full room: a house that serves it, everybody who is in it, rounds of taps and changes of the clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.bench.crowd.orders import Crowd
from tests.bench.figures import say
from tests.bench.house import BenchHouse, processor_of
from tests.bench.large_room.size import Size
from tests.bench.rounds import Round, Tapped

WALLS = 20
# What televisions hear besides: what they show, what calls them, what they say.
ON_SCREENS = ("on-clock", "on-seats", "on-chips", "on-payouts", "on-call", "on-air")
CONSOLES = 3
BUST_OUT_EVERY = 60
WARM_UP_SECONDS = 5.0
# Phones do not share an address: so many call from each.
VIEWERS_EACH = 40
# No level ends while it is measured.
LONG_LEVEL_SECONDS = 6 * 3600
PATIENCE_SECONDS = 20.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of the clock: milliseconds from its commit to the first and the last viewer of a topic."""

    topic: str
    first: float
    last: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A room in play and its crowd."""

    house: BenchHouse
    tournament_id: int
    code: str
    tablets: Crowd
    viewers: Crowd
    consoles: Crowd

    def processes(self) -> dict[str, int]:
        crowd = {each.name: each.pid for each in (self.tablets, self.viewers, self.consoles)}
        return self.house.processes() | crowd

    async def round(self, *, rate: float, seconds: float, warm_up: float = WARM_UP_SECONDS) -> Round:
        """Tap at this pace, and look what it costs after the warm-up."""
        start = time.monotonic() + 0.5
        counted_from, until = start + warm_up, start + warm_up + seconds
        playing = asyncio.create_task(
            self.tablets.order(
                patience=2 * (warm_up + seconds) + 60,
                rate=rate,
                start=start,
                counted_from=counted_from,
                until=until,
            )
        )
        await asyncio.sleep(counted_from - time.monotonic())
        pids = self.processes()
        before, viewed = processor_of(pids), await self.viewers.order(report=True)
        await self.consoles.order(report=True)
        await asyncio.sleep(until - time.monotonic())
        after = processor_of(pids)
        seen, looked = await self.viewers.order(report=True), await self.consoles.order(report=True)
        told = await playing
        return Round(
            rate=rate,
            seconds=seconds,
            taps=tuple(Tapped(kind=kind, due=due, milliseconds=ms) for kind, due, ms in told["taps"]),
            sent=told["sent"],
            unanswered=told["unanswered"],
            resting=told["resting"],
            stale=told["stale"],
            errors=told["errors"],
            heard=told["heard"],
            echoes=told["echoes"],
            bytes_of_taps=told["bytes_of_taps"],
            lost_streams=told["lost_streams"],
            fetched=tuple((part, status, size, ms) for part, status, size, ms in looked["fetched"]),
            received=seen["received"] - viewed["received"],
            processor={name: after[name] - before[name] for name in pids},
        )

    async def change(self) -> list[Change]:
        """Let the floor add a second to the level; when the viewers of each topic had it, if all of them did."""
        mark, made = await asyncio.to_thread(add_second, self.tournament_id)
        found = []
        for topic in ("clock", "standings"):

            def is_it(news: dict[str, Any], topic: str = topic) -> bool:
                return bool(news.get("mark") == mark and news["topic"] == topic)

            if news := await self.viewers.wait_for(is_it, PATIENCE_SECONDS):
                first, last = (1000 * (news[when] - made) for when in ("first", "last"))
                found.append(Change(topic=topic, first=first, last=last))
        return found

    async def changes(self, *, every: float, until: float) -> list[Change]:
        """Changes until a moment of the monotonic clock."""
        found: list[Change] = []
        while time.monotonic() < until:
            found += await self.change()
            await asyncio.sleep(every)
        return found

    @property
    def viewers_lost(self) -> int:
        return sum(news["news"] == "lost" for news in self.viewers.news)


def add_second(tournament_id: int) -> tuple[int, float]:
    """Add a second by the service; the new end of the level as pages carry it, and the moment of the commit."""
    return _add_time(tournament_id, 1)


def _add_time(tournament_id: int, seconds: int) -> tuple[int, float]:
    from django.db import connection

    from tournament.rules import clock as clock_rules
    from tournament.services.actor import Actor
    from tournament.services.clock import add_time
    from tournament.templatetags.poker import epoch_ms

    now = datetime.now(UTC)
    try:
        changed = add_time(tournament_id=tournament_id, seconds=seconds, by=Actor(label="bench").at(now))
        made = time.time()
        return int(epoch_ms(clock_rules.ends_at(changed.clock, changed.structure, now=now))), made
    finally:
        connection.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeRoom:
    """A room in the database, and how its people are known there."""

    tournament_id: int
    code: str
    tablets: list[tuple[int, str]]
    consoles: list[str]


def make_room(size: Size) -> MadeRoom:
    """Build the room; cookies of each table's tablet, and of each of the floor's screens."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.db import connection

    from tables.models import Table
    from tables.views.tablet.access import COOKIE
    from tests.bench.large_room.build import build
    from tests.bench.large_room.rows import tablet_secret
    from tournament.front.badges import COOKIE as BADGE
    from tournament.front.badges import make_badge, of_account
    from tournament.models import Account

    account = Account.objects.create(username="bench", is_active=True)
    tournament = build(size, account=account, now=datetime.now(UTC))
    # What pairing and log-in set beside their own cookies.
    badge, sessions = f"{BADGE}={make_badge(of_account(account.pk, account.password))}", []
    for _ in range(CONSOLES):
        session = SessionStore()
        session[SESSION_KEY] = str(account.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = account.get_session_auth_hash()
        session.create()
        sessions.append(f"sessionid={session.session_key}; {badge}")
    numbers = Table.objects.filter(tournament=tournament).order_by("number").values_list("number", flat=True)
    tablets = [(number, f"{COOKIE}={tablet_secret(tournament, number)}; {badge}") for number in numbers]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # As it is in a room that has grown in a day, and not in a moment.
            cursor.execute("VACUUM ANALYZE")
    connection.close()
    _add_time(tournament.pk, LONG_LEVEL_SECONDS)
    return MadeRoom(tournament_id=tournament.pk, code=tournament.code, tablets=tablets, consoles=sessions)


@asynccontextmanager
async def open_evening(
    house: BenchHouse, size: Size, *, viewers: int, screens: int = 0
) -> AsyncIterator[Evening]:
    """Fill the house: a room of this size, all its tablets, `viewers` phones and walls, televisions that show something
    else and speak (`screens`), the floor's consoles.
    """
    began = time.monotonic()
    room = await asyncio.to_thread(make_room, size)
    say("room", f"{size.entries:,} entries, {size.tables:,} tables, made in {time.monotonic() - began:.0f} s")
    crowd: list[Crowd] = []
    try:
        began = time.monotonic()
        audiences = _audiences(house, viewers, screens)
        crowd.append(await Crowd.start("viewers", code=room.code, audiences=audiences))
        say("viewers", f"{viewers + screens:,} streams opened in {time.monotonic() - began:.1f} s")
        began = time.monotonic()
        crowd.append(await Crowd.start("tablets", **_tablets(house, room)))
        say("tablets", f"{size.tables:,} pages and streams opened in {time.monotonic() - began:.1f} s")
        crowd.append(await Crowd.start("consoles", consoles=_consoles(house, room)))
        say("consoles", f"{CONSOLES} opened")
        yield Evening(
            house=house,
            tournament_id=room.tournament_id,
            code=room.code,
            viewers=crowd[0],
            tablets=crowd[1],
            consoles=crowd[2],
        )
    finally:
        for each in crowd:
            await each.leave()


def _address(kind: int, number: int) -> str:
    """A loopback address for the caller of this number."""
    return f"127.{kind}.{number // 250}.{number % 250 + 1}"


def _audiences(house: BenchHouse, viewers: int, screens: int) -> list[dict[str, Any]]:
    walls, each = min(WALLS, viewers // 2), screens // len(ON_SCREENS)
    televisions = [
        {"topic": topic, "hosts": list(_places(house, each, kind=5))} for topic in ON_SCREENS if each
    ]
    return [
        *televisions,
        {"topic": "standings", "hosts": list(_places(house, viewers - walls, kind=1))},
        {"topic": "clock", "hosts": list(_places(house, walls, kind=2))},
    ]


def _places(house: BenchHouse, count: int, *, kind: int) -> list[dict[str, Any]]:
    """Spread callers over hosts and addresses."""
    return [
        {
            "port": house.hosts[number % len(house.hosts)].port,
            "source": _address(kind, number),
            "count": min(VIEWERS_EACH, count - first),
        }
        for number, first in enumerate(range(0, count, VIEWERS_EACH))
    ]


def _tablets(house: BenchHouse, room: MadeRoom) -> dict[str, Any]:
    tablets = [
        {
            "number": number,
            "cookies": cookies,
            "host": house.hosts[number % len(house.hosts)].port,
            "source": _address(3, number),
        }
        for number, cookies in room.tablets
    ]
    return {"tablets": tablets, "seed": "bench", "bust_out_every": BUST_OUT_EVERY}


def _consoles(house: BenchHouse, room: MadeRoom) -> list[dict[str, Any]]:
    return [
        {
            "host": house.hosts[number % len(house.hosts)].port,
            "source": _address(4, number),
            "cookies": cookies,
            "path": f"/floor/{room.code}/",
        }
        for number, cookies in enumerate(room.consoles)
    ]
