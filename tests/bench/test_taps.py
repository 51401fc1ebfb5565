"""The bench of taps itself: a small room, a few taps, everybody in it, and a report without an error."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.rounds import Round, Tapped

ROOT = Path(__file__).parents[2]
SMALL = ("--tables", "12", "--viewers", "30", "--operations", "1500")
FEW = ("--rate", "4", "--seconds", "4", "--runs", "1", "--no-highest")


@pytest.mark.slow
@pytest.mark.long(reason="the whole bench, with every process, takes a minute")
def test_the_bench_runs_and_says_what_it_has_seen() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.taps", "sqlite", *SMALL, *FEW],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert figures(done.stdout, "errors") == {"0"}
    assert figures(done.stdout, "viewers lost") == {"0"}
    assert figures(done.stdout, "streams of tablets lost") == {"0"}
    assert "processor of the house" in done.stdout


def figures(said: str, label: str) -> set[str]:
    """The first words behind a label, wherever it stands."""
    found = set(re.findall(rf"^ *{label} +(\S+)", said, re.MULTILINE))
    assert found, said
    return found


def made_round(*milliseconds: float, unanswered: int = 0) -> Round:
    taps = tuple(Tapped(kind="act", due=0.0, milliseconds=each) for each in milliseconds)
    return Round(
        rate=10.0,
        seconds=10.0,
        taps=taps,
        sent=len(taps) + unanswered,
        unanswered=unanswered,
        resting=0,
        stale=0,
        errors={},
        heard=0,
        echoes=0,
        bytes_of_taps=0,
        lost_streams=0,
        fetched=(),
        received=0,
        processor={"web 1": 0.3, "web 2": 0.2, "tablets": 7.0},
    )


def test_a_tap_that_is_never_answered_waits_for_ever() -> None:
    whole = made_round(*range(1, 101))
    assert (whole.median, whole.p99) == (50.5, 100)
    assert made_round(*range(1, 101), unanswered=1).p99 == float("inf")


def test_the_crowd_is_no_cost_of_the_house() -> None:
    assert made_round(*range(1, 101)).processor_a_tap == pytest.approx(5.0)
