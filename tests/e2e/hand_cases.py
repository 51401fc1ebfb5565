"""Moments of random hands of every game, for the tablet's script to play beside the engine."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tables import engine
from tables.queries.table.hand import replay_of
from tables.queries.tablet.actions import bet_choices
from tables.queries.tablet.felt_model import felt_model
from tests.tables.engine.moves import Deck, contradicts, offered
from tests.tables.engine.random_setups import random_setup

PLAYED = (engine.Fold, engine.Check, engine.Call, engine.RaiseTo, engine.BringIn, engine.DealBoard)
CHECK = """
async ([url, cases]) => {
  const { begin, legal, play, playAll } = await import(`${url}/hand.js`);
  const { betChoices } = await import(`${url}/bet_choices.js`);
  const WORDS = { bigBlinds: "", part: "", decimal: "1.5" };
  const view = (hand) => hand && hand.phase !== "server" ? {
    phase: hand.phase, stacks: [...hand.stacks.values()], bets: [...hand.bets.values()], pot: hand.pot,
    live: hand.live, street: hand.street, may: legal(hand),
    offered: legal(hand).raise ? betChoices(hand, legal(hand), WORDS).map((c) => [c.amount, c.isAllowed]) : [],
  } : "server";
  return cases.map(({ model, code }) => {
    const [start, played] = model;
    const now = playAll(begin(JSON.parse(start)), played.split(" ").filter(Boolean));
    return { now: view(now && now.hand), next: now && code ? view(play(now.hand, code)) : null };
  });
}
"""


def cases(seed: int, hands: int) -> Iterator[dict[str, Any]]:
    """model and code go to the script; now and next are what the engine makes of them."""
    rng = random.Random(seed)
    for _ in range(hands):
        setup = random_setup(rng)
        if rng.random() < 0.5:
            # Stacks of the random tables are odd: all-in with them is lawful, other amounts go by fives.
            setup = replace(setup, stakes=replace(setup.stakes, unit=5))
        deck, state = Deck(rng), engine.replay(setup, ())
        while not state.is_complete:
            after, operation = _step(state, deck, rng)
            model = felt_model(replay_of(setup, state.history))
            if model:
                code = engine.encode(operation) if isinstance(operation, PLAYED) else ""
                if isinstance(operation, engine.DealBoard) and state.game.plays_cards:
                    code = ""
                yield {
                    "model": [model.start, model.played],
                    "code": code,
                    "now": seen(state),
                    "next": seen(after) if code else None,
                }
            state = after


def _step(state: engine.State, deck: Deck, rng: random.Random) -> tuple[engine.State, engine.Operation]:
    possible = [each for each in offered(engine.legal(state), state, deck) if not contradicts(state, each)]
    if state.phase == "betting":
        possible = [each for each in possible if not isinstance(each, engine.Opens)]
    while True:
        operation = rng.choice(possible)
        try:
            return engine.apply(state, operation), operation
        except engine.IllegalAction as error:
            if error.code not in ("not_payable", "less_than_a_chip"):
                raise
            possible.remove(operation)


def seen(state: engine.State) -> Any:
    """As the script shows it; "server" where it would wait."""
    p, may = state.progress, engine.legal(state)
    if p.phase == "deal_board":
        return _view(state, {"seat": 0, "board": may.board_cards}) if p.cards is None else "server"
    if p.phase != "betting":
        return "server"
    seat = may.actor or 0
    return _view(
        state,
        {
            "seat": seat,
            "board": 0,
            "canFold": may.can_fold,
            "canCheck": may.can_check,
            "call": 0 if may.bring_in else may.call_amount or 0,
            "callIsAllIn": max(p.price(seat) - p.bets[seat], 0) >= p.stacks[seat],
            "bringIn": may.bring_in or 0,
            "raise": None if may.raise_min is None else [may.raise_min, may.raise_max],
            "isBet": may.raise_is_bet,
            "isCompletion": may.raise_is_completion,
            "total": p.stacks[seat] + p.bets[seat],
        },
    )


def _view(state: engine.State, may: dict[str, object]) -> dict[str, object]:
    order = state.order
    return {
        "phase": state.phase,
        "stacks": [state.stacks[seat] for seat in order],
        "bets": [state.bets[seat] for seat in order],
        "pot": state.pot_total,
        "live": list(state.live),
        "street": state.street,
        "may": may,
        "offered": [[choice.amount, choice.is_allowed] for choice in bet_choices(state, engine.legal(state))],
    }


def differences(played: list[dict[str, Any]], answers: list[dict[str, Any]]) -> list[str]:
    """Where the script and the engine do not agree. A street of a game without a board ends with the
    server: the script need not know what comes after it."""
    found = []
    for case, answer in zip(played, answers, strict=True):
        if answer["now"] != case["now"]:
            found.append(f"now {json.dumps(case)} -> {json.dumps(answer['now'])}")
        elif case["code"] and answer["next"] != case["next"] and not _ends_street(case, answer):
            found.append(f"next {json.dumps(case)} -> {json.dumps(answer['next'])}")
    return found


def _ends_street(case: dict[str, Any], answer: dict[str, Any]) -> bool:
    dealt = json.loads(case["model"])["start"]["dealt"]
    return not dealt and answer["next"] == "server" and case["next"]["street"] > case["now"]["street"]
