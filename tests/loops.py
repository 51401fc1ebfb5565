"""Asynchronous work inside an ordinary test."""

import asyncio
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
