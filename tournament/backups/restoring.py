"""A backup put in the place of the database.

Nothing is touched before the backup is whole, fits this Floorman, and is migrated: on SQLite it becomes a file beside
the database, on PostgreSQL tables beside those that were set aside. What was there before is kept, never written over.
"""

from __future__ import annotations

import fcntl
import re
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection

from tournament.backups import postgresql, sqlite
from tournament.backups.archive import DATABASE, KEYS, Manifest, check_archive, extract, read_manifest
from tournament.backups.errors import BadBackup, NotRestored
from tournament.backups.making import kind_in_use, sqlite_file
from tournament.backups.schema import applied_now, unknown_of
from tournament.backups.shelf import forget_failure, last_failure, settle
from tournament.ownership import command_to_own

# Where one of them has rows, somebody's evening is in it.
TABLES: Final = ("tournament_tournament", "tournament_account")
FILES: Final = ("", "-wal", "-shm")
# After the name of a SQLite database that a restore has kept.
ASIDE: Final = ".before_restore_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What is in place now, and where what was there before is: "" and none where there was nothing."""

    manifest: Manifest
    former_database: str
    former_keys: tuple[str, ...]


def restore(file: Path, *, replace: bool, now: datetime) -> Restored:
    """Put a backup in the place of the database of the settings. BadBackup or NotRestored change nothing."""
    manifest = _read_whole(file)
    put = _restore_postgresql if manifest.kind == "postgresql" else _restore_sqlite
    stamp = now.astimezone(UTC).strftime("%Y%m%d_%H%M%S")
    with _house_closed():
        try:
            with _keys_of(manifest, file) as keys:
                former_database = put(file, manifest, replace=replace, stamp=stamp)
                former_keys = _put_keys(keys, stamp=stamp, keep=bool(former_database))
        except (DatabaseError, sqlite3.Error, OSError, postgresql.ToolMissing) as error:
            raise NotRestored(f"The backup could not be put back: {in_one_line(error)}") from error
        _forget_failure(Path(settings.BACKUP_DIR))
    return Restored(manifest=manifest, former_database=former_database, former_keys=former_keys)


def _read_whole(file: Path) -> Manifest:
    """On the computer that takes over, the file is often another user's, and its stick may be dying."""
    try:
        # What a forger or another version has made is refused before gigabytes are read.
        _must_fit(read_manifest(file), file)
        return check_archive(file)
    except PermissionError as error:
        raise NotRestored(f"{file} is another user's. {command_to_own(file)}") from error
    except OSError as error:
        raise NotRestored(
            f"{file} cannot be read ({error.strerror}): copy it to another disk and restore the copy, or take "
            "another one."
        ) from error


def _forget_failure(shelf: Path) -> None:
    """What went wrong with the last backup was of the former database; a second disk is as it was."""
    if (failure := last_failure(shelf)) and failure.kind != "second":
        # A shelf that cannot be written is said at the next backup.
        with suppress(OSError):
            forget_failure(shelf)


def in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def _must_fit(manifest: Manifest, file: Path) -> None:
    if manifest.kind != kind_in_use():
        raise NotRestored(
            f"{file.name} is of PostgreSQL, and this Floorman uses SQLite: set DATABASE_URL to a PostgreSQL database."
            if manifest.kind == "postgresql"
            else f"{file.name} is of SQLite, and this Floorman uses PostgreSQL: start without DATABASE_URL."
        )
    if _numbers_of(manifest.version) > _numbers_of(settings.VERSION) or unknown_of(manifest.migrations):
        raise NotRestored(
            f"{file.name} was made by Floorman {manifest.version}, which is later than this one "
            f"({settings.VERSION}): install that version, and restore with it."
        )


def _numbers_of(version: str) -> tuple[int, ...]:
    """The numbers of a version; none of any other text, which is earlier than every version."""
    found = re.match(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})", version)
    return tuple(map(int, found.groups())) if found else ()


def _must_be_ours(
    manifest: Manifest, *, tables: Collection[str], applied: Collection[str], file: Path
) -> None:
    """The database inside is one of Floorman, and the one that the manifest describes."""
    if not set(TABLES).issubset(tables):
        raise BadBackup(f"{file.name} holds no database of Floorman. Take another one.")
    if set(applied) != set(manifest.migrations):
        raise BadBackup(
            f"{file.name} does not hold the database that its manifest describes. Take another one."
        )


