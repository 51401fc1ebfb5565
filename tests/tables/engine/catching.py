"""How many hands it takes until a planted fault is caught: by turns beside PokerKit and in a room.

Faults in what PokerKit does not have are looked for in rooms alone.
"""

from __future__ import annotations

import random
import re
from itertools import cycle, product
from typing import NamedTuple

from tests.tables.engine.beside_book import Unexplained
from tests.tables.engine.planted_faults import ROOM
from tests.tables.engine.planting import Fault, planted
from tests.tables.engine.pokerkit_games import CODES
from tests.tables.engine.random_beside import play_random_hand
from tests.tables.engine.random_tables import BOOK_GAMES, PROFILES, play_random_table


class Caught(NamedTuple):
    """The number of the hand that caught it, and what was said; 0 where none has."""

    hands: int
    said: str = ""


def caught(fault: Fault, *, limit: int, seed: int = 1) -> Caught:
    """Plays hands of the games that could show the fault until one does, or so many have not."""
    rng = random.Random(f"{seed} {fault.name}")
    beside = cycle([code for code in CODES if re.search(fault.games, code)] or [""])
    tables = cycle(product(PROFILES, [code for code in BOOK_GAMES if re.search(fault.games, code)]))
    with planted(fault):
        for number in range(1, limit + 1):
            code = next(beside) if number % 2 and fault not in ROOM else ""
            try:
                if code:
                    play_random_hand(code, rng)
                else:
                    profile, code = next(tables)
                    play_random_table(code, profile, rng, fault.house)
            except Unexplained as difference:
                return Caught(number, str(difference))
            except (LookupError, AssertionError) as broken:  # the engine itself, or its driver
                return Caught(number, repr(broken))
    return Caught(0)
