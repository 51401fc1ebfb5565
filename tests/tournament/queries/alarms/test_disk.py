from __future__ import annotations

import pytest

from tests.factories import NOW
from tournament.backups.disk import MEGABYTE, Disk
from tournament.queries.alarms import disk
from tournament.queries.alarms.disk import disk_alarms


@pytest.mark.parametrize(
    ("free", "total", "code", "words"),
    [
        (12, 32_000, "disk_full", "The disk of Floorman is full: 12 MB are free."),
        (49, 32_000, "disk_full", "The disk of Floorman is full: 49 MB are free."),
        (50, 32_000, "disk_low", "The disk of Floorman is filling up: 50 MB are free."),
        (499, 1_000, "disk_low", "The disk of Floorman is filling up: 499 MB are free."),
        (1_599, 32_000, "disk_low", "The disk of Floorman is filling up: 1599 MB are free."),
        (4_999, 2_000_000, "disk_low", "The disk of Floorman is filling up: 4999 MB are free."),
    ],
)
def test_the_director_hears_of_it_before_and_when_it_is_full(
    free: int, total: int, code: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "disk_of", lambda _path: Disk(total=total * MEGABYTE, free=free * MEGABYTE))
    (alarm,) = disk_alarms(NOW)
    assert (alarm.code, alarm.words, alarm.is_urgent) == (code, words, code == "disk_full")
    assert alarm.cure.startswith("Delete files or move them elsewhere.")


@pytest.mark.parametrize(("free", "total"), [(500, 1_000), (1_600, 32_000), (5_000, 2_000_000)])
def test_enough_is_enough(free: int, total: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "disk_of", lambda _path: Disk(total=total * MEGABYTE, free=free * MEGABYTE))
    assert disk_alarms(NOW) == []
