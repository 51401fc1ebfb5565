"""How many cases a test of random or countless ones goes through: few in `make test`, many in `make test-long`.

A test that asks here carries the mark `sampled` and runs in both; property tests need no mark.
"""

import os

GOES_LONG = os.environ.get("FLOORMAN_TESTS") == "long"


def sample(few: int, *, long: int) -> int:
    """Return `few`, or `long` where `make test-long` runs."""
    return long if GOES_LONG else few
