"""Calls that go deep do not ask the system for memory again and again."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from resource import RUSAGE_THREAD, getrusage

import pytest

from tournament.depth import DeepThreads, call_deeply

# Frames of a hundred calls fill a piece of 16 kB: some of so many depths stand at an end.
DEPTHS = 300
CALLS = 200
# What else the system may give meanwhile.
SOME = 50
# Later versions of Python keep a piece to themselves.
FEWEST_WITHOUT_ROOM = CALLS if sys.version_info < (3, 13) else 0


def nothing() -> None:
    """A call from the end of a piece."""


# It needs more than a step down does, so that it does not fit at one depth at least.
nothing.__code__ = nothing.__code__.replace(co_stacksize=64)


def loop_below(depth: int) -> int:
    """Call again and again, so many calls down; return for how many pages the system was asked meanwhile."""
    if depth:
        return loop_below(depth - 1)
    before = getrusage(RUSAGE_THREAD).ru_minflt
    for _ in range(CALLS):
        nothing()
    return getrusage(RUSAGE_THREAD).ru_minflt - before


def worst() -> int:
    """The most pages at any depth."""
    return max(map(loop_below, range(DEPTHS)))


def test_without_room_one_depth_asks_again_and_again() -> None:
    # In a thread of its own: the tests themselves run with room.
    with ThreadPoolExecutor(max_workers=1) as threads:
        assert threads.submit(worst).result() >= FEWEST_WITHOUT_ROOM
        assert threads.submit(call_deeply, worst).result() < SOME


def test_threads_have_room() -> None:
    with DeepThreads(max_workers=1) as threads:
        assert threads.submit(worst).result() < SOME


def test_every_test_has_room() -> None:
    assert worst() < SOME


def test_arguments_answers_and_errors_pass_through() -> None:
    def half(number: int, *, of: int = 2) -> float:
        return number / of

    assert call_deeply(half, 3, of=4) == 0.75
    with DeepThreads(max_workers=1) as threads:
        assert threads.submit(half, 3, of=4).result() == 0.75
        assert isinstance(threads.submit(half, 3, of=0).exception(), ZeroDivisionError)


def test_a_recursion_still_ends() -> None:
    def for_ever() -> None:
        for_ever()

    with pytest.raises(RecursionError):
        call_deeply(for_ever)
