"""SQLite whose writers of one process queue for the write lock instead of polling for it.

SQLite lets one transaction write at a time. A second one that begins meanwhile asks again after 1, 2, 5 ...
100 ms and, unlucky, is overtaken for seconds: at 280 writes a second the worst wait was 2.5 s, with this lock
177 ms. Writers in other processes (the Celery worker) still meet SQLite's own lock and its busy timeout.

A transaction takes the lock where it begins and gives it back where it ends, before its on-commit hooks run:
this backend is the only place that sees both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from threading import Lock
from typing import Any

from django.core.management.color import Style
from django.db import OperationalError
from django.db.backends.sqlite3 import base, operations

_write_locks: defaultdict[str, Lock] = defaultdict(Lock)


class DatabaseOperations(operations.DatabaseOperations):
    """Django's, but for `manage.py flush`: emptying the whole database empties the append-only tables with it.

    Their triggers are put away and come back in the same transaction.
    """

    def sql_flush(self, style: Style, tables: Sequence[str], **options: Any) -> list[str]:
        flush = super().sql_flush(style, tables, **options)
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, sql, tbl_name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
            )
            triggers = [(name, made) for name, made, table in cursor.fetchall() if table in tables]
        put_away = [f"DROP TRIGGER {self.quote_name(name)};" for name, _made in triggers]
        return [*put_away, *flush, *(f"{made};" for _name, made in triggers)] if flush else flush


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's SQLite connection, holding its database's write lock from BEGIN to COMMIT or ROLLBACK."""

    ops_class = DatabaseOperations
    _held: Lock | None = None

    def _start_transaction_under_autocommit(self) -> None:
        lock = _write_locks[str(self.settings_dict["NAME"])]
        if not lock.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5)):
            # The words of SQLite's own busy timeout, so that callers know one error for both.
            raise OperationalError("database is locked")
        self._held = lock
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # not in the stubs
        except BaseException:
            self._release()
            raise

    def _commit(self) -> None:
        # A COMMIT that fails is followed by a rollback or a close: the lock stays until then.
        super()._commit()  # type: ignore[misc]  # not in the stubs
        self._release()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]  # not in the stubs
        finally:
            self._release()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # not in the stubs
        finally:
            self._release()

    def _release(self) -> None:
        if self._held is not None:
            held, self._held = self._held, None
            held.release()
