"""Hands of every game for tests: a table that suits the game, and steps that are lawful at any moment."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    UNKNOWN,
    BlindOpen,
    BringIn,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    DeclareWinners,
    Discard,
    EndHand,
    Fold,
    HouseRules,
    IllegalAction,
    Legal,
    Muck,
    Opens,
    Operation,
    Positions,
    PutIn,
    RaiseTo,
    Ruling,
    SeatStack,
    Setup,
    Show,
    ShowOpeners,
    Stakes,
    State,
    TakeOut,
    apply,
    legal,
)
from tables.engine.cards import DECK
from tables.engine.operations import Half

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
        positions=Positions(button=n, small_blinds=small, big_blinds=big) if blinds else Positions(button=n),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def fresh(state: State, rng: random.Random, count: int) -> tuple[Card, ...]:
    """Cards not known to be in the hand, or unknown ones."""
    if rng.random() < 0.3:
        return (UNKNOWN,) * count
    free = [card for card in DECK if card not in state.progress.seen]
    return tuple(rng.sample(free, count))


def steps(state: State, rng: random.Random) -> Iterator[Operation]:
    """Operations that `legal` offers, one or more of each kind."""
    may = legal(state)
    yield from _bets(may)
    if may.board_cards:
        yield DealBoard(fresh(state, rng, may.board_cards))
    yield from [DealUp(seat, fresh(state, rng, 1)) for seat in may.deal_up]
    yield from [Opens(seat) for seat in may.may_open[:1]]
    if may.drawer is not None:
        count = rng.randint(0, may.draw_most)
        yield Discard(may.drawer, (UNKNOWN,) * count)
    yield from [Show(seat) for seat in may.may_show if may.phase == "showdown"]
    yield from [Muck(seat) for seat in may.may_muck]
    for pot in may.pots_to_declare:
        seats = [seat for seat in state.pots[pot].seats if seat not in state.mucked]
        half: Half = "high" if state.game.is_high_low else ""
        yield DeclareWinners(pot, tuple(seats[:1]), half)
    for pot in may.lows_to_declare:
        yield DeclareWinners(pot, (), "low")
    if may.openers_due is not None:
        yield ShowOpeners(may.openers_due, (UNKNOWN, UNKNOWN))
        yield Ruling(kind="false_opening", seat=may.openers_due, floor=True)
    yield from [PutIn(seat, most) for seat, most in may.may_put_in.items()]
    if may.may_take_out:
        yield TakeOut(state.order[0], may.may_take_out)
    if may.may_end:
        yield EndHand()


def _bets(may: Legal) -> Iterator[Operation]:
    seat = may.actor
    if seat is None:
        return
    if may.can_check:
        yield Check(seat)
    if may.call_amount is not None:
        yield Call(seat)
    if may.can_fold:
        yield Fold(seat)
    if may.bring_in is not None:
        yield BringIn(seat)
    if may.raise_min is not None and may.raise_max is not None:
        yield RaiseTo(seat, may.raise_min)
        yield RaiseTo(seat, may.raise_max)
    if may.blind_open is not None:
        yield BlindOpen(seat)


def told(state: State, rng: random.Random) -> Iterator[Operation]:
    """Hole cards that may be told."""
    for seat in legal(state).may_know:
        held = state.hole[seat]
        new = iter(fresh(state, rng, len(held)))
        yield DealHole(seat, tuple(card or next(new) for card in held))


def finished(state: State, rng: random.Random) -> State:
    """The hand played to its end by lawful steps only."""
    for _ in range(400):
        if state.is_complete:
            return state
        for operation in steps(state, rng):
            try:
                state = apply(state, operation)
                break
            except IllegalAction as error:
                if error.code not in ACROSS_POTS:
                    raise
        else:
            raise AssertionError(f"nothing can be done in {state!r}")
    raise AssertionError("the hand does not end")
