"""Many sweeps at once, from threads and from processes: each transition is claimed exactly once."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.db import connection

from tests.factories import after
from tests.processes import database_url_of_test
from tests.tournament.services.test_clock import started
from tournament.changes.clock import LevelChanged
from tournament.models import LogEntry, Tournament
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock
from tournament.rules.structure.periods import Structure
from tournament.services import clock as clock_service
from tournament.services.clock import sweep_clock
from tournament.services.clock_claim import claim_clock

pytestmark = pytest.mark.django_db(transaction=True)

SWEEPERS = 8
PROCESSES = 3
TOURNAMENTS = 12

Claim = Callable[[Tournament, Clock], bool]

# What a Celery worker does with a tick, at a moment that all of them are told at once: a pipe gives each one byte.
SWEEP_WHEN_TOLD = """
import os
import sys
import django
django.setup()
from datetime import datetime
from django.db import connection
from tournament.models import Tournament
from tournament.services.clock import sweep_clock
now = datetime.fromisoformat(sys.argv[1])
start, told = os.pipe()
sweepers = {}
for _ in range(int(sys.argv[2])):
    said, say = os.pipe()
    if not os.fork():
        ids = list(Tournament.objects.order_by("pk").values_list("pk", flat=True))
        os.write(say, b"ready ")
        os.read(start, 1)
        os.write(say, b"%d" % sum(sweep_clock(tournament_id=pk, now=now) for pk in ids))
        connection.close()
        os._exit(0)
    os.close(say)
    sweepers[said] = os.read(said, 6)
assert set(sweepers.values()) == {b"ready "}
os.write(told, b"!" * len(sweepers))
print(*(int(os.read(said, 10)) for said in sweepers))
"""


def claim_without_looking(tournament: Tournament, clock: Clock) -> bool:
    """The sabotage: the same update without its condition, so that everybody wins."""
    Tournament.objects.filter(pk=tournament.pk).update(
        clock_index=clock.index, clock_running_since=clock.running_since
    )
    return True


def sweep_together(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch, claim: Claim, now: datetime
) -> list[int]:
    """Let SWEEPERS threads read the clock, and only when all have read it, claim; what each has claimed."""
    all_have_read = threading.Barrier(SWEEPERS, timeout=60)

    def advance(clock: Clock, structure: Structure, *, now: datetime) -> clock_rules.Advance:
        advanced = clock_rules.advance(clock, structure, now=now)
        all_have_read.wait()
        return advanced

    def sweep(_: int) -> int:
        try:
            return sweep_clock(tournament_id=tournament.pk, now=now)
        finally:
            connection.close()

    monkeypatch.setattr(clock_service, "claim_clock", claim)
    monkeypatch.setattr(clock_service, "clock_rules", SimpleNamespace(advance=advance))
    try:
        with ThreadPoolExecutor(SWEEPERS) as pool:
            return sorted(pool.map(sweep, range(SWEEPERS)))
    finally:
        monkeypatch.undo()


def booked() -> Counter[tuple[int, int, int]]:
    lines = LogEntry.objects.filter(verb=LevelChanged.verb)
    told = [(line.tournament_id, LevelChanged.of(line)) for line in lines]
    return Counter((tournament, change.from_index, change.to_index) for tournament, change in told)


def test_of_eight_sweeps_that_have_read_the_same_clock_one_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = started()

    claimed = sweep_together(tournament, monkeypatch, claim_clock, after(45))

    assert claimed == [0] * (SWEEPERS - 1) + [2]
    assert booked() == {(tournament.pk, 0, 1): 1, (tournament.pk, 1, 2): 1}


def test_control_without_the_condition_every_one_of_them_books_the_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = started()

    claimed = sweep_together(tournament, monkeypatch, claim_without_looking, after(45))

    assert claimed == [2] * SWEEPERS
    assert booked() == {(tournament.pk, 0, 1): SWEEPERS, (tournament.pk, 1, 2): SWEEPERS}


@pytest.mark.long_on_sqlite(reason="there one writes at a time; the threads above claim on either database")
def test_processes_that_sweep_at_once_share_the_transitions_among_them() -> None:
    tournaments = [started() for _ in range(TOURNAMENTS)]
    environment = {
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        "DATABASE_URL": database_url_of_test(),
        "FLOORMAN_DATA_DIR": settings.DATA_DIR,
        "REDIS_URL": settings.REDIS_URL,
        "PATH": "",
    }
    said = subprocess.run(
        [sys.executable, "-c", SWEEP_WHEN_TOLD, after(45).isoformat(), str(PROCESSES)],
        cwd=settings.BASE_DIR,
        env={name: str(value) for name, value in environment.items()},
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
        check=True,
    ).stdout
    claimed = [int(count) for count in said.split()]

    assert len(claimed) == PROCESSES
    assert sum(claimed) == 2 * TOURNAMENTS
    assert booked() == {(t.pk, index, index + 1): 1 for t in tournaments for index in (0, 1)}
    assert {t.clock_index for t in Tournament.objects.all()} == {2}


def test_a_sweep_that_comes_late_with_an_old_now_changes_nothing() -> None:
    tournament = started()
    sweep_clock(tournament_id=tournament.pk, now=after(45))
    tournament.refresh_from_db()
    version = tournament.clock_version

    for minutes in (0, 21, 44):
        assert sweep_clock(tournament_id=tournament.pk, now=after(minutes)) == 0

    tournament.refresh_from_db()
    assert (tournament.clock_index, tournament.clock_version) == (2, version)
    assert sum(booked().values()) == 2
