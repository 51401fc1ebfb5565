from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.factories import NOW, after
from tests.factories.field import bust, started
from tournament import tasks
from tournament.backups.shelf import Failure, backups_in, last_failure, note_failure, shelf
from tournament.models import LogEntry, Tournament
from tournament.tasks import back_up, learn_from_events, look_ahead, sweep_clocks

pytestmark = pytest.mark.django_db


def test_a_tournament_that_cannot_be_booked_stops_no_other_clock(caplog: pytest.LogCaptureFixture) -> None:
    broken, _ = started(3, now=NOW)
    whole, _ = started(2, now=NOW)
    Tournament.objects.filter(pk=broken.pk).update(structure_data={"periods": []})

    assert sweep_clocks() > 0

    assert set(LogEntry.objects.filter(verb="level_changed").values_list("tournament", flat=True)) == {
        whole.pk
    }
    (record,) = [record for record in caplog.records if record.name == "tournament.tasks"]
    assert record.exc_info is not None
    assert str(broken.pk) in record.getMessage()


def test_a_backup_is_made_when_one_is_due_and_a_failure_is_left_where_it_is_found(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BACKUP_DIR = tmp_path / "backups"
    now = NOW
    monkeypatch.setattr(tasks, "house_now", lambda: now)
    assert not back_up(), "nothing has happened in this house"
    tournament, _ = started(2, now=NOW)
    assert back_up()
    assert not back_up()
    now += timedelta(minutes=2)
    assert not back_up()
    Tournament.objects.filter(pk=tournament.pk).update(clock_index=1)
    assert back_up(), "a new level"
    now += timedelta(minutes=10)
    settings.SECOND_BACKUP_DIR = str(tmp_path / "unplugged")
    assert not back_up()
    failure = last_failure(shelf())
    assert failure is not None
    assert failure.kind == "second"
    assert "could not be copied to the second disk" in caplog.text
    made = [NOW, NOW + timedelta(minutes=2), NOW + timedelta(minutes=12)]
    assert list(backups_in(shelf())) == made
    # Plugged in after play, it gets the last one though no other is due.
    (tmp_path / "unplugged").mkdir()
    assert not back_up()
    assert not backups_in(tmp_path / "unplugged"), "not with every look"
    now += timedelta(minutes=1)
    assert not back_up()
    assert list(backups_in(tmp_path / "unplugged")) == made[-1:]
    assert last_failure(shelf()) is None
    assert list(backups_in(shelf())) == made


def test_after_a_failure_one_is_made_though_nothing_is_in_play(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUP_DIR = tmp_path / "backups"
    monkeypatch.setattr(tasks, "house_now", lambda: NOW + timedelta(minutes=1))
    note_failure(shelf(), Failure(at=NOW, kind="damaged", says="malformed"))
    assert back_up(), "its alarm would stay for ever"
    assert last_failure(shelf()) is None
    assert not back_up()


def test_the_screens_hear_when_the_expected_end_has_changed(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CACHES = {
        name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": f"ahead-{name}"}
        for name in ("default", "shared")
    }
    event, entries = started(12, now=NOW)
    shown, _ = started(12, now=NOW, ends_shown=True)
    broken, _ = started(3, now=NOW)
    Tournament.objects.filter(pk=broken.pk).update(structure_data={"periods": []})
    heard: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(tasks, "publish", lambda code, topics: heard.append((code, topics)))

    monkeypatch.setattr(tasks, "house_now", lambda: after(10))
    assert look_ahead() == 2
    assert look_ahead() == 0
    bust(event, entries[-1], winner=entries[0], now=after(11))
    monkeypatch.setattr(tasks, "house_now", lambda: after(10.5))
    assert look_ahead() == 1

    # Walls and phones hear `ends`, and only where they show it.
    assert heard == [
        (event.code, ["outlook"]),
        (shown.code, ["outlook", "ends"]),
        (event.code, ["outlook"]),
    ]
    assert str(broken.pk) in caplog.records[0].getMessage()


def test_the_house_learns_once_from_what_was_finished() -> None:
    assert learn_from_events(), "the published figures, once"
    assert not learn_from_events()
