from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from celery import Celery
from celery.beat import ScheduleEntry

from tests.house_clock import Computer
from tournament.config import beat
from tournament.config.beat import HouseEntry, HouseScheduler
from tournament.timekeeping import look


def is_due(entry: ScheduleEntry) -> bool:
    return entry.is_due()[0]


def an_entry() -> ScheduleEntry:
    return HouseEntry(name="sweep", task="sweep", schedule=timedelta(seconds=1), app=Celery("test"))


@pytest.mark.parametrize("minutes", [-60, -5, 5, 60])
def test_a_task_of_every_second_is_due_every_second_whatever_the_computers_clock_is_set_to(
    minutes: int, computer: Computer
) -> None:
    """Set back an hour, an entry that asks the computer's clock would not be due for an hour."""
    entry = an_entry()

    computer.set_clock(minutes=minutes)

    assert not is_due(entry)
    for _ in range(3):
        computer.wait(seconds=1)
        assert is_due(entry)
        entry = next(entry)
        assert not is_due(entry)


class Telling(HouseScheduler):
    """Writes down what it would send."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        app = Celery("test", set_as_current=False)
        app.conf.beat_schedule = {
            "sweep": {"task": "sweep", "schedule": timedelta(seconds=1)},
            "forget": {"task": "forget", "schedule": timedelta(minutes=1)},
        }
        super().__init__(app)

    @property
    def producer(self) -> Any:
        return None

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:  # noqa: ARG002  # Celery names it
        self.sent.append(str(entry.name))


def go_on(scheduler: Telling, computer: Computer, *, seconds: float) -> list[str]:
    """What is sent while so much time passes; it sleeps as long as it says."""
    scheduler.sent.clear()
    while seconds > 0:
        pause = scheduler.tick()
        assert pause <= 1
        # A tick that did something takes a moment too.
        computer.wait(seconds=max(pause, 0.01))
        seconds -= max(pause, 0.01)
    return list(scheduler.sent)


@pytest.fixture
def scheduler(computer: Computer, monkeypatch: pytest.MonkeyPatch) -> Telling:
    monkeypatch.setattr(beat, "_heart", SimpleNamespace(sign=lambda: None))
    return Telling()


@pytest.mark.parametrize("hours", [-1, 1])
def test_with_nothing_in_play_it_sweeps_on_when_the_house_takes_over_the_computers_time(
    hours: int, scheduler: Telling, computer: Computer
) -> None:
    assert 4 <= go_on(scheduler, computer, seconds=5).count("sweep") <= 6

    computer.set_clock(hours=hours)
    look(is_in_play=False)

    assert 4 <= go_on(scheduler, computer, seconds=5).count("sweep") <= 6


def test_what_is_rarely_due_comes_as_long_after_the_house_went_back(
    scheduler: Telling, computer: Computer
) -> None:
    assert "forget" in go_on(scheduler, computer, seconds=61)

    computer.set_clock(hours=-1)
    look(is_in_play=False)

    assert "forget" not in go_on(scheduler, computer, seconds=55)
    assert go_on(scheduler, computer, seconds=10).count("forget") == 1


def test_with_nothing_to_do_it_looks_again_after_a_second(scheduler: Telling) -> None:
    scheduler.schedule.clear()
    assert scheduler.tick() == 1
