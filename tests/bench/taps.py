"""What a tap costs in a full room: `python -m tests.bench.taps [postgresql|sqlite|one-host|two-hosts] [--short]`.

The real house (`manage.py run`) with every process it starts, a room of the size of a Main Event, its tablets, phones
and consoles (tests/bench/crowd), each kind in a process of its own on the same machine: what they take of the cores is
printed with the rest.

    postgresql   180 taps a second beside 10,000 viewers, then changes of the clock while 60 taps run, then 7 taps a
                 second beside 2,000, then the highest rate that holds
                 (`--screens 100`: beside a hundred televisions that show something else and speak)
    sqlite       60 taps a second beside 2,000 viewers
    one-host, two-hosts   180 taps a second on one web host, and on two that share PostgreSQL and Valkey
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.evening import WARM_UP_SECONDS, Change, Evening, open_evening
from tests.bench.figures import say, say_spread, say_ticks
from tests.bench.house import BenchHouse, open_house, resident_of
from tests.bench.large_room.size import Size
from tests.bench.processes import load_of_machine
from tests.bench.rounds import Round, Wanted, say_rounds, say_wanted
from tests.bench.tick_probe import read_ticks

MAIN_EVENT_RATE, LARGE_RATE, SMALL_RATE = 180.0, 60.0, 7.0
# What is asked of a room: p50, p99 in milliseconds, and milliseconds of processor a tap.
MAIN_EVENT_WANTED = Wanted(median=8.0, p99=50.0, processor=6.0)
CLUB_WANTED = Wanted(median=8.0, p99=50.0)
SMALL_WANTED = Wanted(p99=40.0)
WANTED_CHANGE = 300.0
# Until the tablets have asked for their screens because of the one before.
CHANGE_EVERY = 7.0
# What the highest rate must hold.
HELD_P99 = 100.0
HOSTS = {"one-host": 1, "two-hosts": 2}
STEPS = (200.0, 220.0, 250.0, 280.0, 310.0, 350.0, 400.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How large and how long. Seconds are those of one run without its warm-up."""

    size: Size
    viewers: int
    few_viewers: int
    screens: int
    runs: int
    seconds: float
    few_seconds: float
    step_seconds: float

    @classmethod
    def of(cls, options: argparse.Namespace) -> Plan:
        """From the command line: --short takes a fifth of the time, each number can be given."""
        plan = SHORT if options.short else FULL
        entries = options.tables * 9 - 4 if options.tables else plan.size.entries
        tables = options.tables or plan.size.tables
        return cls(
            size=Size(entries=entries, tables=tables, operations=options.operations or tables * 890),
            viewers=options.viewers or plan.viewers,
            few_viewers=min(plan.few_viewers, options.viewers or plan.viewers),
            screens=options.screens or plan.screens,
            runs=options.runs or plan.runs,
            seconds=options.seconds or plan.seconds,
            few_seconds=options.seconds or plan.few_seconds,
            step_seconds=min(plan.step_seconds, options.seconds or plan.step_seconds),
        )


FULL = Plan(
    size=Size(),
    viewers=10_000,
    few_viewers=2_000,
    screens=0,
    runs=5,
    seconds=60.0,
    few_seconds=40.0,
    step_seconds=10.0,
)
SHORT = Plan(
    size=Size(),
    viewers=10_000,
    few_viewers=2_000,
    screens=0,
    runs=3,
    seconds=10.0,
    few_seconds=15.0,
    step_seconds=8.0,
)


async def measure_main_event(house: BenchHouse, plan: Plan, *, rate: float, finds_highest: bool) -> None:
    """PostgreSQL: the largest room there is."""
    async with open_evening(house, plan.size, viewers=plan.viewers, screens=plan.screens) as evening:
        ticks = len(read_ticks(house.ticks))
        await run(evening, plan.runs, rate=rate, seconds=plan.seconds, wanted=MAIN_EVENT_WANTED)
        say_ticks("tick under these taps", read_ticks(house.ticks)[ticks:])
        say_memory(evening)
        await say_changes(evening, plan, rate=rate / 3)
        if finds_highest:
            await say_highest_rate(evening, plan, held=rate)
        await evening.viewers.order(keep=plan.few_viewers)
        print(f"\n{plan.few_viewers:,} viewers stay", flush=True)
        await run(evening, 1, rate=SMALL_RATE, seconds=plan.few_seconds, wanted=SMALL_WANTED)
        say("viewers lost", f"{evening.viewers_lost:>10}")


async def measure_club(house: BenchHouse, plan: Plan, *, rate: float) -> None:
    """SQLite: one web process, as many tables, fewer viewers and taps."""
    async with open_evening(house, plan.size, viewers=plan.few_viewers) as evening:
        ticks = len(read_ticks(house.ticks))
        await run(evening, min(3, plan.runs), rate=rate, seconds=plan.few_seconds / 2, wanted=CLUB_WANTED)
        say_ticks("tick under these taps", read_ticks(house.ticks)[ticks:])
        await run(evening, 1, rate=SMALL_RATE, seconds=plan.few_seconds / 2)
        say_memory(evening)
        say("viewers lost", f"{evening.viewers_lost:>10}")


