"""Room for deep calls, so that Python does not ask the system for memory again and again where calls go deep.

CPython 3.11 and 3.12 keep the frames of a thread in pieces of 16 kB and give each piece back as soon as its first call
returns. A loop that stands at the end of a piece then gets and returns one at every call: the page of imported events
did it five thousand times and took 146 ms of processor, not 41 (CPython's issue 142183, fixed in later versions).
A first call that needs much makes its piece large enough for all that follow; pages that nothing touches cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# In words of eight bytes; Python ends a recursion after a thousand calls, of some twenty words each.
WORDS: Final = 1 << 17


def call_deeply(work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> R:
    """Do the work with room for its calls, and return what it returns."""
    return work(*arguments, **named)


call_deeply.__code__ = call_deeply.__code__.replace(co_stacksize=WORDS)


class DeepThreads(ThreadPoolExecutor):
    """Threads that do each work with room for its calls."""

    def submit(self, work: Callable[P, R], /, *arguments: P.args, **named: P.kwargs) -> Future[R]:
        """Hand the work to a thread."""
        return super().submit(call_deeply, work, *arguments, **named)
