"""Who won which pot, and which half of one of high and low, as far as what was paid tells."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from itertools import combinations, product
from math import prod
from typing import Final

from tables.engine.play.operations import Half

MOST_SHARING: Final = 4
"""Winners of one pot of high and low among whom it is worked out who won which half."""


def divisions(won: Mapping[int, Decimal]) -> list[tuple[Half, tuple[int, ...]]]:
    """The halves of a pot and who won them, as far as the chips show; empty where they fit no division.

    3 to 1 is a half won alone and one shared. Where several divisions pay the same it is the one
    with the fewest names and the high half to who has more.
    """
    seats = sorted(won, key=lambda seat: (-won[seat], seat))
    if not 0 < len(seats) <= MOST_SHARING:
        return []
    groups = [group for size in range(1, len(seats) + 1) for group in combinations(seats, size)]
    pairs = [(high, low) for high in groups for low in ((), *groups) if {*high, *low} == set(seats)]
    total = sum(won.values(), Decimal(0))

    def off(high: Collection[int], low: Collection[int]) -> Decimal:
        """The largest difference, over all seats, from what the seat should get."""
        half = total / (2 if low else 1)
        due = dict.fromkeys(seats, Decimal(0))
        for side in (high, low):
            for seat in side:
                due[seat] += half / len(side)
        return max([abs(won[seat] - due[seat]) for seat in seats])

    high, low = min(pairs, key=lambda pair: (off(*pair), len(pair[0]) + len(pair[1])))
    if off(high, low) > max(total / 20, Decimal(MOST_SHARING)):  # a rake, odd chips
        return []
    return [("high", high), ("low", low)] if low else [("", high)]


MOST_CHOICES: Final = 4_096
"""Of winners over all pots."""

PotToWin = tuple[int, Sequence[int]]
"""Its chips, and who can win it."""


def winners_by_pot(pots: Sequence[PotToWin], won: Mapping[int, Decimal]) -> list[tuple[int, ...]]:
    """Who won which pot where only the chips that each won of all together are known; empty where they fit no choice
    of winners, or several about as well.
    """
    groups = [_groups([seat for seat in seats if seat in won]) for _, seats in pots]
    if not all(groups) or prod(map(len, groups)) > MOST_CHOICES:
        return []
    total = sum(won.values(), Decimal(0))

    def off(choice: tuple[tuple[int, ...], ...]) -> Decimal:
        """The largest difference, over all seats, from what the seat should get."""
        due = dict.fromkeys(won, Decimal(0))
        for (chips, _), winners in zip(pots, choice, strict=True):
            for seat in winners:
                due[seat] += Decimal(chips) / len(winners)
        return max([abs(won[seat] - due[seat]) for seat in won])

    ranked = sorted([(off(choice), choice) for choice in product(*groups)])
    best, choice = ranked[0]
    odd_chips = Decimal(len(pots))
    fits = best <= max(total / 20, odd_chips)  # a rake, odd chips
    return list(choice) if fits and (len(ranked) == 1 or ranked[1][0] > best + odd_chips) else []


def _groups(seats: Sequence[int]) -> list[tuple[int, ...]]:
    if len(seats) > MOST_SHARING:
        return []
    return [group for size in range(1, len(seats) + 1) for group in combinations(seats, size)]
