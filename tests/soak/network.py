"""What lies between the tablets and the house: a network that loses, delays, doubles and cuts.

It reads each request as a whole and decides by its seed what becomes of it::

    pass         on it goes, and its answer back
    lose         the house never hears of it
    lose_reply   the house does it, the tablet hears nothing
    delay        it arrives a moment later
    late         it arrives when the tablet has long sent it again
    double       it arrives two to five times at once
    cut          half of the answer comes back

Whatever the house answers is noted, also where the tablet never hears it.
"""

from __future__ import annotations

import asyncio
import random
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs

from tests.processes import free_port, wait_until
from tests.soak.history import Journal, Line, hash_of, now

TABLET_HEADER: Final = "Soak-Tablet"
# How many of a thousand requests: on an ordinary bad evening, and in a storm.
ORDINARY: Final = {"lose": 15, "lose_reply": 15, "delay": 40, "late": 2, "double": 40, "cut": 8}
STORM: Final = {"lose": 150, "lose_reply": 150, "delay": 150, "late": 10, "double": 100, "cut": 50}
PATIENCE_SECONDS: Final = 4.0
_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_TABLET: Final = re.compile(rb"\r\n" + TABLET_HEADER.lower().encode() + rb": *(\w+)", re.IGNORECASE)
_VERSION: Final = re.compile(rb'data-version="(\d+)"')
_LONGEST: Final = 1 << 20


@dataclass(slots=True)
class Network:
    """Relays from its own `port` to that of the house."""

    house: int
    rng: random.Random
    journal: Journal
    port: int = field(default_factory=free_port)
    rates: dict[str, int] = field(default_factory=lambda: dict(ORDINARY))
    # Tablets whose link is down; None is all of them.
    is_down_for: set[str] | None = field(default_factory=set)
    fates: Counter[str] = field(default_factory=Counter)
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _end: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextmanager
    def opened(self) -> Iterator[Network]:
        is_open = threading.Event()
        thread = threading.Thread(
            target=lambda: self._loop.run_until_complete(self._serve(is_open)), daemon=True
        )
        thread.start()
        wait_until(is_open.is_set, "the opening of the network")
        try:
            yield self
        finally:
            self._loop.call_soon_threadsafe(self._end.set)
            thread.join(10)

    async def _serve(self, is_open: threading.Event) -> None:
        server = await asyncio.start_server(self._relay, "127.0.0.1", self.port, limit=_LONGEST)
        is_open.set()
        await self._end.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Cancelled is who is still on the way when the evening ends: nobody waits for it.
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            body = await reader.readexactly(int(length[1])) if length else b""
            answer = await self._answer(head, body)
            if answer:
                writer.write(answer)
                await writer.drain()
        writer.close()

    async def _answer(self, head: bytes, body: bytes) -> bytes:
        """What the tablet gets; nothing where it hears nothing."""
        tablet = _TABLET.search(head)
        name = tablet[1].decode() if tablet else ""
        if self.is_down_for is None or name in self.is_down_for:
            self.fates["down"] += 1
            return b""
        fate = self._fate()
        self.fates[fate] += 1
        match fate:
            case "lose":
                return b""
            case "delay":
                await asyncio.sleep(self.rng.uniform(0.1, 1.5))
            case "late":
                await asyncio.sleep(PATIENCE_SECONDS + self.rng.uniform(1, 6))
            case "double" if head.startswith(b"POST"):
                times = self.rng.randint(2, 5)
                answers = await asyncio.gather(*[self._ask(name, head, body) for _ in range(times)])
                return next(filter(None, answers), b"")
        answer = await self._ask(name, head, body)
        if fate == "lose_reply":
            return b""
        return answer[: len(answer) // 2] if fate == "cut" else answer

    def _fate(self) -> str:
        drawn = self.rng.randrange(1000)
        for name, rate in self.rates.items():
            if drawn < rate:
                return name
            drawn -= rate
        return "pass"

    async def _ask(self, name: str, head: bytes, body: bytes) -> bytes:
        """Send it to the house and read all that it says."""
        began = now()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.house, limit=_LONGEST)
        except OSError:
            return b""
        answer = b""
        with suppress(OSError, TimeoutError):
            writer.write(head + body)
            # Longer than any tablet waits: what comes then was done, though nobody hears it.
            async with asyncio.timeout(40):
                answer = await reader.read(-1)
        writer.close()
        self._note(name, body, answer, began)
        return answer

    def _note(self, name: str, body: bytes, answer: bytes, began: float) -> None:
        keys = parse_qs(body.decode()).get("key")
        head, _, said = answer.partition(b"\r\n\r\n")
        length = _LENGTH.search(head)
        # An answer that broke off says nothing of what became of the tap.
        if not keys or length is None or len(said) != int(length[1]):
            return
        version = _VERSION.search(said)
        self.journal.add(
            Line(
                client=name,
                kind="answered",
                began=began,
                ended=now(),
                key=keys[0],
                status=int(head.split(b" ", 2)[1]),
                version=int(version[1]) if version else 0,
                body=hash_of(said),
            )
        )
