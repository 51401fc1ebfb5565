"""Lanes: threads divided by kind of visitor. A lane is busy without any other lane having to wait for it.

Within a lane nobody waits behind a crowd: the addresses that wait take turns, each with its oldest request. A lane
keeps only so many waiting, and none for longer than a person waits; the rest is asked to come back. When it is full,
the address with most gives its newest place to one that has fewer. Where a crowd is never honest, the address that came
last has the next turn: those who come behind it do not wait until all of it has been looked at.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

from tournament.depth import DeepThreads
from tournament.front.answers import Answer

Work = Callable[[], Answer]


class LaneFull(Exception):
    """Too many wait in this lane already, or this one waited too long."""


class LaneChanged(Exception):
    """Meanwhile this request belongs into another lane."""


class Lane:
    """Some threads and those who wait for them. Belongs to one event loop."""

    def __init__(
        self,
        name: str,
        *,
        threads: int,
        waiting: int,
        waiting_each: int,
        patience_seconds: float,
        newest_first: bool = False,
    ) -> None:
        self.name = name
        self._free = threads
        self._waiting_max = waiting
        self._waiting_each = waiting_each
        self._patience = patience_seconds
        self._newest_first = newest_first
        self._pool = DeepThreads(max_workers=threads, thread_name_prefix=name)
        # Addresses in the order of their turns, each with its requests, the oldest first.
        self._turns: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._waiting = 0

    async def run(
        self, work: Work, *, address: str, still_belongs: Callable[[], bool] = lambda: True
    ) -> Answer:
        """Do the work in a thread of this lane; LaneFull if its turn does not come.

        LaneChanged if it does, but this is the wrong lane by now.
        """
        if self._free:
            self._free -= 1
        else:
            await self._wait_for_turn(address)
        try:
            if not still_belongs():
                raise LaneChanged
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._pass_on()

    def close(self) -> None:
        """Take no further work."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _wait_for_turn(self, address: str) -> None:
        line = self._turns.get(address) or deque()
        if len(line) >= self._waiting_each:
            raise LaneFull
        if self._waiting >= self._waiting_max:
            self._make_room_for(len(line))
        turn = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._turns.setdefault(address, line)
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await turn
        except (TimeoutError, asyncio.CancelledError) as error:
            self._forget(address, turn)
            if isinstance(error, TimeoutError):
                raise LaneFull from None
            raise

    def _make_room_for(self, own: int) -> None:
        """Send the newest request of the largest address away for one that has `own`, or raise LaneFull."""
        largest = max(self._turns, key=lambda address: len(self._turns[address]), default="")
        line = self._turns.get(largest, ())
        if len(line) <= own + 1:
            raise LaneFull
        turn = self._turns[largest].pop()
        self._waiting -= 1
        if not turn.done():
            turn.set_exception(LaneFull())

    def _forget(self, address: str, turn: asyncio.Future[None]) -> None:
        if turn.done() and not turn.cancelled():
            # Its turn came in the same moment: the thread is for another.
            self._pass_on()
            return
        line = self._turns.get(address)
        if line is not None and turn in line:
            line.remove(turn)
            self._waiting -= 1
            if not line:
                del self._turns[address]

    def _pass_on(self) -> None:
        """Give this thread to the next in turn."""
        while self._turns:
            address, line = self._turns.popitem(last=self._newest_first)
            turn = line.popleft()
            self._waiting -= 1
            if line:
                # Behind everybody else who waits.
                self._turns[address] = line
                if self._newest_first:
                    self._turns.move_to_end(address, last=False)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
