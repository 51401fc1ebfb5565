"""Strangers' programs that read one address of the interface again and again, at a pace."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

from tests.bench.crowd.orders import orders, serve, tell
from tests.bench.crowd.wire import Answer, Asking, Host


class Reader:
    """One connection; what it was answered goes to `statuses` and `times`, in milliseconds."""

    def __init__(self, host: Host, path: str) -> None:
        self.asking = Asking(host)
        self.request = host.head("GET", path, "")

    def read(self, statuses: Counter[int], times: list[float]) -> None:
        began = time.monotonic()

        def then(answer: Answer) -> None:
            statuses[answer.status] += 1
            times.append(1000 * (time.monotonic() - began))

        self.asking.ask(self.request, then)


async def read(readers: list[Reader], *, rate: float, until: float) -> dict[str, Any]:
    """Ask in turn; one that still waits is left out, and counted."""
    statuses: Counter[int] = Counter()
    times: list[float] = []
    left_out, number, due = 0, 0, time.monotonic()
    while due < until:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        reader = readers[number % len(readers)]
        if reader.asking.is_busy:
            left_out += 1
        else:
            reader.read(statuses, times)
        number, due = number + 1, due + 1 / rate
    await asyncio.sleep(1)
    return {
        "statuses": {str(status): count for status, count in statuses.items()},
        "times": times,
        "left_out": left_out,
    }


async def main() -> None:
    readers: list[Reader] = []
    async for order in orders():
        if "path" in order:
            hosts = [Host(port=each["port"], source=each["source"]) for each in order["hosts"]]
            readers = [Reader(host, order["path"]) for host in hosts]
            tell(ready=len(readers))
        else:
            tell(**await read(readers, rate=order["rate"], until=order["until"]))


if __name__ == "__main__":
    serve(main)
