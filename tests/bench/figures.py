"""Figures in words: medians and percentiles, one line each."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` of the values (0.99) do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def say(label: str, words: str) -> None:
    print(f"{label:<58}{words}", flush=True)


def say_runs(label: str, values: Sequence[float], unit: str) -> None:
    """A figure measured several times: the median, the lowest and the highest."""
    middle = statistics.median(values)
    say(label, f"{middle:>10,.1f} {unit}  ({min(values):,.1f} to {max(values):,.1f})")


def say_spread(label: str, values: Sequence[float], unit: str) -> None:
    """Many values of one thing: median, 99 of 100, and the worst."""
    middle, most, worst = statistics.median(values), percentile(values, 0.99), max(values)
    say(label, f"{middle:>10,.1f} {unit}  (99 % within {most:,.1f}, worst {worst:,.1f}, {len(values)} times)")


def say_ticks(label: str, ticks: Sequence[tuple[float, float]]) -> None:
    """The beat's rhythm: from one sweep's begin to the next, and how long a sweep takes."""
    if len(ticks) < 2:
        say(label, "no ticks")
        return
    begins = [begin for begin, _ in ticks]
    gaps = [1000 * (later - earlier) for earlier, later in itertools.pairwise(begins)]
    middle, least, most = statistics.median(gaps), min(gaps), max(gaps)
    off = percentile([abs(gap - 1000) for gap in gaps], 0.99)
    say(
        label,
        f"{middle:>10,.0f} ms  ({least:,.0f} to {most:,.0f}; 99 % within {off:,.0f} of a second; {len(gaps)})",
    )
    say_spread("    one sweep", [1000 * (end - begin) for begin, end in ticks], "ms")
