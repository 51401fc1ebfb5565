"""The hand in play as chips and turns, with which the tablet continues while the network is down.

The tablet's script (static/tables/tablet/hand.js) plays fold, check, call, bet, raise, bring-in, board cards
and undo on it by the same rules as the engine, so that it can show what is queued and refuse what the
server would refuse. Everything else waits for the server: rulings, showdown, up-cards, draws.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from tables import engine
from tables.engine.play.limits import limit_bet_of
from tables.engine.play.progress import Progress
from tables.engine.rulings.moments import is_sitting_out
from tables.engine.streets.streets import awaits_first_card
from tables.queries.table.hand import Replay

_PLAYED: Final = (engine.Fold, engine.Check, engine.Call, engine.RaiseTo, engine.BringIn)
HIDDEN: Final = "x"
"""Stands for an operation that changes no chips, and may not be seen: hole cards recorded in advance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltModel:
    """A hand for the script: `start`, JSON of a moment of it, which stays the same for many taps, and the operations
    `played` since, with a blank between them.
    """

    start: str
    played: str


def felt_model(replay: Replay) -> FeltModel | None:
    """The hand as the script plays it on, None where it could not. In games without a board the start is that of
    the street.
    """
    state = replay.state
    if not _can_go_on(state.progress):
        return None
    history = state.history
    first = len(history)
    while first and _is_played(history[first - 1], state):
        first -= 1
    while state.game.plays_cards and replay.at(first).street < state.street:
        # The last card of stud is dealt face down: its street opens without a word.
        first += 1
    while first < len(history) and replay.at(first).awaits_first_card:
        first += 1
    start = replay.at(first)
    if not _can_go_on(start.progress):
        return None
    return FeltModel(
        start=json.dumps(_start(start.progress), separators=(",", ":")),
        played=" ".join([_written(operation) for operation in history[first:]]),
    )


def _can_go_on(p: Progress) -> bool:
    """Whether chips and turns say enough: no ruling but the deal's own, no blind opening, no community card in stud, no
    board that is dealt more than once.
    """
    if p.irregularities is not None and not all(map(is_sitting_out, p.irregularities.rulings)):
        return False
    if p.runs is not None:
        return False
    if p.cards is not None:
        return p.phase == "betting" and not p.cards.blinds
    return p.phase in ("betting", "deal_board") and not awaits_first_card(p)


def _is_played(operation: engine.Operation, state: engine.State) -> bool:
    if isinstance(operation, engine.DealBoard):
        return not state.game.plays_cards
    return isinstance(operation, (*_PLAYED, engine.DealHole))


def _written(operation: engine.Operation) -> str:
    return HIDDEN if isinstance(operation, engine.DealHole) else engine.encode(operation)


def _start(p: Progress) -> dict[str, object]:
    """Chips by the seats of `order`. bets: of fixed limit by street; dealt: board cards by street, and
    none where the next street is for the server to open. counted: what the pot limit adds before the
    flop.
    """
    setup, rules, stakes, opening = p.setup, p.setup.rules, p.setup.stakes, p.setup.opening
    return {
        "phase": p.phase,
        "betting": p.game.betting,
        "order": p.order,
        "stacks": [p.stacks[seat] for seat in p.order],
        "bets": [p.bets[seat] for seat in p.order],
        "acted": [p.acted.get(seat) for seat in p.order],
        "live": p.live,
        "queue": p.queue,
        "level": p.bet_to_match,
        "full": p.full_bet,
        "forced": p.bring_in,
        "step": p.raise_increment,
        "raises": p.raises,
        "uncapped": p.uncapped,
        "closed": p.closed,
        "pot": p.pot,
        "counted": opening.missing - opening.uncounted,
        "street": p.street,
        "limit": [limit_bet_of(setup, street) for street in p.game.streets],
        "dealt": [] if p.cards is not None else [street.board_cards for street in p.game.streets],
        "least": stakes.least_bet,
        "opens": opening.least_bet,
        "blind": 0 if stakes.min_bet else stakes.big_blind,
        "spread": stakes.big_bet,
        "unit": stakes.unit,
        "chip": stakes.chip,
        "odd": rules.odd_bet,
        "cap": rules.limit_cap,
        "uncaps": rules.limit_heads_up_uncapped,
        "lastTwo": setup.last_two,
        "callOnly": rules.limit_under_half == "call_only",
        "doubles": rules.short_open_raise == "figp",
        "potOpens": rules.italian_opening == "pot",
    }
