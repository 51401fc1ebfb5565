"""The amounts a player mostly bets, ready to be tapped, each in a place of its own.

The places are the same in every hand: what is not allowed stays where it is and cannot be tapped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tables import engine

Kind = Literal["minimum", "multiple", "part", "pot", "all_in"]

MULTIPLES: Final = (Fraction(2), Fraction(5, 2), Fraction(3), Fraction(4))
PARTS: Final = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3))


@dataclass(frozen=True, slots=True, kw_only=True)
class BetChoice:
    """`amount` is the street's total; `factor` is said on the button: "2.5", "1/3". In a multiple
    of the big blind `of_big_blind` is set, otherwise it is one of the bet to match, or where there
    is none of the least bet."""

    kind: Kind
    factor: Fraction
    amount: int
    is_allowed: bool
    of_big_blind: bool = False


def bet_choices(state: engine.State, legal: engine.Legal) -> tuple[BetChoice, ...]:
    """Ten choices in reading order; none when nothing may be bet."""
    if legal.actor is None or legal.raise_min is None or legal.raise_max is None:
        return ()
    stakes, seat = state.setup.stakes, legal.actor
    least, most, unit = legal.raise_min, legal.raise_max, stakes.unit or stakes.chip
    total = state.stacks[seat] + state.bets[seat]
    of_big_blind = 0 < stakes.big_blind >= state.bet_to_match and not stakes.min_bet
    base = stakes.big_blind if of_big_blind else max(state.bet_to_match, stakes.least_bet)
    # The pot after a call, on top of the bet to match: what "half the pot" means at a table. In pot
    # limit it is a half of the same pot that the limit is.
    pot = state.pot_counted + state.bet_to_match - state.bets[seat]
    # Where the pot is the limit, the engine knows what short and dead blinds make of it.
    whole_pot = most if state.game.betting == "pot_limit" else state.bet_to_match + pot

    def choice(kind: Kind, factor: Fraction, amount: int) -> BetChoice:
        return BetChoice(
            kind=kind,
            factor=factor,
            amount=amount,
            is_allowed=least <= amount <= most,
            of_big_blind=kind == "multiple" and of_big_blind,
        )

    return (
        choice("minimum", Fraction(1), least),
        *(choice("multiple", f, _in_chips(base * f, unit)) for f in MULTIPLES),
        *(choice("part", f, _in_chips(state.bet_to_match + pot * f, unit)) for f in PARTS),
        choice("pot", Fraction(1), _in_chips(Fraction(whole_pot), unit)),
        choice("all_in", Fraction(1), total),
    )


def _in_chips(amount: Fraction, chip: int) -> int:
    """Rounded up to what can be paid with the chips in play."""
    return math.ceil(amount / chip) * chip
