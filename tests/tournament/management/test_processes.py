"""A process that hangs is killed and started again; one that is slow, or whose supervisor was held up, is not."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pytest

from tests.processes import wait_until
from tournament.management import processes
from tournament.management.processes import ManagedProcess

SIGNING = """
import time
from tournament.signs import give_sign
while True:
    give_sign()
    time.sleep(0.05)
"""
SILENT = "import time; time.sleep(60)"
# Gives one sign, and another one to whatever it starts itself finds no descriptor.
HEIR = """
import os, subprocess, sys, time
from tournament.signs import VARIABLE, give_sign
give_sign()
open(sys.argv[1], "w").write(os.environ.get(VARIABLE, "none"))
time.sleep(60)
"""


class Clock:
    """In the place of `time`: the processes are real, the seconds between two looks at them are the test's."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@dataclass(slots=True)
class Watched:
    """A process that is looked after, and what was said of it."""

    clock: Clock
    managed: ManagedProcess
    said: list[str]
    hung: list[str]

    @property
    def pid(self) -> int:
        return self.managed.process.pid if self.managed.process else 0

    def has_signed(self) -> bool:
        """Look, and say whether a sign was there: the time stands still meanwhile."""
        self.managed.look_after()
        return self.managed._sign_at == self.clock.now

    def has_said(self, lines: int) -> bool:
        self.managed.look_after()
        return len(self.said) >= lines

    def stop(self) -> None:
        """Stop it in its tracks; the sign that it has left behind is read."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WNOWAIT)
        self.managed.look_after()

    def look_after(self, seconds: float) -> None:
        """Look when so much time has passed."""
        self.clock.now += seconds
        self.managed.look_after()


class Watch(Protocol):
    """Start a script as a process that is watched."""

    def __call__(
        self,
        script: str,
        *arguments: str,
        answers: Callable[[], bool] | None = None,
        hung_after: float = 1.0,
    ) -> Watched: ...


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watch]:
    clock = Clock()
    monkeypatch.setattr(processes, "time", clock)
    started: list[Watched] = []

    def begin(
        script: str,
        *arguments: str,
        answers: Callable[[], bool] | None = None,
        hung_after: float = 1.0,
    ) -> Watched:
        said: list[str] = []
        hung: list[str] = []
        managed = ManagedProcess(
            name="clerk",
            command=[sys.executable, "-c", script, *arguments],
            say=said.append,
            gives_signs=answers is None,
            answers=answers,
            note_hung=hung.append,
            hung_after_seconds=hung_after,
        )
        started.append(Watched(clock=clock, managed=managed, said=said, hung=hung))
        managed.start()
        return started[-1]

    yield begin
    for each in started:
        each.managed.see_off(0)


def test_one_that_stops_giving_signs_is_killed_said_and_replaced(watch: Watch) -> None:
    process = watch(SIGNING)
    wait_until(process.has_signed, "a sign of life")
    first = process.pid

    process.stop()
    process.look_after(0.9)
    assert process.said == []
    process.look_after(0.2)
    wait_until(lambda: process.has_said(2), "its end")
    process.look_after(0.3)
    assert process.pid not in {0, first}
    wait_until(process.has_signed, "a sign of the new process")

    assert process.hung == ["clerk"]
    assert process.said == [
        "clerk has given no sign of life for 1 s and is killed.",
        "clerk ended (killed by SIGKILL); starting it again in 0.25 s.",
        "clerk runs again.",
    ]


def test_one_that_cannot_be_started_now_is_tried_again(watch: Watch) -> None:
    process = watch(SIGNING)
    first, there = process.pid, process.managed.command
    process.managed.command = ["/no/memory/left"]
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: process.has_said(1), "its end")
    process.look_after(0.3)
    process.look_after(0.4)
    process.look_after(0.2)
    process.managed.command = there
    process.look_after(0.9)
    assert process.pid == 0
    process.look_after(0.2)
    assert process.pid not in {0, first}

    advice = "Look at the memory and the load of the computer."
    assert process.said == [
        "clerk ended (killed by SIGKILL); starting it again in 0.25 s.",
        f"clerk could not be started (No such file or directory); trying again in 0.5 s. {advice}",
        f"clerk could not be started (No such file or directory); trying again in 1 s. {advice}",
        "clerk runs again.",
    ]


def test_one_that_gives_signs_lives_and_one_that_never_gave_any_is_not_judged(watch: Watch) -> None:
    alive, starting = watch(SIGNING), watch(SILENT, hung_after=0.3)
    before = (alive.pid, starting.pid)

    for _ in range(4):
        wait_until(alive.has_signed, "a sign of life")
        alive.look_after(0.9)
        starting.look_after(0)

    assert (alive.pid, starting.pid) == before
    assert alive.said == starting.said == []


def test_silence_while_the_supervisor_was_held_up_is_nobodys_fault(watch: Watch) -> None:
    """A laptop that slept with everything on it: whoever is late is given the whole time again."""
    process = watch(SIGNING)
    wait_until(process.has_signed, "a sign of life")
    first = process.pid

    process.stop()
    process.look_after(0.1)
    process.look_after(processes.HELD_UP_SECONDS + 1)
    process.look_after(0.8)
    assert process.said == []
    os.kill(first, signal.SIGCONT)
    wait_until(process.has_signed, "a sign after the sleep")

    assert (process.pid, process.said) == (first, [])


def test_one_that_cannot_give_signs_is_asked(watch: Watch) -> None:
    answer = True
    process = watch(SILENT, answers=lambda: answer, hung_after=0.6)
    first = process.pid
    for _ in range(5):
        process.look_after(0.25)
    assert process.said == []

    answer = False
    process.look_after(0.5)
    assert process.said == []
    process.look_after(0.25)
    wait_until(lambda: process.has_said(2), "its end")
    process.look_after(0.3)

    assert process.pid not in {0, first}
    assert process.hung == ["clerk"]


def test_what_a_process_starts_itself_inherits_no_signs(watch: Watch, tmp_path: Path) -> None:
    said = tmp_path / "said"
    process = watch(HEIR, str(said))

    wait_until(process.has_signed, "a sign of life")
    wait_until(lambda: said.exists() and said.read_text() != "", "the environment")

    assert said.read_text() == "none"
