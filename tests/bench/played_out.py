"""Hands of any game that go to the showdown, with every card known: what costs an engine most."""

from __future__ import annotations

import random
from dataclasses import replace

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    BringIn,
    ButtonAndBlinds,
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    Discard,
    Operation,
    RaiseTo,
    SeatStack,
    Setup,
    Show,
    Stakes,
    State,
    apply,
    legal,
    replay,
)
from tables.engine.cards.cards import DECK, JOKER, Card


def played_out(code: str, rng: random.Random, *, players: int) -> tuple[Setup, list[Operation]]:
    """A hand in which nobody folds: everybody calls, some raise, all draw a card, all show."""
    setup = _setup(code, min(players, GAMES[code].most_players))
    state = replay(setup, ())
    deck = [card for card in (*DECK, JOKER) if card not in state.setup.in_play.left_out]
    rng.shuffle(deck)
    operations: list[Operation] = []
    for seat in state.order:
        cards = tuple([deck.pop() for _ in state.hole[seat]])
        operations.append(DealHole(seat, cards))
        state = apply(state, operations[-1])
    while not state.is_complete:
        operations += _step(state, deck, rng)
        state = replay(setup, operations)
    return setup, operations


def _setup(code: str, players: int) -> Setup:
    game = GAMES[code]
    blinds = not game.is_stud and game.streets[0].first_to_act == "after_blinds"
    antes = not blinds
    return Setup.for_level(
        game=code,
        rules=replace(HOUSE_RULES["tda2024"], prove_openers=False),
        stakes=Stakes(
            50 if blinds else 0, 100 if blinds else 0, 10 if antes else 0, "classic" if antes else "none",
            100, 200, bring_in=30 if game.is_stud else 0, min_bet=100,
        ),
        positions=ButtonAndBlinds(
            button=players, small_blinds=(1,) if blinds else (), big_blinds=(2,) if blinds else ()
        ),
        seats=[SeatStack(seat, 20_000) for seat in range(1, players + 1)],
    )  # fmt: skip


def _step(state: State, deck: list[Card], rng: random.Random) -> list[Operation]:
    may = legal(state)
    if may.board_cards:
        return [DealBoard(tuple([deck.pop() for _ in range(may.board_cards)]))]
    if may.deal_up:
        return [DealUp(seat, (deck.pop(),)) for seat in may.deal_up]
    if may.drawer is not None:
        return _draw(state, may.drawer, deck)
    if may.to_show is not None:
        return [Show(may.to_show)]
    assert may.actor is not None
    return [*_down_cards(state, deck), _bet(state, rng)]


def _bet(state: State, rng: random.Random) -> Operation:
    may, seat = legal(state), state.actor
    assert seat is not None
    # One raise a street: no cap is reached, on which engines differ.
    wanted = rng.random() < 0.2 or (state.game.carries and not state.bet_to_match)
    if may.raise_min is not None and state.progress.aggressor is None and wanted:
        return RaiseTo(seat, may.raise_min)
    if may.bring_in is not None:
        return BringIn(seat)
    return Check(seat) if may.call_amount is None else Call(seat)


def _draw(state: State, seat: int, deck: list[Card]) -> list[Operation]:
    """Everybody changes one card, which is told at once; without a stub nobody does."""
    if len(deck) < 2:
        return [Discard(seat)]
    return [Discard(seat, state.hole[seat][-1:]), DealHole(seat, (deck.pop(),))]


def _down_cards(state: State, deck: list[Card]) -> list[Operation]:
    """The last card of seven is dealt face down before its round: told with the first word."""
    return [
        DealHole(seat, (deck.pop(),))
        for seat in state.live
        if state.game.is_stud and not state.hole[seat][-1] and deck
    ]
