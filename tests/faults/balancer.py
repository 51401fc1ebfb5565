"""A load balancer as small as can be: one address in front of several hosts, each new connection to the next one that
answers. It stands for the proxy that a room with several hosts has.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.processes import free_port, wait_until


class Balancer:
    """Relays connections of its `port` to the `hosts`, which are ports of this machine."""

    def __init__(self, *hosts: int) -> None:
        self.port = free_port()
        self.relayed: Counter[int] = Counter()
        self._hosts = hosts
        self._turns = itertools.count()
        self._end = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=lambda: self._loop.run_until_complete(self._serve()), daemon=True
        )
        self._is_open = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def opened(self) -> Iterator[Balancer]:
        self._thread.start()
        wait_until(self._is_open.is_set, "the opening of the balancer")
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._end.set)
            self._thread.join(5)

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._relay, "127.0.0.1", self.port)
        self._is_open.set()
        await self._end.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        turn = next(self._turns)
        for step in range(len(self._hosts)):
            host = self._hosts[(turn + step) % len(self._hosts)]
            with suppress(OSError):
                there, back = await asyncio.open_connection("127.0.0.1", host)
                self.relayed[host] += 1
                ways = [
                    asyncio.ensure_future(_copy(reader, back)),
                    asyncio.ensure_future(_copy(there, writer)),
                ]
                # A side that ends takes the other with it: half a connection is of no use to HTTP.
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
                for way in ways:
                    way.cancel()
                back.close()
                break
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
