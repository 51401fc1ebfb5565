"""What holds for every hand: chips conserved, legal means accepted, replay and undo are exact."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.engine import (
    HOUSE_RULES,
    UNKNOWN,
    Call,
    Card,
    Check,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    IllegalAction,
    Legal,
    Muck,
    Operation,
    Positions,
    RaiseTo,
    SeatStack,
    Setup,
    Show,
    Stakes,
    State,
    Undo,
    apply,
    decode,
    encode,
    legal,
    replay,
)
from tables.engine.cards import DECK
from tables.engine.posts import clockwise
from tables.engine.stakes import AnteKind

ANTE_KINDS: tuple[AnteKind, ...] = ("none", "classic", "big_blind", "button")


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any table of two to nine, short stacks, dead buttons, dead small blinds, all antes, straddles."""
    numbers = sorted(draw(st.sets(st.integers(1, 10), min_size=2, max_size=9)))
    stacks = {seat: draw(st.one_of(st.integers(1, 60), st.integers(50, 2000))) for seat in numbers}
    button = draw(st.integers(1, 10)) if len(numbers) > 2 else draw(st.sampled_from(numbers))
    order = clockwise(numbers, after=button)
    small: tuple[int, ...]
    big: tuple[int, ...]
    if len(numbers) == 2:
        small, big = (order[1],), (order[0],)
    elif draw(st.booleans()):
        small, big = (order[0],), (order[1],)
    else:
        small, big = (), (order[0],)
    kind = draw(st.sampled_from(ANTE_KINDS))
    straddles = []
    if len(numbers) > 3 and draw(st.booleans()):
        seat = order[(order.index(big[0]) + 1) % len(order)]
        ante = 20 if kind != "none" else 0
        straddles = [(seat, 40)] if stacks[seat] >= 40 + ante else []
    return Setup.for_level(
        game=draw(st.sampled_from(["NT", "PT", "FT", "NO", "PO", "FO"])),
        rules=HOUSE_RULES[draw(st.sampled_from(list(HOUSE_RULES)))],
        stakes=Stakes(10, 20, ante=20, ante_kind=kind, small_bet=20, big_bet=40),
        positions=Positions(button=button, small_blinds=small, big_blinds=big),
        seats=[SeatStack(seat, stack) for seat, stack in stacks.items()],
        straddles=straddles,
    )


class Deck:
    """A shuffled deck; the first cards not yet in the hand come next, or unknown ones."""

    def __init__(self, data: st.DataObject) -> None:
        self.cards = list(DECK)
        random.Random(data.draw(st.integers(0, 2**32), label="shuffle")).shuffle(self.cards)
        self.unknown = data.draw(st.sampled_from(["never", "hole", "board"]), label="unknown")

    def take(self, count: int, what: str, state: State) -> tuple[Card, ...]:
        if self.unknown == what:
            return (UNKNOWN,) * count
        seen = set(state.board).union(*state.hole.values())
        return tuple([card for card in self.cards if card not in seen][:count])


