"""Where one tap's time goes: `python -m tests.bench.tap_profile [sqlite|postgresql] [options]`.

`manage.py web` serves in this process, and one dealer after the other taps over HTTP from a thread. What a tap costs
is the processor time of this process without the dealer's thread, and that of the database's processes: both hold on
a busy machine, where times by the wall do not. Two versions are compared by runs that alternate.

--parts profiles every thread and says in which packages the time is spent. The profile makes a tap about twice as
dear, so that only its shares hold. --statements lists what the database is asked by one tap of each kind.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import uuid4

import django

from tests.bench.asked import Asked, AskedPostgresql, AskedSqlite
from tests.bench.dealer import AllIn, Choice, Seen, Shown, fields_of, fold_on, kind_of, play_on
from tests.bench.parts import Profiles
from tests.postgres import start_cluster
from tests.processes import free_port, running_valkey

KINDS = ("act", "deal", "last tap", "bust-out", "replayed", "not allowed", "stale", "screen")
TOKEN = "t" * 32
DURABLE = "-c listen_addresses='' -c max_connections=60"
OURS = ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "DJANGO", "FLOORMAN", "TEST_DB")
TABLES = 12
# A player who is out leaves the table to fewer; it is dealt on while there are two.
LOST_PER_TABLE = 5
LONGEST_HAND = 60
READY_SECONDS = 60


@dataclass(slots=True)
class Cost:
    """Requests of one kind: milliseconds of processor and by the wall, bytes of the answers, what was asked."""

    web: list[float] = field(default_factory=list)
    database: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    asked: list[list[str]] = field(default_factory=list)


class Meter:
    """Makes requests one at a time and notes what each has cost, by kind."""

    def __init__(self, port: int, asked: Asked) -> None:
        self.costs: defaultdict[str, Cost] = defaultdict(Cost)
        self.is_listening = False
        self._port = port
        self._asked = asked
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._last = Cost()
        self._clocks = (0.0, 0.0)

    def send(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> tuple[int, bytes]:
        """Make a request; `note` says afterwards of which kind it was, because only the answer tells."""
        self._clocks = self._read_clocks()
        began = time.perf_counter()
        self._connection.request(method, path, body or None, headers)
        answer = self._connection.getresponse()
        text = answer.read()
        wall = time.perf_counter() - began
        web, database = (
            1000 * (late - early) for early, late in zip(self._clocks, self._read_clocks(), strict=True)
        )
        self._last = Cost(web=[web], database=[database], wall=[1000 * wall], size=[len(text)])
        return answer.status, text

    def note(self, kind: str) -> None:
        """What the last request was."""
        cost, last = self.costs[kind], self._last
        if self.is_listening:
            cost.asked.append(self._asked.statements())
            return
        for name in ("web", "database", "wall", "size"):
            getattr(cost, name).extend(getattr(last, name))

    def listen(self) -> None:
        """From now on what the database is asked is kept, and not what it costs."""
        self._asked.listen()
        self._asked.statements()
        self.is_listening = True

    def _read_clocks(self) -> tuple[float, float]:
        return time.process_time() - time.thread_time(), self._asked.cpu_seconds()


class Tablet:
    """One table's dealer."""

    def __init__(self, meter: Meter, cookies: str) -> None:
        self._meter = meter
        self._headers = {
            "Cookie": f"{cookies}; csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Floorman-Tap": "1",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        self._shown = Shown()
        self.seen = self._look()

    def _look(self) -> Seen:
        _status, body = self._meter.send("GET", "/tablet/table/", self._with_parts())
        self._meter.note("screen")
        return self._shown.take(body)

    def _with_parts(self) -> dict[str, str]:
        return {**self._headers, "Floorman-Parts": self._shown.marks}

    def tap(self, choice: Choice) -> str:
        """A tap that is accepted; its kind."""
        self._before, self._body = self.seen, fields_of(choice, self.seen, uuid4())
        self._path = choice.path
        self.seen = self._post(choice.path, self._body, expected=200)
        kind = kind_of(choice, self.seen)
        self._meter.note(kind)
        return kind

    def play_hand(self, choose: Callable[[Seen], Choice], *, asks_again: bool = False) -> None:
        """To the end of the hand. `asks_again`: after its third tap, that again, and what is refused."""
        for number in range(LONGEST_HAND):
            kind = self.tap(choose(self.seen))
            if asks_again and number == 2:
                self._ask_again()
            if kind in ("last tap", "bust-out"):
                return
        raise RuntimeError(f"a hand without end: {self.seen}")

    def _ask_again(self) -> None:
        self._post(self._path, self._body, expected=200)
        self._meter.note("replayed")
        out_of_turn = Choice(action="act", operation="k1:")
        self._post(out_of_turn.path, fields_of(out_of_turn, self.seen, uuid4()), expected=422)
        self._meter.note("not allowed")
        late = Choice(action="act", operation=self.seen.starting("f")[0])
        self._post(late.path, fields_of(late, self._before, uuid4()), expected=409)
        self._meter.note("stale")
        self._look()

    def _post(self, path: str, body: bytes, *, expected: int) -> Seen:
        status, text = self._meter.send("POST", path, self._with_parts(), body)
        if status != expected:
            raise RuntimeError(f"{path} {body!r} was answered {status}: {text[-400:]!r}")
        return self._shown.take(text)


def measure(meter: Meter, cookies: Sequence[str], *, hands: int) -> None:
    """Play hands of both kinds in turn at one table after the other."""
    tablets, rng = [Tablet(meter, each) for each in cookies], random.Random(1)
    for tablet in tablets:
        # Also what lies on the table already.
        tablet.play_hand(lambda seen: play_on(seen, rng))
    meter.costs.clear()
    for number in range(hands):
        tablet = tablets[number % len(tablets)]
        tablet.play_hand(fold_on, asks_again=True)
        tablet.play_hand(AllIn())
    meter.listen()
    tablets[-1].play_hand(fold_on, asks_again=True)
    tablets[-1].play_hand(AllIn())


def cookies_of_small_room() -> list[str]:
    """A room of some tables, and what their tablets' browsers send."""
    from tables.views.tablet.access import COOKIE
    from tests.bench.room import make_room
    from tournament.front.badges import COOKIE as BADGE
    from tournament.front.badges import make_badge, of_tablet
    from tournament.models.tokens import hash_secret

    _tournament, tables = make_room(tables=TABLES, now=datetime.now(UTC))
    badges = [make_badge(of_tablet(hash_secret(table.secret))) for table in tables]
    return [f"{COOKIE}={table.secret}; {BADGE}={badge}" for table, badge in zip(tables, badges, strict=True)]


def cookies_of_main_event() -> list[str]:
    """A room of 10,112 entries, and the tablets of some of its full tables."""
    from tests.bench.evening import make_room
    from tests.bench.large_room.size import Size

    tablets = make_room(Size()).tablets
    return [cookies for _number, cookies in tablets[len(tablets) // 3 :][:TABLES]]


def say_costs(costs: dict[str, Cost], *, has_database: bool) -> None:
    """A line for each kind: medians, and the quarter of the values below and above which they lie."""
    columns = f"{'kind':<14}{'times':>6}{'web ms':>9}{'':18}"
    columns += f"{'database ms':>12}{'together':>10}" if has_database else ""
    print(f"{columns}{'wall ms':>9}{'bytes':>9}{'asked':>7}")
    for kind in KINDS:
        cost = costs.get(kind)
        if not cost or not cost.web:
            continue
        low, web, high = statistics.quantiles(cost.web, n=4) if len(cost.web) > 1 else cost.web * 3
        line = f"{kind:<14}{len(cost.web):>6}{web:>9.2f}  {f'({low:.2f} to {high:.2f})':<16}"
        if has_database:
            database = statistics.median(cost.database)
            line += f"{database:>12.2f}{web + database:>10.2f}"
        asked = statistics.median(len(each) for each in cost.asked) if cost.asked else 0
        line += f"{statistics.median(cost.wall):>9.1f}{statistics.median(cost.size):>9,.0f}{asked:>7.0f}"
        print(line, flush=True)


def say_statements(costs: dict[str, Cost]) -> None:
    for kind in KINDS:
        if asked := costs[kind].asked:
            print(f"\n{kind}")
            for number, statement in enumerate(asked[-1], 1):
                print(f"{number:>4} {' '.join(statement.split())[:150]}")


def say_parts(nanoseconds: Counter[str]) -> None:
    total = sum(nanoseconds.values())
    print("\nshare of the web side's processor time, every kind of tap together")
    for part, spent in nanoseconds.most_common():
        if spent > total / 200:
            print(f"{part:<28}{100 * spent / total:>6.1f} %")


@contextmanager
def prepared(database: str) -> Iterator[Asked]:
    """An empty house of its own, to which this process's Django points."""
    with tempfile.TemporaryDirectory(prefix="floorman-profile-") as directory, running_valkey() as valkey:
        for variable in [variable for variable in os.environ if variable.startswith(OURS)]:
            del os.environ[variable]
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
            "FLOORMAN_DATA_DIR": directory,
            "REDIS_URL": valkey.url,
        }
        cluster = None
        if database == "postgresql":
            cluster = start_cluster(DURABLE)
            os.environ["DATABASE_URL"] = cluster.url
        try:
            django.setup()
            yield AskedPostgresql(cluster) if cluster else AskedSqlite()
        finally:
            if cluster:
                cluster.stop()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("database", choices=("sqlite", "postgresql"), nargs="?", default="postgresql")
    parser.add_argument("--hands", type=int, default=TABLES * LOST_PER_TABLE // 2, help="of each kind")
    parser.add_argument("--main-event", action="store_true", help="in a room of 10,112 entries")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--statements", action="store_true")
    options = parser.parse_args(arguments)
    print(f"\n--- one tap at a time, one web process, {options.database} ---", flush=True)
    with prepared(options.database) as asked:
        return _profile(options, asked)


def _profile(options: argparse.Namespace, asked: Asked) -> int:
    from django.core.management import call_command
    from django.db import connections

    call_command("compile_translations", verbosity=0)
    call_command("migrate", verbosity=0)
    cookies = cookies_of_main_event() if options.main_event else cookies_of_small_room()
    connections.close_all()
    port, profiles, failures = free_port(), Profiles(), []
    meter = Meter(port, asked)

    def tap_and_leave() -> None:
        try:
            _wait_for(port)
            profiles.start_counting()
            measure(meter, cookies, hands=options.hands)
        except Exception as failure:  # noqa: BLE001  # the thread's failure is the program's
            failures.append(failure)
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    dealer = threading.Thread(target=tap_and_leave)
    dealer.start()
    if options.parts:
        profiles.begin()
    with suppress(KeyboardInterrupt):
        call_command("web", port=port)
    dealer.join()
    if failures:
        raise failures[0]
    say_costs(meter.costs, has_database=options.database == "postgresql")
    if options.statements:
        say_statements(meter.costs)
    if options.parts:
        say_parts(profiles.by_part())
    return 0


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        with suppress(OSError):
            call = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            call.request("GET", "/health")
            if call.getresponse().status == 200:
                return
        time.sleep(0.05)
    raise TimeoutError("the web process does not answer")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
