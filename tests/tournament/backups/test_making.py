"""A backup of the database of the tests, on either database: complete, or not there and said why."""

from __future__ import annotations

import errno
import os
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from tests.factories import NOW
from tournament.backups import making, postgresql, sqlite
from tournament.backups import shelf as shelf_of_backups
from tournament.backups.archive import check_archive
from tournament.backups.disk import Disk
from tournament.backups.errors import BackupFailed
from tournament.backups.making import back_up_house, copy_last_again, make_backup
from tournament.backups.shelf import (
    COPYING,
    alone,
    backups_in,
    begun_at,
    forget_drafts,
    forget_old,
    last_backup,
    last_failure,
    name_of,
    newest,
    shelf,
)

pytestmark = pytest.mark.django_db

LEVELS = {"ABC": 2}


@pytest.fixture(autouse=True)
def house(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with the keys of a house."""
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.SECOND_BACKUP_DIR = ""
    monkeypatch.delenv("SECRET_KEY", raising=False)
    for name in ("secret_key", "house.pem", "house.crt"):
        (tmp_path / name).write_text(name)
    return tmp_path


def test_what_lies_in_a_directory_that_somebody_names_stays(house: Path) -> None:
    stick = house / "stick"
    stick.mkdir()
    theirs = ["novel.draft", ".floorman-20260101-120000.zip.00aa11bb.draft"]
    theirs += [name_of(NOW - timedelta(days=days)) for days in (400, 401)]
    for name in theirs:
        (stick / name).touch()
    made = make_backup(stick, levels={}, now=NOW)
    assert files_in(stick) == sorted([*theirs, made.name])


def test_what_another_host_is_copying_to_the_second_disk_stays(settings: Settings, house: Path) -> None:
    second = house / "stick"
    second.mkdir()
    settings.SECOND_BACKUP_DIR = str(second)
    copying, dead = (f".{name_of(NOW - timedelta(minutes=minutes))}.00aa11bb.draft" for minutes in (2, 61))
    for name in (copying, dead, "novel.draft"):
        (second / name).touch()
    made = back_up_house(levels={}, now=NOW)
    assert made is not None
    assert files_in(second) == sorted([copying, made.name, "novel.draft"])


def test_a_copy_on_the_second_disk_is_its_owners_from_the_first_byte(
    settings: Settings, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (house / "stick").mkdir()
    settings.SECOND_BACKUP_DIR = str(house / "stick")
    modes = []

    def look(_source: Any, target: Any, *_length: int) -> None:
        modes.append(os.fstat(target.fileno()).st_mode & 0o777)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(shutil, "copyfileobj", look)
    with pytest.raises(BackupFailed, match="second disk"):
        back_up_house(levels={}, now=NOW)
    assert modes == [0o600]


@pytest.mark.parametrize("in_the_way", ["backups", "backups/.lock"])
def test_a_directory_that_cannot_be_used_is_said_in_one_sentence(house: Path, in_the_way: str) -> None:
    (house / "backups").mkdir()
    if in_the_way == "backups":
        (house / "backups").rmdir()
        (house / "backups").write_text("a file")
    else:
        (house / in_the_way).mkdir()
    with pytest.raises(BackupFailed, match=r"No backup could be written to .*backups") as caught:
        back_up_house(levels={}, now=NOW)
    assert caught.value.kind == "away"


def test_a_last_backup_that_cannot_be_opened_still_says_when_it_was_made(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up_house(levels=LEVELS, now=NOW)
    monkeypatch.setattr(shelf_of_backups, "read_manifest", full)
    last = last_backup(shelf(), now=NOW)
    assert last is not None
    assert (last.at, last.levels) == (NOW, {})


def test_a_program_of_postgresql_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE_SECONDS", 0.2)
    with pytest.raises(postgresql.ToolFailed, match="sleep had not ended after"):
        postgresql._call(["/bin/sleep", "60"], {})


def files_in(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir() if path.name != ".lock")


def test_it_has_the_database_the_keys_and_what_is_in_it(house: Path) -> None:
    made = back_up_house(levels=LEVELS, now=NOW)

    assert made == house / "backups" / "floorman-20260314-200000.zip"
    assert files_in(house / "backups") == [made.name]
    assert (house / "backups").stat().st_mode & 0o777 == 0o700
    assert made.stat().st_mode & 0o777 == 0o600
    manifest = check_archive(made)
    is_sqlite = connection.vendor == "sqlite"
    assert manifest.kind == connection.vendor
    assert set(manifest.members) == {
        "database.sqlite3" if is_sqlite else "database.dump",
        "secret_key",
        "house.pem",
        "house.crt",
    }
    assert "tournament.0001_first" in manifest.migrations
    found = last_backup(shelf(), now=NOW)
    assert found is not None
    assert (found.at, found.levels) == (NOW, LEVELS)


def test_a_key_that_the_environment_gives_stays_with_the_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "k" * 60)
    made = back_up_house(levels={}, now=NOW)
    assert made is not None
    assert "secret_key" not in check_archive(made).members


def test_a_copy_goes_to_the_second_disk(settings: Settings, house: Path) -> None:
    second = house / "stick"
    second.mkdir()
    settings.SECOND_BACKUP_DIR = str(second)

    made = back_up_house(levels={}, now=NOW)

    assert made is not None
    assert files_in(second) == [made.name]
    assert (second / made.name).read_bytes() == made.read_bytes()
    assert (second / made.name).stat().st_mode & 0o777 == 0o600


def test_a_second_disk_that_is_unplugged_is_said_and_the_first_backup_stands(
    settings: Settings, house: Path
) -> None:
    settings.SECOND_BACKUP_DIR = str(house / "unplugged")

    with pytest.raises(BackupFailed, match="could not be copied to the second disk"):
        back_up_house(levels={}, now=NOW)

    assert not (house / "unplugged").exists(), "nothing is written below the mount point"
    check_archive(house / "backups" / name_of(NOW))
    failure = last_failure(shelf())
    assert failure is not None
    assert (failure.kind, failure.at) == ("second", NOW)

    (house / "unplugged").mkdir()
    back_up_house(levels={}, now=NOW + timedelta(minutes=10))
    assert last_failure(shelf()) is None


def test_there_must_be_room_for_it_and_for_play(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "disk_of", lambda _path: Disk(total=1 << 40, free=50 << 20))

    with pytest.raises(BackupFailed, match=r"There is no room for a backup in .*: 50 MB are free") as caught:
        back_up_house(levels={}, now=NOW)

    assert caught.value.kind == "full"
    assert files_in(house / "backups") == ["failed.json"]


def size_that_stays(monkeypatch: pytest.MonkeyPatch) -> int:
    """Of the database: a server's grows by what it does in between."""
    size = making._size()
    monkeypatch.setattr(making, "_size", lambda: size)
    return size


def test_backups_of_one_hour_go_before_they_fill_the_disk(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for minutes in (85, 75, 65, 25, 15, 5):
        (shelf() / name_of(NOW - timedelta(minutes=minutes))).write_bytes(bytes(1000))

    size = size_that_stays(monkeypatch)

    def disk_of(directory: Path) -> Disk:
        taken = sum(path.stat().st_size for path in directory.glob("floorman-*.zip"))
        return Disk(total=256 << 30, free=(500 << 20) + size + 3_500 - taken)

    monkeypatch.setattr(making, "disk_of", disk_of)
    made = back_up_house(levels={}, now=NOW)
    assert made is not None
    # 18:35, 18:45 and 19:35 are gone: 18:55 and 19:55 are the last of their hours, and there is room with 19:45.
    assert [f"{moment:%H:%M}" for moment in backups_in(shelf())] == ["18:55", "19:45", "19:55", "20:00"]


@pytest.mark.parametrize(
    ("free", "left"),
    [
        (100 << 20, ["18:35", "18:55", "19:35", "19:55", "20:00"]),
        ((50 << 20) - 500, ["18:55", "19:35", "19:55", "20:00"]),
    ],
)
def test_on_a_disk_that_others_fill_they_stay_until_there_is_no_room_for_the_next(
    house: Path, monkeypatch: pytest.MonkeyPatch, free: int, left: list[str]
) -> None:
    for minutes in (85, 65, 25, 5):
        (shelf() / name_of(NOW - timedelta(minutes=minutes))).write_bytes(bytes(1000))

    size = size_that_stays(monkeypatch)

    def disk_of(directory: Path) -> Disk:
        gone = 4 - sum(path.stat().st_size == 1000 for path in directory.glob("floorman-*.zip"))
        return Disk(total=256 << 30, free=free + size + 1000 * gone)

    monkeypatch.setattr(making, "disk_of", disk_of)
    assert back_up_house(levels={}, now=NOW) is not None
    assert [f"{moment:%H:%M}" for moment in backups_in(shelf())] == left


def test_a_second_disk_that_hangs_stops_no_backup_on_the_first_and_is_said(
    settings: Settings, house: Path
) -> None:
    second = house / "stick"
    second.mkdir()
    settings.SECOND_BACKUP_DIR = str(second)
    later = NOW + timedelta(minutes=10)
    with alone(shelf(), COPYING):
        first = back_up_house(levels={}, now=NOW)
        assert (first, last_failure(shelf())) == (house / "backups" / name_of(NOW), None)

        long_ago = begun_at(shelf()).timestamp() - 12 * 60
        os.utime(shelf() / COPYING, (long_ago, long_ago))
        with pytest.raises(BackupFailed, match=r"does not answer: a copy was begun 12 minutes ago") as caught:
            back_up_house(levels={}, now=later)
        assert caught.value.kind == "second"
        check_archive(shelf() / name_of(later))
        failure = last_failure(shelf())
        assert failure is not None
        assert (failure.kind, failure.at) == ("second", later)

    assert copy_last_again(now=later) == second / name_of(later)
    assert last_failure(shelf()) is None


def test_a_full_second_disk_lets_go_what_it_need_not_keep(
    settings: Settings, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = house / "stick"
    second.mkdir()
    settings.SECOND_BACKUP_DIR = str(second)
    two_days = 2 * 24 * 60
    for minutes in (two_days + 5, two_days, 85, 75, 65, 5):
        (second / name_of(NOW - timedelta(minutes=minutes))).write_bytes(bytes(1000))
    old = min(backups_in(second))

    def disk_of(directory: Path) -> Disk:
        taken = sum(path.stat().st_size for path in directory.glob("floorman-*.zip"))
        needed = (house / "backups" / name_of(NOW)).stat().st_size if directory == second else 0
        return Disk(total=256 << 30, free=4_500 + needed - taken if directory == second else 200 << 30)

    monkeypatch.setattr(making, "disk_of", disk_of)
    back_up_house(levels={}, now=NOW)

    # One of two days ago goes by the rule, 18:35 for room: 18:55 and 19:55 are the last of their hours.
    assert old not in backups_in(second)
    assert [f"{moment:%H:%M}" for moment in backups_in(second)] == [
        "20:00",
        "18:45",
        "18:55",
        "19:55",
        "20:00",
    ]


def test_nobody_waits_for_a_second_disk_that_is_no_longer_named(settings: Settings, house: Path) -> None:
    settings.SECOND_BACKUP_DIR = str(house / "unplugged")
    with pytest.raises(BackupFailed):
        back_up_house(levels={}, now=NOW)
    settings.SECOND_BACKUP_DIR = ""
    assert copy_last_again(now=NOW) is None
    assert last_failure(shelf()) is None


def full(*_args: Any, **_kwargs: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_disk_that_fills_up_meanwhile_leaves_nothing_behind(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "check_archive", full)
    with pytest.raises(BackupFailed) as caught:
        make_backup(house / "stick", levels={}, now=NOW)
    assert caught.value.kind == "full"
    assert files_in(house / "stick") == []


@pytest.mark.sqlite
def test_a_damaged_database_gives_no_backup_and_the_good_ones_stay(
    house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = back_up_house(levels={}, now=NOW)
    monkeypatch.setattr(sqlite, "damage", lambda _path, **_how: "row 7 missing from index")
    with pytest.raises(BackupFailed) as caught:
        back_up_house(levels={}, now=NOW + timedelta(minutes=10))
    assert before is not None
    assert str(caught.value) == (
        "The database is damaged: row 7 missing from index. Stop Floorman. "
        f"Put the last backup back: manage.py restore --replace {before}"
    )
    assert files_in(house / "backups") == ["failed.json", before.name]


@pytest.mark.parametrize(
    ("says", "kind"),
    [
        ("pg_dump: error: query failed: ERROR: invalid page in block 3 of relation base/5/16400", "damaged"),
        ("pg_dump: error: could not read block 3 in file base/5/16400: read only 0 of 8192 bytes", "damaged"),
        ("pg_dump: error: connection to server failed: Connection refused", "away"),
    ],
)
def test_a_damaged_page_of_postgresql_is_told_from_a_server_that_is_away(
    says: str, kind: str, house: Path
) -> None:
    with pytest.raises(BackupFailed) as caught, making._told(house):
        raise postgresql.ToolFailed(says)
    assert caught.value.kind == kind
    assert ("manage.py restore" in str(caught.value)) == (kind == "damaged")


@pytest.mark.postgres
def test_without_pg_dump_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(postgresql, "PLACES", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        BackupFailed, match=r"pg_dump is not installed: .*apt install postgresql-client"
    ) as caught:
        back_up_house(levels={}, now=NOW)
    assert caught.value.kind == "no_tools"


def test_two_at_once_make_one() -> None:
    with alone(shelf()) as is_alone:
        assert is_alone
        assert back_up_house(levels={}, now=NOW) is None
    assert back_up_house(levels={}, now=NOW) is not None


def test_old_ones_go_and_what_is_no_backup_stays(house: Path) -> None:
    directory = shelf()
    for days in range(40):
        (directory / name_of(NOW - timedelta(days=days))).touch()
    (directory / "notes.txt").touch()
    (directory / "novel.draft").touch()
    (directory / ".floorman-20260314-190000.zip.00aa11bb.draft").touch()

    assert forget_old(directory, now=NOW) == 8
    forget_drafts(directory)

    assert len(backups_in(directory)) == 32
    assert (directory / "notes.txt").exists()
    assert [draft.name for draft in directory.glob("*.draft")] == ["novel.draft"], (
        "others are of a dead process"
    )


def test_a_backup_from_before_the_clock_was_set_back_is_not_the_last(house: Path) -> None:
    directory = shelf()
    for hours in (-1, 1):
        (directory / name_of(NOW + timedelta(hours=hours))).touch()
    assert newest(directory, now=NOW) == directory / name_of(NOW - timedelta(hours=1))


@pytest.mark.parametrize(
    "text", ["", "[]", '{"kind": "other", "at": "2026-03-14T20:00:00+00:00", "says": ""}', "{}"]
)
def test_a_note_that_cannot_be_read_is_none(house: Path, text: str) -> None:
    (shelf() / "failed.json").write_text(text)
    assert last_failure(shelf()) is None
