"""A backup from the database in use: complete and checked, or not there.

It is written under the name of a draft, read back, and only then gets its own. What fails leaves nothing behind.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection

from tournament.backups import postgresql, sqlite
from tournament.backups.archive import DATABASE, KEYS, Kind, check_archive, write_archive
from tournament.backups.disk import LOW, NEEDED, disk_of
from tournament.backups.errors import BackupFailed, BadBackup, FailureKind
from tournament.backups.schema import applied_now
from tournament.backups.shelf import (
    COPYING,
    DRAFT,
    Failure,
    alone,
    backups_in,
    begun_at,
    forget_drafts,
    forget_failure,
    forget_old,
    name_of,
    newest,
    note_failure,
    second_shelf,
    settle,
    shelf,
    way_back,
)
from tournament.rules.backups import Levels, first_to_go

# No host takes as long to copy one to the second disk.
DEAD_DRAFT: Final = timedelta(hours=1)
# PostgreSQL's own programs are given ten minutes.
HANGS_AFTER: Final = timedelta(minutes=11)
_OF_SQLITE: dict[int, FailureKind] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}


def kind_in_use() -> Kind:
    return "postgresql" if connection.vendor == "postgresql" else "sqlite"


def sqlite_file() -> Path:
    """The file of the SQLite database in use."""
    return Path(str(connection.settings_dict["NAME"]))


def back_up_house(*, levels: Levels, now: datetime) -> Path | None:
    """Make a backup on the shelf, a copy on the second disk if there is one, and let old ones go.

    None where somebody else is making one. BackupFailed is written down beside the backups before it is raised.
    """
    directory, second = Path(settings.BACKUP_DIR), second_shelf()
    with _noted(directory, now), alone(shelf()) as is_alone:
        if not is_alone:
            return None
        forget_drafts(directory)
        forget_old(directory, now=now)
        _make_room(directory)
        made = make_backup(directory, levels=levels, now=now)
    if second is None or _copy_alone(second, made, now=now):
        forget_failure(directory)
    return made


def copy_last_again(*, now: datetime) -> Path | None:
    """Put the last backup on the second disk, which did not take it when it was made. None where there is nothing to
    copy or somebody else is at it. BackupFailed as of `back_up_house`.
    """
    directory, second = Path(settings.BACKUP_DIR), second_shelf()
    last = newest(directory, now=now)
    if second is None:
        # Nobody waits for a disk that the house no longer names.
        forget_failure(directory)
    if last is None or second is None or not _copy_alone(second, last, now=now):
        return None
    forget_failure(directory)
    return second / last.name


def _copy_alone(second: Path, made: Path, *, now: datetime) -> bool:
    """Put a copy on the second disk, unless somebody else is at it. A network's disk that hangs has a lock of its own:
    the backups on the first disk go on beside it.
    """
    directory = Path(settings.BACKUP_DIR)
    with _noted(directory, now), alone(shelf(), COPYING) as is_alone:
        if is_alone:
            _copy_to(second, made, now=now)
        elif (since := begun_at(directory) - begun_at(directory, COPYING)) > HANGS_AFTER:
            raise BackupFailed(
                "second",
                f"The second disk {second} does not answer: a copy was begun {since // timedelta(minutes=1)} minutes "
                "ago and has not ended.",
            )
        return is_alone


@contextmanager
def _noted(directory: Path, now: datetime) -> Iterator[None]:
    """What fails is written down beside the backups."""
    try:
        with _told(directory):
            yield
    except BackupFailed as failed:
        note_failure(directory, Failure(at=now, kind=failed.kind, says=str(failed)))
        raise


def make_backup(directory: Path, *, levels: Levels, now: datetime) -> Path:
    """Make one backup in a directory, and touch nothing else there."""
    target = directory / name_of(now)
    copy = directory / f".{target.name}.{_mark()}.database{DRAFT}"
    draft = directory / f".{target.name}.{_mark()}{DRAFT}"
    with _told(directory), _removed(copy, draft):
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        _need_room(directory)
        migrations = tuple(applied_now())
        _copy_database(copy)
        write_archive(
            draft,
            files={DATABASE[kind_in_use()]: copy, **_keys()},
            version=settings.VERSION,
            at=now,
            kind=kind_in_use(),
            migrations=migrations,
            levels=levels,
        )
        check_archive(draft)
        draft.replace(target)
        settle(directory)
    return target


def _copy_database(target: Path) -> None:
    # For its owner alone from the first byte.
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    if kind_in_use() == "postgresql":
        postgresql.dump(target)
        postgresql.check(target)
        return
    sqlite.copy_database(sqlite_file(), target)
    if damage := sqlite.damage(target, whole=True):
        raise BackupFailed("damaged", f"The database is damaged: {damage}. Stop Floorman. {way_back()}")


def _keys() -> dict[str, Path]:
    """The keys of the house that are files; one that the environment gives is the operator's to keep."""
    directory = Path(settings.DATA_DIR)
    names = [name for name in KEYS if name != "secret_key" or not os.environ.get("SECRET_KEY")]
    return {name: directory / name for name in names if (directory / name).exists()}


