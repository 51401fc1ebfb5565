"""Where PokerKit 0.7.7 is known to play otherwise, each difference by name and rule.

A difference counts as known only if what PokerKit says is exactly what its rule gives: `explained`
works that out for a decision, `their_payment` for the chips at the end, both from our own state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from tables.engine import IllegalAction, Legal, State
from tables.engine.structures import limit_bet, raise_limits
from tests.tables.engine.pokerkit_games import OWN, OWN_CAP

DIFFERENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "short_blind": "B4-2: a short blind leaves the price, and the pot limit, whole (S-029, TDA 54-B)",
        "short_bring_in": "B4-2: so does a short bring-in (W, stud)",
        "ante_all_in": "RP-10E: with the low card all-in on the ante the next may also fold",
        "half_bet": "B4-4: in limit less than half a bet is completed, half a bet re-opens (RRP, TDA 47)",
        "cap": "B4-5: in limit the big blind is the bet of the cap, less than half a bet no raise (W100b, RRP)",
        "covered": "B4-6: a raise above what the others have left is accepted while they have chips",
        "reopened": "B4-9: a first bet or raise of less than the minimum does not re-open (ACT-17, TDA 47)",
        "trimmed_ante": "B4-7: what the longest ante is above all others comes back at the end, not at once",
        "idle": "the last player with chips is not asked to check when there is nothing to match",
        "opener": "S-063: with antes only who opened speaks first after the draw",
        "unopened": "S-063: with antes only a pot that nobody opened waits for the next hand",
        "tied_aces": "S-068: of two aces that bring in the suit decides; PokerKit knows no suits with the ace high",
        "short_stub": "RP-10H: the folded cards stay out, so that the last card may be one for all",
        "odd_chip": "B4-3: odd chips go one each to the first seats left of the button (TDA 20-A, W73)",
        "odd_suit": "B4-3: in stud odd chips go by the suit of the highest card (TDA 20-B, ODD-07)",
        "side_low": "B4-1: a pot without a low among its players has no low half",
        "merged_pots": "ODD-06: odd chips of each pot on its own, also where the same players win both (TDA 21)",
        "same_hands": "ODD-05: both halves won by the same hands are split as one pot (W73)",
    }
)


@dataclass(frozen=True, slots=True)
class Decision:
    """What the actor may do: chips of a call (None: no call, but a bring-in), totals of a raise."""

    can_fold: bool
    call: int | None
    bring_in: int | None
    low: int | None
    high: int | None

    @classmethod
    def of(cls, answer: Legal) -> Decision:
        call = None if answer.bring_in else answer.call_amount or 0
        return cls(answer.can_fold, call, answer.bring_in, answer.raise_min, answer.raise_max)


@dataclass(slots=True)
class Raises:
    """The raises of a street as PokerKit counts them: every one counts, and adds to the bet before."""

    count: int = 0
    biggest: int = 0
    not_ours: int = 0
    """Those that ours does not count for the cap: less than half a bet."""


def explained(state: State, ours: Decision, raises: Raises) -> tuple[Decision, list[str]]:
    """What PokerKit would say of this decision, and the names of the differences that make it so."""
    p, names, their = state.progress, [], ours
    assert p.actor is not None
    top = max(p.bets.values())
    short_price = p.level > top
    if _first_is_all_in(state) and not top:
        names.append("ante_all_in")
        their = replace(their, can_fold=False, call=None, bring_in=min(p.forced, p.stacks[p.actor]))
    elif short_price:
        names.append("short_bring_in" if p.forced else "short_blind")
        their = replace(their, call=min(p.stacks[p.actor], top - p.bets[p.actor]))
    name, may_raise = _may_raise(state, their, raises)
    low, high = _raise_range(state, top, raises) if may_raise else (None, None)
    if name:
        names.append(name)
    elif (low, high) != (their.low, their.high) and not names:
        limit = p.game.betting == "fixed_limit"
        short_bring_in = p.forced > p.level and p.stacks[p.actor] <= p.forced
        if short_bring_in:
            names.append("short_bring_in")
        elif limit and top != p.full:
            names.append("half_bet")
        elif not limit and _first_is_all_in(state) and raises.biggest == p.step + p.forced:
            names.append("ante_all_in")  # what is more than a bring-in raises that, though nobody put it in
        else:
            names.append("short_blind" if p.setup.opening.missing and p.street == 0 else "?")
    return replace(their, low=low, high=high), names


def _first_is_all_in(state: State) -> bool:
    """Whether the bring-in is due, but the ante took the last chips of who owed it."""
    p = state.progress
    if not p.forced or p.cards is None or p.cards.first is None:
        return False
    return not p.bets[p.cards.first] and not p.stacks[p.cards.first]


def _may_raise(state: State, their: Decision, raises: Raises) -> tuple[str, bool]:
    """Whether PokerKit lets the actor raise, and the difference to ours, if there is one."""
    p = state.progress
    seat = p.actor
    assert seat is not None
    top = max(p.bets.values())
    if p.stacks[seat] + p.bets[seat] <= top:
        return "", False
    others = [p.stacks[each] + p.bets[each] for each in p.live if each != seat]
    refused = raise_limits(p, seat)
    code = refused.code if isinstance(refused, IllegalAction) else ""
    if max(others) <= top:
        return "" if code else "covered", False
    limit = p.game.betting == "fixed_limit"
    if limit and raises.count == _their_cap(state):
        return ("" if code else "cap" if raises.not_ours else "?"), False
    if their.call is not None and their.call < raises.biggest:
        return ("" if code else "half_bet" if limit else "?"), False
    if code == "raise_capped":
        # It counts every raise, but not the blind.
        return ("cap" if p.game.code in OWN and p.street == 0 and p.setup.stakes.big_blind else "?"), True
    if code == "raise_not_reopened":
        full = limit_bet(p) / 2 if limit else p.step
        return ("reopened" if raises.biggest < full else "?"), True
    return "", not code or p.level > top or p.forced > p.level


def _their_cap(state: State) -> int:
    p = state.progress
    cap = OWN_CAP if p.game.code in OWN else p.setup.rules.limit_cap
    blind_is_bet = p.street == 0 and p.setup.stakes.big_blind > 0 and p.game.code not in OWN
    return cap + (not blind_is_bet) if cap else -1


def _raise_range(state: State, top: int, raises: Raises) -> tuple[int, int]:
    p = state.progress
    assert p.actor is not None
    betting, bet = p.game.betting, p.bets[p.actor]
    total = p.stacks[p.actor] + bet
    least = limit_bet(p) if betting == "fixed_limit" else p.setup.stakes.least_bet
    completing = p.forced > 0 and not raises.count
    low = min(total, max(raises.biggest, least) + (0 if completing else top))
    if betting == "fixed_limit":
        return low, low
    return low, total if betting == "no_limit" else min(total, max(low, 2 * top - bet + p.pot))


# --- The end

Halves = dict[str, list[int]]
"""The winners of a pot, by the half they won."""


def their_payment(state: State) -> tuple[dict[int, int], list[str]]:
    """The finishing stacks as PokerKit pays a showdown, and the names of the differences."""
    names: list[str] = []
    won: dict[int, Halves] = {pot.index: {} for pot in state.pots}
    ours = {pot.index: dict.fromkeys(state.order, 0) for pot in state.pots}
    for award in state.awards:
        won[award.pot].setdefault(award.half, []).append(award.seat)
        ours[award.pot][award.seat] += award.amount
    low_is_won = state.game.is_high_low and any(
        "low" in won[pot.index] or ("" in won[pot.index] and len(pot.seats) > 1) for pot in state.pots
    )
    paid = {award.seat for award in state.awards}
    merged: list[tuple[int, list[int], Halves]] = []
    alone = dict.fromkeys(state.order, 0)
    for pot in state.pots:
        halves, left = won[pot.index], [seat for seat in pot.seats if seat in paid]
        theirs = _shared_out(pot.amount, left, halves, low_is_won)
        alone = {seat: chips + theirs.get(seat, 0) for seat, chips in alone.items()}
        if any(theirs.get(seat, 0) != chips for seat, chips in ours[pot.index].items()):
            names.append(_payment_name(state, low_is_won, halves))
        # Beaten hands are gone before its pots are made: those left for the same players are one.
        before = merged.pop()[0] if merged and merged[-1][1] == left else 0
        merged.append((before + pot.amount, left, halves))
    together = dict.fromkeys(state.order, 0)
    for amount, left, halves in merged:
        for seat, chips in _shared_out(amount, left, halves, low_is_won).items():
            together[seat] += chips
    if together != alone:
        names.append("merged_pots")
    won_by_us = {seat: sum([each[seat] for each in ours.values()]) for seat in state.order}
    return {seat: state.stacks[seat] - won_by_us[seat] + together[seat] for seat in state.order}, names


def _shared_out(amount: int, left: list[int], halves: Halves, low_is_won: bool) -> dict[int, int]:
    """Equal shares, the whole rest to the first seat; of a low half that nobody won, among all left."""
    high = halves.get("high") or halves[""]
    shares = [(amount, high)]
    if low_is_won:
        low = halves.get("low") or halves.get("") or left
        shares = [(amount - amount // 2, high), (amount // 2, low)]
    chips: dict[int, int] = {}
    for part, seats in shares:
        share, rest = divmod(part, len(seats))
        for seat in seats:
            chips[seat] = chips.get(seat, 0) + share + (rest if seat == min(seats) else 0)
    return chips


def _payment_name(state: State, low_is_won: bool, halves: Halves) -> str:
    if low_is_won and "high" in halves and "low" not in halves:
        return "side_low"
    if low_is_won and "" in halves:
        return "same_hands"
    return "odd_suit" if state.game.odd_chip == "suit" else "odd_chip"
