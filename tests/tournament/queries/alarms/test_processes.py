"""What the console says of the worker, the scheduler, Valkey, and of what hung, with the cure."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from tests.factories import NOW
from tests.processes import RunningValkey
from tournament.models import Heartbeat
from tournament.queries.alarms.processes import processes
from tournament.queries.alarms.restarts import FILE, KEPT, Restart, note_restart, restarts_in
from tournament.queries.alarms.valkey import is_valkey_writable
from tournament.services.heartbeats import note_heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _folder(valkey: RunningValkey, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr("tournament.queries.alarms.valkey.REMEMBERED", timedelta(0))


def silent(**seconds: int) -> None:
    for name in ("worker", "beat", "sweep", "sending"):
        Heartbeat.objects.create(name=name, at=NOW - timedelta(seconds=seconds.get(name, 5)))


def open_house(directory: Path, **ago: int) -> None:
    (directory / "run.lock").touch()
    at = (NOW - timedelta(**ago)).timestamp()
    os.utime(directory / "run.lock", (at, at))


def words() -> list[str]:
    return [alarm.words for alarm in processes(NOW)]


def test_a_house_at_work_and_one_that_never_was_say_nothing() -> None:
    assert words() == []
    silent()
    assert words() == []


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ({"worker": 45}, "The worker has been silent for half a minute."),
        ({"worker": 70, "sweep": 70}, "The worker has been silent for 1 minute."),
        ({"worker": 600, "beat": 600, "sweep": 600}, "The worker has been silent for 10 minutes."),
        ({"beat": 120, "sweep": 120}, "The clock scheduler has been silent for 2 minutes."),
        ({"sweep": 61}, "Nobody has looked at the clocks for 1 minute."),
    ],
)
def test_of_several_who_are_silent_the_cause_is_named(seconds: dict[str, int], said: str) -> None:
    silent(**seconds)
    (alarm,) = processes(NOW)
    assert (alarm.code, alarm.words, alarm.is_urgent) == ("worker_silent", said, False)
    assert "Start Floorman again when play allows." in alarm.cure


def test_senders_that_are_silent_are_told_apart_from_the_clocks() -> None:
    silent(sending=130)
    (alarm,) = processes(NOW)
    assert (alarm.code, alarm.words) == (
        "sending_silent",
        "Notices and web hooks have not been going out for 2 minutes.",
    )
    assert alarm.cure.startswith("Play, clocks and screens go on. Nothing is lost")
    # Whom nobody schedules cannot send: one alarm.
    Heartbeat.objects.filter(name="beat").update(at=NOW - timedelta(minutes=2))
    assert words() == ["The clock scheduler has been silent for 2 minutes."]


@pytest.mark.parametrize("ago", [5, 40])
def test_at_an_opening_yesterdays_silence_is_none(tmp_path: Path, ago: int) -> None:
    silent(worker=50_000, beat=50_000, sweep=50_000, sending=50_000)
    open_house(tmp_path, seconds=ago)
    assert words() == []


def test_one_that_has_not_come_up_since_the_opening_is_silent_since_then(tmp_path: Path) -> None:
    open_house(tmp_path, minutes=3)
    assert words() == ["The worker has been silent for 3 minutes."]
    silent(worker=50_000, sweep=5)
    assert words() == ["The worker has been silent for 3 minutes."]
    Heartbeat.objects.filter(name="worker").update(at=NOW)
    assert words() == []
    Heartbeat.objects.filter(name="beat").delete()
    assert words() == ["The clock scheduler has been silent for 3 minutes."]


def test_an_opening_that_is_still_to_come_by_the_houses_time_hides_no_silence(tmp_path: Path) -> None:
    silent(worker=120)
    open_house(tmp_path, minutes=-60)
    assert words() == ["The worker has been silent for 2 minutes."]


def test_it_is_said_in_italian_too() -> None:
    silent(worker=120)
    with translation.override("it"):
        (alarm,) = processes(NOW)
    assert alarm.words == "Il worker non dà segni di vita da 2 minuti."


def test_without_valkey_it_says_that_taps_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere/valkey.sock")
    (alarm,) = processes(NOW)
    assert alarm.code == "valkey_away"
    assert alarm.cure.startswith("Taps are recorded all the same;")


def test_what_hung_is_told_for_ten_minutes(tmp_path: Path) -> None:
    note_restart(tmp_path, Restart(name="worker", at=NOW - timedelta(minutes=9)))
    note_restart(tmp_path, Restart(name="web", at=NOW - timedelta(minutes=11)))
    note_restart(tmp_path, Restart(name="Valkey", at=NOW - timedelta(minutes=1)))
    note_restart(tmp_path, Restart(name="worker", at=NOW))
    assert words() == ["A part of Floorman hung and was started again: Valkey, worker."]
    (alarm,) = processes(NOW)
    assert alarm.cure == (
        "Nothing is lost and nothing needs doing. If it happens again, look at the load and the memory of the "
        "computer, and at the logs folder in the data folder."
    )


def test_a_note_that_a_power_cut_left_in_pieces_stops_no_page(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\0\0\xff\n[]\n{}\n" + b'{"name": "web", "at": "yester')
    assert words() == []
    note_restart(tmp_path, Restart(name="web", at=NOW))
    assert words() == ["A part of Floorman hung and was started again: web."]


def test_while_one_request_waits_for_valkey_the_others_get_the_last_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert words() == []
    asked, answered = threading.Event(), threading.Event()

    def hang(_url: str) -> bool:
        asked.set()
        return not answered.wait(30)

    monkeypatch.setattr("tournament.queries.alarms.valkey._write", hang)
    with ThreadPoolExecutor(1) as pool:
        waits = pool.submit(is_valkey_writable, now=NOW)
        assert asked.wait(30)
        assert is_valkey_writable(now=NOW)
        answered.set()
        assert not waits.result(30)


def test_only_the_newest_restarts_are_kept(tmp_path: Path) -> None:
    for minute in range(KEPT + 5):
        note_restart(tmp_path, Restart(name="web", at=NOW + timedelta(minutes=minute)))
    later = NOW + timedelta(days=1)
    assert len((tmp_path / FILE).read_text().splitlines()) == KEPT
    assert restarts_in(tmp_path, NOW, later)[0].at == NOW + timedelta(minutes=5)


def test_a_heartbeat_is_stored_every_ten_seconds_and_follows_a_clock_that_was_set_back() -> None:
    def at(seconds: int) -> bool:
        return note_heartbeat(name="worker", now=NOW + timedelta(seconds=seconds))

    assert [at(0), at(4), at(9), at(10), at(-3600)] == [True, False, False, True, True]
    assert Heartbeat.objects.get(name="worker").at == NOW - timedelta(hours=1)
