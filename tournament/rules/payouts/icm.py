"""The Independent Chip Model: what a stack is worth in prizes, had play to go on.

The model (Malmuth and Harville). Each player wins with the share of the chips that the stack is; given the winner, each
of the others is second with the share of the chips that are left, and so on down. A stack is worth the prizes, each
by the chance of finishing there.

How it is computed. Let every player arrive at a random moment, at a rate that is the stack: the order of arrival is the
model's order of finish. So the chance of a place is one integral over time: of arriving at t while so many of the
others have arrived before. Over the logarithm of time the integrand is smooth and dies out at both ends, where the
trapezium rule converges faster than any power of its step: with STEP the error is that of the arithmetic, 1e-14 of
the prizes, however unequal the stacks are. Every term is positive, so nothing cancels.

The 2**20 subsets of 20 players, which the model's definition sums over, would take a second and more; this takes some
milliseconds. The work grows with the square of the players: for very many, `icm_approximation` takes longer steps and
leaves the ends out, and is right to a ten-thousandth of a per cent of the prizes.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, expm1, log
from typing import Final

STEP: Final = 0.25
# Of an arrival, 5e-15 lies beyond each end.
_NEGLIGIBLE: Final = 33.0
_LONG_STEP: Final = 0.5
# And here 2e-9.
_NEGLIGIBLE_TO_MANY: Final = 20.0


def icm_values(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[float, ...]:
    """What each stack is worth, in the unit of the prizes; `prizes` for places from the first down.

    Places beyond the prizes pay nothing; prizes beyond the players are nobody's. Raises ValueError for a stack without
    chips.
    """
    return _integral(stacks, prizes, step=STEP, negligible=_NEGLIGIBLE)


def icm_approximation(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[float, ...]:
    """The same in a fifth of the time, for very many players; the values are the prizes, all together."""
    values = _integral(stacks, prizes, step=_LONG_STEP, negligible=_NEGLIGIBLE_TO_MANY)
    together = sum(values)
    right = sum(prizes[: len(stacks)]) / together if together else 1.0
    return tuple(value * right for value in values)


def _integral(
    stacks: Sequence[int], prizes: Sequence[int], *, step: float, negligible: float
) -> tuple[float, ...]:
    if not stacks or min(stacks) <= 0:
        raise ValueError("every stack needs chips")
    chips = sum(stacks)
    rates = [stack / chips for stack in stacks]
    paid = [float(prize) for prize in prizes[: len(stacks)]]
    paid += [0.0] * (len(stacks) - len(paid))
    values = [0.0] * len(stacks)
    first, last = -negligible, log(negligible / min(rates))
    for number in range(int((last - first) / step) + 2):
        moment = exp(first + number * step)
        for player, value in enumerate(_values_at(moment, rates, paid)):
            values[player] += step * value
    return tuple(values)


def _values_at(moment: float, rates: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """For each player the density of an arrival at this moment, on the logarithm of time, times the prize it brings.

    The players who have arrived before are a polynomial, a product over the others of (still to come + z * has come):
    its term of z**n says how likely n of them came first. The product without one player is that of those before, put
    together with what those after make of the prizes.
    """
    to_come = [exp(-rate * moment) for rate in rates]
    came = [-expm1(-rate * moment) for rate in rates]
    # By player what the places bring, given how many of those up to the player came first.
    brings = [list(prizes)]
    for late, early in zip(reversed(to_come[1:]), reversed(came[1:]), strict=True):
        below = brings[-1]
        brings.append([late * same + early * next_ for same, next_ in pairwise(below)])
    values = []
    before = [1.0]
    for rate, late, early, prize in zip(rates, to_come, came, reversed(brings), strict=True):
        expected = sum(chance * amount for chance, amount in zip(before, prize, strict=True))
        values.append(rate * moment * late * expected)
        before = [
            late * same + early * less for same, less in zip([*before, 0.0], [0.0, *before], strict=True)
        ]
    return values
