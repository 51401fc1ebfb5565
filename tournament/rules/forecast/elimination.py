"""How fast players go out: a rate that rises as the average stack falls, measured in big blinds.

The rate of a table is `exp(base + players · ln(players at the table)) · depth ** -pressure` eliminations a minute, its
depth the average stack in big blinds; a room of several tables goes so many times as fast. Three numbers, found by
Newton’s method as those under which what happened is likeliest (a Poisson regression), drawn towards what is usual
where there is little to learn from.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Players left, and the logarithm of the average stack in big blinds, in tenths."""

Cells: TypeAlias = Mapping[Cell, tuple[float, float]]
"""Eliminations and minutes of each cell."""

TABLE: Final = 9
"""Players of a full table; more than these are several tables."""

SHALLOWEST: Final = 0.3
DEEPEST: Final = 6.5
"""Bounds of a depth, as a logarithm: outside of them nothing was ever seen."""

_USUAL: Final = (-2.0, 0.4, 0.6)
_HOLD: Final = (0.01, 1.0, 1.0)  # how hard each number is drawn towards the usual one
_STEPS: Final = 20
_LONGEST_STEP: Final = 1.0
_CLOSE: Final = 1e-5


@dataclass(frozen=True, slots=True, kw_only=True)
class EliminationRate:
    """The three numbers; `pressure` and `players` are never negative, so that fewer big blinds never slow it down."""

    base: float
    players: float
    pressure: float

    def at(self, left: float, depth: float) -> float:
        """Eliminations a minute with so many left and an average stack of `depth` (a logarithm of big blinds)."""
        at_table = self.base + self.players * log(min(left, TABLE)) - self.pressure * _bounded(depth)
        return max(left / TABLE, 1.0) * exp(at_table)


def cell_of(left: int, depth: float) -> Cell:
    return left, round(_bounded(depth) * 10)


def added(parts: Iterable[tuple[Cells, float]]) -> dict[Cell, tuple[float, float]]:
    """The cells of several events, each with its weight, together."""
    total: dict[Cell, tuple[float, float]] = {}
    for cells, weight in parts:
        for cell, (outs, minutes) in cells.items():
            known_outs, known_minutes = total.get(cell, (0.0, 0.0))
            total[cell] = known_outs + outs * weight, known_minutes + minutes * weight
    return total


def fitted_rate(cells: Cells) -> EliminationRate:
    """The likeliest rate of what was seen in `cells`."""
    numbers = list(_USUAL)
    for _ in range(_STEPS):
        step = _newton_step(cells, numbers)
        numbers = [
            number + max(-_LONGEST_STEP, min(_LONGEST_STEP, part))
            for number, part in zip(numbers, step, strict=True)
        ]
        if max(map(abs, step)) < _CLOSE:
            break
    return EliminationRate(base=numbers[0], players=max(0.0, numbers[1]), pressure=max(0.0, numbers[2]))


def _newton_step(cells: Cells, numbers: Sequence[float]) -> list[float]:
    slope = [hold * (usual - number) for hold, usual, number in zip(_HOLD, _USUAL, numbers, strict=True)]
    bend = [[_HOLD[i] if i == j else 0.0 for j in range(3)] for i in range(3)]
    for (left, tenths), (outs, minutes) in cells.items():
        signs = (1.0, log(min(left, TABLE)), -tenths / 10)
        power = sum(sign * number for sign, number in zip(signs, numbers, strict=True))
        expected = minutes * max(left / TABLE, 1.0) * exp(min(power, 20.0))
        for i in range(3):
            slope[i] += (outs - expected) * signs[i]
            for j in range(3):
                bend[i][j] += expected * signs[i] * signs[j]
    return solved(bend, slope)


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """x of `matrix` · x = `right`, for a symmetric matrix with a positive diagonal that dominates its rounding."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        for other in rows:
            if other is not pivot:
                factor = other[i] / pivot[i]
                other[:] = [value - factor * of_pivot for value, of_pivot in zip(other, pivot, strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def _bounded(depth: float) -> float:
    return max(SHALLOWEST, min(DEEPEST, depth))
