"""What a database is asked, and what it costs: statement by statement, on SQLite and on PostgreSQL."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import suppress
from typing import Any, Protocol

from tests.bench.processes import family, thread_seconds
from tests.postgres import Cluster


class Asked(Protocol):
    """A database of this measurement."""

    def cpu_seconds(self) -> float:
        """Processor time of the database's own processes so far."""

    def listen(self) -> None:
        """Keep every statement from now on."""

    def statements(self) -> list[str]:
        """Those since the last question."""


class AskedSqlite:
    """SQLite works in the process that asks: no time of its own. Made before the first connection is opened."""

    def __init__(self) -> None:
        from django.db.backends.signals import connection_created

        self._connections: list[Any] = []
        self._said: list[str] = []
        connection_created.connect(self._note, weak=False)

    def _note(self, *, connection: Any, **_: Any) -> None:
        self._connections.append(connection.connection)

    def cpu_seconds(self) -> float:
        return 0.0

    def listen(self) -> None:
        for connection in self._connections:
            with suppress(sqlite3.ProgrammingError):
                # Not those that are closed by now.
                connection.set_trace_callback(self._said.append)

    def statements(self) -> list[str]:
        said = self._said[:]
        del self._said[: len(said)]
        return said


class AskedPostgresql:
    """A cluster that nobody else uses: its processes, and its log."""

    _LINE = re.compile(r"LOG:  (?:statement|execute [^:]*): (.*)")

    def __init__(self, cluster: Cluster) -> None:
        self._log = cluster.directory / "log"
        self._postmaster = cluster.postmaster
        self._read_to = 0

    def cpu_seconds(self) -> float:
        return sum(thread_seconds(pid) for pid in family(self._postmaster))

    def listen(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("ALTER SYSTEM SET log_statement = 'all'")
            cursor.execute("SELECT pg_reload_conf()")
        # Every server process reads the new setting before its next statement, once it has heard of it.
        time.sleep(0.5)

    def statements(self) -> list[str]:
        with self._log.open(encoding="utf-8", errors="replace") as log:
            log.seek(self._read_to)
            said = log.read()
            self._read_to = log.tell()
        lines = said.replace("\n\t", " ").splitlines()
        return [found[1] for line in lines if (found := self._LINE.search(line))]
