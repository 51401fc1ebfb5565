from __future__ import annotations

import errno
import json
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tests.factories import NOW
from tournament.backups.archive import (
    MANIFEST,
    MANIFEST_BYTES,
    check_archive,
    extract,
    read_manifest,
    write_archive,
)
from tournament.backups.errors import BadBackup

DATABASE = b"SQLite format 3\0" + bytes(range(256)) * 8_000


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    (tmp_path / "database").write_bytes(DATABASE)
    (tmp_path / "secret_key").write_text("k" * 60)
    path = tmp_path / "floorman-20260314-200000.zip"
    write_archive(
        path,
        files={"database.sqlite3": tmp_path / "database", "secret_key": tmp_path / "secret_key"},
        version="0.1.0",
        at=NOW,
        kind="sqlite",
        migrations=("tournament.0001_first",),
        levels={"ABC": 3},
    )
    return path


def refusal(path: Path) -> str:
    with pytest.raises(BadBackup) as caught:
        check_archive(path)
    return str(caught.value)


def test_what_is_written_is_read_back_and_only_its_owner_can(backup: Path, tmp_path: Path) -> None:
    manifest = check_archive(backup)

    assert (manifest.version, manifest.at, manifest.kind) == ("0.1.0", NOW, "sqlite")
    assert (manifest.migrations, manifest.levels) == (("tournament.0001_first",), {"ABC": 3})
    assert manifest.database.size == len(DATABASE)
    assert manifest == read_manifest(backup)
    assert backup.stat().st_mode & 0o777 == 0o600
    extract(backup, "database.sqlite3", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == DATABASE
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o600


def test_there_is_no_writing_over_a_backup(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        write_archive(backup, files={}, version="", at=NOW, kind="sqlite", migrations=(), levels={})


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_file_cut_short_is_refused(backup: Path, part: float) -> None:
    content = backup.read_bytes()
    backup.write_bytes(content[: int(len(content) * part)])
    assert refusal(backup) == (
        "floorman-20260314-200000.zip is not whole: it was cut short or damaged, or is no backup of Floorman. "
        "Take another one."
    )


def test_a_byte_that_was_changed_on_the_disk_is_noticed(backup: Path) -> None:
    content = bytearray(backup.read_bytes())
    content[len(content) // 4] ^= 1
    backup.write_bytes(content)
    assert "is not whole" in refusal(backup)


def test_whatever_bit_is_turned_it_is_a_backup_or_said_to_be_none(tmp_path: Path) -> None:
    """A header may then ask for a password, another method or a later version of the format."""
    (tmp_path / "database").write_bytes(b"SQLite format 3")
    path = tmp_path / "floorman-20260314-200000.zip"
    files = {"database.sqlite3": tmp_path / "database"}
    write_archive(path, files=files, version="0.1.0", at=NOW, kind="sqlite", migrations=(), levels={})
    whole = path.read_bytes()

    refused = 0
    for bit in range(8 * len(whole)):
        turned = bytearray(whole)
        turned[bit // 8] ^= 1 << bit % 8
        path.write_bytes(turned)
        try:
            check_archive(path)
        except BadBackup:
            refused += 1

    # The rest is what no reader looks at, such as the time of a file inside.
    assert refused > 5 * len(whole)


def test_a_disk_that_does_not_answer_is_not_said_to_be_a_damaged_file(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zipfile, "ZipFile", Mock(side_effect=OSError(errno.EIO, "Input/output error")))
    with pytest.raises(OSError, match="Input/output error"):
        check_archive(backup)


def rewritten(backup: Path, members: Mapping[str, bytes]) -> None:
    """The same zip with other contents, whole as a zip."""
    draft = backup.with_suffix(".new")
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(draft, "w") as new:
        for name in old.namelist():
            new.writestr(name, members.get(name, old.read(name)))
    shutil.move(draft, backup)


def test_a_database_that_was_exchanged_is_noticed(backup: Path) -> None:
    rewritten(backup, {"database.sqlite3": DATABASE + b"x"})
    assert refusal(backup) == (
        "floorman-20260314-200000.zip is damaged: database.sqlite3 in it is not what was saved. Take another one."
    )


@pytest.mark.parametrize(
    "change",
    [{"kind": "oracle"}, {"members": {}}, {"at": "yesterday"}, {"at": "2026-03-14"}, {"migrations": None}],
    ids=lambda change: next(iter(change)),
)
def test_a_manifest_that_says_nothing_sensible_is_refused(backup: Path, change: dict[str, Any]) -> None:
    with zipfile.ZipFile(backup) as archive:
        manifest = json.loads(archive.read(MANIFEST))
    rewritten(backup, {MANIFEST: json.dumps({**manifest, **change}).encode()})
    assert "its manifest cannot be read" in refusal(backup)


def test_a_manifest_without_end_is_not_read(backup: Path) -> None:
    rewritten(backup, {MANIFEST: b" " * MANIFEST_BYTES + b"{}"})
    with pytest.raises(BadBackup, match="its manifest is too long"):
        read_manifest(backup)


def test_another_zip_and_another_file_are_no_backups(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as archive:
        archive.writestr("photo.jpg", b"")
    assert "photos.zip is not whole" in refusal(tmp_path / "photos.zip")
    assert refusal(tmp_path / "nothing.zip") == f"There is no backup {tmp_path / 'nothing.zip'}."
