"""`manage.py restore`: where nothing is to be restored from or onto, each said in one sentence, and nothing touched.

What it does where all is well is in tests/faults/test_restore_drill.py.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from unittest.mock import Mock, patch

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from pytest_django import Settings

from tables.management.commands import restore as command
from tables.management.commands.restore import ago, newest_write
from tests.factories import NOW
from tests.factories.floor import Floor
from tests.tournament.backups.test_archive import rewritten
from tournament.backups import postgresql, restoring
from tournament.backups.archive import DATABASE, MANIFEST, Kind, Manifest, read_manifest, write_archive
from tournament.backups.errors import FAILURE_KINDS, FailureKind
from tournament.backups.making import kind_in_use, make_backup
from tournament.backups.restoring import Restored
from tournament.backups.shelf import Failure, alone, last_failure, note_failure, shelf
from tournament.changes.house import house_sentence
from tournament.management.prepare import lock_data_directory
from tournament.models import HouseLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def backup(settings: Settings, tmp_path: Path) -> Path:
    """A backup of the tests' database, for a data directory of its own."""
    settings.DATA_DIR = tmp_path
    return make_backup(tmp_path / "stick", levels={}, now=NOW)


def refusal(file: Path, *arguments: str) -> str:
    with pytest.raises(CommandError) as caught:
        call_command("restore", str(file), *arguments, stdout=StringIO())
    return str(caught.value)


def with_manifest(backup: Path, old: str, new: str) -> None:
    with zipfile.ZipFile(backup) as archive:
        manifest = archive.read(MANIFEST).decode()
    assert old in manifest
    rewritten(backup, {MANIFEST: manifest.replace(old, new).encode()})


def test_a_backup_of_a_later_version_names_both(backup: Path, settings: Settings) -> None:
    with_manifest(backup, '"tournament.0001_first"', '"tournament.0001_first", "tournament.9999_later"')
    with_manifest(backup, f'"version": "{settings.VERSION}"', '"version": "9.9.9"')
    assert refusal(backup, "--replace") == (
        f"{backup.name} was made by Floorman 9.9.9, which is later than this one ({settings.VERSION}): "
        "install that version, and restore with it."
    )


def test_a_backup_of_the_other_database_says_what_to_set(tmp_path: Path) -> None:
    other: Kind = "sqlite" if kind_in_use() == "postgresql" else "postgresql"
    (tmp_path / "database").touch()
    write_archive(
        tmp_path / "backup.zip",
        files={DATABASE[other]: tmp_path / "database"},
        version="0.1.0",
        at=NOW,
        kind=other,
        migrations=(),
        levels={},
    )
    assert refusal(tmp_path / "backup.zip", "--replace") == (
        "backup.zip is of SQLite, and this Floorman uses PostgreSQL: start without DATABASE_URL."
        if other == "sqlite"
        else "backup.zip is of PostgreSQL, and this Floorman uses SQLite: set DATABASE_URL to a PostgreSQL database."
    )


def test_a_later_version_is_refused_also_where_it_has_made_no_migration(
    backup: Path, settings: Settings
) -> None:
    with_manifest(backup, f'"version": "{settings.VERSION}"', '"version": "9.9.9"')
    assert "was made by Floorman 9.9.9, which is later than this one" in refusal(backup, "--replace")


@pytest.mark.sqlite
def test_the_database_of_another_program_is_refused_whatever_is_said_of_it(
    backup: Path, evening: Path, tmp_path: Path
) -> None:
    before = evening.read_bytes()
    with closing(sqlite3.connect(tmp_path / "foreign")) as foreign, foreign:
        foreign.execute("CREATE TABLE songs (id INTEGER PRIMARY KEY)")
    told = read_manifest(backup)
    write_archive(
        tmp_path / "forged.zip",
        files={DATABASE["sqlite"]: tmp_path / "foreign"},
        version=told.version,
        at=NOW,
        kind="sqlite",
        migrations=told.migrations,
        levels={},
    )
    assert refusal(tmp_path / "forged.zip", "--replace") == (
        "forged.zip holds no database of Floorman. Take another one."
    )
    assert evening.read_bytes() == before


@pytest.mark.sqlite
def test_a_database_that_the_manifest_does_not_describe_is_refused(backup: Path, evening: Path) -> None:
    before = evening.read_bytes()
    with_manifest(backup, '"tournament.0001_first",', "")
    assert refusal(backup, "--replace") == (
        f"{backup.name} does not hold the database that its manifest describes. Take another one."
    )
    assert evening.read_bytes() == before


def test_a_house_that_runs_is_left_alone(backup: Path, tmp_path: Path) -> None:
    with closing(lock_data_directory(tmp_path, port=8000)):
        assert refusal(backup, "--replace") == (
            f"Floorman runs on {tmp_path}: stop it first, with Ctrl-C where it was started, with "
            "systemctl stop floorman, or with docker compose stop floorman."
        )


def test_a_backup_cut_short_or_exchanged_is_refused(backup: Path) -> None:
    whole = backup.read_bytes()
    backup.write_bytes(whole[: len(whole) // 2])
    assert f"{backup.name} is not whole: it was cut short or damaged" in refusal(backup)
    backup.write_bytes(whole)
    rewritten(backup, {DATABASE[kind_in_use()]: b"other"})
    assert f"{backup.name} is damaged: {DATABASE[kind_in_use()]} in it is not what was saved" in refusal(
        backup
    )


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (
            PermissionError(errno.EACCES, "Permission denied"),
            " is another user's. Make it writable: sudo chown -R ",
        ),
        (
            OSError(errno.EIO, "Input/output error"),
            " cannot be read (Input/output error): copy it to another disk",
        ),
    ],
)
def test_a_backup_that_cannot_be_read_is_said_with_its_cure(
    backup: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, says: str
) -> None:
    monkeypatch.setattr(restoring, "check_archive", Mock(side_effect=error))
    assert refusal(backup).startswith(f"{backup}{says}")


