"""The health check tells apart what stops play and what only somebody should look at."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from tests.processes import RunningValkey
from tests.valkeys import Fault, full, read_only
from tournament.backups.disk import MEGABYTE, Disk
from tournament.backups.errors import FAILURE_KINDS, FailureKind
from tournament.backups.shelf import Failure, forget_failure, note_failure, shelf
from tournament.config import health
from tournament.config.health import forget_health
from tournament.models import Heartbeat

pytestmark = pytest.mark.django_db

AT_WORK = ("worker", "beat", "sweep", "sending")
ALL_WELL = {
    "status": "ok",
    "version": settings.VERSION,
    "database": "ok",
    "migrations": "ok",
    "disk": "ok",
    "backup": "ok",
    "valkey": "ok",
    "worker": "ok",
    "beat": "ok",
    "sweep": "ok",
    "sending": "ok",
}


@pytest.fixture(autouse=True)
def _look_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Nothing is remembered, the disk of whoever runs the tests has space, and no backup has failed."""
    monkeypatch.setattr(health, "REMEMBERED_SECONDS", 0.0)
    monkeypatch.setattr("tournament.queries.alarms.valkey.REMEMBERED", timedelta(0))
    monkeypatch.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    disk(monkeypatch, total=100_000, free=10_000)
    forget_health()
    yield
    forget_health()


def disk(monkeypatch: pytest.MonkeyPatch, *, total: int, free: int) -> None:
    """The disk of the house has so many megabytes."""
    found = Disk(total=total * MEGABYTE, free=free * MEGABYTE)
    monkeypatch.setattr(health, "disk_of", lambda _path: found)


@pytest.fixture
def at_work() -> None:
    """Worker, scheduler, sweeps and senders were at work three seconds ago."""
    for name in AT_WORK:
        Heartbeat.objects.create(name=name, at=timezone.now() - timedelta(seconds=3))


def said(client: Client) -> tuple[int, dict[str, object]]:
    """The status of the answer, and which of its words say other than that all is well."""
    response = client.get("/health")
    answer = response.json()
    assert answer.keys() == {*ALL_WELL, "sweep_seconds"}
    del answer["sweep_seconds"]
    return response.status_code, {name: word for name, word in answer.items() if word != ALL_WELL[name]}


@pytest.mark.usefixtures("at_work")
def test_all_is_well(client: Client, valkey: RunningValkey) -> None:
    assert said(client) == (200, {})


