"""What is not fit to open is said in one sentence with its cure: a damaged database, one of another day, a full disk,
a data directory that others can read.
"""

from __future__ import annotations

import os
import pwd
import shutil
import sqlite3
import subprocess
import sys
from io import StringIO, TextIOWrapper
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from tests.commands import Ended, Manage, environment_of
from tests.factories import NOW
from tests.processes import free_port
from tests.running_house import ENDED_SECONDS, RunningFloorman, opened
from tests.saved_database import read_saved, restore, saved_versions
from tournament.backups import sqlite as copying
from tournament.backups.disk import MEGABYTE, Disk
from tournament.backups.errors import BackupFailed, FailureKind
from tournament.backups.making import sqlite_file
from tournament.backups.schema import Schema
from tournament.backups.shelf import name_of
from tournament.management import opening
from tournament.management.commands import run
from tournament.management.opening import (
    NotFit,
    check_disk,
    check_mode,
    check_schema,
    check_to_serve,
    check_user,
    check_whole,
)
from tournament.ownership import OF_THE_HOUSE, command_to_own


@pytest.mark.parametrize(
    ("free_megabytes", "total_megabytes", "says"),
    [
        (49, 8_000, "is full: 49 MB are free, 50 MB are needed. Delete files or move them elsewhere."),
        (300, 8_000, "is filling up: 300 MB are free. Delete files or move them elsewhere."),
        (1_500, 32_000, "is filling up: 1500 MB are free."),
        (6_000, 2_000_000, ""),
        (600, 8_000, ""),
    ],
)
def test_a_disk_is_said_to_be_full_or_to_fill_up(
    free_megabytes: int, total_megabytes: int, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(total=total_megabytes * MEGABYTE, free=free_megabytes * MEGABYTE)
    monkeypatch.setattr(opening, "disk_of", lambda _path: disk)
    if free_megabytes < 50:
        with pytest.raises(NotFit, match=says):
            list(check_disk(tmp_path))
    else:
        warnings = list(check_disk(tmp_path))
        assert [says in warning for warning in warnings] == ([True] if says else [])


def test_files_of_another_user_are_never_made(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    check_user(tmp_path)
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    monkeypatch.setattr(sys, "argv", ["manage.py", "backup"])
    for variable in OF_THE_HOUSE:
        monkeypatch.delenv(variable, raising=False)
    name = pwd.getpwuid(tmp_path.stat().st_uid).pw_name
    with pytest.raises(NotFit) as caught:
        check_user(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path} belongs to the user {name}: run the command as that user, "
        f"sudo -u '{name}' {sys.executable} manage.py backup"
    )
    monkeypatch.setenv("FLOORMAN_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgresql:///floorman")
    with pytest.raises(NotFit, match=f"sudo --preserve-env=FLOORMAN_DATA_DIR,DATABASE_URL -u '{name}' "):
        check_user(tmp_path)
    for command in (["backup"], ["restore", "some.zip"]):
        with pytest.raises(CommandError, match="belongs to the user"):
            call_command(*command)


@pytest.mark.django_db
@pytest.mark.postgres
def test_a_house_that_a_restore_has_emptied_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "schema_now", lambda: Schema(applied=(), unknown=(), missing=7))
    assert check_schema(is_migrated=False).is_empty, "a new house"
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA before_restore_20260314_200000")
    with pytest.raises(NotFit) as caught:
        check_schema(is_migrated=False)
    assert str(caught.value) == (
        "The database is empty: a restore that did not end has left the former one in the schema "
        "before_restore_20260314_200000. Put it back with psql: DROP SCHEMA public CASCADE; "
        'ALTER SCHEMA "before_restore_20260314_200000" RENAME TO public; '
        "Or restore again, manage.py restore FILE."
    )