def offered(answer: Legal, state: State, deck: Deck) -> Iterator[Operation]:
    """One operation of every kind that is said to be legal, the amounts at both ends."""
    seat = answer.actor
    if seat is not None:
        yield Fold(seat)
        if answer.can_check:
            yield Check(seat)
        if answer.call_amount is not None:
            yield Call(seat)
        if answer.raise_min is not None and answer.raise_max is not None:
            yield RaiseTo(seat, answer.raise_min)
            yield RaiseTo(seat, answer.raise_max)
            yield RaiseTo(seat, (answer.raise_min + answer.raise_max) // 2)
    if answer.board_cards:
        yield DealBoard(deck.take(answer.board_cards, "board", state))
    for each in answer.may_show:
        if UNKNOWN in state.hole[each]:
            yield Show(each, deck.take(state.game.hole_cards, "hole", state))
        else:
            yield Show(each)
    for each in answer.may_muck:
        yield Muck(each)
    for pot in answer.pots_to_declare:
        seats = [each for each in state.pots[pot].seats if each not in state.mucked]
        yield DeclareWinners(pot, tuple(seats[:1]))
        yield DeclareWinners(pot, tuple(seats))
    for each in answer.may_know:
        yield DealHole(each, deck.take(state.game.hole_cards, "hole", state))


def not_offered(answer: Legal, state: State) -> Iterator[Operation]:
    """Operations that the answer excludes."""
    for seat in state.setup.seats:
        if seat.seat != answer.actor:
            yield from (Fold(seat.seat), Check(seat.seat), Call(seat.seat), RaiseTo(seat.seat, 40))
        if seat.seat not in answer.may_show:
            yield Show(seat.seat)
        if seat.seat not in answer.may_muck:
            yield Muck(seat.seat)
        if seat.seat not in answer.may_know:
            yield DealHole(seat.seat, (UNKNOWN,) * state.game.hole_cards)
    if answer.actor is not None:
        if not answer.can_check:
            yield Check(answer.actor)
        if answer.call_amount is None:
            yield Call(answer.actor)
        if answer.raise_min is None or answer.raise_max is None:
            yield from (RaiseTo(answer.actor, amount) for amount in (1, 20, 40, 2000))
        else:
            yield RaiseTo(answer.actor, answer.raise_min - 1)
            yield RaiseTo(answer.actor, answer.raise_max + 1)
    yield DealBoard((UNKNOWN,) * (answer.board_cards + 1))
    for pot in range(len(state.pots) + 1):
        if pot not in answer.pots_to_declare:
            yield DeclareWinners(pot, state.order[:1])


def contradicts(state: State, operation: Operation) -> bool:
    """Whether another pot was declared with other winners among those who can win both."""
    if not isinstance(operation, DeclareWinners):
        return False
    for index, winners in state.declared.items():
        both = set(state.pots[index].seats) & set(state.pots[operation.pot].seats)
        here, there = both & set(operation.seats), both & set(winners)
        if here and there and here != there:
            return True
    return False


def check_chips(state: State) -> None:
    total = sum(each.stack for each in state.setup.seats)
    assert all(chips >= 0 for chips in state.stacks.values())
    assert sum(pot.amount for pot in state.pots) + sum(state.bets.values()) == state.pot_total
    if state.is_complete:
        assert sum(state.results.values()) == total
        assert sum(award.amount for award in state.awards) == state.pot_total
        for pot in state.pots:
            paid = [award for award in state.awards if award.pot == pot.index]
            assert sum(award.amount for award in paid) == pot.amount
            assert {award.seat for award in paid} <= set(pot.seats)
    else:
        assert sum(state.stacks.values()) + state.pot_total == total


def walk(data: st.DataObject, setup: Setup, *, probe: bool) -> list[State]:
    """A random hand from the first state to the last; with probe every step tries everything."""
    deck = Deck(data)
    state = replay(setup, ())
    states = [state]
    while not state.is_complete:
        answer = legal(state)
        choices = list(offered(answer, state, deck))
        if deck.unknown == "hole":
            # An unknown hole card tells nothing: the hand would stand still.
            choices = [each for each in choices if not isinstance(each, DealHole)]
        good = []
        for operation in choices:
            if contradicts(state, operation):
                with pytest.raises(IllegalAction, match="contradict"):
                    apply(state, operation)
            else:
                good.append(apply(state, operation))
        if probe:
            for operation in not_offered(answer, state):
                with pytest.raises(IllegalAction):
                    apply(state, operation)
        state = data.draw(st.sampled_from(good), label="next") if len(good) > 1 else good[0]
        check_chips(state)
        states.append(state)
    return states


# A walk makes many choices of its own; the examples are long, not slow.
long_walks = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow]
)


@pytest.mark.rule("S-001")
@long_walks
@given(setups(), st.data())
def test_legal_operations_are_accepted_and_all_others_refused(setup: Setup, data: st.DataObject) -> None:
    states = walk(data, setup, probe=True)
    for operation in not_offered(legal(states[-1]), states[-1]):
        with pytest.raises(IllegalAction):
            apply(states[-1], operation)


@long_walks
@given(setups(), st.data())
def test_replay_equals_applying_one_by_one_and_undo_equals_never_having_happened(
    setup: Setup, data: st.DataObject
) -> None:
    states = walk(data, setup, probe=False)
    last = states[-1]
    log = [decode(encode(operation)) for operation in last.history]
    assert replay(Setup.from_dict(setup.to_dict()), log) == last
    to = data.draw(st.integers(0, len(log) - 1), label="undo to")
    assert apply(last, Undo(to)) == states[to]
    assert replay(setup, [*log, Undo(to), *log[to:]]) == last


@long_walks
@given(setups(), st.data())
def test_nobody_wins_from_anyone_more_than_he_put_in_himself(setup: Setup, data: st.DataObject) -> None:
    last = walk(data, setup, probe=False)[-1]
    start = {each.seat: each.stack for each in setup.seats}
    lost = {seat: start[seat] - chips for seat, chips in last.results.items()}
    table_ante = sum(post.amount for post in setup.posts if post.kind == "table_ante")
    for award_seat in {award.seat for award in last.awards}:
        # The dead ante for the table is for anyone to win; of the rest nobody covers more.
        most = sum(min(start[award_seat], start[seat]) for seat in start if seat != award_seat)
        assert -lost[award_seat] <= most + table_ante


@pytest.mark.rule("S-029")
def test_every_street_ends_the_walk() -> None:
    """The walk above ends because each street has a last action: five cards and no more raises."""
    setup = Setup.for_level(
        game="NT",
        rules=HOUSE_RULES["tda2024"],
        stakes=Stakes(10, 20),
        positions=Positions(button=2, small_blinds=(2,), big_blinds=(1,)),
        seats=[SeatStack(1, 10_000), SeatStack(2, 10_000)],
    )
    state = replay(setup, ())
    steps = 0
    while not state.is_complete:
        answer = legal(state)
        if answer.actor is not None and answer.raise_min is not None:
            state = apply(state, RaiseTo(answer.actor, answer.raise_min))
        elif answer.actor is not None:
            state = apply(state, Call(answer.actor))
        elif answer.board_cards:
            state = apply(state, DealBoard((UNKNOWN,) * answer.board_cards))
        else:
            state = apply(state, DeclareWinners(0, (1,)))
        steps += 1
    assert dict(state.results) == {1: 20_000, 2: 0}
    assert steps < 600
