"""What a player does by an operation, in betting: the same for every notation that writes actions down."""

from __future__ import annotations

from typing import Final

from tables.engine.play.operations import Call, Check, Fold, Operation, RaiseTo, Ruling
from tables.engine.play.progress import Progress

_NOT_YET: Final = frozenset(("out_of_turn", "accepted_action"))
"""Rulings on words that count later, or not at all, though they name an action."""

Acted = Fold | Check | Call | RaiseTo


def acted(operation: Operation, p: Progress) -> Acted | None:
    """The action that an operation which comes now comes to: a ruling may make one, or a fold; None: not an action."""
    match operation:
        case Ruling(inner=inner) if inner is not None and operation.kind not in _NOT_YET:
            return acted(inner, p)
        case Ruling(kind="accepted_raise", seat=seat, amount=amount):
            return RaiseTo(seat, amount)
        case Ruling(kind="dead_hand" | "absent" | "penalty", seat=seat) if not p.closed:
            return Fold(seat)
        case Fold() | Check() | Call() | RaiseTo():
            return operation
        case _:
            return None
