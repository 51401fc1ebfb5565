"""Who will act next if all goes as it mostly goes: lets a dealer tap on while the network sleeps.

The tablet shows the next player before the server has answered. It never counts chips itself: it
walks this list, and stops where a fold, an all-in or the end of the round would need the rules.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from tables import engine


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A seat that will be asked; `checks` when it will have nothing to call. `total` is all it has."""

    seat: int
    checks: bool
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """The turns after the actor's: if he folds, checks or calls, and if he bets or raises.

    `live` counts the players who still hold cards, the actor included.
    """

    live: int
    if_passive: tuple[Turn, ...]
    if_raised: tuple[Turn, ...]

    def as_json(self) -> str:
        """For the tablet's script: turns as [seat, checks, total]."""
        passive = [[turn.seat, turn.checks, turn.total] for turn in self.if_passive]
        raised = [[turn.seat, turn.checks, turn.total] for turn in self.if_raised]
        return json.dumps({"live": self.live, "passive": passive, "raised": raised}, separators=(",", ":"))


def forecast(state: engine.State) -> Forecast:
    """Empty lists once somebody is all-in: then too much depends on the amounts."""
    legal = engine.legal(state)
    if state.all_in or legal.actor is None:
        return Forecast(live=len(state.live), if_passive=(), if_raised=())
    raised: tuple[Turn, ...] = ()
    if legal.raise_min is not None:
        raised = _turns(engine.apply(state, engine.RaiseTo(legal.actor, legal.raise_min)))
    return Forecast(live=len(state.live), if_passive=_turns(_go_along(state)), if_raised=raised)


def _turns(state: engine.State) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    street = state.street
    while state.actor is not None and state.street == street and not state.all_in:
        seat = state.actor
        turns.append(
            Turn(
                seat=seat,
                checks=engine.legal(state).can_check,
                total=state.stacks[seat] + state.bets[seat],
            )
        )
        state = _go_along(state)
    return tuple(turns)


def _go_along(state: engine.State) -> engine.State:
    """The state after the actor has checked, called or brought in."""
    legal = engine.legal(state)
    seat = legal.actor or 0
    if legal.bring_in is not None:
        return engine.apply(state, engine.BringIn(seat))
    return engine.apply(state, engine.Check(seat) if legal.can_check else engine.Call(seat))
