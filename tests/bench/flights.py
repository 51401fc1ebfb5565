"""A Main Event over four flights: how long its draws take, pure and written, and the pages of its festival.

`python -m tests.bench.flights [--small]`: 10,112 entries, seven in ten of them through to Day 2, on a PostgreSQL of its
own. Returns 1 where a draw or a page takes longer than it may.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import django
from django.core.management import call_command

from tests.bench.engine import report
from tests.postgres import start_cluster

if TYPE_CHECKING:
    from tests.factories.flights import Flights

ENTRIES: Final = {"1A": 1_500, "1B": 2_000, "1C": 3_000, "1D": 3_612}
SHARE_THROUGH: Final = 0.7
RUNS: Final = 7
# In milliseconds: a draw by itself, one written with all its rows, a page.
PURE, WRITTEN, PAGE = 150.0, 5_000.0, 300.0


class Bench:
    """Says each figure beside what it may be, and whether all were within it."""

    def __init__(self) -> None:
        self.is_within = True

    def measure(self, label: str, do: Callable[[], object], *, most: float, runs: int = 1) -> None:
        times = []
        for _run in range(runs):
            began = time.perf_counter()
            do()
            times.append(1000 * (time.perf_counter() - began))
        report(f"{label}, at most {most:,.0f}", times, "ms")
        self.is_within = self.is_within and statistics.median(times) <= most


@contextmanager
def house_on_postgresql() -> Iterator[None]:
    """Django set up on a PostgreSQL of its own, with every table."""
    cluster = start_cluster()
    try:
        with tempfile.TemporaryDirectory(prefix="floorman-bench-") as directory:
            os.environ |= {
                "DATABASE_URL": cluster.url,
                "FLOORMAN_DATA_DIR": directory,
                "FLOORMAN_TEST_DIR": directory,
                "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
            }
            django.setup()
            call_command("migrate", verbosity=0)
            yield
    finally:
        cluster.stop()


def main() -> int:
    scale = 0.01 if "--small" in sys.argv else 1.0
    with house_on_postgresql():
        return _measure({name: max(2, round(count * scale)) for name, count in ENTRIES.items()})


def _measure(days: dict[str, int]) -> int:
    from tests.factories.flights import Flights

    bench = Bench()
    _pure(bench, sum(days.values()))
    flights = Flights(name="Main Event", starting_stack=60_000, late_registration_level=2)
    first = flights.add("Day 1A")
    flights.enter_many(first, sum(days.values()))
    bench.measure(
        f"draw of {sum(days.values()):,} seats, written", lambda: _draw(flights, first.pk), most=WRITTEN
    )
    flights = Flights(name="Main Event", starting_stack=60_000, late_registration_level=2)
    for name, entries in days.items():
        flight = flights.add(f"Day {name}")
        flights.enter_many(flight, entries)
        flights.leave(flight, entries=entries, left=max(1, round(entries * SHARE_THROUGH)))
        _bag(flights, flight.pk)
    flights.event.refresh_from_db()
    bench.measure("stacks of four flights brought", flights.bring, most=WRITTEN)
    bench.measure("draw of Day 2, written", lambda: _draw(flights, flights.event.pk), most=WRITTEN)
    _pages(bench, flights)
    return 0 if bench.is_within else 1


def _pure(bench: Bench, entries: int) -> None:
    from tables.floor.draws.seats import TableToFill, draw_seats
    from tournament.draws.chance import SeededRng

    tables = [
        TableToFill(table=number, seats=tuple(range(1, 10))) for number in range(1, -(-entries // 9) + 1)
    ]
    ids = list(range(entries))
    bench.measure(
        f"draw of {entries:,} seats, pure",
        lambda: draw_seats(ids, tables, SeededRng("bench")),
        most=PURE,
        runs=RUNS,
    )


def _bag(flights: Flights, flight_id: int) -> None:
    """A bag for each who is through, with its number."""
    from tables.models import Bag
    from tournament.models import Entry, Stop, StopKind

    now = flights.now().now
    stop = Stop.objects.create(
        tournament_id=flight_id, kind=StopKind.LAST_HANDS, announced_at=now, bagged_at=now
    )
    through = Entry.objects.filter(tournament=flight_id, stack__gt=0)
    Bag.objects.bulk_create(
        Bag(stop=stop, entry=entry, chips=entry.stack, number=f"B{entry.number}", counted_at=now)
        for entry in through
    )


def _draw(flights: Flights, tournament_id: int) -> None:
    from tables.services.desk.seating import make_seat_draw

    make_seat_draw(tournament_id=tournament_id, by=flights.now())


def _pages(bench: Bench, flights: Flights) -> None:
    from django.test import Client

    from tests.factories import make_account
    from tournament.models import Festival
    from tournament.services.setup.festivals import start_festival

    start_festival(tournament_id=flights.event.pk, name="Winter Series", by=flights.now())
    festival = Festival.objects.latest("pk")
    client = Client(SERVER_NAME="localhost")
    client.force_login(make_account(), "django.contrib.auth.backends.ModelBackend")
    floor = f"/floor/{flights.event.code}"
    for address in (
        f"/festivals/{festival.code}/",
        f"{floor}/festival/",
        f"{floor}/flights/",
        f"{floor}/vouchers/",
        f"{floor}/bags/restart/",
        f"{floor}/reconciliation/",
        f"{floor}/desk/?q=777",
        f"{floor}/",
        f"/t/{flights.event.code}/",
    ):

        def read(address: str = address) -> None:
            response = client.get(address)
            assert response.status_code == 200, address

        read()
        bench.measure(address.replace(flights.event.code, "CODE"), read, most=PAGE, runs=RUNS)


if __name__ == "__main__":
    sys.exit(main())
