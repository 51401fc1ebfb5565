"""How many cases a test of random or countless ones goes through: few in `make test`, many in `make test-long`.

A test that asks here carries the mark `sampled` and runs in both; property tests need no mark. The budget of
`make mutants` stands here too.
"""

import os
from collections.abc import Mapping

GOES_LONG = os.environ.get("FLOORMAN_TESTS") == "long"

# The groups of mutants that `make mutants` tries, and how many of each: all of the engine's play, three in ten of the
# floor's and one in five of the rules'. On two cores these four thousand take about a quarter of an hour.
MUTANTS: Mapping[str, int | None] = {
    "tables/engine/play": None,
    "tables/floor": 1_200,
    "tournament/rules": 1_200,
}
# They are drawn by a hash of this and their names: every run tries the same, and a change in one function leaves the
# draw of the others alone. Another word draws others.
MUTANTS_DRAWN_BY = "floorman"


def sample(few: int, *, long: int) -> int:
    """Return `few`, or `long` where `make test-long` runs."""
    return long if GOES_LONG else few
