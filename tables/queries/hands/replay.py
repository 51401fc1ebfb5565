"""A hand as the replayer shows it: the table after each step, in few bytes.

The page has the sentences already, in their streets; a step says how many of them are read by then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables import engine
from tables.queries.hands.history import known_cards
from tables.queries.hands.steps import HandStep, chips_won


@dataclass(frozen=True, slots=True, kw_only=True)
class HandReplay:
    """`steps` are what a script reads: [lines so far, pot, pots, boards, seat to act, seats], of each seat its [stack,
    bet, cards, state, won]; the state is "" or "folded". `streets`: the step at which each street of the page begins.
    `cards`: every card that is seen.
    """

    steps: tuple[Sequence[Any], ...]
    streets: tuple[int, ...]
    cards: tuple[str, ...]

    @property
    def data(self) -> Mapping[str, Any]:
        return {"steps": self.steps, "streets": self.streets}


def replay_of_steps(steps: Sequence[HandStep]) -> HandReplay:
    """Of a hand whose unseen cards are hidden. Those that a player holds unseen are shown by their backs."""
    lines = 0
    found: list[Sequence[Any]] = []
    streets: list[int] = []
    for step in steps:
        lines += len(step.lines)
        shown = _step(step.state, lines)
        # Cards became known that nobody sees.
        if found and shown == found[-1] and step.before is None and step.after is None:
            continue
        found.append(shown)
        streets += [len(found) - 1] if step.before is not None else []
        streets += [len(found)] if step.after is not None else []
    last = len(found) - 1
    return HandReplay(steps=tuple(found), streets=tuple(min(at, last) for at in streets), cards=_cards(found))


def _step(state: engine.State, lines: int) -> Sequence[Any]:
    won = chips_won(state)
    return [
        lines,
        state.pot_total,
        [pot.amount for pot in state.pots],
        list(map(engine.format_cards, state.boards_so_far)),
        state.actor or 0,
        [_seat(state, seat, won[seat]) for seat in sorted(state.stacks)],
    ]


def _seat(state: engine.State, seat: int, won: int) -> Sequence[Any]:
    is_folded = seat in state.folded or seat in state.mucked
    # Cards that were thrown in are gone from the table.
    cards = "" if is_folded else known_cards(state, seat, hides_cards=True) or "??" * len(state.hole[seat])
    return [state.stacks[seat], state.bets.get(seat, 0), cards, "folded" if is_folded else "", won]


def _cards(steps: Sequence[Sequence[Any]]) -> tuple[str, ...]:
    texts = [text for step in steps for text in [*step[3], *(seat[2] for seat in step[5])]]
    seen = {text[at : at + 2]: None for text in texts for at in range(0, len(text), 2)}
    return tuple(seen)
