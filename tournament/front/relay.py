"""A relay: between a client's connection, which stays, and another process of this host, which answers."""

import asyncio
import socket
from typing import Any


def relay(transport: asyncio.Transport, way: socket.socket, *, first: bytes) -> None:
    """Carry whatever comes on `transport` to the Unix connection `way`, behind the `first` bytes, and back again."""
    loop = asyncio.get_running_loop()
    transport.pause_reading()

    async def connect() -> None:
        there, _ = await loop.create_unix_connection(lambda: Relay(transport), sock=way)
        there.write(first)
        transport.set_protocol(Relay(there))
        transport.resume_reading()
        if transport.is_closing():
            there.close()

    keep(connect())


class Relay(asyncio.Protocol):
    """One side of a relay: what comes goes to the other side, which is read no faster than this one takes it."""

    def __init__(self, other: asyncio.Transport) -> None:
        self._other = other

    def data_received(self, data: bytes) -> None:
        self._other.write(data)

    def pause_writing(self) -> None:
        if not self._other.is_closing():
            self._other.pause_reading()

    def resume_writing(self) -> None:
        if not self._other.is_closing():
            self._other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's signature
        self._other.close()


def keep(work: Any) -> None:
    """Do this in the running loop, which itself holds its tasks only weakly."""
    task = asyncio.get_running_loop().create_task(work)
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


_tasks: set[asyncio.Task[Any]] = set()
