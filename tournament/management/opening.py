"""Is the house fit to open? What is wrong with the disk, the data directory or the database is said in one sentence
with its cure, before a process is started that would only answer with errors.
"""

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError

from tournament.backups import postgresql, sqlite
from tournament.backups.disk import NEEDED, disk_of
from tournament.backups.making import kind_in_use, sqlite_file
from tournament.backups.restoring import ASIDE, FILES, in_one_line
from tournament.backups.schema import Schema, schema_now
from tournament.backups.shelf import backups_in, way_back
from tournament.ownership import command_as_owner, is_of_another, way_in

FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class NotFit(Exception):
    """Floorman cannot be opened like this; the sentence says what to do."""


def check_disk(directory: Path) -> Iterator[str]:
    """Refuse a full disk; yield a warning about one that fills up."""
    disk = disk_of(directory)
    if disk.is_nearly_full:
        raise NotFit(
            f"The disk of {directory} is full: {disk.free_megabytes} MB are free, "
            f"{NEEDED >> 20} MB are needed. Delete files or move them elsewhere."
        )
    if disk.is_low:
        yield (
            f"The disk of {directory} is filling up: {disk.free_megabytes} MB are free. "
            "Delete files or move them elsewhere."
        )


def check_mode(directory: Path) -> Iterator[str]:
    """Yield a warning where other users of this computer can look into the data."""
    if directory.stat().st_mode & FOR_OTHERS:
        yield (
            f"Other users of this computer can open {directory}, with money, names and keys in it: "
            f"chmod 700 {directory}"
        )


def check_user(directory: Path) -> None:
    """Refuse another user than the one whose data it is: files that root leaves there keep Floorman out."""
    if is_of_another(directory):
        raise NotFit(command_as_owner(directory))


def check_access(directory: Path) -> None:
    """Refuse a data directory that this user cannot write to, or in which another has left what Floorman writes."""
    database = sqlite_file()
    files = [Path(f"{database}{end}") for end in FILES] if kind_in_use() == "sqlite" else []
    ours = (settings.BACKUP_DIR, settings.STATIC_ROOT, *settings.LOCALE_PATHS)
    for path in (directory, directory / "run.lock", *files, *map(Path, ours)):
        wanted = os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0)
        if os.access(path, os.F_OK) and not os.access(path, wanted):
            home = database.parent if path in files else directory
            raise NotFit(f"{path} is read-only or another user's. {way_in(home)}")


def check_whole() -> None:
    """Refuse a damaged database, or one that cannot be read; it is said which backup is the last."""
    path = sqlite_file()
    if kind_in_use() != "sqlite" or not path.exists():
        return
    try:
        damage = sqlite.damage(path, whole=False)
    except sqlite3.Error as error:
        raise NotFit(
            f"The database {path} cannot be read ({error}). Close what else has it open and start again; if that does "
            f"not help, its disk fails: move {settings.DATA_DIR} to another one. {way_back()}"
        ) from error
    if damage:
        raise NotFit(f"The database {path} is damaged ({damage}). {way_back()}")


def check_new() -> None:
    """Refuse an empty SQLite file where a house was: it would be opened as a new one."""
    path, backups = sqlite_file(), Path(settings.BACKUP_DIR)
    asides = sorted(path.parent.glob(f"{path.name}{ASIDE}*[0-9]"))
    fresh = "To start a new house instead, let FLOORMAN_DATA_DIR name another directory."
    if backups_in(backups):
        kept = f" A restore has kept an earlier one: {asides[-1]}." if asides else ""
        raise NotFit(
            f"The database {path} is gone or empty, but {backups} has backups.{kept} {fresh} {way_back()}"
        )
    if asides:
        raise NotFit(
            f"The database {path} is gone or empty, but a restore has kept an earlier one. {fresh} "
            f"Put it back: mv {asides[-1]} {path}"
        )


def check_schema(*, is_migrated: bool) -> Schema:
    """Return what the database has; refuse one of a later version and, where nobody migrates it, of an earlier one."""
    schema = schema_now()
    if schema.unknown:
        raise NotFit(
            f"The database was used by a later version of Floorman than {settings.VERSION} ({schema.unknown[-1]}): "
            "install that version, or restore a backup of this one."
        )
    if schema.is_empty and kind_in_use() == "sqlite":
        check_new()
    if schema.is_empty and kind_in_use() == "postgresql" and (aside := postgresql.set_aside_once()):
        raise NotFit(
            f"The database is empty: a restore that did not end has left the former one in the schema {aside}. "
            f"Put it back with psql: {postgresql.way_back(aside)} Or restore again, manage.py restore FILE."
        )
    if is_migrated and schema.missing:
        migrations = "1 migration is" if schema.missing == 1 else f"{schema.missing} migrations are"
        raise NotFit(
            f"The database is of an earlier version of Floorman: {migrations} missing. "
            "Start it with manage.py run, or run manage.py migrate first."
        )
    return schema


def why_unusable(error: DatabaseError) -> str:
    """The sentence for a command whose question to the database failed: what is wrong with it, and the cure."""
    try:
        check_whole()
        check_schema(is_migrated=True)
    except NotFit as reason:
        return str(reason)
    except DatabaseError:
        pass
    return f"The database cannot be used: {in_one_line(error)}"


def check_to_serve() -> None:
    """For a process that serves by itself. A database that does not answer yet is waited for by the pages."""
    try:
        check_schema(is_migrated=True)
    except DatabaseError:
        check_access(Path(settings.DATA_DIR))
        check_whole()
