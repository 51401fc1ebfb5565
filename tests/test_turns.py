"""Test processes share the machine by turns (tests/turns.py)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.processes import wait_until
from tests.turns import (
    DIRECTORY,
    Queue,
    give_back,
    is_locked_now,
    make_places,
    queue_of_environment,
    turn,
    wait_for_place,
)


@pytest.fixture
def one_place(tmp_path: Path) -> Path:
    make_places(tmp_path, places=1)
    return tmp_path


def in_thread(place: Path, name: str, came: list[str], *, goes_first: bool) -> threading.Thread:
    """Have somebody wait for the place, note when it has it and give it back."""

    def wait() -> None:
        with turn(place, goes_first=goes_first):
            came.append(name)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_no_more_run_at_once_than_there_are_places(tmp_path: Path) -> None:
    make_places(tmp_path, places=2)
    came: list[str] = []
    with turn(tmp_path, goes_first=False):
        held = wait_for_place(tmp_path, goes_first=True)
        third = in_thread(tmp_path, "third", came, goes_first=False)
        third.join(0.05)
        assert came == []
        give_back(held)
        third.join(10)
    assert came == ["third"]


def test_who_waits_for_a_browser_goes_before_whoever_came_earlier(one_place: Path) -> None:
    came: list[str] = []
    held = wait_for_place(one_place, goes_first=False)
    rest = in_thread(one_place, "rest", came, goes_first=False)
    browser = in_thread(one_place, "browser", came, goes_first=True)
    wait_until(lambda: _is_waiting(one_place), "somebody who goes first")
    give_back(held)
    for thread in (rest, browser):
        thread.join(10)
    assert came == ["browser", "rest"]


def _is_waiting(place: Path) -> bool:
    """Whether somebody who goes first is waiting."""
    with (place / "goes-first").open("rb") as file:
        return not is_locked_now(file)


def test_what_a_test_starts_is_in_no_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would wait for the place of the test that waits for it."""
    monkeypatch.setenv(DIRECTORY, str(tmp_path))
    assert queue_of_environment() is not None
    assert queue_of_environment() is None


def test_who_only_watches_takes_no_place(one_place: Path, request: pytest.FixtureRequest) -> None:
    request.node.add_marker("waits")
    held = wait_for_place(one_place, goes_first=False)
    # It would wait here for the place that the test itself holds.
    protocol = Queue(one_place).pytest_runtest_protocol(request.node)
    next(protocol)
    with pytest.raises(StopIteration):
        protocol.send(None)
    give_back(held)
