"""The suite looks at itself: what sleeps, and what starts servers for one test, is named here with its reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Measured by hand, or a server's own world: no part of `make test`.
APART = ("bench", "soak", "screens", "networks")

SLEEPS = frozenset({"time.sleep", "asyncio.sleep", "wait_for_timeout"})
STARTS = frozenset(
    {"child", "LiveFloorman", "ManagedProcess", "running_valkey", "start_cluster", "subprocess.Popen"}
)

SLEEPS_FOR_A_REASON: dict[str, str] = {}

STARTS_FOR_A_REASON: dict[str, str] = {}


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
    return {
        f"{path.relative_to(ROOT)}::{function}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.relative_to(ROOT).parts[1] not in APART
        for function in calls_in(path.read_text(encoding="utf-8"), wanted)
    }


def test_nothing_sleeps_but_for_a_reason() -> None:
    assert found(SLEEPS) == SLEEPS_FOR_A_REASON.keys()


def test_nothing_starts_a_server_of_its_own_but_for_a_reason() -> None:
    assert found(STARTS) == STARTS_FOR_A_REASON.keys()


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
