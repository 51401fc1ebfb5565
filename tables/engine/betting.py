"""Betting: which amounts may this player put in now, and what an action changes.

Theory of operation. A round has a `queue` of seats that must still act, the actor first. Folding,
checking and calling take the actor out; a bet or raise fills the queue with everyone else who has
chips. The round ends when the queue is empty, or when the only player left with chips has nothing
to match.

Raising is open to who has not acted yet, or faces at least one full raise since: short all-ins add
up (TDA 47, W96); in fixed limit half a bet is enough. `step` is the last full bet or raise of no
and pot limit. In fixed limit `full` is the last bet that counted as a full one: an all-in of less
than half a bet above it leaves it, and the next player completes to `full` plus one bet (RRP,
WL129), or may only call (S1), as the house rules say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from tables.engine.errors import IllegalAction
from tables.engine.games import Betting
from tables.engine.operations import Call, Check, Fold, RaiseTo
from tables.engine.pots import Award, Pot, build_pots, uncalled_bet
from tables.engine.setup import Setup
from tables.engine.state import Progress

Limits = tuple[int, int]


# --- The structures: least and greatest total a bet or raise may make, before the stack has its say.


def _least_raise(p: Progress) -> int:
    """No and pot limit: the bet to match plus the last full bet or raise (S-031, TDA 43)."""
    minimum_bet = p.setup.stakes.big_blind
    if 0 < p.level < minimum_bet and p.setup.rules.short_open_raise == "figp":
        return 2 * minimum_bet
    return p.level + p.step


def no_limit(p: Progress, seat: int) -> Limits:
    return _least_raise(p), p.stacks[seat] + p.bets[seat]


def pot_limit(p: Progress, seat: int) -> Limits:
    """At most the pot after a call, on top of the call; short and dead blinds count full (TDA 54-B)."""
    least = _least_raise(p)
    after_call = p.pot + p.phantom + p.level - p.bets[seat]
    return least, max(least, p.level + after_call)


def fixed_limit(p: Progress, _seat: int) -> Limits:
    """One bet above the last full one, whatever short all-ins lie between (LIM-01 to 03)."""
    amount = p.full + _limit_bet(p)
    return amount, amount


STRUCTURES: Final[Mapping[Betting, Callable[[Progress, int], Limits]]] = MappingProxyType(
    {"no_limit": no_limit, "pot_limit": pot_limit, "fixed_limit": fixed_limit}
)


def _limit_bet(p: Progress) -> int:
    stakes = p.setup.stakes
    return stakes.small_bet if p.game.streets[p.street].bet == "small" else stakes.big_bet


def raise_limits(p: Progress, seat: int) -> Limits | IllegalAction:
    """The least and greatest total the actor may bet or raise to, or why none is allowed."""
    total = p.stacks[seat] + p.bets[seat]
    if total <= p.level:
        return IllegalAction(f"seat {seat} has no more than a call", "raise_without_chips", {"seat": seat})
    if len(p.live) - len(p.all_in) < 2:
        return IllegalAction("nobody is left who could call a raise", "raise_without_opponent")
    limit = p.game.betting == "fixed_limit"
    faced = p.level - p.acted[seat] if seat in p.acted else None
    if faced is not None and (2 * faced < _limit_bet(p) if limit else faced < p.step):
        return IllegalAction(
            f"seat {seat} has acted and faces no full raise: call or fold",
            "raise_not_reopened",
            {"seat": seat, "faced": faced},
        )
    if limit:
        refusal = _limit_refusal(p)
        if refusal:
            return refusal
    least, most = STRUCTURES[p.game.betting](p, seat)
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
    if p.level != p.full and rules.limit_under_half == "call_only":
        return IllegalAction(
            "after an all-in of less than half a bet one may only call or fold", "raise_under_half"
        )
    return None


# --- Actions. Each checks everything first and then changes the Progress.


def fold(p: Progress, operation: Fold) -> None:
    """Always possible in turn, also with nothing to call (TDA 58)."""
    seat = operation.seat
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    p.live.remove(seat)
    del p.queue[0]
    p.actions += 1
    if len(p.live) == 1:
        _award_uncontested(p)
    else:
        advance(p)


def check(p: Progress, operation: Check) -> None:
    seat = operation.seat
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    to_pay = p.price(seat) - p.bets[seat]
    if to_pay > 0:
        raise IllegalAction(f"cannot check: {to_pay} to call", "cannot_check", {"to_call": to_pay})
    p.acted[seat] = p.level
    del p.queue[0]
    p.actions += 1
    advance(p)


def call(p: Progress, operation: Call) -> None:
    seat = operation.seat
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    to_pay = p.price(seat) - p.bets[seat]
    if to_pay <= 0:
        raise IllegalAction("nothing to call: check", "nothing_to_call")
    _put_in(p, seat, min(to_pay, p.stacks[seat]))
    p.acted[seat] = p.level
    del p.queue[0]
    p.actions += 1
    p.chip_actions += 1
    advance(p)


def raise_to(p: Progress, operation: RaiseTo) -> None:
    seat, amount = operation.seat, operation.amount
    if seat != p.actor:
        raise _not_in_turn(p, seat)
    limits = raise_limits(p, seat)
    if isinstance(limits, IllegalAction):
        raise limits
    if not limits[0] <= amount <= limits[1]:
        raise _out_of_limits(p, amount, limits)
    if p.game.betting == "fixed_limit":
        if 2 * (amount - p.full) >= _limit_bet(p):
            p.full = amount
            _count_raise(p)
    elif amount - p.level >= p.step:
        p.step = amount - p.level
    _put_in(p, seat, amount - p.bets[seat])
    p.level = p.acted[seat] = amount
    p.aggressor = seat
    p.actions += 1
    p.chip_actions += 1
    live, stacks = p.live, p.stacks
    at = live.index(seat)
    p.queue = [other for other in live[at + 1 :] + live[:at] if stacks[other]]
    p.actor = p.queue[0]


def _count_raise(p: Progress) -> None:
    """Counts towards the cap; heads-up before it is reached lifts it where the rule says so (RRP)."""
    p.raises += 1
    rules = p.setup.rules
    if rules.limit_heads_up_uncapped == "becomes" and len(p.live) == 2:
        p.uncapped = True


def _put_in(p: Progress, seat: int, chips: int) -> None:
    p.stacks[seat] -= chips
    p.bets[seat] += chips
    p.totals[seat] += chips
    p.pot += chips
    if not p.stacks[seat]:
        p.all_in.append(seat)


def _not_in_turn(p: Progress, seat: int) -> IllegalAction:
    if p.actor is None:
        return IllegalAction(f"no betting now: seat {seat} cannot act", "no_betting", {"seat": seat})
    return IllegalAction(
        f"seat {seat} is not in turn: it is seat {p.actor}'s", "not_in_turn", {"seat": seat, "actor": p.actor}
    )


def _out_of_limits(p: Progress, amount: int, limits: Limits) -> IllegalAction:
    word = "raise" if p.level else "bet"
    params = {"amount": amount, "minimum": limits[0], "maximum": limits[1]}
    if amount < limits[0]:
        return IllegalAction(f"{word} below the minimum of {limits[0]}", f"{word}_below_minimum", params)
    return IllegalAction(f"{word} above the maximum of {limits[1]}", f"{word}_above_maximum", params)


# --- The round: posts, start, whose turn, end.


def post_and_open(p: Progress) -> None:
    """Takes the posts and opens the first street's betting."""
    setup = p.setup
    last_blind = setup.button
    for post in setup.posts:
        seat, amount, kind = post.seat, post.amount, post.kind
        if kind == "ante" or kind == "table_ante":
            p.stacks[seat] -= amount
            p.pot += amount
            if kind == "ante":
                p.antes[seat] = p.antes.get(seat, 0) + amount
            else:
                p.table_ante += amount
            if not p.stacks[seat]:
                p.all_in.append(seat)
        else:
            if amount:
                _put_in(p, seat, amount)
            if kind != "small_blind":
                last_blind = seat
                # A short big blind leaves the price whole; a straddle raises it (S-029, BLD-01).
                p.level = max(p.level, amount, setup.stakes.big_blind)
                p.raises += kind == "straddle" or not p.raises
    if p.game.betting == "pot_limit":
        p.phantom = _missing_blinds(setup)
    p.step = max(p.step, p.level)
    p.full = p.level
    order = p.order
    first = order.index(last_blind) + 1 if last_blind in order else 0
    _open(p, order[first:] + order[:first])