def test_a_data_directory_that_others_can_read_is_said_with_the_command(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    assert list(check_mode(tmp_path)) == []
    for mode in (0o750, 0o701, 0o755):
        tmp_path.chmod(mode)
        assert list(check_mode(tmp_path)) == [
            f"Other users of this computer can open {tmp_path}, with money, names and keys in it: chmod 700 {tmp_path}"
        ]


@pytest.mark.django_db
def test_a_database_of_a_later_version_is_refused() -> None:
    check_schema(is_migrated=True)
    MigrationRecorder.Migration.objects.create(app="tournament", name="9999_later")
    for is_migrated in (True, False):
        with pytest.raises(NotFit) as caught:
            check_schema(is_migrated=is_migrated)
        assert str(caught.value) == (
            f"The database was used by a later version of Floorman than {settings.VERSION} (tournament.9999_later): "
            "install that version, or restore a backup of this one."
        )


@pytest.mark.django_db
def test_a_missing_migration_is_said_by_whoever_does_not_migrate() -> None:
    applied = MigrationRecorder.Migration.objects.filter(app="tables")
    last = applied.latest("name")
    applied.filter(pk=last.pk).delete()

    check_schema(is_migrated=False)
    with pytest.raises(NotFit) as caught:
        check_to_serve()
    assert str(caught.value) == (
        "The database is of an earlier version of Floorman: 1 migration is missing. "
        "Start it with manage.py run, or run manage.py migrate first."
    )


def in_a_process(directory: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command as any user runs it: root, who may write where nobody may, gives that right up."""
    rights = [] if os.geteuid() else ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"]
    return subprocess.run(
        [*rights, sys.executable, "manage.py", *words],
        env=environment_of(directory),
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        timeout=ENDED_SECONDS,
    )


@pytest.fixture
def data(tmp_path: Path, django_db_setup: None) -> Path:
    """A data directory with a database like that of the tests, and a backup."""
    directory = tmp_path / "data"
    (directory / "backups").mkdir(mode=0o700, parents=True)
    directory.chmod(0o755)
    (directory / "backups" / name_of(NOW)).touch()
    copying.copy_database(sqlite_file(), directory / "floorman.sqlite3")
    return directory


@pytest.mark.sqlite
def test_a_damaged_page_is_said_before_anything_is_started(data: Path) -> None:
    with (data / "floorman.sqlite3").open("r+b") as file:
        file.seek(4096 * 20)
        file.write(b"\xff" * 4096)

    house = RunningFloorman(data)
    assert house.process.wait(ENDED_SECONDS) == 1

    version, mode, said = house.says().splitlines()
    assert version == f"Floorman {settings.VERSION}"
    assert mode.endswith(f"chmod 700 {data}")
    assert said.startswith(f"CommandError: The database {data / 'floorman.sqlite3'} is damaged (")
    assert said.endswith(
        f"Put the last backup back: manage.py restore --replace {data / 'backups' / name_of(NOW)}"
    )
    assert house.processes() == {}


@pytest.mark.parametrize("words", ["web --port 0", "backup", "verify", "login_link"])
@pytest.mark.sqlite
def test_a_database_that_cannot_be_asked_is_said_by_every_command_that_is_sent_for_it(
    words: str, manage: Manage, data: Path, tmp_path: Path
) -> None:
    (data / "floorman.sqlite3").write_bytes(b"not a database at all" * 1_000)
    damaged = manage(data, *words.split())
    without_tables = manage(tmp_path / "new", *words.split())

    assert damaged == Ended(
        returncode=1,
        stdout="",
        stderr=f"CommandError: The database {data / 'floorman.sqlite3'} is damaged (file is not a database). "
        f"Put the last backup back: manage.py restore --replace {data / 'backups' / name_of(NOW)}\n",
    )
    assert (without_tables.returncode, without_tables.stdout) == (1, "")
    (line,) = without_tables.stderr.splitlines()
    assert line.startswith("CommandError: The database is of an earlier version of Floorman: ")
    assert line.endswith(
        " migrations are missing. Start it with manage.py run, or run manage.py migrate first."
    )


@pytest.mark.parametrize("command", ["backup", "verify", "login_link"])
@pytest.mark.one_database
def test_a_server_that_is_away_is_said_in_one_line_by_every_command(
    command: str, manage: Manage, tmp_path: Path
) -> None:
    nobody = f"postgresql://floorman@127.0.0.1:{free_port()}/floorman"
    done = manage(tmp_path / "data", command, DATABASE_URL=nobody)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("CommandError: The database cannot be used: connection failed: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="SKIPPED: a full disk for words is Linux's")
def test_a_full_disk_behind_what_the_house_says_closes_nothing() -> None:
    with Path("/dev/full").open("wb", buffering=0) as full:
        words = TextIOWrapper(full, write_through=True)
        run.Command(stdout=words).say("web runs again.")
        with pytest.raises(OSError, match="No space left on device"):
            full.write(b"web runs again.")


@pytest.mark.one_database
@pytest.mark.long(reason="a start of the house, for one line of what it says")
def test_before_an_upgrade_a_backup_is_made(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    directory.mkdir(mode=0o700)
    restore(read_saved(saved_versions()[0]), directory / "floorman.sqlite3")
    with opened(directory) as house:
        (made,) = (directory / "backups").glob("floorman-*.zip")
        assert f"A backup from before the upgrade: {made}" in house.says()


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("second", "A backup from before the upgrade is on the first disk only. It failed."),
        ("full", "Upgraded without a backup from before it. It failed."),
    ],
)
def test_an_upgrade_says_whether_there_is_a_way_back(
    kind: FailureKind, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "back_up_house", Mock(side_effect=BackupFailed(kind, "It failed.")))
    run.Command(stdout=(said := StringIO())).keep_as_it_was()
    assert said.getvalue() == f"{says}\n"


@pytest.mark.parametrize("kept", [Path("/data/backups/floorman-20260314-200000.zip"), None])
def test_an_upgrade_that_fails_says_the_way_back(
    kept: Path | None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr(run, "call_command", Mock(side_effect=OperationalError("table exists\nalready")))
    with pytest.raises(NotFit) as caught:
        run.migrate(kept)
    assert str(caught.value) == (
        f"The database could not be brought to Floorman {settings.VERSION}: table exists already. "
        "Go back to the version that was here, as docs/hosts.md says under Upgrade: "
        + (
            f"the backup from before the upgrade is {kept}"
            if kept
            else "There is no backup here: look on the second disk, and run manage.py restore FILE --replace"
        )
    )


@pytest.mark.django_db
def test_a_database_that_does_not_answer_yet_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OperationalError("no answer")

    monkeypatch.setattr(opening, "schema_now", fail)
    check_to_serve()


@pytest.mark.skipif(
    not os.geteuid() and sys.platform != "linux", reason="SKIPPED: root cannot give rights up here"
)
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("command", "locked", "mode"),
    [
        ("run", "", 0o500),
        ("run", "floorman.sqlite3", 0o400),
        ("run", "run.lock", 0o400),
        ("backup", "floorman.sqlite3", 0),
        ("verify", "", 0o500),
    ],
)
def test_what_cannot_be_written_is_said_with_its_cure(
    command: str, locked: str, mode: int, manage: Manage, data: Path
) -> None:
    (data / "static").mkdir()
    (data / "secret_key").write_text("k" * 30 + "e" * 30 + "y" * 30)
    (data / "run.lock").touch()
    path = data / locked if locked else data
    path.chmod(mode)
    options = ["--port", "0", "--no-demo"] if command == "run" else []
    try:
        done = manage(data, command, *options)
    finally:
        path.chmod(0o700)
    assert done == Ended(
        returncode=1,
        stdout="",
        stderr=f"CommandError: {path} is read-only or another user's. {command_to_own(data)}\n",
    )
    assert "sudo chmod -R u+rwX" in done.stderr


@pytest.mark.skipif(
    not os.geteuid() and shutil.which("setpriv") is None, reason="SKIPPED: root cannot give rights up here"
)
@pytest.mark.one_database
def test_a_data_directory_that_cannot_be_made_or_holds_a_locked_key_is_said_in_one_line(
    tmp_path: Path,
) -> None:
    (tmp_path / "file").touch()
    for place in ("file", "file/below"):
        done = in_a_process(tmp_path / place, "run")
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"The data directory {tmp_path / place} cannot be used (")
        assert line.endswith("): let FLOORMAN_DATA_DIR name a directory that this user can write to.")
    locked = tmp_path / "locked"
    locked.mkdir(0o500)
    assert in_a_process(locked, "verify").stderr == (
        f"The key of the house, {locked / 'secret_key'}, cannot be read or written (Permission denied). "
        f"{command_to_own(locked)}\n"
    )


@pytest.mark.sqlite
def test_a_database_that_its_disk_does_not_give_back_is_said_with_its_cure(
    data: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = data, data / "backups"
    monkeypatch.setattr(opening, "sqlite_file", lambda: data / "floorman.sqlite3")
    monkeypatch.setattr(copying, "damage", Mock(side_effect=sqlite3.OperationalError("disk I/O error")))
    with pytest.raises(NotFit) as caught:
        check_whole()
    assert str(caught.value) == (
        f"The database {data / 'floorman.sqlite3'} cannot be read (disk I/O error). Close what else has it open and "
        f"start again; if that does not help, its disk fails: move {data} to another one. "
        f"Put the last backup back: manage.py restore --replace {data / 'backups' / name_of(NOW)}"
    )


def test_floorman_is_not_opened_by_another_user_than_that_of_the_data(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(CommandError, match="belongs to the user"):
        call_command("run", "--port", "0", "--no-demo", "--web", "1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.sqlite
def test_a_missing_database_is_not_opened_as_a_new_house(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, backups = tmp_path / "floorman.sqlite3", tmp_path / "backups"
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, backups
    monkeypatch.setattr(opening, "sqlite_file", lambda: database)
    monkeypatch.setattr(opening, "schema_now", lambda: Schema(applied=(), unknown=(), missing=7))
    assert check_schema(is_migrated=False).is_empty, "a new house"

    aside = tmp_path / "floorman.sqlite3.before_restore_20260314_200000"
    for name in (aside.name, f"{aside.name}-wal", "floorman.sqlite3.before_restore_20260313_200000"):
        (tmp_path / name).touch()
    gone = f"The database {database} is gone or empty, but"
    fresh = "To start a new house instead, let FLOORMAN_DATA_DIR name another directory."
    with pytest.raises(NotFit) as caught:
        check_schema(is_migrated=False)
    assert str(caught.value) == (
        f"{gone} a restore has kept an earlier one. {fresh} Put it back: mv {aside} {database}"
    )

    backups.mkdir()
    (backups / name_of(NOW)).touch()
    with pytest.raises(NotFit) as caught:
        check_schema(is_migrated=True)
    assert str(caught.value) == (
        f"{gone} {backups} has backups. A restore has kept an earlier one: {aside}. {fresh} "
        f"Put the last backup back: manage.py restore --replace {backups / name_of(NOW)}"
    )