def _copy_to(directory: Path, made: Path, *, now: datetime) -> None:
    """Put a copy on the second disk. Its directory is never made: an unplugged disk has none."""
    draft = directory / f".{made.name}.{_mark()}{DRAFT}"
    try:
        if not directory.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(directory))
        forget_drafts(directory, until=now - DEAD_DRAFT)
        forget_old(directory, now=now)
        _make_room_for(made, directory)
        with _removed(draft):
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with made.open("rb") as source, os.fdopen(descriptor, "wb") as target:
                shutil.copyfileobj(source, target, 1 << 20)
                target.flush()
                os.fsync(target.fileno())
            check_archive(draft)
            draft.replace(directory / made.name)
        settle(directory)
    except (OSError, BadBackup) as error:
        raise BackupFailed(
            "second", f"The backup could not be copied to the second disk {directory}: {error}."
        ) from error


def _mark() -> str:
    """What no other draft has in its name: several hosts write to one second directory."""
    return secrets.token_hex(4)


def _make_room(directory: Path) -> None:
    """Let backups of the same hour go where they fill the disk: it must not be they that stop play. On a disk that
    others fill they are worth more than the little that they free, until there is no room for the next one.
    """
    there = backups_in(directory)
    size, going = _size(), first_to_go(there)
    freed = sum(there[moment].stat().st_size for moment in going)
    aim = LOW if disk_of(directory).free + freed - size >= LOW else NEEDED
    for moment in going:
        if disk_of(directory).free - size >= aim:
            return
        there[moment].unlink(missing_ok=True)


def _make_room_for(made: Path, second: Path) -> None:
    """Let copies of the same hour go where a further one would not fit beside them: nobody plays from this disk."""
    there, size = backups_in(second), made.stat().st_size
    for moment in first_to_go(there):
        if disk_of(second).free > size:
            return
        there[moment].unlink(missing_ok=True)


def _size() -> int:
    """Bytes that a copy and the file made of it take at most."""
    if kind_in_use() == "postgresql":
        return postgresql.database_size()
    if not sqlite_file().exists():
        raise BackupFailed("away", f"There is no database {sqlite_file()} to make a backup of.")
    return 2 * sqlite_file().stat().st_size


def _need_room(directory: Path) -> None:
    """It must leave space for play itself."""
    size = _size()
    free = disk_of(directory).free
    if free < size + NEEDED:
        raise BackupFailed(
            "full",
            f"There is no room for a backup in {directory}: {free >> 20} MB are free, "
            f"{(size + NEEDED >> 20) + 1} MB are needed. Free some space.",
        )


@contextmanager
def _removed(*drafts: Path) -> Iterator[None]:
    try:
        yield
    finally:
        for draft in drafts:
            draft.unlink(missing_ok=True)


@contextmanager
def _told(directory: Path) -> Iterator[None]:
    """Whatever goes wrong, as one kind of failure."""
    try:
        yield
    except postgresql.ToolMissing as error:
        raise BackupFailed("no_tools", str(error)) from error
    except postgresql.ToolFailed as error:
        if postgresql.is_damage(str(error)):
            raise BackupFailed(
                "damaged", f"The database is damaged: {error} Stop Floorman. {way_back()}"
            ) from error
        raise BackupFailed("away", f"PostgreSQL gave no backup: {error}") from error
    except sqlite3.Error as error:
        kind = _OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "away")
        cure = f" Stop Floorman. {way_back()}" if kind == "damaged" else ""
        raise BackupFailed(kind, f"The database could not be copied: {error}.{cure}") from error
    except DatabaseError as error:
        raise BackupFailed("away", f"The database could not be copied: {error}.".strip()) from error
    except BadBackup as error:
        raise BackupFailed("damaged", f"The disk of {directory} gives back other bytes: {error}") from error
    except OSError as error:
        is_full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise BackupFailed(
            "full" if is_full else "away", f"No backup could be written to {directory}: {error}."
        ) from error
