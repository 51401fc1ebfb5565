"""The suite looks at itself: what sleeps, and what starts servers for one test, is named here with its reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Measured by hand, or a server's own world: no part of `make test`.
APART = ("bench", "soak", "screens", "networks", "times")

SLEEPS = frozenset({"time.sleep", "asyncio.sleep", "wait_for_timeout"})
STARTS = frozenset(
    {"child", "LiveFloorman", "ManagedProcess", "running_valkey", "start_cluster", "subprocess.Popen"}
)

# By function, or by file where the same holds of all in it.
SLEEPS_FOR_A_REASON: Final[Mapping[str, str]] = {
    "tests/e2e/dealer.py::tap": "the time between two taps on one spot of a tablet",
    "tests/e2e/finger.py": "the time between two taps on one spot",
    "tests/e2e/held.py::wait_for": "a poll of a hundred looks",
    "tests/e2e/test_colour_up.py": "an answer that comes later than the page waits after a key",
    "tests/e2e/test_locked_payouts.py": "an answer that comes after the news of it",
    "tests/e2e/test_news.py": "nothing tells when no more is asked",
    "tests/e2e/test_second_taps.py": "a hand that moves gives no sign when it has been looked at again",
    "tests/e2e/test_overlays.py": "a clock that counts late is read at another second",
    "tests/e2e/test_old_pages.py": "nothing tells when a page that sleeps has not asked",
    "tests/e2e/test_public_pages.py": "a clock that ran would show another second",
    "tests/e2e/test_room_of_screens.py": "a minute without the server",
    "tests/e2e/test_tablet_network.py": "nothing tells when an older screen has not been taken",
    "tests/e2e/test_tablet_offline.py": "the count of the queue is made anew each second and changes nothing",
    "tests/faults/attackers.py": "attackers wait between their tries, as attackers do",
    "tests/faults/test_databases.py": "a lock is kept for a while, an answer remembered for a second",
    "tests/tournament/services/hooks/receiver.py": "a receiver that is slow is what is asked",
    "tests/tournament/services/hooks/test_posting.py": "one that drips its answer as well",
    "tests/faults/test_faults.py": "a tablet's pace: it taps, and waits",
    "tests/killed_simulation.py": "how long a simulation lives until it is killed",
    "tests/tournament/config/test_sqlite.py": "a writer that takes its time while others wait for it",
    "tests/tournament/front/test_protocol.py": "an application that takes longer than a client may be silent",
    "tests/tournament/front/test_turnstile.py": "work whose length is what the lock rests for",
    "tests/tournament/live/test_hub.py": "the hub's pace is what is asked: its rests pass, nothing comes in them",
    "tests/tournament/live/test_places_of_streams.py": "the same, of looks at who may still hear",
    "tests/tournament/live/test_series.py": "the same, of hands that are told one by one",
    "tests/tournament/live/test_streams.py": "the same, in the process of streams",
    "tests/tournament/services/test_locks.py": "somebody holds a lock for a moment",
    "tests/tournament/test_realtime.py": "a server that hangs, and rounds of sending that fail",
}

STARTS_FOR_A_REASON: Final[Mapping[str, str]] = {
    "tests/e2e/other_browsers/firefox.py": "a browser",
    "tests/e2e/test_notices.py": "a house with a public address and a push service of its own",
    "tests/e2e/other_browsers/webkit.py": "a browser, its driver and its screen",
    "tests/faults/settable.py": "a house whose computer's clock is set",
    "tests/faults/test_attacks.py": "attackers of their own process, so that they take no time of the house",
    "tests/faults/test_databases.py": "PostgreSQL is stopped, killed, filled and left without connections",
    "tests/faults/test_faults.py": "a second worker and a second beat at work beside the first",
    "tests/faults/test_pause_of_weeks.py": "the machine on which an event that rests is restored and played on",
    "tests/faults/test_restore_drill.py": "the bare machine on which a backup is restored",
    "tests/killed_simulation.py": "what is killed",
    "tests/nursery.py": "what all shared servers are forked from",
    "tests/postgres.py": "the cluster of the run",
    "tests/processes.py": "the shared Valkey and the shared house",
    "tests/tournament/config/test_settings.py": "two processes that start at once on one key",
    "tests/tournament/management/test_processes.py": "the supervisor's own children are what is asked",
    "tests/running_house.py": "`manage.py run`, from its start to its end",
}


def calls_in(source: str, wanted: frozenset[str]) -> Iterator[str]:
    """Yield the functions of a module that call one of `wanted`, by the last or the last two words of its name.

    To give way to others, `asyncio.sleep(0)`, is no sleep; nor is a poll, which waits for the thing itself.
    """
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            polls = {
                inner
                for loop in ast.walk(function)
                if isinstance(loop, ast.While)
                for inner in ast.walk(loop)
            }
            for node in ast.walk(function):
                if (
                    isinstance(node, ast.Call)
                    and not wanted.isdisjoint(names_of(node))
                    and not gives_way(node)
                    and not (wanted is SLEEPS and node in polls)
                ):
                    yield function.name
                    break


def names_of(call: ast.Call) -> set[str]:
    """Return what a call may be known by: `c` and `b.c` of `a.b.c()`."""
    words = ast.unparse(call.func).split(".")
    return {words[-1], ".".join(words[-2:])}


def gives_way(call: ast.Call) -> bool:
    """Say whether it sleeps for no time."""
    return bool(call.args) and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0


def found(wanted: frozenset[str]) -> set[str]:
    """Return the functions of the suite that call one of these: `path::function`."""
    # Taking a file apart takes time, and few have such a call at all.
    may_call = re.compile(rf"\b(?:{'|'.join(name.rpartition('.')[2] for name in wanted)})\(")
    return {
        f"{path.relative_to(ROOT)}::{function}"
        for path, source in sources().items()
        if may_call.search(source)
        for function in calls_in(source, wanted)
    }


@cache
def sources() -> Mapping[Path, str]:
    """Return every file of the suite."""
    return {
        path: path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.relative_to(ROOT).parts[1] not in APART
    }


@pytest.mark.parametrize(
    ("wanted", "reasons"),
    [
        pytest.param(SLEEPS, SLEEPS_FOR_A_REASON, id="sleeps"),
        pytest.param(STARTS, STARTS_FOR_A_REASON, id="starts a server of its own"),
    ],
)
def test_nothing_does_it_but_for_a_reason(wanted: frozenset[str], reasons: Mapping[str, str]) -> None:
    doing = found(wanted)
    without = {each for each in doing if not {each, each.partition("::")[0]} & reasons.keys()}
    for_nothing = {name for name in reasons if not any(each.startswith(name) for each in doing)}
    assert (without, for_nothing) == (set(), set())


@pytest.mark.parametrize(
    ("body", "sleeps"),
    [
        ("time.sleep(0.5)", True),
        ("page.wait_for_timeout(500)", True),
        ("await asyncio.sleep(PACE)", True),
        ("await asyncio.sleep(0)", False),
        ("while not there():\n        time.sleep(0.02)", False),
        ("wait_until(there)", False),
    ],
)
def test_a_sleep_is_told_from_a_poll(body: str, sleeps: bool) -> None:
    assert list(calls_in(f"async def test_it():\n    {body}\n", SLEEPS)) == (["test_it"] if sleeps else [])


def test_a_server_of_its_own_is_found_by_either_name() -> None:
    source = "def test_it():\n    with running_valkey() as server:\n        subprocess.Popen([])\n"
    assert list(calls_in(source, STARTS)) == ["test_it"]
    assert list(calls_in("def test_it(valkey):\n    valkey.stop()\n", STARTS)) == []
