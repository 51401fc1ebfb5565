"""One soak: faults strike one after the other while tablets tap, then everything is compared."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tests.processes import wait_until
from tests.soak.checker import Violation, check
from tests.soak.evening import Evening, open_evening
from tests.soak.faults import choose, faults_of
from tests.soak.room import AGAIN_SECONDS, Room
from tests.soak.standing import read_standing, verify

TABLES: Final = 10
# From the beginning of one fault to that of the next: 225 in an hour.
FAULT_EVERY_SECONDS: Final = 16.0

Say = Callable[[str], None]


@dataclass(slots=True, kw_only=True)
class Result:
    """What came of a soak."""

    seed: str
    database: str
    minutes: float
    acknowledged: int = 0
    sent: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    # Seconds from the end of each fault until every tablet had a tap recorded.
    recoveries: list[float] = field(default_factory=list)
    network: Counter[str] = field(default_factory=Counter)
    levels: int = 0
    left_out: list[str] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)

    def count(self, rule: str) -> int:
        return sum(violation.rule == rule for violation in self.violations)


def soak(room: Room, *, seed: str, minutes: float, say: Say, tables: int = TABLES) -> Result:
    """Let `tables` tablets tap for so long under faults, and compare."""
    result = Result(seed=seed, database=room.database, minutes=minutes)
    if room.disk is None:
        result.left_out.append("a full disk: this process may not mount a small one")
    with open_evening(room.port, room.notes, seed=seed, tables=tables) as evening:
        _strike(room, evening, result, seed=seed, until=time.monotonic() + minutes * 60, say=say)
    try:
        wait_until(room.answers, "an answer of the house", AGAIN_SECONDS)
    except AssertionError as error:
        result.violations.append(Violation(rule="stuck", says=str(error)))
    compare(evening, result)
    return result


def _strike(room: Room, evening: Evening, result: Result, *, seed: str, until: float, say: Say) -> None:
    rng = random.Random(f"{seed} faults")
    faults = faults_of(room)
    began = time.monotonic()
    if evening.is_going_on_after(AGAIN_SECONDS) is None:
        result.violations.append(Violation(rule="stuck", says="before any fault"))
        return
    while time.monotonic() < until and not result.violations:
        fault = choose(faults, rng)
        next_at = time.monotonic() + FAULT_EVERY_SECONDS
        try:
            fault.strike(room, evening, rng)
        except AssertionError as error:
            result.violations.append(Violation(rule="stuck", says=f"{fault.name}: {error}"))
            return
        result.faults[fault.name] += 1
        recovered = evening.is_going_on_after(AGAIN_SECONDS)
        if recovered is None:
            says = f"no tap at some table for {AGAIN_SECONDS:g} s after {fault.name}"
            result.violations.append(Violation(rule="stuck", says=says))
            return
        result.recoveries.append(recovered)
        say(
            f"{time.monotonic() - began:6.0f} s  {evening.acknowledged:6} taps acknowledged, {evening.sent} sent; "
            f"fault {result.faults.total()}: {fault.name}, all tables again after {recovered:.1f} s"
        )
        while time.monotonic() < min(next_at, until):
            time.sleep(0.1)


def compare(evening: Evening, result: Result) -> None:
    """Fill in what was seen and what does not agree with it."""
    standing = read_standing(evening.tournament, evening.first_versions)
    result.acknowledged, result.sent = evening.acknowledged, evening.sent
    result.network = evening.network.fates
    result.levels = len(standing.levels)
    result.violations += [Violation(rule="broken", says=repr(error)) for error in evening.broken]
    result.violations += check(evening.journal.lines, standing)
    result.violations += verify(evening.tournament)


def summary(result: Result) -> str:
    """The figures of a soak, as docs/reliability.md has them."""
    slowest = max(result.recoveries, default=0.0)
    others = sum(violation.rule not in ("lost", "doubled", "order") for violation in result.violations)
    lines = [
        f"seed {result.seed}, {result.database}, {result.minutes:g} minutes",
        f"{result.acknowledged} taps acknowledged, {result.sent} sent, {result.levels} levels",
        f"{result.faults.total()} faults; the slowest table was back {slowest:.1f} s after one",
        f"lost {result.count('lost')}, doubled {result.count('doubled')}, out of order {result.count('order')}",
        f"anything else that does not hold: {others}",
        "network: " + ", ".join(f"{name} {count}" for name, count in result.network.most_common()),
        *(f"{count:5} x {name}" for name, count in result.faults.most_common()),
        *(f"left out: {what}" for what in result.left_out),
        *(f"VIOLATED {violation}" for violation in result.violations[:40]),
    ]
    return "\n".join(lines)
