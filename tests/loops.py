"""Asynchronous work inside an ordinary test."""

import asyncio
import selectors
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run_in_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` to its end and return its answer.

    In a thread of its own: Playwright's event loop stays in the thread of the tests, after a browser test too.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def run_in_own_time(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` in a loop whose clock stands still while anything is to be done, and then leaps to the next timer.

    So a pause takes no time, and a machine that is busy changes nothing. Only for what talks to itself: an answer
    of a thread or of another process would come after the leap.
    """

    def run() -> T:
        with asyncio.Runner(loop_factory=_LoopOfOwnTime) as runner:
            return runner.run(work)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


class _LeapingSelector(selectors.DefaultSelector):
    """Where nothing is ready it does not wait as long as it may: it puts the clock forward."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0 if timeout else timeout)
        if timeout and not ready:
            self.now += timeout
        return ready


class _LoopOfOwnTime(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._leaping = _LeapingSelector()
        super().__init__(self._leaping)

    def time(self) -> float:
        return self._leaping.now
