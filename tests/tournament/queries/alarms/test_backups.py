from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone, translation
from pytest_django import Settings

from tests.factories import NOW
from tests.factories.field import started
from tests.processes import wait_until
from tournament.backups.errors import FAILURE_KINDS, FailureKind
from tournament.backups.shelf import Failure, name_of, note_failure, shelf
from tournament.models import Account, Role, StaffMember
from tournament.queries.alarms import every
from tournament.queries.alarms.alarm import Alarm
from tournament.queries.alarms.backups import backup_alarms, backups_state
from tournament.queries.alarms.every import alarms

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def house(settings: Settings, tmp_path: Path) -> Path:
    """A house that was opened yesterday."""
    settings.DATA_DIR = tmp_path
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.SECOND_BACKUP_DIR = ""
    open_house(tmp_path, NOW - timedelta(days=1))
    return tmp_path


def open_house(directory: Path, at: datetime) -> None:
    (directory / "run.lock").touch()
    os.utime(directory / "run.lock", (at.timestamp(), at.timestamp()))


def keep_backup(directory: Path, at: datetime) -> None:
    directory.mkdir(exist_ok=True)
    (directory / name_of(at)).touch()


def codes(now: datetime = NOW) -> list[str]:
    return [alarm.code for alarm in backup_alarms(now)]


def test_play_without_a_fresh_backup_is_said_with_its_age_and_the_cure(house: Path) -> None:
    keep_backup(house / "backups", NOW - 31 * MINUTE)
    assert codes() == [], "nothing is in play"

    started(2, now=NOW)

    (alarm,) = backup_alarms(NOW)
    assert (alarm.code, alarm.words) == ("backup_late", "The last backup is 31 minutes old.")
    assert alarm.cure.startswith("Run manage.py backup on the computer of Floorman")
    with translation.override("it"):
        assert backup_alarms(NOW)[0].words == "L’ultimo backup è di 31 minuti fa."
    assert codes(NOW - 6 * MINUTE) == []


def test_a_house_that_has_never_made_one_says_so_and_a_new_one_is_given_time(house: Path) -> None:
    started(2, now=NOW)
    assert [alarm.words for alarm in backup_alarms(NOW)] == ["There is no backup of the tournament in play."]
    open_house(house, NOW - 20 * MINUTE)
    assert codes() == []
    (house / "run.lock").unlink()
    assert codes() == [], "no worker beside it"


def test_a_copy_that_another_host_has_made_counts(house: Path, settings: Settings) -> None:
    started(2, now=NOW)
    settings.SECOND_BACKUP_DIR = str(house / "second")
    assert codes() == ["backup_late"]
    keep_backup(house / "second", NOW - MINUTE)
    wait_until(lambda: codes() == [], "the other host's backup is seen")


def test_a_second_disk_that_answers_with_errors_takes_no_page_away(
    client: Client, house: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    tournament, _ = started(2, now=NOW)
    settings.SECOND_BACKUP_DIR = str(house / "second")
    usual = Path.iterdir

    def iterdir(path: Path) -> Iterator[Path]:
        if path == house / "second":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return usual(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    assert codes() == ["backup_late"]
    director = Account.objects.create_user("director")
    StaffMember.objects.create(account=director, tournament=tournament, role=Role.DIRECTOR)
    client.force_login(director)
    assert client.get("/floor/").status_code == 200


def test_a_second_disk_that_hangs_keeps_no_page_waiting(
    house: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(2, now=NOW)
    settings.SECOND_BACKUP_DIR = str(house / "second")
    keep_backup(house / "second", NOW - MINUTE)
    answers, usual = threading.Event(), Path.iterdir
    asked = []

    def iterdir(path: Path) -> Iterator[Path]:
        if path == house / "second":
            asked.append(path)
            answers.wait()
        return usual(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    assert [codes(), codes()] == [["backup_late"], ["backup_late"]]
    assert len(asked) == 1, "the second page has waited for nothing"
    answers.set()
    wait_until(lambda: codes() == [], "a second disk that answers again")


def test_a_source_that_fails_takes_the_others_alarms_not_away(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(_now: datetime) -> list[Alarm]:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(every, "SOURCES", (gone, backup_alarms))
    note_failure(shelf(), Failure(at=NOW, kind="full", says=""))
    assert [alarm.code for alarm in alarms(now=NOW)] == ["backup_full"]
    assert "The alarms of gone could not be looked for." in caplog.text


@pytest.mark.parametrize("kind", FAILURE_KINDS)
def test_each_way_to_fail_has_words_and_a_cure_in_both_languages(kind: FailureKind) -> None:
    note_failure(shelf(), Failure(at=NOW, kind=kind, says="in its own words"))
    said = set()
    for language in ("en", "it"):
        with translation.override(language):
            (alarm,) = backup_alarms(NOW)
            assert alarm.code == f"backup_{kind}"
            assert alarm.is_urgent is (kind == "damaged")
            said |= {alarm.words, alarm.cure}
    assert len(said) == 4


def test_an_alarm_of_the_backups_is_one_of_the_house() -> None:
    note_failure(shelf(), Failure(at=NOW, kind="damaged", says=""))
    assert "backup_damaged" in [alarm.code for alarm in alarms(now=NOW)]


def test_the_state_is_told_from_the_files(house: Path) -> None:
    keep_backup(house / "backups", NOW - 9 * MINUTE)
    keep_backup(house / "backups", NOW - 4 * MINUTE)
    state = backups_state(NOW)
    assert (state.minutes_ago, state.kept, state.failure, state.has_second_disk) == (4, 2, None, False)


def test_a_director_reads_it_below_the_tournaments_and_the_floor_does_not(
    client: Client, house: Path
) -> None:
    tournament, _ = started(2, now=NOW)
    people = {role: Account.objects.create_user(role) for role in (Role.DIRECTOR, Role.FLOOR)}
    for role, account in people.items():
        StaffMember.objects.create(account=account, tournament=tournament, role=role)

    client.force_login(people[Role.DIRECTOR])
    assert "No backup yet" in client.get("/floor/").content.decode()
    keep_backup(house / "backups", timezone.now() - 4 * MINUTE)
    page = " ".join(client.get("/floor/").content.decode().replace("\xa0", " ").split())
    assert "Last backup 4 minutes ago · 1 backup kept" in page
    client.force_login(people[Role.FLOOR])
    assert "ackup" not in client.get("/floor/").content.decode()
