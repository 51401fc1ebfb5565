"""One round of taps at a given pace: what was answered how soon, and what it cost."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.figures import percentile, say, say_spread

KINDS = ("act", "deal", "last tap", "bust-out")
# Not part of the house: the supervisor of the measurement has its crowd beside it.
CROWD = ("tablets", "viewers", "consoles")
MOST_UNANSWERED = 0.001


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped:
    """One tap: its kind, when it was due by the monotonic clock, milliseconds until its answer."""

    kind: str
    due: float
    milliseconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """All taps that were due in `seconds`. `processor` is each process's seconds meanwhile.

    stale: taps at a table that had just changed; resting: moments at which a table had nothing to tap. heard: pieces
    of news that tablets had to think about; echoes: times that one asked for its screen because of them.
    `fetched` is what consoles asked for: (part, status, bytes, milliseconds).
    """

    rate: float
    seconds: float
    taps: tuple[Tapped, ...]
    sent: int
    unanswered: int
    resting: int
    stale: int
    errors: dict[str, int]
    heard: int
    echoes: int
    bytes_of_taps: int
    lost_streams: int
    fetched: tuple[tuple[str, int, int, float], ...]
    received: int
    processor: dict[str, float]

    @property
    def times(self) -> list[float]:
        return [tap.milliseconds for tap in self.taps]

    @property
    def median(self) -> float:
        return statistics.median(self.times) if self.taps else float("inf")

    @property
    def p99(self) -> float:
        """99 of 100 within; a tap that was never answered waits for ever."""
        if self.unanswered > MOST_UNANSWERED * self.sent or not self.taps:
            return float("inf")
        return percentile(self.times, 0.99)

    @property
    def answered_a_second(self) -> float:
        return len(self.taps) / self.seconds

    @property
    def processor_a_tap(self) -> float:
        """Milliseconds of every process of the house together: pages, streams, database and all."""
        spent = sum(seconds for name, seconds in self.processor.items() if name not in CROWD)
        return 1000 * spent / max(1, len(self.taps))

    @property
    def wrong(self) -> int:
        return sum(self.errors.values()) + self.unanswered

    def one_line(self) -> str:
        """The round in one line."""
        return (
            f"p50 {self.median:>7.1f}  p99 {self.p99:>8.1f}  worst {max(self.times, default=0):>8.1f} ms"
            f"  {self.processor_a_tap:>5.1f} ms a tap  {self.answered_a_second:>6.1f}/s"
            f"{f'  {self.wrong} wrong {self.errors}' if self.wrong else ''}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the median of the runs is to hold: milliseconds until the answer, and of processor a tap."""

    median: float | None = None
    p99: float | None = None
    processor: float | None = None


def say_wanted(rounds: Sequence[Round], wanted: Wanted) -> None:
    """What was asked for, and whether it was held, without any error."""
    found = {
        "p50": (statistics.median(each.median for each in rounds), wanted.median),
        "p99": (statistics.median(each.p99 for each in rounds), wanted.p99),
        "processor a tap": (statistics.median(each.processor_a_tap for each in rounds), wanted.processor),
        "errors": (sum(each.wrong for each in rounds), 0),
    }
    for name, (value, most) in found.items():
        if most is not None:
            held = "held" if value <= most else "MISSED"
            say(f"    wanted: {name} of at most {most:g}", f"{value:>10.1f} {held}")


def say_rounds(rounds: Sequence[Round]) -> None:
    """Rounds of one pace: each in a line, the medians, the kinds of taps, and what it cost."""
    first = rounds[0]
    print(f"\ntaps, {first.rate:.0f} a second for {first.seconds:g} s", flush=True)
    for number, each in enumerate(rounds, 1):
        say(f"    run {number}", each.one_line())
    if len(rounds) > 1:
        say("    median of the runs, p50", f"{statistics.median(each.median for each in rounds):>10.1f} ms")
        say("    median of the runs, p99", f"{statistics.median(each.p99 for each in rounds):>10.1f} ms")
    taps = [tap for each in rounds for tap in each.taps]
    for kind in KINDS:
        if times := [tap.milliseconds for tap in taps if tap.kind == kind]:
            say_spread(f"    {kind}", times, "ms")
    errors: Counter[str] = Counter()
    for each in rounds:
        errors += Counter(each.errors)
    say("    errors", f"{errors.total():>10}  {dict(errors) if errors else ''}")
    say("    table had just changed (409)", f"{sum(each.stale for each in rounds):>10}")
    say("    not answered", f"{sum(each.unanswered for each in rounds):>10} of {sum(e.sent for e in rounds)}")
    say_costs(rounds)


def say_costs(rounds: Sequence[Round]) -> None:
    """What these taps cost, and what followed from them."""
    count = max(1, sum(len(each.taps) for each in rounds))
    seconds = sum(each.seconds for each in rounds)
    names = {name for each in rounds for name in each.processor}
    processor = {name: sum(each.processor.get(name, 0.0) for each in rounds) for name in names}
    house = {name: spent for name, spent in processor.items() if name not in CROWD}
    say("    processor of the house", f"{1000 * sum(house.values()) / count:>10.2f} ms a tap")
    parts = ", ".join(f"{name} {1000 * spent / count:.2f}" for name, spent in sorted(house.items()) if spent)
    print(f"        ms a tap: {parts}", flush=True)
    shares = ", ".join(
        f"{name} {100 * spent / seconds:.0f} %" for name, spent in sorted(processor.items()) if spent
    )
    print(f"        100 % is one core: {shares}", flush=True)
    tablets = processor.get("tablets", 0.0)
    say("    processor of the tablets that tap", f"{1000 * tablets / count:>10.2f} ms a tap")
    say("    bytes of an answer", f"{sum(each.bytes_of_taps for each in rounds) / count:>10,.0f}")
    heard, echoes = sum(each.heard for each in rounds), sum(each.echoes for each in rounds)
    say("    news that a tablet hears", f"{heard / count:>10.2f} a tap")
    say("    screens asked for again because of them", f"{echoes / count:>10.2f} a tap")
    fetched = [fetch for each in rounds for fetch in each.fetched]
    if fetched:
        size = sum(fetch[2] for fetch in fetched)
        say(
            "    fetched by the consoles",
            f"{len(fetched) / seconds:>10.1f} a second, {size / seconds / 1e6:.2f} MB/s",
        )
        for part in sorted({fetch[0] for fetch in fetched}):
            say_spread(f"        {part or 'page'}", [fetch[3] for fetch in fetched if fetch[0] == part], "ms")
        failed = Counter(str(fetch[1]) for fetch in fetched if fetch[1] != 200)
        if failed:
            say("        not answered", f"{dict(failed)}")
    say("    pushed to the viewers", f"{sum(each.received for each in rounds) / seconds / 1e6:>10.1f} MB/s")
    say("    streams of tablets lost", f"{sum(each.lost_streams for each in rounds):>10}")
