"""What every page costs at the size of a Main Event: `python -m tests.bench.pages [--small] [--write] [WORD ...]`.

Two rooms of 10,112 entries, 1,124 tables and a million recorded operations each, on a PostgreSQL of their own: the
first day, and in the money. Every page is read by Django's test client, in this process: processor time of the
thread, processor time of PostgreSQL's process for this connection, queries, bytes. In a third, small room the same
pages are read once, because the number of queries must be the same there, but for what a page asks only where there
is something to tell of (`BenchPage.may_differ_by`). WORDs choose pages; --write puts the
table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

from tests.bench.large_room.size import MAIN_EVENT, SMALL, Size
from tests.postgres import start_cluster

if TYPE_CHECKING:
    from django.test import Client

    from tests.bench.page_list import BenchPage
    from tournament.models import Tournament

NOTE = Path(__file__).parents[2] / "docs" / "performance.md"
TABLE = re.compile(r"(?<=<!-- pages: begin -->\n).*?(?=<!-- pages: end -->)", re.DOTALL)
TIMES = 5
LIMIT_MS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """One page in one room; times are medians in milliseconds."""

    page: str
    room: str
    web: float
    database: float
    wall: float
    bytes: int
    queries: int
    queries_small: int | None = None
    may_differ_by: int = 0

    @property
    def is_fixed(self) -> bool:
        """Whether the number of queries does not grow with the room."""
        return self.queries_small is None or abs(self.queries - self.queries_small) <= self.may_differ_by

    @property
    def small(self) -> str:
        """The number in the small room: "6", or "4 (at most 3 apart)"."""
        return f"{self.queries_small}" + (
            f" (at most {self.may_differ_by} apart)" if self.may_differ_by else ""
        )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pages", description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--small", action="store_true", help="small rooms only: does every page answer?")
    parser.add_argument("--write", action="store_true")
    wanted = parser.parse_args()
    costs = measure(wanted.words, is_small=wanted.small)
    lines = table(costs)
    print("\n".join(lines))
    late = [cost for cost in costs if cost.web + cost.database > LIMIT_MS or not cost.is_fixed]
    for cost in late:
        print(f"ABOVE THE LIMIT: {cost.page} in {cost.room}")
    if wanted.write:
        text = NOTE.read_text(encoding="utf-8")
        NOTE.write_text(TABLE.sub(lambda _: "\n".join(lines) + "\n", text), encoding="utf-8")
    return 1 if late else 0


def measure(words: list[str], *, is_small: bool) -> list[Cost]:
    """Make the rooms on a PostgreSQL of their own and read every page."""
    cluster = start_cluster()
    try:
        with tempfile.TemporaryDirectory(prefix="floorman-pages-") as directory:
            os.environ |= {
                "DATABASE_URL": cluster.url,
                "FLOORMAN_DATA_DIR": directory,
                "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
            }
            django.setup()
            call_command("migrate", verbosity=0)
            return _costs(words, SMALL if is_small else MAIN_EVENT)
    finally:
        cluster.stop()


def _costs(words: list[str], size: Size) -> list[Cost]:
    from django.db import connection

    from tests.bench.large_room.build import build
    from tournament.models import Account

    account = Account.objects.create(username="large-room")
    costs: list[Cost] = []
    for name, in_the_money in (("first day", False), ("in the money", True)):
        now = datetime.now(UTC)
        few = build(replace(SMALL, in_the_money=in_the_money), account=account, now=now)
        many = build(replace(size, in_the_money=in_the_money), account=account, now=now)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
        queries = {cost.page: cost.queries for cost in _read(few, account, name, words, times=1)}
        costs += [
            replace(cost, queries_small=queries[cost.page])
            for cost in _read(many, account, name, words, times=TIMES)
        ]
    return costs


def _read(tournament: Tournament, account: object, room: str, words: list[str], *, times: int) -> list[Cost]:
    from tests.bench.page_list import pages_of

    pages = pages_of(tournament)
    chosen = [page for page in pages if not words or any(word in page.name for word in words)]
    return [_cost(page, _client(page, tournament, account), room, times) for page in chosen]


def _client(page: BenchPage, tournament: Tournament, account: object) -> Client:
    from django.test import Client

    from tables.views.tablet.access import COOKIE
    from tests.bench.large_room.rows import tablet_secret
    from tournament.models import Account

    client = Client(headers={"host": "127.0.0.1", **({"hx-request": "true"} if page.is_part else {})})
    if page.reader == "staff":
        assert isinstance(account, Account)
        client.force_login(account, "django.contrib.auth.backends.ModelBackend")
    if page.reader == "tablet":
        client.cookies[COOKIE] = tablet_secret(tournament, 1)
    return client


def _cost(page: BenchPage, client: Client, room: str, times: int) -> Cost:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tables.views.console.shared import forget

    # A tablet notes once a minute that it was seen.
    client.get(page.path)
    forget()
    with CaptureQueriesContext(connection) as captured:
        response = client.get(page.path)
    if response.status_code != 200:
        raise SystemExit(f"{page.path}: {response.status_code}")
    # Counted now: the next request forgets them.
    length, queries = len(response.content), len(captured)
    web: list[float] = []
    database: list[float] = []
    wall: list[float] = []
    for _ in range(times):
        # What a large room works out once for all consoles is worked out for each reading here.
        forget()
        before = time.thread_time(), _database_seconds(), time.perf_counter()
        client.get(page.path)
        after = time.thread_time(), _database_seconds(), time.perf_counter()
        for figures, least, most in zip((web, database, wall), before, after, strict=True):
            figures.append(1000 * (most - least))
    return Cost(
        page=page.name,
        room=room,
        web=statistics.median(web),
        database=statistics.median(database),
        wall=statistics.median(wall),
        bytes=length,
        queries=queries,
        may_differ_by=page.may_differ_by,
    )


def _database_seconds() -> float:
    """Processor time so far of PostgreSQL's process behind this connection (Linux)."""
    from django.db import connection

    connection.ensure_connection()
    pid = connection.connection.info.backend_pid
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


def table(costs: list[Cost]) -> list[str]:
    """The figures as a Markdown table, the heaviest room of each page."""
    heaviest: dict[str, Cost] = {}
    for cost in costs:
        known = heaviest.get(cost.page)
        if known is None or cost.web + cost.database > known.web + known.database:
            heaviest[cost.page] = cost
    lines = [
        "| Page | Room | Web ms | PostgreSQL ms | Both | Wall ms | kB | Queries | Queries, 105 entries |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    worst_first = sorted(heaviest.values(), key=lambda each: -(each.web + each.database))
    return lines + [
        f"| {cost.page.partition(':')[2] or cost.page} | {cost.room} | {cost.web:,.0f} | {cost.database:,.0f} "
        f"| {cost.web + cost.database:,.0f} | {cost.wall:,.0f} | {cost.bytes / 1000:,.0f} "
        f"| {cost.queries} | {cost.small} |"
        for cost in worst_first
    ]


if __name__ == "__main__":
    sys.exit(main())
