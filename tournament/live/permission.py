"""Who may listen, asked for many at once. asyncio only, no Django.

A question is one call for everybody it is about: while one is on its way, all who come gather for the next, so that
a thousand tablets which return together are asked about two or three times and not a thousand times.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection

import structlog

from tournament.live.addresses import Listener

logger = structlog.get_logger(__name__)

# Of these listeners, those who may listen.
Allowed = Callable[[frozenset[Listener]], Awaitable[frozenset[Listener]]]


class Permission:
    """The questions of one hub; `allowed` answers them and does its work in a thread."""

    def __init__(self, allowed: Allowed) -> None:
        self._allowed = allowed
        self._gathered: set[Listener] = set()
        self._next: asyncio.Task[frozenset[Listener]] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def may_open(self, listener: Listener) -> bool:
        """Say whether a listener may open a stream; raises what the answer raised."""
        self._gathered.add(listener)
        if self._next is None:
            self._next = asyncio.create_task(self._ask())
        return listener in await asyncio.shield(self._next)

    async def refused(self, listeners: Collection[Listener]) -> frozenset[Listener]:
        """Return who of those that listen may no longer.

        Without an answer everybody stays: a database that restarts costs no stream, and a stream tells only that
        something changed; a page that then asks for it is checked again.
        """
        asked = frozenset(listeners)
        try:
            return asked - await self._allowed(asked) if asked else asked
        except Exception:
            logger.exception("permission_unknown", listeners=len(asked))
            return frozenset()

    async def _ask(self) -> frozenset[Listener]:
        async with self._one_at_a_time:
            # From here on newcomers gather for the next question.
            asked, self._gathered, self._next = frozenset(self._gathered), set(), None
            return await self._allowed(asked)
