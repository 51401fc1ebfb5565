"""The directory of backups: what is there, what is kept, and what went wrong the last time.

All of it is told from the files themselves, so that it can be read when the database is gone. The name of a backup is
its moment: `floorman-20261123-201000.zip`, in UTC.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings

from tournament.backups.archive import read_manifest
from tournament.backups.errors import FAILURE_KINDS, BadBackup, FailureKind
from tournament.rules.backups import LastBackup, kept

FORM: Final = "floorman-%Y%m%d-%H%M%S.zip"
DRAFT: Final = ".draft"
DRAFTS: Final = f".floorman-*{DRAFT}"
FAILED: Final = "failed.json"
# Who makes a backup has the one lock, who copies it to the second disk the other.
LOCK: Final = ".lock"
COPYING: Final = ".copying"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The last attempt, where it failed: which kind, and its words."""

    at: datetime
    kind: FailureKind
    says: str


def shelf() -> Path:
    """The directory of the automatic backups, made private to its user where missing."""
    path = Path(settings.BACKUP_DIR)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def second_shelf() -> Path | None:
    """The directory on a second disk, where one is named."""
    return Path(settings.SECOND_BACKUP_DIR) if settings.SECOND_BACKUP_DIR else None


def name_of(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime(FORM)


def moment_of(path: Path) -> datetime | None:
    """When a backup was made, by its name; None for another file."""
    try:
        return datetime.strptime(path.name, FORM).replace(tzinfo=UTC)
    except ValueError:
        return None


def backups_in(directory: Path) -> dict[datetime, Path]:
    """The backups of a directory by their moments, the newest last. A disk that fails has none to show."""
    try:
        found = [(moment_of(path), path) for path in directory.iterdir()]
    except OSError:
        return {}
    return dict(sorted((moment, path) for moment, path in found if moment is not None))


def newest(directory: Path, *, now: datetime) -> Path | None:
    """The last backup until now: one from the future was made before the clock was set back."""
    made = [path for moment, path in backups_in(directory).items() if moment <= now]
    return made[-1] if made else None


def way_back() -> str:
    """How the last backup is put in the place of a database that is gone or damaged."""
    directories = [directory for directory in (Path(settings.BACKUP_DIR), second_shelf()) if directory]
    found = {moment: path for directory in directories for moment, path in backups_in(directory).items()}
    if not found:
        return "There is no backup here: look on the second disk, and run manage.py restore FILE --replace"
    return f"Put the last backup back: manage.py restore --replace {found[max(found)]}"


def last_backup(directory: Path, *, now: datetime) -> LastBackup | None:
    """The newest backup with what its manifest says; one that cannot be read still says when it was made."""
    path = newest(directory, now=now)
    moment = moment_of(path) if path else None
    if path is None or moment is None:
        return None
    try:
        return LastBackup(at=moment, levels=read_manifest(path).levels)
    except (BadBackup, OSError):
        return LastBackup(at=moment)


def forget_old(directory: Path, *, now: datetime) -> int:
    """Remove the automatic backups that are not kept; returns how many went. Never for a directory that somebody named
    for one backup: what is kept there by hand is theirs.
    """
    there = backups_in(directory)
    going = there.keys() - kept(there, now=now)
    for moment in going:
        there[moment].unlink(missing_ok=True)
    return len(going)


def forget_drafts(directory: Path, *, until: datetime | None = None) -> None:
    """Remove drafts of a process that died. Where other hosts write too, only those of backups made until a moment that
    none of them can be writing still.
    """
    for draft in directory.glob(DRAFTS):
        moment = moment_of(draft.with_name(f"{draft.name[1:].split('.')[0]}.zip"))
        if until is None or (moment and moment <= until):
            draft.unlink(missing_ok=True)


def last_failure(directory: Path) -> Failure | None:
    """What went wrong with the last attempt; None where it succeeded."""
    try:
        data = json.loads((directory / FAILED).read_text("utf-8"))
        if data["kind"] not in FAILURE_KINDS:
            return None
        return Failure(at=datetime.fromisoformat(data["at"]), kind=data["kind"], says=str(data["says"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def note_failure(directory: Path, failure: Failure) -> None:
    """Write it down, on a disk that may be full."""
    data = {"at": failure.at.isoformat(), "kind": failure.kind, "says": failure.says}
    with suppress(OSError):
        draft = directory / f"{FAILED}{DRAFT}"
        draft.write_text(json.dumps(data), "utf-8")
        draft.replace(directory / FAILED)


def forget_failure(directory: Path) -> None:
    (directory / FAILED).unlink(missing_ok=True)


@contextmanager
def alone(directory: Path, lock: str = LOCK) -> Iterator[bool]:
    """Whether nobody else makes a backup here, or copies one; nobody else begins to meanwhile."""
    with (directory / lock).open("a") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            # `begun_at` tells from it how long this one takes.
            os.utime(held.fileno())
            yield True


def begun_at(directory: Path, lock: str = LOCK) -> datetime:
    """When the backup, or the copy, that was made here last was begun, by the computer's clock."""
    return datetime.fromtimestamp((directory / lock).stat().st_mtime, tz=UTC)


def settle(directory: Path) -> None:
    """Wait until the disk has the names in a directory, not only the files."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
