from __future__ import annotations

from fractions import Fraction

import pytest

from tables import engine
from tables.queries.tablet.actions import bet_choices

PLACES = ["minimum", "2", "5/2", "3", "4", "1/3", "1/2", "2/3", "pot", "all_in"]


def state_of(
    *stacks: int,
    game: str = "NT",
    chip: int = 25,
    codes: tuple[str, ...] = (),
    bets: tuple[int, int] = (0, 0),
) -> engine.State:
    """Blinds 50/100, the button on the last seat, after these operations."""
    setup = engine.Setup.for_level(
        game=game,
        rules=engine.HOUSE_RULES["tda2024"],
        stakes=engine.Stakes(small_blind=50, big_blind=100, chip=chip, small_bet=bets[0], big_bet=bets[1]),
        positions=engine.ButtonAndBlinds(button=len(stacks), small_blinds=(1,), big_blinds=(2,)),
        seats=tuple(engine.SeatStack(seat, stack) for seat, stack in enumerate(stacks, start=1)),
    )
    return engine.replay(setup, [engine.decode(code) for code in codes])


def amounts(state: engine.State) -> dict[str, tuple[int, bool]]:
    """Place to amount and whether it may be tapped."""
    choices = bet_choices(state, engine.legal(state))
    names = [str(c.factor) if c.kind in ("multiple", "part") else c.kind for c in choices]
    return {name: (c.amount, c.is_allowed) for name, c in zip(names, choices, strict=True)}


@pytest.mark.rule("S-020")
def test_opening_before_the_flop_offers_multiples_of_the_big_blind_and_parts_of_the_pot() -> None:
    # The pot after a call is 50 + 100 + 100; half of it is bet on top of the 100 to call.
    assert amounts(state_of(5000, 5000, 5000)) == {
        "minimum": (200, True),
        "2": (200, True),
        "5/2": (250, True),
        "3": (300, True),
        "4": (400, True),
        "1/3": (200, True),
        "1/2": (225, True),
        "2/3": (275, True),
        "pot": (350, True),
        "all_in": (5000, True),
    }


@pytest.mark.rule("S-020")
def test_facing_a_raise_the_multiples_are_of_the_raise() -> None:
    state = state_of(5000, 5000, 5000, codes=("r3:300",))
    shown = amounts(state)
    assert (shown["minimum"], shown["2"], shown["5/2"], shown["3"]) == (
        (500, True),
        (600, True),
        (750, True),
        (900, True),
    )
    assert not any(choice.of_big_blind for choice in bet_choices(state, engine.legal(state)))


def test_after_the_flop_a_part_of_the_pot_is_that_part() -> None:
    state = state_of(5000, 5000, 5000, codes=("c3", "c1", "k2", "b:2c3d4h"))
    shown = amounts(state)
    assert (shown["1/3"], shown["1/2"], shown["pot"]) == ((100, True), (150, True), (300, True))


def test_amounts_are_rounded_up_to_the_smallest_chip_in_play() -> None:
    assert amounts(state_of(5000, 5000, 5000, chip=100))["1/2"] == (300, True)


def test_choice_above_the_stack_or_below_the_minimum_stays_in_its_place_and_is_off() -> None:
    state = state_of(5000, 5000, 250, codes=())
    shown = amounts(state)
    assert list(shown) == PLACES
    assert (shown["3"], shown["pot"], shown["all_in"]) == ((300, False), (350, False), (250, True))
    assert amounts(state_of(5000, 5000, 5000, codes=("r3:1000",)))["1/3"] == (1700, False)


def test_pot_limit_offers_the_pot_as_the_most_and_no_all_in_beyond_it() -> None:
    shown = amounts(state_of(5000, 5000, 5000, game="PO"))
    assert (shown["pot"], shown["all_in"]) == ((350, True), (5000, False))


def test_nothing_is_offered_to_who_may_not_raise() -> None:
    state = state_of(100, 5000, 5000, codes=("r3:5000",))
    assert bet_choices(state, engine.legal(state)) == ()


@pytest.mark.parametrize("codes", [(), ("c3",), ("r3:300",), ("c3", "c1", "k2", "b:2c3d4h")])
def test_every_choice_that_is_offered_is_legal(codes: tuple[str, ...]) -> None:
    state = state_of(5000, 1200, 5000, codes=codes)
    legal = engine.legal(state)
    assert legal.actor is not None
    for choice in bet_choices(state, legal):
        if choice.is_allowed:
            engine.apply(state, engine.RaiseTo(legal.actor, choice.amount))


def test_places_are_the_same_for_every_player_in_every_hand() -> None:
    for codes in ((), ("r3:300",), ("c3", "c1", "k2", "b:2c3d4h")):
        state = state_of(5000, 5000, 5000, codes=codes)
        assert list(amounts(state)) == PLACES


def test_factor_is_exact() -> None:
    state = state_of(5000, 5000, 5000)
    assert bet_choices(state, engine.legal(state))[2].factor == Fraction(5, 2)
