"""How long the shares of a chop take by the Independent Chip Model: `python -m tests.bench.chops`."""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Final

from tests.bench.engine import report
from tournament.rules.payouts.icm import icm_values

RUNS: Final = 25
MOST_MILLISECONDS: Final = 50.0


def main() -> int:
    """Twenty players with like stacks and with stacks far apart; 1 where one takes more of a processor than it may.

    What the clock on the wall says is beside it: other work on the machine makes that longer, and not the shares.
    """
    rng = random.Random(20)
    prizes = [1_000_000 * 3 // (place + 3) for place in range(20)]
    fields = {
        "ICM of 20 players, stacks alike": [rng.randrange(100, 1_000) * 1_000 for _ in prizes],
        "ICM of 20 players, one of them with a single chip": [1] + [10_000_000] * 19,
    }
    slowest = 0.0
    for label, stacks in fields.items():
        times = [_milliseconds(stacks, prizes) for _ in range(RUNS)]
        processor, wall = zip(*times, strict=True)
        report(label, processor, "ms")
        report("  on the wall", wall, "ms")
        slowest = max(slowest, statistics.median(processor))
    return int(slowest > MOST_MILLISECONDS)


def _milliseconds(stacks: list[int], prizes: list[int]) -> tuple[float, float]:
    """Of the processor, and on the wall."""
    began, wall_began = time.process_time(), time.perf_counter()
    icm_values(stacks, prizes)
    return 1000 * (time.process_time() - began), 1000 * (time.perf_counter() - wall_began)


if __name__ == "__main__":
    sys.exit(main())
