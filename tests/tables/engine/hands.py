"""Builders of hands for the engine's tests: small tables, and operations in their text form."""

from __future__ import annotations

from collections.abc import Sequence

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    UNKNOWN,
    ButtonAndBlinds,
    Call,
    Check,
    DealBoard,
    HouseRules,
    SeatStack,
    Setup,
    Stakes,
    State,
    apply,
    decode,
    legal,
    replay,
)

TDA = HOUSE_RULES["tda2024"]
FIGP = HOUSE_RULES["figp"]


def table(
    *stacks: int,
    game: str = "NT",
    stakes: Stakes | None = None,
    rules: HouseRules = TDA,
    small_blinds: tuple[int, ...] | None = None,
    straddles: Sequence[tuple[int, int]] = (),
    last_two: bool = False,
) -> Setup:
    """Seats 1 to n with these stacks; seat 1 is the small blind, seat n the button.

    Heads-up seat 2 is the button and small blind. Blinds 50/100, limit bets 100/200 by default.
    """
    n = len(stacks)
    small, big = ((2,), (1,)) if n == 2 else ((1,), (2,))
    return Setup.for_level(
        game=game,
        rules=rules,
        stakes=stakes or Stakes(50, 100, small_bet=100, big_bet=200),
        positions=ButtonAndBlinds(
            button=n, small_blinds=small if small_blinds is None else small_blinds, big_blinds=big
        ),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
        straddles=straddles,
        last_two=last_two,
    )


def play(start: Setup | State, text: str = "") -> State:
    """The state after these operations, one word each."""
    state = start if isinstance(start, State) else replay(start, ())
    for word in text.split():
        state = apply(state, decode(word))
    return state


def limp(start: Setup | State) -> State:
    """Everyone calls or checks until the street is over, then unknown cards are dealt."""
    state = play(start)
    while state.actor is not None:
        state = apply(state, Call(state.actor) if legal(state).call_amount else Check(state.actor))
    return apply(state, DealBoard((UNKNOWN,) * legal(state).board_cards))


def on_street(street: int, setup: Setup) -> State:
    """Limped to this street (1 the flop), whose betting begins."""
    state = play(setup)
    while state.street < street:
        state = limp(state)
    return state


def raises(state: State) -> tuple[int, int] | None:
    """Least and greatest total the actor may bet or raise to."""
    answer = legal(state)
    if answer.raise_min is None or answer.raise_max is None:
        return None
    return answer.raise_min, answer.raise_max


def pots(state: State) -> list[tuple[int, str]]:
    """Amount and seats, ascending, of each pot, as (600, "123")."""
    return [(pot.amount, "".join(map(str, sorted(pot.seats)))) for pot in state.pots]


def street_count(code: str) -> int:
    return len(GAMES[code].streets)