def _missing_blinds(setup: Setup) -> int:
    """What short and dead blinds fall short of, which the pot limit before the flop overlooks."""
    stakes = setup.stakes
    missing = 0
    if not any(post.kind == "big_blind" for post in setup.posts):
        return 0  # a game of antes only has no blind that could be dead
    for kind, due in (("small_blind", stakes.small_blind), ("big_blind", stakes.big_blind)):
        paid = [post.amount for post in setup.posts if post.kind == kind]
        missing += sum([max(due - amount, 0) for amount in paid or [0]])
    return missing


def open_round(p: Progress) -> None:
    """Opens the betting of a later street."""
    p.level = p.full = p.raises = p.actions = p.chip_actions = p.phantom = 0
    p.step = p.setup.stakes.big_blind
    p.acted = {}
    p.aggressor = None
    _open(p, p.live)


def _open(p: Progress, seats: list[int] | tuple[int, ...]) -> None:
    p.phase = "betting"
    stacks = p.stacks
    p.queue = [seat for seat in seats if stacks[seat]]
    if p.game.betting == "fixed_limit":
        rule = p.setup.rules.limit_heads_up_uncapped
        p.uncapped = (
            (rule == "last_two" and p.setup.last_two)
            or (rule == "round_begins" and len(p.queue) == 2)
            or (rule == "becomes" and len(p.live) == 2)
        )
    advance(p)


