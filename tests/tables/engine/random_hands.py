"""Whole hands of any game, ante kind and profile, played at random but by the rules."""

from __future__ import annotations

import random

from tables.engine.cards import DECK, Card
from tables.engine.hand import apply, legal, replay
from tables.engine.house_rules import HOUSE_RULES
from tables.engine.operations import (
    Call,
    Check,
    DealBoard,
    DeclareWinners,
    Fold,
    Muck,
    Operation,
    RaiseTo,
    Show,
)
from tables.engine.setup import Positions, SeatStack, Setup, Stakes
from tables.engine.stakes import AnteKind
from tables.engine.state import State


def random_setup(rng: random.Random) -> Setup:
    """A level of any game and ante kind at a table with gaps, the button perhaps on an empty seat."""
    game = rng.choice(["NT", "PT", "FT", "NO", "PO", "FO"])
    chosen = sorted(rng.sample(range(1, 11), rng.randint(2, 6)))
    button = rng.choice(chosen) if len(chosen) == 2 or rng.random() < 0.7 else rng.randint(1, 10)
    order = [seat for seat in chosen if seat > button] + [seat for seat in chosen if seat <= button]
    if len(chosen) == 2:
        small, big = [button], order[0]
    else:
        dead = rng.random() < 0.2
        small, big = ([], order[0]) if dead else ([order[0]], order[1])
    ante_kind: AnteKind = rng.choice(["none", "classic", "big_blind", "button"])
    stakes = Stakes(
        50, 100, 0 if ante_kind == "none" else 25, ante_kind, *((100, 200) if game[0] == "F" else ())
    )
    return Setup.for_level(
        game=game,
        rules=rng.choice(list(HOUSE_RULES.values())),
        stakes=stakes,
        positions=Positions(button=button, small_blinds=tuple(small), big_blinds=(big,)),
        seats=[SeatStack(seat, rng.choice([25, 90, 400, 3000, 10_000])) for seat in chosen],
    )


def random_step(state: State, deck: list[Card], rng: random.Random) -> Operation:
    may = legal(state)
    if may.board_cards:
        return DealBoard(tuple(deck.pop() for _ in range(may.board_cards)))
    if may.actor is not None:
        choices: list[Operation] = [Check(may.actor)] if may.can_check else [Call(may.actor), Fold(may.actor)]
        if may.raise_min is not None and may.raise_max is not None:
            choices.append(RaiseTo(may.actor, rng.randint(may.raise_min, may.raise_max)))
        return rng.choice(choices)
    seat = may.to_show
    if seat is None or (may.pots_to_declare and rng.random() < 0.3):
        pot = state.pots[may.pots_to_declare[0]]
        before = {winner for winners in state.declared.values() for winner in winners}
        able = [each for each in pot.seats if each not in state.mucked]
        winners = tuple(each for each in able if each in before) or (rng.choice(able),)
        return DeclareWinners(pot.index, winners)
    if seat in may.may_muck and rng.random() < 0.3:
        return Muck(seat)
    return Show(seat, tuple(deck.pop() for _ in range(state.game.hole_cards)))


def random_hand(rng: random.Random) -> tuple[Setup, list[Operation]]:
    setup = random_setup(rng)
    deck = rng.sample(DECK, 52)
    state = replay(setup, ())
    operations: list[Operation] = []
    while not state.is_complete:
        operations.append(random_step(state, deck, rng))
        state = apply(state, operations[-1])
    return setup, operations
