from __future__ import annotations

from datetime import timedelta

import pytest
from celery import Celery
from celery.beat import ScheduleEntry

from tests.house_clock import Computer
from tournament.config.beat import HouseEntry


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
