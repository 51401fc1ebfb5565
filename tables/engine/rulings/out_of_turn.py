"""Action out of turn: what binds a player who acted too early or was skipped (TDA 53, 58; S-038).

The record keeps the turn: a player who acted too early acts when the turn comes, and then only the
action out of turn is lawful, as long as the action has not changed by then. Check, call and fold of others do not
change it; a bet or raise does.

A house may hold a passive action out of turn harder (oot_heads_up, WSOP glossary): in a round that began with two
players it leaves check, call or fold also once the action has changed.
"""

from __future__ import annotations

from typing import Final

from tables.engine.errors import IllegalAction
from tables.engine.play.limits import counted_as, out_of_limits, raise_limits
from tables.engine.play.operations import (
    SITTING_OUT,
    Action,
    BlindOpen,
    BringIn,
    Call,
    Check,
    DealBoard,
    DealUp,
    Discard,
    Fold,
    RaiseTo,
    Ruling,
    acted,
)
from tables.engine.play.progress import Progress

_BEGINS_A_STREET: Final = (DealBoard, DealUp, Discard)
_ACTIONS: Final = (Fold, Check, Call, RaiseTo, BringIn, BlindOpen)


def out_of_turn(p: Progress, ruling: Ruling) -> None:
    """Somebody acted before the turn: a lawful action as things stand, once (TDA 53-A)."""
    said, seat = ruling.inner, ruling.seat
    if said is None or said.seat != seat or seat not in p.queue[1:]:
        raise IllegalAction(
            f"seat {seat} has not acted before its turn", "not_out_of_turn", {"seat": seat, "actor": p.actor}
        )
    irregularities = p.ensure_irregularities()
    if bound_action(p, seat)[0] is not None:
        raise IllegalAction(
            f"seat {seat} has acted out of turn and is bound by it (TDA 53-A)",
            "bound_out_of_turn",
            {"seat": seat},
        )
    if ruling.amount and said != counted_as(p, seat, ruling.amount, declared=True):
        raise IllegalAction(
            f"{ruling.amount} in front of seat {seat} does not count as this",
            "counts_otherwise",
            {"seat": seat, "amount": ruling.amount},
        )
    if isinstance(said, RaiseTo):
        limits = raise_limits(p, seat)
        if isinstance(limits, IllegalAction):
            raise limits
        if not limits[0] <= said.amount <= limits[1]:
            raise out_of_limits(p, said.amount, limits)
    irregularities.bound[seat] = (said, _faced(p))


def skipped(p: Progress, ruling: Ruling) -> None:
    """Passed over, and silent until there was substantial action behind: no raise any more (TDA 53-B).
    The floor may kill the hand instead, which is another ruling.
    """
    if ruling.seat not in p.queue:
        raise IllegalAction(
            f"seat {ruling.seat} has nothing to decide", "nothing_to_decide", {"seat": ruling.seat}
        )
    p.ensure_irregularities().passive[ruling.seat] = p.street


def bound_action(p: Progress, seat: int) -> tuple[Action | None, bool]:
    """What a seat that acted out of turn must do, None where it is free; and whether it may not raise.

    A fold always binds (TDA 58). Where the house binds always (home rules), a raise that has become too
    small is a call, and a check of a bet leaves call or fold.
    """
    irregularities = p.ensure_irregularities()
    passive = irregularities.passive.get(seat) == p.street
    word = irregularities.bound.get(seat)
    if word is None or p.bring_in > p.bet_to_match:
        return None, passive
    said, faced = word
    if isinstance(said, Fold):
        return said, passive
    if faced != _faced(p) and p.setup.rules.oot_binding == "unchanged":
        return None, passive or _is_held_passive(p, said)
    return _lawful(p, seat, said, passive=passive)


def _is_held_passive(p: Progress, said: Action) -> bool:
    """Whether a check or call out of turn forbids a raise: the round began heads-up (WSOP glossary)."""
    return p.setup.rules.oot_heads_up == "passive" and isinstance(said, Check | Call) and began_heads_up(p)


def began_heads_up(p: Progress) -> bool:
    """Whether two players could act when this betting round began: those with chips now, and those who have acted since
    or whose hand was killed.
    """
    acting = {seat for seat in p.live if p.stacks[seat]}
    for operation in reversed(p.history):
        if isinstance(operation, _BEGINS_A_STREET):
            break
        if isinstance(operation, Ruling) and (
            _was_killed(p, operation) or operation.kind == "accepted_raise"
        ):
            acting.add(operation.seat)
        action = acted(operation)
        if isinstance(action, _ACTIONS):
            acting.add(action.seat)
    return len(acting) == 2


def _was_killed(p: Progress, ruling: Ruling) -> bool:
    """Whether the hand is out that a ruling named, by it or since; a player who sits out was never in the round."""
    seat = ruling.seat
    return ruling.kind not in SITTING_OUT and seat in p.stacks and seat not in p.live and p.stacks[seat] > 0


def _faced(p: Progress) -> int:
    """The bet that everybody yet to act knows of; a bring-in that is due is one."""
    return max(p.bet_to_match, p.bring_in)


def _lawful(p: Progress, seat: int, said: Action, *, passive: bool) -> tuple[Action | None, bool]:
    """What was said, in what is possible now."""
    to_pay = p.price(seat) > p.bets[seat]
    if isinstance(said, RaiseTo) and not passive:
        limits = raise_limits(p, seat)
        if not isinstance(limits, IllegalAction) and said.amount >= limits[0]:
            return RaiseTo(seat, min(said.amount, limits[1])), False
    if isinstance(said, Check) and to_pay:
        return None, True
    return Call(seat) if to_pay else Check(seat), passive


def check_bound_action(p: Progress, operation: Action | BlindOpen) -> None:
    """Refuses an action that breaks one made out of turn, or a raise by a player who may not raise."""
    irregularities, seat = p.irregularities, operation.seat
    if irregularities is None or seat != p.actor:
        return
    word, passive = bound_action(p, seat)
    if word is not None and operation != word:
        raise IllegalAction(
            f"seat {seat} has acted out of turn and is bound by it (TDA 53-A)",
            "bound_out_of_turn",
            {"seat": seat},
        )
    if passive and isinstance(operation, RaiseTo | BlindOpen):
        raise IllegalAction(
            f"seat {seat} may only check, call or fold (TDA 53-B)", "passive_only", {"seat": seat}
        )
    irregularities.bound.pop(seat, None)
