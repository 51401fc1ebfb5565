"""How long formulas of points take: hostile ones until their sentence, and a field of two thousand by those of leagues.

`python -m tests.bench.formulas`; 1 where one takes more of a processor than it may.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Final

from tests.bench.engine import report
from tests.tournament.rules.points.hostile import HOSTILE
from tests.tournament.rules.points.test_points import CLUB
from tournament.rules.points.errors import FormulaError
from tournament.rules.points.evaluation import points
from tournament.rules.points.formula import read_formula
from tournament.rules.points.presets import PRESETS

RUNS: Final = 15
PLAYERS: Final = 2_000
# In milliseconds.
HOSTILE_MOST, FIELD_MOST = 50.0, 2_000.0


def main() -> int:
    slowest = 0.0
    by_formula = [[_milliseconds(partial(_refuse, text)) for _run in range(RUNS)] for text, _code in HOSTILE]
    worst = max(by_formula, key=statistics.median)
    report(f"hostile formula until its sentence, at most {HOSTILE_MOST:,.0f}", worst, "ms")
    is_within = statistics.median(worst) <= HOSTILE_MOST
    for name, text in {"pokerstars": PRESETS["pokerstars"], "a club of TTD": CLUB}.items():
        times = [_milliseconds(partial(_field, text)) for _run in range(RUNS)]
        report(f"{PLAYERS:,} players by {name}, at most {FIELD_MOST:,.0f}", times, "ms")
        slowest = max(slowest, statistics.median(times))
    return int(not is_within or slowest > FIELD_MOST)


def _refuse(formula: str) -> None:
    try:
        points(read_formula(formula), {})
    except FormulaError:
        return


def _field(text: str) -> None:
    formula = read_formula(text)
    paid: dict[str, Decimal | int] = {"totalBuyinsAmount": 40_000, "totalRebuysAmount": 0}
    for rank in range(1, PLAYERS + 1):
        own = {
            "n": PLAYERS,
            "entries": PLAYERS,
            "rank": rank,
            "nh": 1,
            "b": 50,
            "totalAddOnsAmount": 0,
            **paid,
        }
        points(formula, own)


def _milliseconds(do: Callable[[], None]) -> float:
    began = time.process_time()
    do()
    return 1_000 * (time.process_time() - began)


if __name__ == "__main__":
    sys.exit(main())
