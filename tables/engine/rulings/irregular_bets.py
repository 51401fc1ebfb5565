"""Motions that count as something else: the ruling is itself the action of the seat in turn."""

from __future__ import annotations

from tables.engine.errors import IllegalAction
from tables.engine.play.betting import call, check, fold, raise_to
from tables.engine.play.limits import counted_as, raise_limits
from tables.engine.play.operations import Action, Call, Check, Fold, RaiseTo, Ruling
from tables.engine.play.progress import Progress
from tables.engine.play.rounds import put_in
from tables.engine.rulings.out_of_turn import check_bound_action
from tables.engine.rulings.rewinding import Replayer
from tables.engine.streets.stud import check_bring_in


def string_bet(p: Progress, ruling: Ruling) -> None:
    """Of several motions the first counts (TDA 42, 56; S-023); its chips may be a short raise."""
    action = _inner(ruling, Check, Call, RaiseTo)
    if ruling.amount:
        check_counted(p, ruling, action)
    _act(p, action)


def short_raise(p: Progress, ruling: Ruling) -> None:
    """Half of the least raise or more is made up to exactly that; less is a call (TDA 43; S-032).

    amount: what lay in front of the seat. Older records have only what it became.
    """
    action = _inner(ruling, Check, Call, RaiseTo)
    if ruling.amount:
        check_counted(p, ruling, action)
    elif isinstance(action, RaiseTo) and action.seat == p.actor:
        limits = raise_limits(p, action.seat)
        if not isinstance(limits, IllegalAction) and action.amount != limits[0]:
            raise IllegalAction(
                f"a short raise is made up to {limits[0]} (TDA 43-A)",
                "short_raise_is_least",
                {"minimum": limits[0]},
            )
    _act(p, action)


def undercall(p: Progress, ruling: Ruling, replayer: Replayer) -> None:
    """Less than the bet: a full call heads-up and of the round's opening bet; of a raise the floor may
    let the player leave these chips and fold (TDA 51-B).
    """
    action, seat, left = _inner(ruling, Call, Fold), ruling.seat, ruling.amount
    if seat == p.actor and not ruling.floor and (isinstance(action, Fold) or not must_call(p, replayer)):
        raise IllegalAction(
            "less than a raise is for the floor to decide (TDA 51-B)",
            "floor_must_confirm",
            {"kind": ruling.kind, "rule": "TDA 51-B"},
        )
    if isinstance(action, Fold) and seat == p.actor:
        if not 0 < left < min(p.price(seat) - p.bets[seat], p.stacks[seat]):
            raise IllegalAction(
                f"seat {seat} leaves what it has put in: less than the call", "no_undercall", {"seat": seat}
            )
        put_in(p, seat, left)
    _act(p, action)


def check_counted(p: Progress, ruling: Ruling, action: Action) -> None:
    """Refuses what the chips do not count as, with or without a word that was said."""
    may_be = [counted_as(p, ruling.seat, ruling.amount, declared=said) for said in (False, True)]
    if action not in may_be:
        raise IllegalAction(
            f"{ruling.amount} in front of seat {ruling.seat} does not count as this",
            "counts_otherwise",
            {"seat": ruling.seat, "amount": ruling.amount},
        )


def must_call(p: Progress, replayer: Replayer) -> bool:
    """Heads-up, or nobody has raised the first chips of the round; a posted blind is such an opening."""
    if len(p.live) == 2:
        return True
    now = Progress(p.setup)
    replayer.begin(now)
    levels = {now.bet_to_match} if p.street == 0 else set()
    for operation in p.history:
        replayer.step(now, operation)
        if now.street == p.street:
            levels.add(now.bet_to_match)
    return len(levels - {0}) <= 1


def _inner(ruling: Ruling, *kinds: type) -> Action:
    action = ruling.inner
    if action is None or action.seat != ruling.seat or not isinstance(action, kinds):
        raise IllegalAction(
            f"{ruling.kind} does not become this action", "ruling_says_too_much", {"kind": ruling.kind}
        )
    return action


def _act(p: Progress, action: Action) -> None:
    check_bound_action(p, action)
    check_bring_in(p, action)
    if isinstance(action, Fold):
        fold(p, action)
    elif isinstance(action, Check):
        check(p, action)
    elif isinstance(action, Call):
        call(p, action)
    else:
        raise_to(p, action)
