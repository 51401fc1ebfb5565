"""One hand of poker: `replay` a record, `apply` the next operation, `legal` to know which may come.

A hand is a Setup and a list of operations. Its phases:

    betting ──► deal_board ──► betting …     while two players can still bet
       │            │ ▲
       │            └─┘                       run-out: all-in, street after street without betting
       ├──────► showdown ──► complete         after the last street
       └───────────────────► complete         all but one have folded

An operation is checked completely before it changes anything; a refused one raises IllegalAction
with the numbers that would be right. Hole cards may be told at any time before they are tabled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from tables.engine.betting import call, check, fold, open_round, post_and_open, raise_limits, raise_to
from tables.engine.errors import IllegalAction
from tables.engine.operations import (
    Call,
    Check,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    Muck,
    Operation,
    RaiseTo,
    Show,
    Undo,
    effective,
)
from tables.engine.setup import Setup
from tables.engine.showdown import (
    check_new,
    deal_hole,
    declare,
    may_know,
    muck,
    muck_refusal,
    settle,
    show,
    to_declare,
    undecided,
)
from tables.engine.state import Legal, Progress, State


def deal_board(p: Progress, operation: DealBoard) -> None:
    """Puts the next street's cards on the board and opens its betting, if there can be any."""
    cards = operation.cards
    due = board_cards_due(p)
    if not due:
        raise IllegalAction("no board cards are due now", "board_not_due")
    if len(cards) != due:
        raise IllegalAction(
            f"{due} board cards are due, not {len(cards)}", "board_card_count", {"count": due}
        )
    check_new(p, cards)
    p.board += cards
    p.seen.update(cards)
    p.street += 1
    if not p.closed:
        open_round(p)
    elif p.street + 1 == len(p.game.streets):
        p.phase = "showdown"
        settle(p)


def board_cards_due(p: Progress) -> int:
    return p.game.streets[p.street + 1].board_cards if p.phase == "deal_board" else 0


_HANDLERS: Final[Mapping[type, Callable[[Progress, Any], None]]] = MappingProxyType(
    {
        DealHole: deal_hole,
        DealBoard: deal_board,
        Fold: fold,
        Check: check,
        Call: call,
        RaiseTo: raise_to,
        Show: show,
        Muck: muck,
        DeclareWinners: declare,
    }
)


def replay(setup: Setup, operations: Iterable[Operation]) -> State:
    """The state of a hand after its record; undos in it are resolved first.

    Raises IllegalAction at the first operation the rules refuse.
    """
    history = list(operations)
    if Undo in map(type, history):
        history = list(effective(history))
    p = Progress(setup)
    post_and_open(p)
    handlers = _HANDLERS
    for operation in history:
        handlers[type(operation)](p, operation)
    p.history = history
    return State(p)


def apply(state: State, operation: Operation) -> State:
    """The state after one more operation; raises IllegalAction and changes nothing if refused."""
    if isinstance(operation, Undo):
        return replay(state.setup, [*state.history, operation])
    p = state.progress.copy()
    _HANDLERS[type(operation)](p, operation)
    p.history.append(operation)
    return State(p)


def legal(state: State) -> Legal:
    """What may happen now, with amounts: everything in it is accepted, everything else refused."""
    p = state.progress
    if p.phase == "complete":
        return Legal(phase="complete")
    knowable = tuple([seat for seat in p.order if may_know(p, seat)])
    if p.actor is not None:
        return _legal_action(p, p.actor, knowable)
    waiting = undecided(p)
    return Legal(
        phase=p.phase,
        board_cards=board_cards_due(p),
        may_show=tuple(waiting),
        may_muck=tuple([seat for seat in waiting if muck_refusal(p, seat) is None]),
        to_show=waiting[0] if waiting else None,
        pots_to_declare=tuple(to_declare(p)),
        may_know=knowable,
    )


def _legal_action(p: Progress, seat: int, knowable: tuple[int, ...]) -> Legal:
    stack = p.stacks[seat]
    to_pay = max(p.price(seat) - p.bets[seat], 0)
    limits = raise_limits(p, seat)
    least, most = (None, None) if isinstance(limits, IllegalAction) else limits
    return Legal(
        phase="betting",
        actor=seat,
        can_fold=True,
        can_check=not to_pay,
        call_amount=min(to_pay, stack) if to_pay else None,
        call_is_all_in=to_pay >= stack,
        raise_min=least,
        raise_max=most,
        raise_is_bet=p.level == 0,
        may_know=knowable,
    )
