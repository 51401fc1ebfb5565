"""What a tap costs while strangers read: `python -m tests.bench.readers [--short]`.

A full room with its tablets, and 200 reads a second of its clock by programs without a token, from fifty addresses. A
round without readers and one with them follow each other, either first by turns, so that the machine is the same for
both. The programs run on what the house leaves of the processor: they are other machines.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence

from tests.bench.crowd.orders import Crowd
from tests.bench.evening import WARM_UP_SECONDS, Evening, open_evening
from tests.bench.figures import say, say_spread
from tests.bench.house import BenchHouse, open_house
from tests.bench.large_room.size import Size
from tests.bench.processes import load_of_machine
from tests.bench.rounds import Round

SIZE = Size(entries=896, tables=100, operations=89_000)
TAPS_A_SECOND, READS_A_SECOND = 60.0, 200.0
READERS, VIEWERS = 50, 500


async def measure(house: BenchHouse, *, pairs: int, seconds: float) -> None:
    """Rounds in pairs, and what the readers were answered."""
    async with open_evening(house, SIZE, viewers=VIEWERS) as evening:
        code = evening.code
        hosts = [
            {"port": house.hosts[0].port, "source": f"127.6.0.{number + 1}"} for number in range(READERS)
        ]
        readers = await Crowd.start(
            "readers", is_elsewhere=True, path=f"/api/v1/events/{code}/clock", hosts=hosts
        )
        quiet: list[Round] = []
        read: list[Round] = []
        statuses: Counter[str] = Counter()
        times: list[float] = []
        try:
            for number in range(pairs):
                # Which of the two comes first alternates: what a room gathers as it plays is then in both alike.
                for with_readers in (False, True) if number % 2 == 0 else (True, False):
                    warm_up = 2.0 if quiet or read else WARM_UP_SECONDS
                    if not with_readers:
                        quiet.append(await play(evening, seconds, warm_up=warm_up))
                        continue
                    reading = asyncio.create_task(
                        readers.order(rate=READS_A_SECOND, until=time.monotonic() + seconds + warm_up + 0.5)
                    )
                    read.append(await play(evening, seconds, warm_up=warm_up))
                    told = await reading
                    statuses += Counter(told["statuses"])
                    times += told["times"]
        finally:
            await readers.leave()
    for number, (one, other) in enumerate(zip(quiet, read, strict=True), 1):
        say(f"    {number} without readers", one.one_line())
        say(f"    {number} with readers", other.one_line())
    for name, p in (("p50", "median"), ("p99", "p99")):
        apart = [getattr(other, p) - getattr(one, p) for one, other in zip(quiet, read, strict=True)]
        say(
            f"    {name} with readers less {name} without, median of the pairs",
            f"{statistics.median(apart):>+8.2f} ms",
        )
        for rounds, which in ((quiet, "without"), (read, "with")):
            found = sorted(getattr(each, p) for each in rounds)
            say(
                f"    {name} {which} readers",
                f"{statistics.median(found):>8.2f} ms, of the rounds {found[0]:.2f} to {found[-1]:.2f}",
            )
    for name in quiet[0].processor:
        say(
            f"    processor of {name}", f"{share(quiet, name):>8.1f} % -> {share(read, name):.1f} % of a core"
        )
    say("    wrong taps", f"{sum(each.wrong for each in (*quiet, *read)):>10}")
    say("    reads answered", f"{dict(statuses)}")
    say_spread("    a read", times, "ms")


def share(rounds: Sequence[Round], name: str) -> float:
    """Percent of a core that a process used in the median round."""
    return 100 * statistics.median(each.processor[name] / each.seconds for each in rounds)


async def play(evening: Evening, seconds: float, *, warm_up: float) -> Round:
    return await evening.round(rate=TAPS_A_SECOND, seconds=seconds, warm_up=warm_up)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true", help="fewer and shorter rounds")
    options = parser.parse_args(arguments)
    print(f"\n--- readers of the interface, postgresql; load before: {load_of_machine()} ---", flush=True)
    pairs, seconds = (3, 8.0) if options.short else (8, 20.0)
    with open_house("postgresql") as house:
        asyncio.run(measure(house, pairs=pairs, seconds=seconds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
