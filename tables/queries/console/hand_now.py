"""The hand in play at one table as the floor sees it, with the clock of the decision that is due."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tables import engine
from tables.floor.decisions import DecisionClock
from tables.queries.table.hand import TableHand
from tables.queries.table.shot_clock import decision_seconds
from tournament.rules.structure.level_games import LevelGame


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledClock:
    """The clock that the player of a seat was called on; `remaining_seconds` are 0 once it is over."""

    seat: int
    ends_at: datetime
    remaining_seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HandNow:
    """The hand in play as recorded so far; `actor` is whose turn it is to bet, `drawer` to draw, if any.

    `boards` are several where the players agreed on that, and `board_number` is the one being dealt, from 1 (else 0).
    `phase` is the engine's, or "run_out" while stud is dealt after the betting. `pot` is all that was
    put in; of it `bets` lies in front of the players and `pots` is the rest, the main pot first. `clock` was called on
    the actor; `may_call` says that it may be, no shot clock running.
    """

    number: int
    level_number: int
    stakes: LevelGame
    street: str
    phase: str
    boards: tuple[str, ...]
    board_number: int
    pot: int
    bets: int
    pots: tuple[int, ...]
    actor: str
    drawer: str
    to_call: int
    clock: CalledClock | None
    may_call: bool


def hand_now(recorded: TableHand, names: Mapping[int, str], *, now: datetime) -> HandNow:
    """The hand as recorded so far; `names` of the players by seat. No query but those of the shot clock's start."""
    hand, state = recorded.hand, recorded.state
    return HandNow(
        number=hand.number,
        level_number=hand.level_number,
        stakes=recorded.stakes,
        street=state.street_name if state.game.streets else "",
        phase="run_out" if state.runs_out and state.game.is_stud else state.phase,
        boards=tuple(map(engine.format_cards, state.boards_so_far)),
        board_number=state.board_number,
        pot=state.pot_total,
        bets=sum(state.bets.values()),
        pots=tuple(pot.amount for pot in state.pots),
        actor=names.get(state.actor or 0, ""),
        drawer=names.get(engine.legal(state).drawer or 0, ""),
        to_call=state.to_call(state.actor) if state.actor else 0,
        clock=_called_clock(recorded, now),
        may_call=_may_call(recorded),
    )


def _called_clock(recorded: TableHand, now: datetime) -> CalledClock | None:
    clock = recorded.table.clock_of(hand=recorded.hand.pk, operations=len(recorded.operations))
    return None if clock is None else called_clock(clock, now)


def called_clock(clock: DecisionClock, now: datetime) -> CalledClock:
    """A clock as it is counted down on a page."""
    left = (clock.ends_at - now).total_seconds()
    return CalledClock(seat=clock.seat, ends_at=clock.ends_at, remaining_seconds=max(0, int(left)))


def _may_call(recorded: TableHand) -> bool:
    """Where a shot clock runs every decision has its time already."""
    state = recorded.state
    if state.phase != "betting" or state.actor is None:
        return False
    return not decision_seconds(recorded)
