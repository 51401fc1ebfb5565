"""Every hand of six and seven cards, counted: `python -m tests.bench.counts`.

Each hand is evaluated alone, on all cores; the figures it must come to are combinatorial facts. The
hands of five cards are counted in the suite (tests/tables/engine/cards/test_counts.py).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

from tables.engine.cards.cards import deck_of
from tables.engine.cards.evaluation import qualifies, strength
from tables.engine.cards.naming import hand_name
from tables.engine.cards.rankings import ACE_TO_FIVE, RANKINGS, SHORT_DECK, STANDARD_HIGH, Ranking
from tests.bench.engine import machine


class Table(NamedTuple):
    """What is told apart: the row of each strength ("" for none), and how many hands it must have."""

    title: str
    row: Callable[[Ranking, int], str]
    expected: Mapping[str, int]


class Enumeration(NamedTuple):
    ranking: Ranking
    size: int
    tables: tuple[Table, ...]


def by_category(ranking: Ranking, each: int) -> str:
    return hand_name(ranking, each).category


def by_straight_flush(ranking: Ranking, each: int) -> str:
    name = hand_name(ranking, each)
    return name.ranks if name.category in ("straight_flush", "royal_flush") else ""


def by_low(ranking: Ranking, each: int) -> str:
    name = hand_name(ranking, each)
    return name.ranks[0] if name.category == "high_card" else "paired"


def by_eight_or_better(ranking: Ranking, each: int) -> str:
    return "qualifies" if qualifies(ranking, "8c7d6h5s4c", each) else "does not"


def rows(names: tuple[str, ...], counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(names, counts, strict=True))


LOWS: Final = (*"56789TJQK", "paired")

ENUMERATIONS: Final = (
    Enumeration(
        STANDARD_HIGH,
        6,
        (
            Table(
                "high, six cards",
                by_category,
                rows(
                    STANDARD_HIGH.categories,
                    (6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188),
                ),
            ),
        ),
    ),
    Enumeration(
        STANDARD_HIGH,
        7,
        (
            Table(
                "high, seven cards",
                by_category,
                rows(
                    STANDARD_HIGH.categories,
                    (
                        *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
                        *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
                    ),
                ),
            ),
            Table(
                "straight flushes of seven cards by their top card",
                by_straight_flush,
                rows(tuple("56789TJQKA"), (*(9 * (4_140,)), 4_324)),
            ),
        ),
    ),
    Enumeration(
        ACE_TO_FIVE,
        6,
        (
            Table(
                "ace-to-five low, six cards",
                by_low,
                rows(
                    LOWS,
                    (
                        *(40_448, 181_760, 483_840, 985_600, 1_684_480),
                        *(2_515_968, 3_333_120, 3_886_080, 3_801_600, 3_445_624),
                    ),
                ),
            ),
            Table(
                "eight or better, six cards",
                by_eight_or_better,
                {"qualifies": 1_691_648, "does not": 18_666_872},
            ),
        ),
    ),
    Enumeration(
        ACE_TO_FIVE,
        7,
        (
            Table(
                "ace-to-five low, seven cards (razz)",
                by_low,
                rows(
                    LOWS,
                    (
                        *(781_824, 3_151_360, 7_426_560, 13_171_200, 19_174_400),
                        *(23_675_904, 24_837_120, 21_457_920, 13_939_200, 6_169_072),
                    ),
                ),
            ),
            Table(
                "eight or better, seven cards",
                by_eight_or_better,
                {"qualifies": 24_530_944, "does not": 109_253_616},
            ),
        ),
    ),
    Enumeration(
        SHORT_DECK,
        7,
        (
            Table(
                "short deck, seven of 36 cards",
                by_category,
                rows(
                    SHORT_DECK.categories,
                    (
                        *(233_100, 2_316_600, 3_157_056, 607_200, 1_169_940),
                        *(633_024, 175_560, 44_640, 8_700, 1_860),
                    ),
                ),
            ),
        ),
    ),
)


def count_from(name: str, size: int, first: int) -> Counter[int]:
    """How often each strength occurs among the hands whose first card, in the deck's order, is this one."""
    ranking = RANKINGS[name]
    deck = deck_of(ranking.ranks, joker=False)
    card = deck[first : first + 1]
    return Counter(
        strength(ranking, "any", card, others) for others in combinations(deck[first + 1 :], size - 1)
    )


def check(enumeration: Enumeration, pool: ProcessPoolExecutor) -> bool:
    """Count, and print what was expected and what was found."""
    ranking, size, tables = enumeration
    started = time.perf_counter()
    cards = len(deck_of(ranking.ranks, joker=False))
    hands: Counter[int] = Counter()
    for some in pool.map(partial(count_from, ranking.name, size), range(cards - size + 1)):
        hands += some
    print(
        f"\n{hands.total():,} hands of {size} of {cards} cards, {ranking.name}: {len(hands):,} classes, "
        f"{time.perf_counter() - started:.0f} s"
    )
    right = True
    for title, row, expected in tables:
        found: Counter[str] = Counter()
        for each, times in hands.items():
            found[row(ranking, each)] += times
        found.pop("", None)
        print(f"{title:<44}{'expected':>14}{'found':>14}")
        for name in dict.fromkeys((*expected, *found)):
            agrees = found[name] == expected.get(name)
            right = right and agrees
            mark = "" if agrees else "  WRONG"
            print(f"    {name:<40}{expected.get(name, 0):>14,}{found[name]:>14,}{mark}", flush=True)
    return right


def main() -> int:
    print(machine())
    with ProcessPoolExecutor() as pool:
        wrong = [enumeration for enumeration in ENUMERATIONS if not check(enumeration, pool)]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
