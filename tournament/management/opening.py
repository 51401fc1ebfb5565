"""Is the house fit to open? What is wrong with the disk, the data directory or the database is said in one sentence
with its cure, before a process is started that would only answer with errors.
"""

import os
import pwd
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError

from tournament.backups import postgresql, sqlite
from tournament.backups.disk import NEEDED, disk_of
from tournament.backups.making import kind_in_use, sqlite_file
from tournament.backups.schema import Schema, schema_now
from tournament.backups.shelf import backups_in, second_shelf

FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
# What says which house it is.
OF_THE_HOUSE = ("FLOORMAN_DATA_DIR", "FLOORMAN_BACKUP_DIR", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")


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
    owner = directory.stat().st_uid
    if os.geteuid() == owner:
        return
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        name = f"#{owner}"
    # What is set for this user sudo would not pass on, and the command would go to another house.
    passed = ",".join(each for each in OF_THE_HOUSE if each in os.environ)
    raise NotFit(
        f"{directory} belongs to the user {name}: run the command as that user, "
        f"sudo {f'--preserve-env={passed} ' if passed else ''}-u '{name}' {sys.executable} {' '.join(sys.argv)}"
    )


def check_whole() -> None:
    """Refuse a damaged database; it is said which backup is the last."""
    path = sqlite_file()
    if kind_in_use() == "sqlite" and path.exists() and (damage := sqlite.damage(path, whole=False)):
        raise NotFit(f"The database {path} is damaged ({damage}). {_way_back()}")


def check_schema(*, is_migrated: bool) -> Schema:
    """Return what the database has; refuse one of a later version and, where nobody migrates it, of an earlier one."""
    schema = schema_now()
    if schema.unknown:
        raise NotFit(
            f"The database was used by a later version of Floorman than {settings.VERSION} ({schema.unknown[-1]}): "
            "install that version, or restore a backup of this one."
        )
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


def check_to_serve() -> None:
    """For a process that serves by itself. A database that does not answer yet is waited for by the pages."""
    try:
        check_schema(is_migrated=True)
    except DatabaseError:
        check_whole()


def _way_back() -> str:
    directories = [directory for directory in (Path(settings.BACKUP_DIR), second_shelf()) if directory]
    found = {moment: path for directory in directories for moment, path in backups_in(directory).items()}
    if not found:
        return "There is no backup here: look on the second disk, and run manage.py restore FILE --replace"
    return f"Put the last backup back: manage.py restore --replace {found[max(found)]}"
