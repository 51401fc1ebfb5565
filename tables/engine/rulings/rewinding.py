"""Playing a hand again from an earlier point, for rulings that change what happened there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tables.engine.play.operations import Operation
from tables.engine.play.progress import Progress
from tables.engine.streets.streets import begin

REWINDING: Final = frozenset(
    (
        "undercall", "corrected_bet", "returned_bet", "killed_hand", "wrong_bring_in", "four_card_flop",
        "no_burn",
    )
)  # fmt: skip
"""Rulings that may play the hand again, with the rulings before them: each makes a long hand longer."""

Step = Callable[[Progress, Operation], None]
"""One operation on a Progress, put into its history: hand.step."""


def rewound(p: Progress, count: int, step: Step) -> Progress:
    """The hand after its first `count` operations."""
    before = Progress(p.setup)
    begin(before)
    for operation in p.history[:count]:
        step(before, operation)
    return before


def become(p: Progress, other: Progress) -> None:
    """Makes p what the other is, which is given up."""
    for name in Progress.__slots__:
        setattr(p, name, getattr(other, name))