def advance(p: Progress) -> None:
    """Gives the turn to the next in the queue, or ends the round."""
    if p.queue:
        seat = p.queue[0]
        if len(p.live) - len(p.all_in) > 1 or p.price(seat) > p.bets[seat]:
            p.actor = seat
            return
    _close_round(p)


def _return_uncalled(p: Progress) -> None:
    uncalled = uncalled_bet(p.bets, p.live)
    if uncalled is None:
        return
    seat, chips = uncalled.seat, uncalled.amount
    if not p.stacks[seat]:
        p.all_in.remove(seat)
    p.stacks[seat] += chips
    p.totals[seat] -= chips
    p.pot -= chips
    p.returned.append(uncalled)


def _close_round(p: Progress) -> None:
    """Uncalled chips go back, bets into the pots; over for good if fewer than two could bet on."""
    _return_uncalled(p)
    p.bets = dict.fromkeys(p.order, 0)
    p.queue = []
    p.actor = None
    last = p.street + 1 == len(p.game.streets)
    p.phase = "showdown" if last else "deal_board"
    if last or len(p.live) - len(p.all_in) < 2:
        p.closed = True
        p.pots = build_pots(
            live=p.live, capped=p.all_in, antes=p.antes, bets=p.totals, table_ante=p.table_ante
        )


def _award_uncontested(p: Progress) -> None:
    """All but one have folded: he takes everything, unseen."""
    _return_uncalled(p)
    seat = p.live[0]
    p.bets = dict.fromkeys(p.order, 0)
    p.queue = []
    p.actor = None
    p.closed = True
    p.phase = "complete"
    p.pots = (Pot(0, p.pot, (seat,)),)
    p.awards = (Award(0, seat, p.pot),)
    p.stacks[seat] += p.pot
