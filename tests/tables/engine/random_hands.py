"""Whole hands of any game, ante kind and profile, played at random but by the rules."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

from tables.engine import (
    GAMES,
    DealBoard,
    DeclareWinners,
    Legal,
    Muck,
    Opens,
    Operation,
    Setup,
    Show,
    State,
    apply,
    legal,
    replay,
)
from tests.tables.engine.moves import Deck, contradicts, offered, telling
from tests.tables.engine.random_setups import random_setup

TELL = 0.15
"""How often cards become known before they are shown."""


def walk(setup: Setup, rng: random.Random, *, plain: bool = False) -> Iterator[State]:
    """A random hand from the first state to the last.

    plain: cards become known by being shown only, in the order that is owed; the board is known, and
    so the cards decide who wins.
    """
    deck = Deck(rng, unknown=0.0) if plain else Deck(rng)
    state = replay(setup, ())
    yield state
    while not state.is_complete:
        answer = legal(state)
        told = list(telling(answer, state, deck)) if not plain and rng.random() < TELL else []
        state = apply(state, rng.choice(told or _forward(answer, state, deck, plain=plain)))
        yield state


def random_hand(
    rng: random.Random, games: Collection[str] = tuple(GAMES), *, plain: bool = False
) -> tuple[Setup, list[Operation]]:
    """A setup and its operations to the last."""
    setup = random_setup(rng, games)
    *_, last = walk(setup, rng, plain=plain)
    return setup, list(last.history)


def _forward(answer: Legal, state: State, deck: Deck, *, plain: bool) -> list[Operation]:
    """What may come next and brings the hand nearer to its end."""
    possible = [each for each in offered(answer, state, deck) if not contradicts(state, each)]
    if state.phase == "betting":
        # To say again who acts first would continue for ever.
        return [each for each in possible if not isinstance(each, Opens)]
    if not plain:
        return possible
    if answer.board_cards:
        return [each for each in possible if isinstance(each, DealBoard)]
    return [
        each
        for each in possible
        if not (isinstance(each, Show | Muck) and each.seat != answer.to_show)
        and not isinstance(each, DeclareWinners)
    ]
