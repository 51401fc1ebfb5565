"""Hands of every game for tests: a table that suits the game, and steps that are lawful at any moment."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    UNKNOWN,
    ButtonAndBlinds,
    Card,
    HouseRules,
    Operation,
    SeatStack,
    Setup,
    Stakes,
    State,
    apply,
    legal,
)
from tables.engine.cards.cards import DECK
from tests.tables.engine.moves import Deck, contradicts, offered, sensible, telling

TDA = HOUSE_RULES["tda2024"]

ACROSS_POTS = ("winners_contradict", "no_openers")
"""Refusals of what `legal` offers: it does not look across pots, nor at the openers shown."""


def setup_of(game: str, *stacks: int, rules: HouseRules = TDA, stakes: Stakes | None = None) -> Setup:
    """Seats 1 to n; the button, where there is one, on seat n. Blinds 50/100 or antes of 10 with a
    bring-in of 25; limit bets 100/200.
    """
    n = len(stacks)
    blinds = (
        GAMES[game].has_button
        and GAMES[game].streets
        and GAMES[game].streets[0].first_to_act == "after_blinds"
    )
    if stakes is None and blinds:
        stakes = Stakes(50, 100, small_bet=100, big_bet=200)
    elif stakes is None:
        stakes = Stakes(0, 0, 10, "classic", small_bet=100, big_bet=200, bring_in=25, min_bet=100)
    small, big = ((2,), (1,)) if n == 2 else ((1,), (2,))
    return Setup.for_level(
        game=game,
        rules=rules,
        stakes=stakes,
        positions=ButtonAndBlinds(
            button=n, small_blinds=small if blinds else (), big_blinds=big if blinds else ()
        ),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def fresh(state: State, rng: random.Random, count: int) -> tuple[Card, ...]:
    """Cards not known to be in the hand, or unknown ones."""
    if rng.random() < 0.3:
        return (UNKNOWN,) * count
    free = [card for card in DECK if card not in state.progress.seen]
    return tuple(rng.sample(free, count))


def steps(state: State, rng: random.Random) -> Iterator[Operation]:
    """Operations that `legal` offers, one or more of each kind, no known card among them."""
    for operation in offered(legal(state), state, Deck(rng, unknown=1.0)):
        if not contradicts(state, operation):
            yield operation


def told(state: State, rng: random.Random) -> Iterator[Operation]:
    """Cards that may be told."""
    return telling(legal(state), state, Deck(rng))


def finished(state: State) -> State:
    """The hand played to its end by lawful steps only."""
    for _ in range(400):
        if state.is_complete:
            return state
        state = apply(state, sensible(state))
    raise AssertionError("the hand does not end")
