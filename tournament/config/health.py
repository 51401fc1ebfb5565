"""Is this server fit to take a tap? For the supervisor, a proxy or a monitor; says nothing about the tournament.

`status` is `down`, with 503, only where no tap can be taken; `degraded` where play goes on and somebody should look.
The parts say which it is, each in one word; the console says the same in sentences with the cure.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

import structlog
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from tournament.backups.disk import MEGABYTE, Disk, disk_of
from tournament.backups.making import kind_in_use, sqlite_file
from tournament.backups.shelf import last_failure
from tournament.models import Heartbeat
from tournament.queries.alarms.heartbeats import AT_WORK, SILENT_AFTER, silences
from tournament.queries.alarms.valkey import is_valkey_writable
from tournament.timekeeping import house_now
from tournament.views.outages import FULL, LOCKED, outage_of

logger = structlog.get_logger(__name__)

OK: Final = "ok"
# A monitor may ask each second and a crowd more often: everybody gets the answer of this second.
REMEMBERED_SECONDS: Final = 1.0
# What is written to try it is rolled back and needs no disk. A tap does: with less, one may fit yet and the next not.
TAPS_NEED: Final = MEGABYTE


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What was found, each part by a word: `ok` or what is wrong with it."""

    database: str
    migrations: str = "unknown"
    disk: str
    # Why the last one failed: one that found damage says so before a tap meets it.
    backup: str
    valkey: str
    worker: str = "unknown"
    beat: str = "unknown"
    sweep: str = "unknown"
    # Notices to players and web hooks.
    sending: str = "unknown"
    # How long ago the clocks were looked at; nothing if never.
    sweep_seconds: int | None = None

    @property
    def status(self) -> str:
        # Who waits for a locked database is served a moment later.
        if self.database not in (OK, LOCKED.kind) or self.migrations == "missing":
            return "down"
        parts = (
            *(self.database, self.migrations, self.disk, self.backup),
            *(self.valkey, self.worker, self.beat, self.sweep, self.sending),
        )
        return OK if all(part == OK for part in parts) else "degraded"

    def as_json(self) -> dict[str, str | int | None]:
        return {
            "status": self.status,
            "version": settings.VERSION,
            "database": self.database,
            "migrations": self.migrations,
            "disk": self.disk,
            "backup": self.backup,
            "valkey": self.valkey,
            "worker": self.worker,
            "beat": self.beat,
            "sweep": self.sweep,
            "sending": self.sending,
            "sweep_seconds": self.sweep_seconds,
        }


@login_not_required
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """Answer 503 where no tap can be taken, else 200."""
    found = _memory.health()
    return JsonResponse(found.as_json(), status=503 if found.status == "down" else 200)


class Memory:
    """The answer of this second, found by one request while others wait for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: Health | None = None
        self._until = 0.0
        self._is_migrated = False

    def health(self) -> Health:
        """Return what was found in this second."""
        with self._lock:
            if self._found is None or time.monotonic() >= self._until:
                self._found = self._look(now=house_now())
                self._until = time.monotonic() + REMEMBERED_SECONDS
            return self._found

    def forget(self) -> None:
        """Look again at the next question: for a test."""
        with self._lock:
            self._found, self._is_migrated = None, False

    def _look(self, *, now: datetime) -> Health:
        valkey = OK if is_valkey_writable(now=now) else "away"
        disk = disk_word(disk_of(Path(settings.DATA_DIR)))
        failure = last_failure(Path(settings.BACKUP_DIR))
        backup = failure.kind if failure else OK
        try:
            migrations = self._migrations()
            if migrations != "missing":
                write_and_take_back()
            silent = silences(now=now) if migrations != "missing" else {}
        except (Error, OSError) as error:
            outage = outage_of(error)
            kind = outage.kind if outage else "broken"
            logger.warning("database_unfit", kind=kind, error=type(error).__name__)
            return Health(database=kind, disk=disk, backup=backup, valkey=valkey)
        words = {
            name: "never" if name not in silent else "silent" if silent[name] > SILENT_AFTER else OK
            for name in AT_WORK
        }
        seconds = int(silent["sweep"].total_seconds()) if "sweep" in silent else None
        return Health(
            database=FULL.kind if is_full() else OK,
            migrations=migrations,
            disk=disk,
            backup=backup,
            valkey=valkey,
            **words,
            sweep_seconds=seconds,
        )

    def _migrations(self) -> str:
        """`ok`, `missing`, or `newer` than this version. What is well once stays so: a process has one version."""
        if self._is_migrated:
            return OK
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return "missing"
        if set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations):
            return "newer"
        self._is_migrated = True
        return OK


def write_and_take_back() -> None:
    """Write a row and roll it back: a database that can only be read raises. Nothing is synced to the disk for it."""
    with transaction.atomic():
        Heartbeat.objects.update_or_create(name="health", defaults={"at": house_now()})
        transaction.set_rollback(True)


def is_full() -> bool:
    """Whether the disk of the database is too full for a tap; a server says so itself."""
    return kind_in_use() == "sqlite" and disk_of(sqlite_file().parent).free < TAPS_NEED


def disk_word(disk: Disk) -> str:
    """What is free on the disk of the data directory, as the console says it."""
    return "full" if disk.is_nearly_full else "low" if disk.is_low else OK


_memory = Memory()


def forget_health() -> None:
    """Look again at the next question: for a test."""
    _memory.forget()
