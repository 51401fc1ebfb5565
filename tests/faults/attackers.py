"""Strangers who mean harm: `python -m tests.faults.attackers KIND --port N ...`, a process of its own.

Each kind keeps so many connections busy, from one loopback address or from fifty, until its time is over, opens a
new one for each that is cut, and says at the end in JSON what it was answered. It knows the server's address and
the code of a public tournament, which hangs on the wall.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import socket
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

TOKEN = "t" * 32
UPLOAD_BYTES = 400_000_000
PIECE = b"x" * 64 * 1024
# Between an end and the next beginning of one connection.
AGAIN_SECONDS = 0.05


@dataclass(kw_only=True)
class Attack:
    """One attack under way: against whom, from how many addresses, and what came of it."""

    port: int
    code: str
    addresses: int
    until: float
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    def address(self, slot: int) -> str:
        return f"127.0.1.{slot % self.addresses + 1}"

    async def connect(
        self, slot: int, *, reads: bool = True
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        plain = socket.socket()
        plain.setblocking(False)
        if not reads:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        plain.setsockopt(socket.SOL_IP, 24, 1)  # IP_BIND_ADDRESS_NO_PORT: the port is chosen when connecting
        plain.bind((self.address(slot), 0))
        try:
            await asyncio.get_running_loop().sock_connect(plain, ("127.0.0.1", self.port))
            return await asyncio.open_connection(sock=plain, limit=4_096)
        except OSError:
            plain.close()
            raise

    def head(self, line: str, *headers: str) -> bytes:
        return "\r\n".join((f"{line} HTTP/1.1", f"Host: localhost:{self.port}", *headers, "", "")).encode()

    def form(self, path: str, body: str) -> bytes:
        """A form whose token and cookie agree."""
        return (
            self.head(
                f"POST {path}",
                f"Cookie: csrftoken={TOKEN}",
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
            )
            + body.encode()
        )


async def slow_body(attack: Attack, slot: int) -> None:
    """A body that comes one byte a second."""
    path = ("/login/", "/tablet/table/act/", "/tablet/", f"/floor/{attack.code}/import/")[slot % 4]
    _reader, writer = await attack.connect(slot)
    # With a cookie: without one Django refuses the form before it asks for the rest.
    form = ("Content-Type: application/x-www-form-urlencoded", f"Cookie: csrftoken={TOKEN}")
    writer.write(attack.head(f"POST {path}", *form, "Content-Length: 50000"))
    await drip(attack, writer)


async def half_head(attack: Attack, slot: int) -> None:
    """A head that comes one byte a second."""
    _reader, writer = await attack.connect(slot)
    writer.write(b"GET / HTTP/1.1\r\nX-Long: ")
    await drip(attack, writer)


async def drip(attack: Attack, writer: asyncio.StreamWriter) -> None:
    """Write a byte a second until somebody ends it."""
    try:
        while attack.goes_on and not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(1)
    finally:
        writer.transport.abort()


async def slow_reader(attack: Attack, slot: int) -> None:
    """Twenty pages and files asked for at once, and none of them read."""
    _reader, writer = await attack.connect(slot, reads=False)
    paths = [f"/t/{attack.code}/", "/static/django_htmx/htmax-4.js"] * 10
    writer.write(b"".join(attack.head(f"GET {path}") for path in paths))
    with suppress(TimeoutError):
        async with asyncio.timeout_at(
            asyncio.get_running_loop().time() + max(0.0, attack.until - time.monotonic())
        ):
            await writer.wait_closed()
    writer.transport.abort()


async def idle(attack: Attack, slot: int) -> None:
    """A connection on which nothing is said."""
    reader, writer = await attack.connect(slot)
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, attack.until - time.monotonic())):
            await reader.read(1)
    writer.transport.abort()


async def stream(attack: Attack, slot: int) -> None:
    """A public stream, kept for as long as it is given."""
    reader, writer = await attack.connect(slot)
    writer.write(attack.head(f"GET /live/{attack.code}?show=clock&language=en"))
    attack.counts[await status_of(reader)] += 1
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, attack.until - time.monotonic())):
            while await reader.read(65_536):
                pass
    writer.transport.abort()


async def log_in(attack: Attack, slot: int) -> None:
    """A password guessed for a name that nobody has."""
    reader, writer = await attack.connect(slot)
    name = attack.rng.getrandbits(32)
    body = f"csrfmiddlewaretoken={TOKEN}&username=n{name}&password=p{name}"
    writer.write(attack.form("/login/", body))
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, attack.until - time.monotonic())):
            attack.counts[await status_of(reader)] += 1
    writer.transport.abort()


async def upload(attack: Attack, slot: int) -> None:
    """400 MB as an anonymous file, as fast as it is taken."""
    path = (f"/floor/{attack.code}/import/", "/tablet/", "/login/")[slot % 3]
    kind = "Content-Type: multipart/form-data; boundary=b"
    length = f"Content-Length: {UPLOAD_BYTES}" if slot % 2 else "Transfer-Encoding: chunked"
    _reader, writer = await attack.connect(slot)
    writer.write(attack.head(f"POST {path}", kind, f"Cookie: csrftoken={TOKEN}", length))
    begin = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    pieces = 0
    try:
        while attack.goes_on and not writer.is_closing() and pieces * len(PIECE) < UPLOAD_BYTES:
            piece = begin + PIECE if not pieces else PIECE
            writer.write(piece if slot % 2 else b"%x\r\n%s\r\n" % (len(piece), piece))
            await writer.drain()
            pieces += 1
    finally:
        attack.counts["megabytes"] += pieces * len(PIECE) // 1_000_000
        writer.transport.abort()


async def page_read(attack: Attack, slot: int) -> None:
    """A public page, each connection one a second."""
    began = time.monotonic()
    reader, writer = await attack.connect(slot)
    path = (f"/t/{attack.code}/", f"/t/{attack.code}/clock/", f"/t/{attack.code}/payouts/", "/")[slot % 4]
    writer.write(attack.head(f"GET {path}", "Connection: close"))
    attack.counts[await status_of(reader)] += 1
    while await reader.read(65_536):
        pass
    writer.transport.abort()
    await asyncio.sleep(max(0.0, 1 - AGAIN_SECONDS + began - time.monotonic()))


async def status_of(reader: asyncio.StreamReader) -> str:
    line = await reader.readline()
    return line.split(b" ")[1].decode() if line else "cut"


# How each kind attacks, and with how many connections.
KINDS: dict[str, tuple[Callable[[Attack, int], Awaitable[None]], int]] = {
    "slow bodies": (slow_body, 400),
    "half heads": (half_head, 400),
    "slow readers": (slow_reader, 200),
    "idle connections": (idle, 20_000),
    "streams": (stream, 5_000),
    "log-ins": (log_in, 100),
    "uploads": (upload, 20),
    "page reads": (page_read, 50),
}


async def keep_at_it(attack: Attack, slot: int, act: Callable[[Attack, int], Awaitable[None]]) -> None:
    """Act again and again in one slot."""
    while attack.goes_on:
        try:
            attack.counts["begun"] += 1
            await act(attack, slot)
        except (OSError, ValueError, asyncio.IncompleteReadError) as error:
            attack.counts[type(error).__name__] += 1
        await asyncio.sleep(AGAIN_SECONDS)


async def attack_with(attack: Attack, kind: str, connections: int) -> None:
    act = KINDS[kind][0]
    async with asyncio.TaskGroup() as group:
        for slot in range(connections):
            group.create_task(keep_at_it(attack, slot, act))
            if slot % 50 == 49:
                await asyncio.sleep(0.005)


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--code", required=True)
    parser.add_argument("--addresses", type=int, default=1)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--share", type=float, default=1.0, help="of the connections of this kind")
    given = parser.parse_args()
    wanted = 65_536
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, max(wanted, hard)))
    until = time.monotonic() + given.seconds
    attack = Attack(port=given.port, code=given.code, addresses=given.addresses, until=until)
    connections = max(1, int(KINDS[given.kind][1] * given.share))
    asyncio.run(attack_with(attack, given.kind, connections))
    json.dump(attack.counts, sys.stdout)


if __name__ == "__main__":
    main()
