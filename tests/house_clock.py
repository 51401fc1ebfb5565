"""A computer whose clock a test sets, under a house that goes by its own time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from tournament import timekeeping
from tournament.timekeeping import NAME, Keeper

LOOK_EVERY = timedelta(seconds=5)


@dataclass(slots=True)
class Computer:
    """`clock` is what it says, `running` how long it has been on; nothing passes by itself."""

    clock: datetime
    running: timedelta
    boot: str
    path: Path

    def wait(self, **span: float) -> None:
        """Time passes."""
        self.clock += timedelta(**span)
        self.running += timedelta(**span)

    def set_clock(self, **by: float) -> None:
        """Somebody sets the clock; no time passes."""
        self.clock += timedelta(**by)

    def switch_on_again(self, **off: float) -> None:
        """It was off, and its clock ran on. All processes are new."""
        self.clock += timedelta(**off)
        self.running = timedelta(seconds=30)
        self.boot += "'"
        timekeeping._keeper = self.another_process()

    def another_process(self) -> Keeper:
        """What another process of this machine knows."""
        return Keeper(self.path / NAME)


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Computer:
    """This process goes by the house's time, on a computer that the test sets."""
    computer = Computer(clock=timezone.now(), running=timedelta(hours=9), boot="a", path=tmp_path)
    monkeypatch.setattr(timekeeping, "computer_now", lambda: computer.clock)
    monkeypatch.setattr(timekeeping, "running_for", lambda: computer.running)
    monkeypatch.setattr(timekeeping, "boot_id", lambda: computer.boot)
    monkeypatch.setattr(timekeeping, "_keeper", Keeper(tmp_path / NAME))
    return computer
