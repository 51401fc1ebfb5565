"""What a player's words and chips mean under the rules, for the dealer who saw something irregular.

`meaning` reads a Motion by the ordered table of `motion_rules`. What is the floor's to decide has
`floor` and the `choices` it may order; what is still the player's has choices only. Every operation
given is one that `apply` accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.engine.gestures.gesture import Motion, Operations, Said, Spot
from tables.engine.gestures.rules import RULES, SOURCES, MotionRule
from tables.engine.legal_actions import legal
from tables.engine.play.operations import Operation
from tables.engine.state import State

__all__ = ["SOURCES", "Meaning", "Motion", "Said", "meaning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What a motion comes to.

    operation
        To be recorded; None while choices are open, or if the motion means nothing.
    at_least
        The player may still name more than the operation's amount.
    rules
        Codes of the rows that were read, the deciding one last; SOURCES has their numbers.
    params
        The figures of their sentences, totals of the street: what was "heard" or put in, what a
        "call" makes it, "minimum" and "maximum" of a raise, the whole "stack".
    chips_back
        What goes back of everything put forward; chips_due: what must be added. Both are 0 while
        choices are open.
    """

    rules: tuple[str, ...]
    operation: Operation | None = None
    at_least: bool = False
    floor: bool = False
    choices: Operations = ()
    chips_back: int = 0
    chips_due: int = 0
    params: Mapping[str, int] = field(default_factory=dict)


def meaning(state: State, motion: Motion) -> Meaning:
    """What this motion of the player in turn means. It refuses nothing: what means nothing says so."""
    answer = legal(state)
    if answer.actor is None:
        return Meaning(rules=("no_betting",))
    spot = Spot(state, answer, answer.actor, motion)
    rows = iter(RULES)
    read: list[str] = []
    while True:
        # The last row applies to whatever is left.
        rule = next(row for row in rows if row.when(spot))
        read.append(rule.code)
        if rule.reads is None:
            return _decided(spot, rule, tuple(read))
        spot = Spot(state, answer, answer.actor, rule.reads(spot))


def _decided(spot: Spot, rule: MotionRule, read: tuple[str, ...]) -> Meaning:
    given = rule.means(spot)
    operation = given[0] if len(given) == 1 and not rule.floor else None
    back = spot.out + sum(spot.motion.later) - spot.put_in(operation) if operation else 0
    return Meaning(
        rules=read,
        operation=operation,
        at_least=rule.at_least and not spot.motion.chips and spot.least < spot.most,
        floor=rule.floor,
        choices=() if operation else given,
        chips_back=max(back, 0),
        chips_due=max(-back, 0),
        params={
            "heard": spot.heard,
            "call": spot.call_to,
            "minimum": spot.minimum if spot.can_raise else 0,
            "maximum": spot.most,
            "stack": spot.total,
        },
    )
