"""What holds for every hand of every game: chips conserved, legal means accepted, replay and undo exact."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    UNKNOWN,
    ButtonAndBlinds,
    Call,
    DealBoard,
    DeclareWinners,
    IllegalAction,
    RaiseTo,
    Ruling,
    SeatStack,
    Setup,
    Stakes,
    State,
    Undo,
    apply,
    decode,
    encode,
    legal,
    replay,
)
from tables.engine.notation import format_line, parse_line
from tests.breadth import sample
from tests.tables.engine.moves import Deck, contradicts, not_offered, offered, sensible, telling
from tests.tables.engine.random_hands import walk
from tests.tables.engine.random_setups import random_setup

MOST_OPERATIONS = 400
# One state in so many is asked for all that is lawful there and all that is not, and finished.
ASKED = sample("every so many states asked")

# A walk makes many choices of its own; the examples are long, not slow.
walks = settings(
    max_examples=sample("hands of each game"),
    deadline=None,
    suppress_health_check=[HealthCheck.data_too_large, HealthCheck.too_slow],
)
every_game = pytest.mark.parametrize("code", GAMES)
seeds = st.integers(0, 2**32)


def check_chips(state: State) -> None:
    setup = state.setup
    total = sum(each.stack for each in setup.seats) + setup.carried_pot.chips
    assert all(chips >= 0 for chips in state.stacks.values())
    assert sum(pot.amount for pot in state.pots) + sum(state.bets.values()) == state.pot_total
    if not state.is_complete:
        assert sum(state.stacks.values()) + state.pot_total == total
        return
    assert sum(state.results.values()) + state.carried_pot.chips + state.rake == total
    if state.game.family != "result" and state.outcome != "void":
        assert (
            sum(award.amount for award in state.awards) + state.rake + state.carried_pot.chips
            == state.pot_total
        )
        for award in state.awards:
            assert award.seat in state.pots[award.pot].seats


def check_cards(state: State) -> None:
    """No card is twice among those still in the hand, none is dealt that the deck does not have."""
    hands = [state.hole[seat] for seat in state.live]
    known = [card for cards in (state.board, *hands) for card in cards if card]
    assert len(known) == len(set(known))
    assert state.stub is None or state.stub >= 0


def check_legal(state: State, rng: random.Random) -> None:
    """Everything that is offered is accepted, and everything else refused."""
    answer, deck = legal(state), Deck(rng)
    for operation in (*telling(answer, state, deck), *offered(answer, state, deck)):
        if contradicts(state, operation):
            with pytest.raises(IllegalAction, match="contradict"):
                apply(state, operation)
        else:
            apply(state, operation)
    for operation in not_offered(answer, state):
        with pytest.raises(IllegalAction):
            apply(state, operation)


@every_game
@walks
@given(seeds)
def test_legal_operations_are_accepted_and_all_others_refused(code: str, seed: int) -> None:
    rng = random.Random(seed)
    for number, state in enumerate(walk(random_setup(rng, [code]), rng)):
        check_chips(state)
        check_cards(state)
        if number % ASKED == 0:
            check_legal(state, rng)


@every_game
@walks
@given(seeds)
def test_replay_equals_applying_one_by_one_and_undo_equals_never_having_happened(
    code: str, seed: int
) -> None:
    rng = random.Random(seed)
    setup = random_setup(rng, [code])
    states = list(walk(setup, rng))
    last = states[-1]
    log = [decode(encode(operation)) for operation in last.history]
    assert replay(Setup.from_dict(setup.to_dict()), log) == last
    to = rng.randrange(len(log))
    assert apply(last, Undo(to)) == states[to]
    assert replay(setup, [*log, Undo(to), *log[to:]]) == last
    assert parse_line(format_line(setup, [*log, Undo(to)])) == (setup, (*log, Undo(to)))


@every_game
@walks
@given(seeds)
def test_from_anywhere_the_hand_can_be_finished_and_another_one_begun(code: str, seed: int) -> None:
    rng = random.Random(seed)
    for number, state in enumerate(walk(random_setup(rng, [code]), rng)):
        if number % ASKED:
            continue
        end = state
        while not end.is_complete:
            end = apply(end, sensible(end))
        assert len(end.history) - len(state.history) <= MOST_OPERATIONS
        check_chips(end)
        following = end.setup.to_dict() | {
            "carry": [end.carried_pot.chips, end.carried_pot.openers, end.carried_pot.parola],
            "seats": [[each.seat, each.stack + 1] for each in end.setup.seats],
        }
        assert replay(Setup.from_dict(following), ()).carried_pot.chips == 0


@every_game
@walks
@given(seeds)
def test_nobody_wins_from_anyone_more_than_he_put_in_himself(code: str, seed: int) -> None:
    rng = random.Random(seed)
    setup = random_setup(rng, [code])
    *_, last = walk(setup, rng)
    if code == "XR" or any(isinstance(each, Ruling) for each in last.history):
        return
    start = {each.seat: each.stack for each in setup.seats}
    dead = sum(post.amount for post in setup.posts if post.kind in ("table_ante", "dead_blind"))
    # Who folds what he need not have folded leaves also what nobody had to match, as an entry blind.
    totals = last.progress.totals
    reached = max(totals[seat] for seat in last.live)
    dead += sum(max(0, chips - reached) for seat, chips in totals.items() if seat not in last.live)
    for seat in {award.seat for award in last.awards}:
        # The ante for the table and a pot that waited are for anyone to win; of the rest nobody covers more.
        most = sum(min(start[seat], start[other]) for other in start if other != seat)
        assert last.results[seat] - start[seat] <= most + dead + setup.carried_pot.chips


@pytest.mark.rule("S-029")
def test_every_street_ends_the_walk() -> None:
    """The walk above ends because each street has a last action: five cards and no more raises."""
    setup = Setup.for_level(
        game="NT",
        rules=HOUSE_RULES["tda2024"],
        stakes=Stakes(10, 20),
        positions=ButtonAndBlinds(button=2, small_blinds=(2,), big_blinds=(1,)),
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
