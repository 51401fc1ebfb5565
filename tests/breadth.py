"""How many cases a test of random or countless ones goes through: few in `make test`, many in `make test-long`.

A test that asks here carries the mark `sampled` and runs in both; property tests need no mark. The budget of
`make mutants` stands here too.
"""

import os

GOES_LONG = os.environ.get("FLOORMAN_TESTS") == "long"

# The mutants of each group that `make mutants` tries: all of the engine's play, two in five of the floor's, one in four
# of the rules'. On two cores they take a quarter of an hour; all twelve thousand would take three times as long.
MUTANTS = 1_700
# They are drawn by a hash of this and their names: every run tries the same, and a change in one function leaves the
# draw of the others alone. Another word draws others.
MUTANTS_DRAWN_BY = "floorman"


def sample(few: int, *, long: int) -> int:
    """Return `few`, or `long` where `make test-long` runs."""
    return long if GOES_LONG else few