async def measure_host(house: BenchHouse, plan: Plan, *, rate: float) -> None:
    """One of several ways to serve the same room."""
    async with open_evening(house, plan.size, viewers=plan.few_viewers) as evening:
        await run(evening, 1, rate=rate, seconds=plan.few_seconds / 2)
        say("viewers lost", f"{evening.viewers_lost:>10}")


async def run(
    evening: Evening, runs: int, *, rate: float, seconds: float, wanted: Wanted | None = None
) -> list[Round]:
    """Some runs at one pace; only the first needs to warm up."""
    rounds = []
    for number in range(runs):
        rounds.append(
            await evening.round(rate=rate, seconds=seconds, warm_up=2.0 if number else WARM_UP_SECONDS)
        )
        print(f"    ... {rounds[-1].one_line()}", file=sys.stderr, flush=True)
    say_rounds(rounds)
    if wanted:
        say_wanted(rounds, wanted)
    return rounds


async def say_changes(evening: Evening, plan: Plan, *, rate: float) -> None:
    """When the last viewer has a change: while nobody taps, and at a third of the full rate."""
    say_spreads("nobody taps", await evening.changes(every=CHANGE_EVERY, until=time.monotonic() + 20))
    length = plan.few_seconds
    until = time.monotonic() + WARM_UP_SECONDS + length - 2
    playing = asyncio.create_task(evening.round(rate=rate, seconds=length))
    await asyncio.sleep(WARM_UP_SECONDS)
    changes = await evening.changes(every=CHANGE_EVERY, until=until)
    say_rounds([await playing])
    say_spreads(f"{rate:.0f} taps a second", changes)


def say_spreads(when: str, changes: Sequence[Change]) -> None:
    for topic in ("clock", "standings"):
        if times := [change.last for change in changes if change.topic == topic]:
            say_spread(f"last viewer has it, {topic}, {when}", times, "ms")
            held = "held" if max(times) <= WANTED_CHANGE else "MISSED"
            say("    wanted", f"all within {WANTED_CHANGE:g} ms: {held}")
            spread = [change.last - change.first for change in changes if change.topic == topic]
            say_spread("    from the first viewer to the last", spread, "ms")
        else:
            say(f"last viewer has it, {topic}, {when}", "never")


async def say_highest_rate(evening: Evening, plan: Plan, *, held: float) -> None:
    """The highest rate of some steps at which 99 of 100 taps are answered within the limit."""
    print(f"\nhighest rate that holds p99 <= {HELD_P99:g} ms, {plan.step_seconds:g} s each", flush=True)
    for rate in STEPS:
        tried = await evening.round(rate=rate, seconds=plan.step_seconds)
        say(f"    {rate:g} a second", tried.one_line())
        if tried.p99 > HELD_P99:
            break
        held = rate
    say("    held", f"{held:>10g} a second")


def say_memory(evening: Evening) -> None:
    memory = ", ".join(f"{name} {mb:.0f}" for name, mb in sorted(resident_of(evening.processes()).items()))
    print(f"MB of memory: {memory}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("part", choices=("postgresql", "sqlite", *HOSTS), nargs="?", default="postgresql")
    parser.add_argument("--short", action="store_true", help="a fifth of the time")
    parser.add_argument("--no-highest", action="store_true", help="leave out the highest rate")
    for name, kind in (("rate", float), ("seconds", float), ("runs", int)):
        parser.add_argument(f"--{name}", type=kind)
    for name in ("tables", "viewers", "operations", "screens"):
        parser.add_argument(f"--{name}", type=int)
    options = parser.parse_args(arguments)
    plan = Plan.of(options)
    if options.part == "sqlite":
        head("sqlite, one host")
        with open_house("sqlite") as house:
            asyncio.run(measure_club(house, plan, rate=options.rate or LARGE_RATE))
    elif options.part == "postgresql":
        head("postgresql, one host")
        with open_house("postgresql") as house:
            rate = options.rate or MAIN_EVENT_RATE
            asyncio.run(measure_main_event(house, plan, rate=rate, finds_highest=not options.no_highest))
    else:
        head(f"postgresql, {options.part}")
        with open_house("postgresql", hosts=HOSTS[options.part]) as house:
            asyncio.run(measure_host(house, plan, rate=options.rate or MAIN_EVENT_RATE))
    return 0


def head(words: str) -> None:
    print(f"\n--- {words}; load before: {load_of_machine()} ---", flush=True)


if __name__ == "__main__":
    sys.exit(main())