@pytest.mark.usefixtures("at_work")
def test_without_valkey_play_goes_on(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    assert said(client) == (200, {"status": "degraded", "valkey": "away"})


@pytest.mark.parametrize("refuses", [full, read_only])
@pytest.mark.usefixtures("at_work")
def test_a_valkey_that_answers_but_takes_nothing_is_no_valkey(
    client: Client, valkey: RunningValkey, refuses: Fault
) -> None:
    """It refuses what is written to it and answers a ping as before."""
    with refuses(valkey):
        assert valkey.answers()
        assert said(client) == (200, {"status": "degraded", "valkey": "away"})
    assert said(client) == (200, {})


@pytest.mark.parametrize("name", AT_WORK)
@pytest.mark.usefixtures("at_work")
def test_whoever_is_silent_behind_the_screens_is_named(
    client: Client, valkey: RunningValkey, name: str
) -> None:
    Heartbeat.objects.filter(name=name).update(at=timezone.now() - timedelta(seconds=50))
    assert said(client) == (200, {"status": "degraded", name: "silent"})


def test_whoever_was_never_at_work_is_named(client: Client, valkey: RunningValkey) -> None:
    never = dict.fromkeys(AT_WORK, "never")
    assert said(client) == (200, {"status": "degraded", **never})


@pytest.mark.parametrize(
    ("total", "free", "word"), [(32_000, 1_599, "low"), (1_000, 499, "low"), (32_000, 49, "full")]
)
@pytest.mark.usefixtures("at_work")
def test_a_disk_that_fills_up_is_told_as_on_the_console(
    client: Client, valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch, total: int, free: int, word: str
) -> None:
    disk(monkeypatch, total=total, free=free)
    assert said(client) == (200, {"status": "degraded", "disk": word})


@pytest.mark.usefixtures("at_work")
def test_a_disk_without_room_for_a_tap_is_no_disk_for_sqlite(
    client: Client, valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server has a disk of its own."""
    disk(monkeypatch, total=32_000, free=0)
    assert said(client) == (
        (503, {"status": "down", "disk": "full", "database": "full"})
        if connection.vendor == "sqlite"
        else (200, {"status": "degraded", "disk": "full"})
    )


@pytest.mark.parametrize("kind", FAILURE_KINDS)
@pytest.mark.usefixtures("at_work")
def test_a_backup_that_failed_is_told_and_play_goes_on(
    client: Client, valkey: RunningValkey, kind: FailureKind
) -> None:
    """Also where it found damage: the tables that it does not touch play until the break."""
    note_failure(shelf(), Failure(at=timezone.now(), kind=kind, says=""))
    assert said(client) == (200, {"status": "degraded", "backup": kind})
    forget_failure(shelf())
    assert said(client) == (200, {})


UNKNOWN = dict.fromkeys(("migrations", *AT_WORK), "unknown")


@pytest.mark.parametrize(("error", "status", "word"), [("database is locked", "degraded", "locked")])
@pytest.mark.usefixtures("at_work")
def test_a_database_that_is_busy_is_not_down(
    client: Client, valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch, error: str, status: str, word: str
) -> None:
    def fail() -> None:
        raise OperationalError(error)

    monkeypatch.setattr(health, "write_and_take_back", fail)
    assert said(client) == (200, {"status": status, "database": word, **UNKNOWN})


@pytest.mark.sqlite
@pytest.mark.usefixtures("at_work")
def test_a_database_that_can_only_be_read_takes_no_taps(client: Client, valkey: RunningValkey) -> None:
    assert said(client) == (200, {})
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        try:
            status, words = said(client)
        finally:
            cursor.execute("PRAGMA query_only = OFF")
    assert (status, words["status"], words["database"]) == (503, "down", "read_only")


@pytest.mark.usefixtures("at_work")
def test_a_migration_that_is_missing_takes_no_taps(client: Client, valkey: RunningValkey) -> None:
    MigrationRecorder.Migration.objects.filter(app="tables").latest("name").delete()
    status, words = said(client)
    assert (status, words["status"], words["migrations"]) == (503, "down", "missing")


@pytest.mark.usefixtures("at_work")
def test_a_database_of_a_later_version_is_told(client: Client, valkey: RunningValkey) -> None:
    MigrationRecorder.Migration.objects.create(app="tables", name="9999_of_next_year")
    assert said(client) == (200, {"status": "degraded", "migrations": "newer"})


@pytest.mark.usefixtures("at_work")
def test_it_says_how_long_ago_the_clocks_were_looked_at(client: Client, valkey: RunningValkey) -> None:
    Heartbeat.objects.filter(name="sweep").update(at=timezone.now() - timedelta(seconds=600))
    assert 600 <= client.get("/health").json()["sweep_seconds"] < 660


@pytest.mark.usefixtures("at_work")
def test_what_is_written_to_try_is_taken_back(client: Client, valkey: RunningValkey) -> None:
    said(client)
    assert set(Heartbeat.objects.values_list("name", flat=True)) == {*AT_WORK}


@pytest.mark.usefixtures("at_work")
def test_of_many_questions_in_a_second_one_is_asked(
    client: Client, valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "REMEMBERED_SECONDS", 60.0)
    looked = []
    monkeypatch.setattr(health, "write_and_take_back", lambda: looked.append("once"))
    for _ in range(5):
        said(client)
    assert looked == ["once"]
