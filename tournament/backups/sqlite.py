"""SQLite copied whole while others write to it, and checked.

The copy is of one moment. A read transaction is open on the source for as long as it takes, which in WAL mode keeps
nobody from writing; without it each write between two steps would begin the copy again. The connection is one of its
own, so that the write lock of this process (tournament.config.sqlite) is never held.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

# Django's own.
MIGRATIONS: Final = "django_migrations"
# Four megabytes at a time: between two steps other threads of this process have their turn.
PAGES_A_STEP: Final = 1_000
# For a lock that a checkpoint or a start takes for a moment.
PATIENCE_SECONDS: Final = 10


def copy_database(
    source: Path, target: Path, *, progress: Callable[[int, int, int], None] | None = None
) -> None:
    """Copy the database to `target`, a file of its own without a log beside it. sqlite3.Error as it comes."""
    with closing(sqlite3.connect(source, timeout=PATIENCE_SECONDS, isolation_level=None)) as given:
        given.execute("BEGIN")
        # The transaction begins with its first read.
        given.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(sqlite3.connect(target, isolation_level=None)) as copied:
            # Whatever ends too early is thrown away.
            copied.execute("PRAGMA synchronous=OFF")
            given.backup(copied, pages=PAGES_A_STEP, progress=progress)
            copied.execute("PRAGMA journal_mode=DELETE")
        given.execute("ROLLBACK")


def is_in_use(path: Path) -> bool:
    """Whether another process has the database open. Where none has, its log is brought into the file and is gone: who
    moves the file then leaves nothing behind, and nobody writes to what was moved.
    """
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as database:
        try:
            # Leaving WAL mode needs the file for oneself.
            database.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
        except sqlite3.DatabaseError:
            # Damaged: whether somebody has it open cannot be asked.
            return False
    return False


def damage(path: Path, *, whole: bool) -> str:
    """What is wrong inside the file, in SQLite's words; "" where nothing is. Not `whole` leaves the indexes out."""
    check = "integrity_check" if whole else "quick_check"
    try:
        with _opened_to_read(path) as database:
            (first, *_rest), *_others = database.execute(f"PRAGMA {check}(1)").fetchall()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return str(error)
        raise
    return "" if first == "ok" else " ".join(str(first).split())


def has_rows(path: Path, tables: tuple[str, ...]) -> bool:
    """Whether one of the tables is there and not empty."""
    if not path.exists() or not path.stat().st_size:
        return False
    with _opened_to_read(path) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        return any(
            database.execute(f'SELECT EXISTS (SELECT 1 FROM "{table}")').fetchone()[0]  # noqa: S608  # ours
            for table in tables
            if table in names
        )


def tables_of(path: Path) -> frozenset[str]:
    """The names of the tables in the file."""
    with _opened_to_read(path) as database:
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return frozenset(name for (name,) in rows)


def migrations_of(path: Path) -> frozenset[str]:
    """What is applied there as "app.name"; nothing where that is not known."""
    if MIGRATIONS not in tables_of(path):
        return frozenset()
    with _opened_to_read(path) as database:
        rows = database.execute(f"SELECT app, name FROM {MIGRATIONS}").fetchall()  # noqa: S608  # ours
        return frozenset(f"{app}.{name}" for app, name in rows)


@contextmanager
def _opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    address = f"file:{quote(str(path))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_SECONDS)) as database:
        yield database
