"""The rhythm of the clock's tick when nothing else happens: `python -m tests.bench.tick`.

Under taps and viewers the same figure is printed by `tests.bench.taps`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from tests.bench.figures import say, say_ticks
from tests.bench.house import open_house
from tests.bench.tick_probe import read_ticks


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(arguments)
    print("\n--- the clock's tick, one tournament in play, nobody connected, sqlite ---", flush=True)
    with open_house("sqlite") as house:
        from tests.bench.room import make_room

        make_room(tables=6, now=datetime.now(UTC))
        # The first ticks find a worker that is still warming up.
        time.sleep(3)
        before = len(read_ticks(house.ticks))
        time.sleep(options.seconds)
        ticks = read_ticks(house.ticks)[before:]
        say("length", f"{options.seconds:>10g} s")
        say_ticks("from one tick to the next", ticks)
    return 0


if __name__ == "__main__":
    sys.exit(main())
