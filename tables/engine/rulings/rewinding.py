"""Playing a hand again from an earlier point, for rulings that change what happened there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from tables.engine.play.operations import Operation
from tables.engine.play.progress import Progress

REWINDING: Final = frozenset(
    (
        "undercall", "corrected_bet", "returned_bet", "killed_hand", "wrong_bring_in", "four_card_flop",
        "no_burn",
    )
)  # fmt: skip
"""Rulings that may play the hand again, with the rulings before them: each makes a long hand longer."""


class Replayer(NamedTuple):
    """How a hand begins, and how one more operation is applied and enters its history.

    `hand` passes itself in as one, so that a ruling can play the hand again without importing it.
    """

    begin: Callable[[Progress], None]
    step: Callable[[Progress, Operation], None]


def replay_up_to(p: Progress, count: int, replayer: Replayer) -> Progress:
    """The hand after its first `count` operations."""
    before = Progress(p.setup)
    replayer.begin(before)
    for operation in p.history[:count]:
        replayer.step(before, operation)
    return before


def replace_contents(p: Progress, other: Progress) -> None:
    """Replaces the contents of p with those of other, which is not used again."""
    for name in Progress.__slots__:
        setattr(p, name, getattr(other, name))
