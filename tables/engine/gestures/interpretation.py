"""What a player's words and chips mean under the rules. `interpret` reads a Gesture by the ordered table of
`rules`. Where the floor decides, `floor` is set and `choices` holds what it may order; where the player still
decides there are choices only. Every operation given is one that `apply` accepts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tables.engine.gestures.gesture import Gesture, Operations, Situation
from tables.engine.gestures.rules import RULES, GestureRule
from tables.engine.legal_actions import legal
from tables.engine.play.operations import Operation
from tables.engine.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """What a gesture comes to.

    operation
        To be recorded; None while choices are open, or if the gesture means nothing.
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


def interpret(state: State, gesture: Gesture) -> Interpretation:
    """What a gesture by the player to act means. Nothing is refused: the meaning may be that there is none."""
    answer = legal(state)
    if answer.actor is None:
        return Interpretation(rules=("no_betting",))
    situation = Situation(state, answer, answer.actor, gesture)
    rows = iter(RULES)
    read: list[str] = []
    while True:
        # The last row applies to everything else.
        rule = next(row for row in rows if row.when(situation))
        read.append(rule.code)
        if rule.reads is None:
            return _decided(situation, rule, tuple(read))
        situation = Situation(state, answer, answer.actor, rule.reads(situation))


def _decided(situation: Situation, rule: GestureRule, read: tuple[str, ...]) -> Interpretation:
    given = rule.means(situation)
    operation = given[0] if len(given) == 1 and not rule.floor else None
    back = situation.out + sum(situation.gesture.later) - situation.put_in(operation) if operation else 0
    return Interpretation(
        rules=read,
        operation=operation,
        at_least=rule.at_least and not situation.gesture.chips and situation.least < situation.most,
        floor=rule.floor,
        choices=() if operation else given,
        chips_back=max(back, 0),
        chips_due=max(-back, 0),
        params={
            "heard": situation.heard,
            "call": situation.call_to,
            "minimum": situation.minimum if situation.can_raise else 0,
            "maximum": situation.most,
            "stack": situation.total,
        },
    )
