"""The file of a backup: a zip with the database, the keys of the house, and a manifest with the digest of each.

Any computer can look into it. Its list of contents is at the end, so that a file cut short is not a zip at all, and
what is changed inside is noticed by its digest.
"""

from __future__ import annotations

import errno
import hashlib
import json
import lzma
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Final, Literal

from tournament.backups.errors import BadBackup

Kind = Literal["sqlite", "postgresql"]
MANIFEST: Final = "manifest.json"
DATABASE: Final[Mapping[Kind, str]] = {"sqlite": "database.sqlite3", "postgresql": "database.dump"}
KEYS: Final = ("secret_key", "house.pem", "house.crt")
"""Files of the data directory that a bare machine needs: what signs log-ins, and what tablets trust."""
BLOCK: Final = 1 << 20
# Some hundred migrations, and a line for each tournament of a house that has had ten thousand.
MANIFEST_BYTES: Final = 4 << 20
# What comes of reading damaged bytes: a header may also ask for another method, a password or a later version.
DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    KeyError,
    UnicodeDecodeError,
    NotImplementedError,
    RuntimeError,
    OSError,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveMember:
    """One file inside: its size in bytes and its digest."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds: every change that was acknowledged before `at`."""

    version: str
    at: datetime
    kind: Kind
    migrations: tuple[str, ...]
    levels: Mapping[str, int]
    members: Mapping[str, ArchiveMember]

    @property
    def database(self) -> ArchiveMember:
        return self.members[DATABASE[self.kind]]


def write_archive(
    path: Path,
    *,
    files: Mapping[str, Path],
    version: str,
    at: datetime,
    kind: Kind,
    migrations: tuple[str, ...],
    levels: Mapping[str, int],
) -> None:
    """Write a new file, readable by its owner only, and wait until the disk has it. OSError as it comes."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            members = {name: _write_member(archive, name, source) for name, source in files.items()}
            manifest = {
                "version": version,
                "at": at.isoformat(),
                "kind": kind,
                "migrations": list(migrations),
                "levels": dict(levels),
                "members": {
                    name: {"size": member.size, "sha256": member.sha256} for name, member in members.items()
                },
            }
            archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
        file.flush()
        os.fsync(file.fileno())


def read_manifest(path: Path) -> Manifest:
    """What the file says of itself; BadBackup where it is none or was cut short."""
    with _opened(path) as archive:
        return _manifest(archive, path)


def check_archive(path: Path) -> Manifest:
    """Read all of it and compare each digest."""
    with _opened(path) as archive:
        manifest = _manifest(archive, path)
        for name, member in manifest.members.items():
            with archive.open(name) as file:
                # What is longer than it says is not read to its end.
                if archive.getinfo(name).file_size != member.size or _digest(file) != member:
                    raise BadBackup(
                        f"{path.name} is damaged: {name} in it is not what was saved. Take another one."
                    )
        return manifest


def extract(path: Path, name: str, target: Path) -> None:
    """Write one member to a new file, readable by its owner only, and wait until the disk has it."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file, _opened(path) as archive, archive.open(name) as member:
        while block := member.read(BLOCK):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def _write_member(archive: zipfile.ZipFile, name: str, source: Path) -> ArchiveMember:
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as file, archive.open(name, "w", force_zip64=True) as member:
        while block := file.read(BLOCK):
            digest.update(block)
            size += len(block)
            member.write(block)
    return ArchiveMember(size=size, sha256=digest.hexdigest())


def _digest(file: IO[bytes]) -> ArchiveMember:
    digest, size = hashlib.sha256(), 0
    while block := file.read(BLOCK):
        digest.update(block)
        size += len(block)
    return ArchiveMember(size=size, sha256=digest.hexdigest())


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    if not path.is_file():
        raise BadBackup(f"There is no backup {path}.")
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except DAMAGE as error:
        # Of damage: a place before the file (EINVAL), what no method can unpack (no number). Else the disk is at fault.
        if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
            raise
        raise BadBackup(
            f"{path.name} is not whole: it was cut short or damaged, or is no backup of Floorman. Take another one."
        ) from error


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        with archive.open(MANIFEST) as file:
            text = file.read(MANIFEST_BYTES + 1)
        if len(text) > MANIFEST_BYTES:
            raise BadBackup(
                f"{path.name} is no backup of Floorman: its manifest is too long. Take another one."
            )
        return _read(json.loads(text))
    except (ValueError, TypeError, AttributeError) as error:
        raise BadBackup(f"{path.name} is damaged: its manifest cannot be read. Take another one.") from error


def _read(data: Mapping[str, Any]) -> Manifest:
    kind = data["kind"]
    if kind not in DATABASE:
        raise ValueError(kind)
    members = {
        str(name): ArchiveMember(size=int(each["size"]), sha256=str(each["sha256"]))
        for name, each in data["members"].items()
    }
    at = datetime.fromisoformat(data["at"])
    if DATABASE[kind] not in members or at.tzinfo is None:
        raise ValueError(data)
    return Manifest(
        version=str(data["version"]),
        at=at,
        kind=kind,
        migrations=tuple(map(str, data["migrations"])),
        levels={str(code): int(index) for code, index in data["levels"].items()},
        members=members,
    )
