"""One hand of poker: `replay` a record, `apply` the next operation, `legal` to know which may come.

A hand is a Setup and a list of operations. An operation is checked completely before it changes
anything; a refused one raises IllegalAction with the numbers that would be right.
"""

from __future__ import annotations

from collections.abc import Iterable

from tables.engine.operations import Operation
from tables.engine.setup import Setup
from tables.engine.state import Legal, State


def replay(setup: Setup, operations: Iterable[Operation]) -> State:
    """The state of a hand after its record; undos in it are resolved first.

    Raises IllegalAction at the first operation the rules refuse.
    """
    raise NotImplementedError


def apply(state: State, operation: Operation) -> State:
    """The state after one more operation; raises IllegalAction and changes nothing if refused."""
    raise NotImplementedError


def legal(state: State) -> Legal:
    """What may happen now, with amounts: everything in it is accepted, everything else refused."""
    raise NotImplementedError
