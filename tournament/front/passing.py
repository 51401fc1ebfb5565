"""How a connection passes from one process of this host to another: its socket travels through a Unix socket, so that
one port serves both and nothing stands between the client and the process that answers.

    client ══socket══> first process ──message, socket──> other process ══the same socket══> client

Each passing is a connection of its own to the other process's Unix socket (`pass_on`, `receive`): the length of a
message, the message, and with its first byte the client's socket as a file descriptor (SCM_RIGHTS). A connection that
brings none is itself the client's: the first process then relays between it and the client. That is the way with TLS,
whose keys cannot be passed, where the system cannot pass sockets, and where an earlier answer is still being written.

If the other process dies, what is passed meanwhile waits in the queue of its Unix socket, which the supervisor holds.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import structlog

from tournament.front.relay import keep, relay

logger = structlog.get_logger(__name__)

# What arrives of a whole room while the other process is started again.
QUEUE = 4_096
CAN_PASS_SOCKETS = hasattr(socket, "send_fds")
LENGTH_BYTES = 4
# A little more than uvloop reads at once.
MESSAGE_BYTES = 512 * 1024
RECEIVED_AT_ONCE = 65_536
# A process sends a message as a whole.
MESSAGE_SECONDS = 5.0
ACCEPTED_AT_ONCE = 100


def listen(path: Path) -> socket.socket:
    """Open the Unix socket to which connections are passed, for this user only; a former one is replaced."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(path))
    path.chmod(0o600)
    listener.listen(QUEUE)
    return listener


def pass_on(transport: asyncio.Transport, content: bytes, *, to: Path) -> None:
    """Give the connection of `transport`, with a message, to the process that listens at `to`.

    From now on nothing is read or written on it here. OSError, and the connection stays, where that cannot be done at
    once: nobody listens there, or the queue is full.
    """
    way = _way_to(to)
    try:
        if not _is_bare(transport):
            relay(transport, way, first=as_message(content))
            return
        message = as_message(content)
        sent = socket.send_fds(way, [message], [transport.get_extra_info("socket").fileno()])
    except OSError:
        way.close()
        raise
    # The other process has the socket by now: here it is closed, there it stays open.
    transport.close()
    if sent == len(message):
        way.close()
    else:
        keep(_send_rest(way, message[sent:]))


def as_message(content: bytes) -> bytes:
    """The bytes that `receive` reads as `content`."""
    return len(content).to_bytes(LENGTH_BYTES) + content


def _way_to(path: Path) -> socket.socket:
    way = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        way.setblocking(False)
        way.connect(str(path))
    except OSError:
        way.close()
        raise
    return way


def _is_bare(transport: asyncio.Transport) -> bool:
    """Whether its socket is all there is of a connection: no keys that stay here, no bytes that wait here."""
    return (
        CAN_PASS_SOCKETS
        and transport.get_extra_info("sslcontext") is None
        and not transport.get_write_buffer_size()
    )


async def _send_rest(way: socket.socket, rest: bytes) -> None:
    with way:
        try:
            async with asyncio.timeout(MESSAGE_SECONDS):
                await asyncio.get_running_loop().sock_sendall(way, rest)
        except (OSError, TimeoutError) as error:
            logger.warning("passing_failed", error=type(error).__name__)


async def receive(way: socket.socket) -> tuple[bytes, socket.socket]:
    """Read what was passed: the message, and the client's socket, which is `way` itself if it brought no other.

    ConnectionError for what is not whole, TimeoutError for what does not come.
    """
    received, descriptors = b"", list[int]()
    try:
        async with asyncio.timeout(MESSAGE_SECONDS):
            while (missing := _missing(received)) > 0:
                try:
                    part, came, _flags, _address = socket.recv_fds(way, min(missing, RECEIVED_AT_ONCE), 1)
                except BlockingIOError:
                    await _is_readable(way)
                    continue
                descriptors += came
                received += part
                if not part:
                    raise ConnectionError("the message is not whole")
    except BaseException:
        for descriptor in descriptors:
            socket.close(descriptor)
        raise
    content = received[LENGTH_BYTES:]
    if not descriptors:
        return content, way
    connection = socket.socket(fileno=descriptors[0])
    way.close()
    connection.setblocking(False)
    return content, connection


def _missing(received: bytes) -> int:
    """How many bytes a message still wants, as far as is known."""
    if len(received) < LENGTH_BYTES:
        return LENGTH_BYTES - len(received)
    length = int.from_bytes(received[:LENGTH_BYTES])
    if length > MESSAGE_BYTES:
        raise ConnectionError("the message is too long")
    return LENGTH_BYTES + length - len(received)


async def _is_readable(connection: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    readable = asyncio.Event()
    loop.add_reader(connection, readable.set)
    try:
        await readable.wait()
    finally:
        loop.remove_reader(connection)


# What the other process does with a message and the client's socket.
Take = Callable[[bytes, socket.socket], Awaitable[None]]


class ConnectionReceiver:
    """Takes what is passed to a listening Unix socket and gives it to `take`, which closes what it cannot use."""

    def __init__(self, listener: socket.socket, take: Take) -> None:
        self._listener = listener
        self._take = take
        self._arriving: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Take connections from now on, in the running loop."""
        self._listener.setblocking(False)
        asyncio.get_running_loop().add_reader(self._listener, self._accept)

    async def close(self) -> None:
        """Take no more; who is just arriving goes."""
        asyncio.get_running_loop().remove_reader(self._listener)
        for task in self._arriving:
            task.cancel()
        await asyncio.gather(*self._arriving, return_exceptions=True)

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                way, _address = self._listener.accept()
            except OSError:
                # None is left, or there are no more descriptors: the next round tries again.
                return
            way.setblocking(False)
            task = asyncio.create_task(self._arrive(way))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

    async def _arrive(self, way: socket.socket) -> None:
        connection = way
        try:
            content, connection = await receive(way)
            await self._take(content, connection)
        except (OSError, TypeError, ValueError, TimeoutError) as error:
            logger.warning("passing_failed", error=type(error).__name__)
            connection.close()
        except asyncio.CancelledError:
            connection.close()
            raise