def test_a_backup_without_the_key_of_the_house_says_what_to_set(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    manifest = read_manifest(backup)
    monkeypatch.setattr(
        command,
        "restore",
        lambda *_file, **_options: Restored(manifest=manifest, former_database="", former_keys=()),
    )
    said = StringIO()
    call_command("restore", str(backup), stdout=said)
    assert "secret_key" not in manifest.members
    assert (
        "It holds no secret key: set SECRET_KEY to that of the former computer before you start"
        in said.getvalue()
    )
    # Who reads the log of the house knows why the end of an evening is not in it.
    newest = HouseLine.objects.latest("pk")
    assert house_sentence(newest.verb, newest.data) == (
        f"Restored the backup of {NOW:%Y-%m-%d %H:%M} UTC: what was recorded after it is not here."
    )


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with an account in it, where the restored one is to go."""
    path = tmp_path / "floorman.sqlite3"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE tournament_account (id INTEGER PRIMARY KEY)")
        database.execute("INSERT INTO tournament_account VALUES (1)")
    monkeypatch.setattr(restoring, "sqlite_file", lambda: path)
    return path


@pytest.mark.sqlite
def test_a_database_with_rows_is_never_written_over(backup: Path, evening: Path) -> None:
    before = evening.read_bytes()
    assert refusal(backup) == (
        f"The database {evening} has tournaments or accounts in it: add --replace to put the backup in its place; "
        "it is kept aside."
    )
    assert evening.read_bytes() == before
    assert sorted(path.name for path in evening.parent.iterdir()) == ["floorman.sqlite3", "run.lock", "stick"]


@pytest.mark.sqlite
def test_a_damaged_database_is_not_written_over_either(backup: Path, evening: Path) -> None:
    evening.write_bytes(b"not a database" * 1_000)
    assert "add --replace" in refusal(backup)


@pytest.mark.parametrize("kind", FAILURE_KINDS)
def test_what_went_wrong_with_the_former_database_is_not_said_of_the_restored_one(
    backup: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: FailureKind
) -> None:
    settings.BACKUP_DIR = tmp_path / "backups"
    failure = Failure(at=NOW, kind=kind, says="")
    note_failure(shelf(), failure)
    for put in ("_restore_sqlite", "_restore_postgresql"):
        monkeypatch.setattr(restoring, put, lambda *_given, **_options: "")
    restoring.restore(backup, replace=True, now=NOW)
    assert last_failure(shelf()) == (failure if kind == "second" else None), "a second disk is as it was"


@pytest.mark.postgres
def test_a_server_that_dies_meanwhile_leaves_word_of_where_the_evening_is(
    backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dead(*_anything: object) -> None:
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(postgresql, "others_connected", lambda: 0)
    monkeypatch.setattr(postgresql, "set_aside", lambda _name: None)
    monkeypatch.setattr(postgresql, "put_back", dead)
    monkeypatch.setattr(postgresql, "take_back", dead)
    monkeypatch.setattr(connection, "close", lambda: None)
    said = refusal(backup, "--replace")
    assert "PostgreSQL did not take the backup (the connection is closed) and does not answer." in said
    assert "Nothing is lost: the former database is its schema before_restore_2" in said
    assert "DROP SCHEMA public CASCADE; ALTER SCHEMA" in said


def test_a_backup_that_does_not_end_is_said_with_a_way_out(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    with alone(shelf()):
        with pytest.raises(CommandError, match=r"A backup is being made at this moment\. Nothing to do\."):
            call_command("backup")
        an_hour_ago = (datetime.now(UTC) - timedelta(hours=1)).timestamp()
        os.utime(shelf() / ".lock", (an_hour_ago, an_hour_ago))
        with pytest.raises(
            CommandError, match="begun 60 minutes ago and has not ended: its disk or the database"
        ):
            call_command("backup")
    call_command("backup", stdout=StringIO())


def test_the_last_change_is_the_newest_row_of_a_log_or_a_hand(client: Client) -> None:
    assert newest_write() is None
    floor = Floor(client, 3)
    last = newest_write()
    assert last is not None
    assert last.tournament == floor.tournament
    assert f"of {floor.tournament.name}" in str(last)
    assert "line " in str(last)


def test_a_last_change_that_cannot_be_read_does_not_keep_the_checks_from_their_work(tmp_path: Path) -> None:
    manifest = Manifest(version="0.2.0", at=NOW, kind="sqlite", migrations=(), levels={}, members={})
    said = StringIO()
    with (
        patch.object(
            command, "restore", return_value=Restored(manifest=manifest, former_database="", former_keys=())
        ),
        patch.object(command, "newest_write", side_effect=AttributeError("no moment")),
    ):
        call_command("restore", str(tmp_path / "backup.zip"), stdout=said)

    assert "The last change in it cannot be read: AttributeError: no moment" in said.getvalue()
    assert "0 tournaments: everything holds." in said.getvalue()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a minute"),
        (60, "1 minute"),
        (7_260, "2 hours"),
        (90_000, "1 day"),
        (-5, "less than a minute"),
    ],
)
def test_an_age_is_said_in_words(seconds: int, words: str) -> None:
    assert ago(timedelta(seconds=seconds)) == words


def test_the_command_says_where_the_backup_is(tmp_path: Path) -> None:
    said = StringIO()
    call_command("backup", str(tmp_path / "stick"), stdout=said)
    (made,) = (tmp_path / "stick").glob("floorman-*.zip")
    assert said.getvalue().startswith(f"{made}: ")
    assert "read back and whole" in said.getvalue()
