"""How a measurement talks to a process of the crowd: one JSON object a line, orders in and reports out.

The process does one order after the other and reports what came of it; what it notices meanwhile it reports at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop

from tests.machine import ELSEWHERE

Report = dict[str, Any]
ROOT = Path(__file__).parents[3]
FILES = 65_536
LINE_BYTES = 64 * 1024 * 1024
OPENING_SECONDS = 600.0


class Crowd:
    """A process of the crowd, seen from the measurement. `news` are reports that no order asked for."""

    def __init__(self, name: str, process: asyncio.subprocess.Process) -> None:
        self.name = name
        self.pid = process.pid
        self.news: list[Report] = []
        self._process = process
        self._answers: asyncio.Queue[Report] = asyncio.Queue()
        self._heard = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, module: str, *, is_elsewhere: bool = False, **setup: Any) -> Crowd:
        """Start `tests.bench.crowd.<module>` and give it what it needs to begin. `is_elsewhere`: it runs on what the
        house leaves of the processor, as on another machine it would take nothing of it.
        """
        process = await asyncio.create_subprocess_exec(
            *(ELSEWHERE if is_elsewhere else ()),
            *(sys.executable, "-m", f"tests.bench.crowd.{module}"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
            cwd=ROOT,
        )
        crowd = cls(module, process)
        try:
            await crowd.order(patience=OPENING_SECONDS, **setup)
        except BaseException:
            await crowd.leave()
            raise
        return crowd

    async def order(self, *, patience: float = 120.0, **order: Any) -> Report:
        """Give an order and wait for what came of it."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        report = await asyncio.wait_for(self._answers.get(), patience)
        if "failed" in report:
            raise RuntimeError(report["failed"])
        return report

    async def wait_for(self, is_it: Callable[[Report], bool], patience: float) -> Report | None:
        """The first news that are it, or nothing in time."""
        deadline = time.monotonic() + patience
        while True:
            for news in self.news:
                if is_it(news):
                    return news
            self._heard.clear()
            try:
                await asyncio.wait_for(self._heard.wait(), deadline - time.monotonic())
            except TimeoutError:
                return None

    async def leave(self) -> None:
        self._listening.cancel()
        if self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def _listen(self) -> None:
        assert self._process.stdout
        while line := await self._process.stdout.readline():
            report = json.loads(line)
            if "news" in report:
                self.news.append(report)
                self._heard.set()
            else:
                self._answers.put_nowait(report)
        self._answers.put_nowait({"failed": f"{self.name} ended"})


def tell(**report: Any) -> None:
    """Report to the measurement."""
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()


async def orders() -> AsyncIterator[dict[str, Any]]:
    """The orders that come in, until there are no more."""
    reader = asyncio.StreamReader(limit=LINE_BYTES)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield json.loads(line)


def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What goes wrong in a callback ends the process: a measurement with a part of its crowd says nothing."""
    loop.default_exception_handler(context)
    os._exit(1)


def serve(main: Callable[[], Awaitable[None]]) -> None:
    """Run a process of the crowd: many files, and a loop that costs little."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(fail)
        await main()

    uvloop.run(run())
