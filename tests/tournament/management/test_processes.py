"""A process that hangs is killed and started again; one that is slow, or whose supervisor was held up, is not."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

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


class Watched:
    """A process that is looked after as often as the supervisor does, and what was said of it."""

    def __init__(
        self, script: str, *arguments: str, answers: Callable[[], bool] | None = None, hung_after: float = 1.0
    ) -> None:
        self.said: list[str] = []
        self.hung: list[str] = []
        self.managed = ManagedProcess(
            name="clerk",
            command=[sys.executable, "-c", script, *arguments],
            say=self.said.append,
            gives_signs=answers is None,
            answers=answers,
            note_hung=self.hung.append,
            hung_after_seconds=hung_after,
        )
        self.managed.start()

    @property
    def pid(self) -> int:
        return self.managed.process.pid if self.managed.process else 0

    def look(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.managed.look_after()
            time.sleep(0.02)

    def has(self, what: Callable[[], bool]) -> Callable[[], bool]:
        def looked() -> bool:
            self.managed.look_after()
            return what()

        return looked


@pytest.fixture
def watched() -> Iterator[list[Watched]]:
    started: list[Watched] = []
    yield started
    for each in started:
        each.managed.see_off(0)


def has_signed(process: Watched) -> bool:
    return process.managed._sign_at is not None


def test_one_that_stops_giving_signs_is_killed_said_and_replaced(watched: list[Watched]) -> None:
    process = Watched(SIGNING)
    watched.append(process)
    wait_until(process.has(lambda: has_signed(process)), "a sign of life")
    first = process.pid

    os.kill(first, signal.SIGSTOP)
    wait_until(process.has(lambda: process.pid not in (0, first)), "another process")
    wait_until(process.has(lambda: has_signed(process)), "a sign of the new process")

    assert process.hung == ["clerk"]
    assert process.said == [
        "clerk has given no sign of life for 1 s and is killed.",
        "clerk ended (killed by SIGKILL); starting it again in 0.25 s.",
        "clerk runs again.",
    ]


def test_one_that_cannot_be_started_now_is_tried_again(watched: list[Watched]) -> None:
    process = Watched(SIGNING)
    watched.append(process)
    first, there = process.pid, process.managed.command
    process.managed.command = ["/no/memory/left"]
    os.kill(first, signal.SIGKILL)
    wait_until(process.has(lambda: len(process.said) == 3), "two attempts")
    process.managed.command = there
    wait_until(process.has(lambda: process.pid not in (0, first)), "another process")

    advice = "Look at the memory and the load of the computer."
    assert process.said == [
        "clerk ended (killed by SIGKILL); starting it again in 0.25 s.",
        f"clerk could not be started (No such file or directory); trying again in 0.5 s. {advice}",
        f"clerk could not be started (No such file or directory); trying again in 1 s. {advice}",
        "clerk runs again.",
    ]


def test_one_that_gives_signs_lives_and_one_that_never_gave_any_is_not_judged(watched: list[Watched]) -> None:
    alive, starting = Watched(SIGNING), Watched(SILENT, hung_after=0.3)
    watched += [alive, starting]
    wait_until(alive.has(lambda: has_signed(alive)), "a sign of life")
    before = (alive.pid, starting.pid)

    alive.look(1.5)
    starting.look(0.6)

    assert (alive.pid, starting.pid) == before
    assert alive.said == starting.said == []


def test_silence_while_the_supervisor_was_held_up_is_nobodys_fault(
    watched: list[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A laptop that slept with everything on it: whoever is late is given the whole time again."""
    monkeypatch.setattr(processes, "HELD_UP_SECONDS", 0.5)
    process = Watched(SIGNING)
    watched.append(process)
    wait_until(process.has(lambda: has_signed(process)), "a sign of life")
    first = process.pid

    os.kill(first, signal.SIGSTOP)
    process.look(0.1)
    time.sleep(2.5)
    process.managed.look_after()
    assert process.said == []
    os.kill(first, signal.SIGCONT)
    process.look(1.5)

    assert (process.pid, process.said) == (first, [])


def test_one_that_cannot_give_signs_is_asked(watched: list[Watched]) -> None:
    answer = True
    process = Watched(SILENT, answers=lambda: answer, hung_after=0.6)
    watched.append(process)
    process.look(1.2)
    first = process.pid
    assert process.said == []

    answer = False
    wait_until(process.has(lambda: process.pid not in (0, first)), "another process")

    assert process.hung == ["clerk"]


def test_what_a_process_starts_itself_inherits_no_signs(watched: list[Watched], tmp_path: Path) -> None:
    said = tmp_path / "said"
    process = Watched(HEIR, str(said), hung_after=60)
    watched.append(process)

    wait_until(process.has(lambda: said.exists() and said.read_text() != ""), "the environment")

    assert said.read_text() == "none"
