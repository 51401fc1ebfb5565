"""Chips put in, made into the ruling they amount to: the dealer counts the chips, the rule decides.

A player facing 300 puts in 450. Nobody at the table has to work out that this is a raise to 500: the dealer
enters 450, and the recorded ruling also says what it became.
"""

from __future__ import annotations

from dataclasses import replace

from tables.engine.errors import IllegalAction
from tables.engine.hand import REPLAYER
from tables.engine.play.denominations import made_up
from tables.engine.play.limits import counted_as, raise_limits
from tables.engine.play.operations import Call, Operation, RaiseTo, Ruling
from tables.engine.play.progress import Progress
from tables.engine.rulings.irregular_bets import must_call
from tables.engine.state import State


def as_counted(state: State, operation: Operation) -> Operation:
    """A ruling about chips with what they count as, an odd bet as the house makes it up; anything else,
    and a ruling that is complete, as it is.

    short_raise: `amount` lies in front of the seat, a total of the street; `inner` is a raise to as much
    where a raise was declared. Less than the call is an undercall. undercall: `amount` was put in now;
    where it must be a full call it is one. string_bet, out_of_turn: a raise to an amount that is not a lawful raise.
    Raises IllegalAction for chips that the seat does not have.
    """
    p = state.progress
    if not isinstance(operation, Ruling):
        return made_up(p, operation)
    if operation.seat not in p.live or p.phase != "betting":
        return operation
    match operation:
        case Ruling(kind="short_raise", amount=amount) if amount:
            return _short_raise(state, operation)
        case Ruling(kind="undercall", inner=None):
            return _undercall(state, operation)
        case Ruling(kind="string_bet" | "out_of_turn", amount=0, inner=RaiseTo(_, amount)):
            is_lawful = _is_lawful(p, operation.seat, amount)
            return operation if is_lawful else _counted(p, replace(operation, amount=amount))
        case _:
            return operation


def is_full_call(state: State) -> bool:
    """Whether less than the bet is a full call here, or the floor decides (TDA 51-B)."""
    return must_call(state.progress, REPLAYER)


def _short_raise(state: State, ruling: Ruling) -> Ruling:
    p, seat, amount = state.progress, ruling.seat, ruling.amount
    if amount < p.price(seat):
        put_in = amount - p.bets[seat]
        if put_in <= 0:
            raise IllegalAction(
                f"seat {seat} leaves what it has put in: less than the call", "no_undercall", {"seat": seat}
            )
        undercall = _undercall(state, replace(ruling, kind="undercall", amount=put_in, inner=None))
        if undercall.inner is None:
            raise IllegalAction(
                "less than a raise: a call, or a fold that leaves the chips (TDA 51-B)", "call_or_fold"
            )
        return undercall
    return _counted(p, ruling)


def _undercall(state: State, ruling: Ruling) -> Ruling:
    return replace(ruling, inner=Call(ruling.seat)) if is_full_call(state) else ruling


def _counted(p: Progress, ruling: Ruling) -> Ruling:
    """An announced raise counts as declared; in a string bet the first chips count instead."""
    said = ruling.inner == RaiseTo(ruling.seat, ruling.amount) and ruling.kind != "string_bet"
    if ruling.inner is not None and not isinstance(ruling.inner, RaiseTo):
        return ruling
    if isinstance(ruling.inner, RaiseTo) and ruling.inner.amount != ruling.amount:
        return ruling  # ruled already
    return replace(ruling, inner=counted_as(p, ruling.seat, ruling.amount, declared=said))


def _is_lawful(p: Progress, seat: int, amount: int) -> bool:
    limits = raise_limits(p, seat)
    return not isinstance(limits, IllegalAction) and limits[0] <= amount <= limits[1]
