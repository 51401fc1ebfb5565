"""One hand of poker: `replay` a record, `apply` the next operation, `legal` to know which may come.

A hand is a Setup and a list of operations. Its phases:

    betting ──► deal_board ──► betting …     games with a board, while two players can still bet
       │            │ ▲
       │            └─┘                       run-out: all-in, street after street without betting
       │                                      (dealt more than once: board after board)
       ├──► deal_up | draw ──► betting …      stud and draw games: see streets.py, stud_streets.py
       ├──────► showdown ──► complete         after the last street
       └───────────────────► complete         all but one have folded

A refused operation raises IllegalAction with the numbers that would be right. `apply` works on a
copy and `replay` on its own Progress: an error leaves nothing behind, so a handler need not check everything
before it starts changing things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

from tables.engine.errors import IllegalAction
from tables.engine.games.setup import Setup
from tables.engine.play.betting import bring_in, call, check, fold, raise_to
from tables.engine.play.dealing import deal_first, deal_hole
from tables.engine.play.operations import (
    Action,
    BlindOpen,
    BringIn,
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    DeclareWinners,
    Discard,
    EndHand,
    Fold,
    Muck,
    Opens,
    Operation,
    PutIn,
    RaiseTo,
    Ruling,
    RunBoards,
    Show,
    ShowOpeners,
    TakeOut,
    Undo,
    effective,
)
from tables.engine.play.progress import Progress
from tables.engine.play.showdown import declare, muck, show, show_openers
from tables.engine.rulings.corrected_bets import give_back
from tables.engine.rulings.dead_hands import leave_after_deal
from tables.engine.rulings.effects import rule
from tables.engine.rulings.out_of_turn import check_bound_action
from tables.engine.rulings.rewinding import Replayer
from tables.engine.state import State
from tables.engine.streets.by_result import end_hand, put_in_pot, take_out
from tables.engine.streets.drawing import discard
from tables.engine.streets.italian import blind_open
from tables.engine.streets.streets import begin, continue_hand, deal_board, run_boards
from tables.engine.streets.stud import check_bring_in, deal_up, opens
from tables.engine.streets.stud_streets import deal_unrecorded


def _ruled(p: Progress, ruling: Ruling) -> None:
    rule(p, ruling, REPLAYER)


_HANDLERS: Final[Mapping[type, Callable[[Progress, Any], None]]] = MappingProxyType(
    {
        DealHole: deal_hole,
        DealUp: deal_up,
        DealBoard: deal_board,
        RunBoards: run_boards,
        Opens: opens,
        BringIn: bring_in,
        Fold: fold,
        Check: check,
        Call: call,
        RaiseTo: raise_to,
        Discard: discard,
        Show: show,
        Muck: muck,
        ShowOpeners: show_openers,
        DeclareWinners: declare,
        BlindOpen: blind_open,
        PutIn: put_in_pot,
        TakeOut: take_out,
        EndHand: end_hand,
        Ruling: _ruled,
    }
)


# The usual operations of a board game: no undo, no ruling.
_PLAIN: Final = {kind: handler for kind, handler in _HANDLERS.items() if kind is not Ruling}


def replay(setup: Setup, operations: Iterable[Operation]) -> State:
    """The state of a hand after its record; undos in it are resolved first.

    Raises IllegalAction at the first operation the rules refuse.
    """
    history = tuple(operations)
    p = Progress(setup)
    begin(p)
    if p.cards is None:
        handlers = _PLAIN
        try:
            for operation in islice(history, deal_first(p, history), None):
                handlers[type(operation)](p, operation)
        except (KeyError, IllegalAction):
            # The refused operation may have been undone later; rulings need the history as it grows.
            if not any(type(operation) in (Undo, Ruling) for operation in history):
                raise
        else:
            p.history = history
            return State(p)
        p = Progress(setup)
        begin(p)
    for operation in effective(history):
        step(p, operation)
    return State(p)


def step(p: Progress, operation: Operation) -> None:
    """One operation, no undo, on a private Progress, which is unusable after an error.

    Rulings look back: the history is always complete, except in a replay without rulings.
    """
    if p.irregularities is not None and isinstance(operation, Action | BlindOpen):
        check_bound_action(p, operation)
    if p.bring_in > p.bet_to_match:
        check_bring_in(p, operation)
    if p.closed and p.game.is_stud and p.phase == "deal_board":
        deal_unrecorded(p, operation)
    _HANDLERS[type(operation)](p, operation)
    if p.cards is not None:
        continue_hand(p)
    if p.irregularities is not None and p.irregularities.sitting_out and p.phase != "deal_up":
        leave_after_deal(p)
        continue_hand(p)
    if p.irregularities is not None and p.irregularities.aside and p.phase == "complete":
        give_back(p)
    p.history += (operation,)


REPLAYER: Final = Replayer(begin=begin, step=step)


def apply(state: State, operation: Operation) -> State:
    """The state after one more operation; raises IllegalAction and changes nothing if refused."""
    if isinstance(operation, Undo):
        return replay(state.setup, [*state.history, operation])
    p = state.progress.copy()
    step(p, operation)
    return State(p)
