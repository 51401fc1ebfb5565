"""A backup put in the place of the database.

Nothing is touched before the backup is whole, fits this Floorman, and is migrated: on SQLite it becomes a file beside
the database, on PostgreSQL tables beside those that were set aside. What was there before is kept, never written over.
"""

from __future__ import annotations

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection

from tournament.backups import postgresql, sqlite
from tournament.backups.archive import DATABASE, KEYS, Manifest, check_archive, extract
from tournament.backups.errors import BadBackup, NotRestored
from tournament.backups.making import kind_in_use, sqlite_file
from tournament.backups.schema import unknown_of
from tournament.backups.shelf import settle

# Where one of them has rows, somebody's evening is in it.
TABLES: Final = ("tournament_tournament", "tournament_account")
FILES: Final = ("", "-wal", "-shm")


def restore(file: Path, *, replace: bool, now: datetime) -> tuple[Manifest, str]:
    """Put a backup in the place of the database of the settings; what it holds, and where the former one is ("" if
    there was none). BadBackup or NotRestored change nothing.
    """
    manifest = check_archive(file)
    _must_fit(manifest, file)
    with _house_closed():
        put = _restore_postgresql if manifest.kind == "postgresql" else _restore_sqlite
        try:
            aside = put(file, replace=replace, stamp=now.astimezone(UTC).strftime("%Y%m%d_%H%M%S"))
        except (DatabaseError, sqlite3.Error, OSError, postgresql.ToolMissing) as error:
            raise NotRestored(f"The backup could not be put back: {' '.join(str(error).split())}") from error
        _put_keys(manifest, file)
    return manifest, aside


def _must_fit(manifest: Manifest, file: Path) -> None:
    if manifest.kind != kind_in_use():
        raise NotRestored(
            f"{file.name} is of PostgreSQL, and this Floorman uses SQLite: set DATABASE_URL to a PostgreSQL database."
            if manifest.kind == "postgresql"
            else f"{file.name} is of SQLite, and this Floorman uses PostgreSQL: start without DATABASE_URL."
        )
    if unknown_of(manifest.migrations):
        raise NotRestored(
            f"{file.name} was made by Floorman {manifest.version}, which is later than this one "
            f"({settings.VERSION}): install that version, and restore with it."
        )


@contextmanager
def _house_closed() -> Iterator[None]:
    """Refuse while Floorman runs on this data directory, and let none start meanwhile."""
    with (Path(settings.DATA_DIR) / "run.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotRestored(
                f"Floorman runs on {settings.DATA_DIR}: stop it first, with Ctrl-C where it was started."
            ) from None
        yield


def _must_be_free(has_rows: bool, *, replace: bool, what: str) -> None:
    if has_rows and not replace:
        raise NotRestored(
            f"{what} has tournaments or accounts in it: add --replace to put the backup in its place; it is kept aside."
        )


# --- SQLite -----------------------------------------------------------------------------------------------


def _restore_sqlite(file: Path, *, replace: bool, stamp: str) -> str:
    database = sqlite_file()
    try:
        has_rows = sqlite.has_rows(database, TABLES)
    except sqlite3.DatabaseError:
        # What cannot be read may still be saved by somebody.
        has_rows = True
    _must_be_free(has_rows, replace=replace, what=f"The database {database}")
    draft = database.with_name(f".{database.name}.restored")
    try:
        extract(file, DATABASE["sqlite"], draft)
        if damage := sqlite.damage(draft, whole=True):
            raise BadBackup(f"{file.name} holds a damaged database: {damage}. Take another one.")
        _migrate_file(draft)
        aside = _move_aside(database, stamp) if has_rows else ""
        # A log that lies beside would be played into the new file.
        _remove(database)
        draft.replace(database)
        settle(database.parent)
    finally:
        _remove(draft)
    return aside


def _migrate_file(path: Path) -> None:
    """Bring a database that is not in use forward."""
    in_use = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        connection.close()
        connection.settings_dict["NAME"] = in_use


def _move_aside(database: Path, stamp: str) -> str:
    aside = database.with_name(f"{database.name}.before_restore_{stamp}")
    for suffix in FILES:
        with suppress(FileNotFoundError):
            Path(f"{database}{suffix}").rename(f"{aside}{suffix}")
    return str(aside)


def _remove(database: Path) -> None:
    for suffix in FILES:
        Path(f"{database}{suffix}").unlink(missing_ok=True)


# --- PostgreSQL -------------------------------------------------------------------------------------------


def _restore_postgresql(file: Path, *, replace: bool, stamp: str) -> str:
    if others := postgresql.others_connected():
        connections = "1 connection is" if others == 1 else f"{others} connections are"
        raise NotRestored(
            f"{connections} open to this database: stop every Floorman that uses it, and restore again."
        )
    has_rows = postgresql.has_rows(TABLES)
    _must_be_free(has_rows, replace=replace, what="The database")
    aside = f"{postgresql.ASIDE}{stamp}"
    dump = Path(settings.DATA_DIR) / f".{DATABASE['postgresql']}.restored"
    try:
        extract(file, DATABASE["postgresql"], dump)
        postgresql.check(dump)
        postgresql.set_aside(aside)
        try:
            postgresql.put_back(dump)
            # What was asked in the old schema is planned for its tables.
            connection.close()
            call_command("migrate", interactive=False, verbosity=0)
        except BaseException:
            connection.close()
            postgresql.take_back(aside)
            raise
    except postgresql.ToolFailed as error:
        raise NotRestored(f"PostgreSQL did not take the backup: {error}") from error
    finally:
        dump.unlink(missing_ok=True)
    if has_rows:
        return f"schema {aside}"
    postgresql.forget(aside)
    return ""


# --- Keys -------------------------------------------------------------------------------------------------


def _put_keys(manifest: Manifest, file: Path) -> None:
    """The keys of the house: with them log-ins and paired tablets go on, and tablets trust the new machine."""
    directory = Path(settings.DATA_DIR)
    for name in KEYS:
        if name in manifest.members:
            draft = directory / f".{name}.restored"
            extract(file, name, draft)
            draft.replace(directory / name)
    settle(directory)
