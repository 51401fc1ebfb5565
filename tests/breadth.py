"""The budgets of breadth: how many cases a test of random or countless ones goes through, how many mutants are tried,
how long the soak lasts.

A test that asks here carries the mark `sampled` and runs in both `make test`, with few, and `make test-long`, with
many; property tests need no mark.
"""

import os
from collections.abc import Mapping
from typing import Final

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

# The soak of `make test-long`, on each database; an hour is for the hand (tests/soak).
SOAK_MINUTES = 3.0

# What a random test, or one of countless cases, goes through: in `make test`, and in `make test-long`.
SAMPLES: Final[Mapping[str, tuple[int, int]]] = {
    "bad bodies of each address": (1, 2),
    "bad queries of each address": (1, 2),
    "bad values of each address": (1, 2),
    "buttons moved": (60, 900),
    "chops": (6, 80),
    "damaged files": (700, 3_000),
    "dead hands": (60, 900),
    "deductions": (5, 60),
    "draws made again by the page": (200, 3_000),
    "draws of each kind": (1_500, 15_000),
    "evenings of bounties": (6, 80),
    "evenings of envelopes": (6, 80),
    "evenings of money": (5, 5),
    "evenings of tills": (4, 50),
    "evenings on the floor": (2, 4),
    "every so many addresses knocked at": (12, 1),
    "every so many answers": (15, 2),
    "every so many doors forged": (3, 1),
    "every so many half minutes": (2, 1),
    "every so many hands put into words": (6, 1),
    "every so many pages as htmx": (8, 1),
    "every so many starts": (10, 1),
    "every so many statements refused": (4, 1),
    "every so many states asked": (4, 1),
    "every so many writes": (8, 1),
    "examples of a property": (20, 200),
    "exports read by PokerKit": (8, 100),
    "gestures": (80, 900),
    "hands compared with every choice of cards": (60, 300),
    "hands foretold by the tablet": (40, 500),
    "hands given to everybody": (1, 30),
    "hands of each game": (1, 10),
    "hands of random tables": (1, 3),
    "hands of the button": (2_000, 5_000),
    "hands of the dealer": (6, 100),
    "hands of the machine": (1, 40),
    "hands told in both formats": (60, 1_000),
    "hands written and read of each game": (1, 12),
    "Italian pages": (25, 400),
    "pages read by each visitor": (1, 2),
    "pages read for names": (60, 230),
    "players of the same evening": (7, 12),
    "requests of each operation": (3, 150),
    "rooms balanced": (60, 600),
    "rooms balanced plainly": (60, 1_000),
    "rooms for the fewest moves": (50, 700),
    "rulings": (80, 900),
    "screens of money looked at in a row": (1, 6),
    "screens sent in parts": (60, 400),
    "slices of hands beside PokerKit": (1, 20),
    "steps of money taken back of each kind": (1, 6),
    "structures made": (25, 3_000),
    "tables broken": (60, 600),
    "who agree to a chop at once": (8, 48),
}


def sample(what: str) -> int:
    """Return how many, for the run that this is."""
    few, many = SAMPLES[what]
    return many if GOES_LONG else few
