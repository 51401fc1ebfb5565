"""What the player in turn may do, and the amounts for it.

The most common bets are ready to be tapped, each in its own place. The places are the same in every hand: a
button that is not allowed stays where it is, disabled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from tables import engine
from tables.engine.games.house_rules import OddBet
from tables.engine.play.operations import Action

Kind = Literal["minimum", "multiple", "part", "pot", "all_in"]

MULTIPLES: Final = (Fraction(2), Fraction(5, 2), Fraction(3), Fraction(4))
PARTS: Final = (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3))
WHOLE: Final = Fraction(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetChoice:
    """`amount` is the street's total; `factor` is said on the button: "2.5", "1/3". In a multiple
    of the big blind `of_big_blind` is set, otherwise it is one of the bet to match, or where there
    is none of the minimum bet."""

    kind: Kind
    factor: Fraction
    amount: int
    is_allowed: bool
    of_big_blind: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """What the actor may do. Amounts of raises are totals of the street; None: not allowed.

    `all_in` is the total with all its chips in; other totals are multiples of `unit` (0: of anything), and
    `odd_bet` says what becomes of one that is not. `counts_ante`: whether the pot limit counts the ante
    for the table; None where it does not ask. `bound`: the player has acted out of turn, and may do nothing
    else; `passive`: they may not raise.
    """

    seat: int
    name: str
    stack: int
    all_in: int
    unit: int
    odd_bet: OddBet
    can_check: bool
    call_amount: int | None
    call_is_all_in: bool
    raise_min: int | None
    raise_max: int | None
    raise_is_bet: bool
    raise_is_completion: bool
    bring_in: int | None
    blind_open: int | None
    choices: tuple[BetChoice, ...]
    counts_ante: bool | None
    can_fold: bool
    bound: Action | None
    passive: bool

    @property
    def has_one_raise(self) -> bool:
        return self.raise_min is not None and self.raise_min == self.raise_max


def actions_of(
    state: engine.State | None, legal: engine.Legal | None, names: Mapping[int, str]
) -> Actions | None:
    """What the actor may do, with the range and the offered amounts of a raise."""
    if state is None or legal is None or legal.actor is None:
        return None
    return Actions(
        seat=legal.actor,
        name=names.get(legal.actor, ""),
        stack=state.stacks[legal.actor],
        all_in=state.stacks[legal.actor] + state.bets[legal.actor],
        unit=state.setup.stakes.unit,
        odd_bet=state.setup.rules.odd_bet,
        can_check=legal.can_check,
        call_amount=legal.call_amount,
        call_is_all_in=legal.call_is_all_in,
        raise_min=legal.raise_min,
        raise_max=legal.raise_max,
        raise_is_bet=legal.raise_is_bet,
        raise_is_completion=legal.raise_is_completion,
        bring_in=legal.bring_in,
        blind_open=legal.blind_open,
        choices=bet_choices(state, legal),
        counts_ante=_counts_ante(state),
        can_fold=legal.can_fold,
        bound=legal.bound,
        passive=legal.passive,
    )


def _counts_ante(state: engine.State) -> bool | None:
    """Before the flop of a pot-limit game with an ante that one player has paid for the table."""
    if state.street or state.game.betting != "pot_limit":
        return None
    has_ante = any(post.kind == "table_ante" for post in state.setup.posts)
    return state.setup.rules.pot_limit_counts_bba if has_ante else None


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
        choice("minimum", WHOLE, least),
        *(choice("multiple", f, _in_chips(0, f, base, unit)) for f in MULTIPLES),
        *(choice("part", f, _in_chips(state.bet_to_match, f, pot, unit)) for f in PARTS),
        choice("pot", WHOLE, _in_chips(whole_pot, WHOLE, 0, unit)),
        choice("all_in", WHOLE, total),
    )


def _in_chips(onto: int, share: Fraction, of: int, chip: int) -> int:
    """`onto` and this share of `of`, rounded up to what can be paid with the chips in play."""
    amount, whole = onto * share.denominator + share.numerator * of, share.denominator
    return -(-amount // (whole * chip)) * chip
