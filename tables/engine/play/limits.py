"""Betting structures: the least and the greatest total that a bet or raise may make.

Each structure is a function of the hand and the seat, before the stack limits the amount; `raise_limits`
adds who may raise at all, and what the chips can make. In fixed limit `full_bet` is the last bet that
counted as a full one: an all-in of less than half a bet above it leaves it, and the next player
completes to `full_bet` plus one bet (RRP, WSOP Live 129), or may only call (FIGP), as the house rules say. A
bring-in is not a bet yet: it leaves `full_bet` at 0, so that the first chips above it complete the bet
and a raise comes after (WSOP, TDA 48).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tables.engine.errors import IllegalAction
from tables.engine.games.game import Betting, Street
from tables.engine.games.setup import Setup
from tables.engine.play.operations import Action, Call, Check, RaiseTo
from tables.engine.play.progress import Progress

Limits = tuple[int, int]


def _least_raise(p: Progress) -> int:
    """No, pot and spread limit: what is to match and the last full bet or raise (S-031, TDA 43)."""
    least_bet = p.setup.stakes.least_bet
    if p.bet_to_match < least_bet:
        if p.bet_to_match <= p.bring_in:  # no bet yet: a bring-in is not a bet
            return least_bet
        if p.setup.rules.short_open_raise == "figp":
            return 2 * least_bet
    return p.bet_to_match + p.raise_increment


def _no_limit(p: Progress, seat: int) -> Limits:
    return _least_raise(p), p.stacks[seat] + p.bets[seat]


def _pot_limit(p: Progress, seat: int) -> Limits:
    """At most the pot after a call, on top of the call."""
    least = _least_raise(p)
    after_call = counted_pot(p) + p.bet_to_match - p.bets[seat]
    return least, max(least, p.bet_to_match + after_call)


def counted_pot(p: Progress) -> int:
    """The pot as the pot limit reckons it: before the flop with short and dead blinds in full (TDA
    54-B), and without the ante for the table where the house leaves that out.
    """
    if p.street:
        return p.pot
    opening = p.setup.opening
    return p.pot + opening.missing - opening.uncounted


def _fixed_limit(p: Progress, _seat: int) -> Limits:
    """One bet above the last full one, whatever short all-ins lie between (LIM-01 to 03)."""
    amount = p.full_bet + limit_bet(p)
    return amount, amount


def _spread_limit(p: Progress, _seat: int) -> Limits:
    """No less than the bet or raise before, no more than the greatest bet."""
    least = _least_raise(p)
    return least, max(least, p.bet_to_match + p.setup.stakes.big_bet)


def _cip(p: Progress, seat: int) -> Limits:
    """Italian poker: the cip or more, whatever was raised before (S-092)."""
    most = p.stacks[seat] + p.bets[seat]
    if not p.bet_to_match and p.setup.rules.italian_opening == "pot":
        most = max(p.pot, p.raise_increment)
    return p.bet_to_match + p.raise_increment, most


# A game recorded by its result has none: nobody ever acts in it.
STRUCTURES: Final[Mapping[Betting, Callable[[Progress, int], Limits]]] = MappingProxyType(
    {
        "no_limit": _no_limit,
        "pot_limit": _pot_limit,
        "fixed_limit": _fixed_limit,
        "spread_limit": _spread_limit,
        "cip": _cip,
    }
)


def counted_as(p: Progress, seat: int, put_in: int, *, declared: bool) -> Action:
    """What a seat has done with this much in front of it, a total of the street, and no other words;
    declared: it announced a raise. A call or a check, a raise of all of it, or one made up to the least.

    A first bet and a declared raise are made up (TDA 43-A, 52-A); chips alone from half of what a raise
    must add, and a short stack needs that half too (TDA 43-A, 45-B, WSOP 95, S-032). Where no raise is open,
    and above the most, the rest goes back (TDA 47, 48, 52-B). Raises IllegalAction for more chips than the seat has.
    """
    total, price = p.stacks[seat] + p.bets[seat], max(p.price(seat), p.bets[seat])
    if put_in > total:
        raise IllegalAction(f"seat {seat} has {total}", "more_than_stack", {"seat": seat, "maximum": total})
    passive = Call(seat) if price > p.bets[seat] else Check(seat)
    limits = raise_limits(p, seat)
    if isinstance(limits, IllegalAction) or put_in <= price:
        return passive
    least, most = limits
    if put_in >= least:
        return RaiseTo(seat, min(put_in, most))
    whole = STRUCTURES[p.game.betting](p, seat)[0]
    if declared or not p.bet_to_match or 2 * (put_in - price) >= whole - price:
        return RaiseTo(seat, least)
    return passive


def limit_bet(p: Progress) -> int:
    """Fixed limit: the bet of this street."""
    return limit_bet_of(p.setup, p.game.streets[p.street])


def limit_bet_of(setup: Setup, street: Street) -> int:
    return setup.stakes.small_bet if street.bet == "small" else setup.stakes.big_bet


def raise_limits(p: Progress, seat: int) -> Limits | IllegalAction:
    """The least and greatest total the actor may bet or raise to, or why none is allowed.

    Raising is open to a player who has not acted yet, or has faced at least one full raise since: short all-ins
    add up (TDA 47, WSOP 96); in fixed limit half a bet is enough.
    """
    total = p.stacks[seat] + p.bets[seat]
    if total <= max(p.bet_to_match, p.bring_in):
        return IllegalAction(f"seat {seat} has no more than a call", "raise_without_chips", {"seat": seat})
    if p.all_in and p.able < 2:
        return IllegalAction("nobody is left who could call a raise", "raise_without_opponent")
    betting = p.game.betting
    limit = betting == "fixed_limit"
    faced = p.bet_to_match - p.acted[seat] if seat in p.acted else None
    if faced is not None and (2 * faced < limit_bet(p) if limit else faced < p.raise_increment):
        return IllegalAction(
            f"seat {seat} has acted and faces no full raise: call or fold",
            "raise_not_reopened",
            {"seat": seat, "faced": faced},
        )
    refusal = _limit_refusal(p) if limit or betting == "spread_limit" else None
    if refusal:
        return refusal
    if p.cards is not None and p.cards.blinds:
        refusal = _blind_refusal(p, seat)
        if refusal:
            return refusal
    least, most = STRUCTURES[betting](p, seat)
    stakes = p.setup.stakes
    if stakes.unit > 1:
        # Odd all-ins make odd limits: they go up to what chips can make (RRP, pot limit 4).
        least = stakes.rounded_up(least)
        most = max(least, stakes.rounded_down(most)) if betting == "spread_limit" else stakes.rounded_up(most)
    # All-in for less is always a lawful raise, and never more than all-in.
    return min(least, total), min(most, total)


def _limit_refusal(p: Progress) -> IllegalAction | None:
    rules = p.setup.rules
    if rules.limit_cap and p.raises > rules.limit_cap and not p.uncapped:
        return IllegalAction(
            f"the betting is capped: a bet and {rules.limit_cap} raises",
            "raise_capped",
            {"cap": rules.limit_cap},
        )
    under_half = p.game.betting == "fixed_limit" and p.bet_to_match not in (p.full_bet, p.bring_in)
    if under_half and rules.limit_under_half == "call_only":
        return IllegalAction(
            "after an all-in of less than half a bet one may only call or fold", "raise_under_half"
        )
    return None


def _blind_refusal(p: Progress, seat: int) -> IllegalAction | None:
    """After a blind opening only the last to open blind may raise first (S-090)."""
    cards = p.cards
    assert cards is not None  # noqa: S101  # asked only where cards were opened blind
    if p.street or cards.blind_raised or cards.blinds[-1] == seat:
        return None
    return IllegalAction(
        f"after a blind opening only seat {cards.blinds[-1]}, who opened last, may raise first",
        "raise_before_blind",
        {"seat": cards.blinds[-1]},
    )


def out_of_limits(p: Progress, amount: int, limits: Limits) -> IllegalAction:
    word = "raise" if p.bet_to_match else "bet"
    params = {"amount": amount, "minimum": limits[0], "maximum": limits[1]}
    if amount < limits[0]:
        return IllegalAction(f"{word} below the minimum of {limits[0]}", f"{word}_below_minimum", params)
    return IllegalAction(f"{word} above the maximum of {limits[1]}", f"{word}_above_maximum", params)