@contextmanager
def _house_closed() -> Iterator[None]:
    """Refuse while Floorman runs on this data directory, and let none start meanwhile."""
    with (Path(settings.DATA_DIR) / "run.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotRestored(
                f"Floorman runs on {settings.DATA_DIR}: stop it first, with Ctrl-C where it was started, with "
                "systemctl stop floorman, or with docker compose stop floorman."
            ) from None
        yield


def _must_be_free(has_rows: bool, *, replace: bool, what: str) -> None:
    if has_rows and not replace:
        raise NotRestored(
            f"{what} has tournaments or accounts in it: add --replace to put the backup in its place; it is kept aside."
        )


# --- SQLite -----------------------------------------------------------------------------------------------


def _restore_sqlite(file: Path, manifest: Manifest, *, replace: bool, stamp: str) -> str:
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
        _must_be_ours(
            manifest, tables=sqlite.tables_of(draft), applied=sqlite.migrations_of(draft), file=file
        )
        _migrate_file(draft)
        if database.exists() and sqlite.is_in_use(database):
            raise NotRestored(
                f"Another program has {database} open: stop everything of Floorman, its worker too, and restore again."
            )
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
    aside = database.with_name(f"{database.name}{ASIDE}{stamp}")
    for suffix in FILES:
        with suppress(FileNotFoundError):
            Path(f"{database}{suffix}").rename(f"{aside}{suffix}")
    return str(aside)


def _remove(database: Path) -> None:
    for suffix in FILES:
        Path(f"{database}{suffix}").unlink(missing_ok=True)


# --- PostgreSQL -------------------------------------------------------------------------------------------


def _restore_postgresql(file: Path, manifest: Manifest, *, replace: bool, stamp: str) -> str:
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
            _must_be_ours(
                manifest,
                tables=connection.introspection.table_names(),
                applied=applied_now(),
                file=file,
            )
            call_command("migrate", interactive=False, verbosity=0)
        except BaseException as error:
            connection.close()
            _take_back(aside, error)
            raise
    except postgresql.ToolFailed as error:
        raise NotRestored(f"PostgreSQL did not take the backup: {error}") from error
    finally:
        dump.unlink(missing_ok=True)
    if has_rows:
        return f"schema {aside}"
    postgresql.forget(aside)
    # An earlier attempt may have left the evening there.
    return f"schema {earlier}" if (earlier := postgresql.set_aside_once()) else ""


def _take_back(aside: str, reason: BaseException) -> None:
    try:
        postgresql.take_back(aside)
    except DatabaseError as error:
        raise NotRestored(
            f"PostgreSQL did not take the backup ({in_one_line(reason)}) and does not answer. Nothing is lost: the "
            f"former database is its schema {aside}. When it runs, put that back with psql: "
            f"{postgresql.way_back(aside)}"
        ) from error


# --- Keys -------------------------------------------------------------------------------------------------


@contextmanager
def _keys_of(manifest: Manifest, file: Path) -> Iterator[Mapping[str, Path]]:
    """The keys of the backup as drafts in the data directory: what needs room is done before anything is exchanged."""
    directory = Path(settings.DATA_DIR)
    drafts = {name: directory / f".{name}.restored" for name in KEYS if name in manifest.members}
    try:
        for name, draft in drafts.items():
            extract(file, name, draft)
        yield drafts
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


def _put_keys(drafts: Mapping[str, Path], *, stamp: str, keep: bool) -> tuple[str, ...]:
    """Put the keys of the house in place: with them log-ins and paired tablets go on, and tablets trust the new
    machine. Keep others that were there, and return where: a former database is of use with its own keys alone.
    """
    directory = Path(settings.DATA_DIR)
    kept = []
    for name, draft in drafts.items():
        key = directory / name
        if keep and key.exists() and key.read_bytes() != draft.read_bytes():
            kept.append(str(key.rename(f"{key}.before_restore_{stamp}")))
        draft.replace(key)
    settle(directory)
    return tuple(kept)
