"""Rulings thrown into hands of every game: what holds whatever goes wrong at the table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.engine import (
    GAMES,
    HOUSE_RULES,
    Call,
    Check,
    Fold,
    IllegalAction,
    Operation,
    RaiseTo,
    Ruling,
    Setup,
    State,
    Undo,
    apply,
    decode,
    encode,
    replay,
)
from tables.engine.legal_actions import rulings_possible
from tables.engine.play.operations import Action
from tables.engine.rulings.kinds import RULINGS
from tests.breadth import sample
from tests.tables.engine.any_game import ACROSS_POTS, finished, fresh, setup_of, steps, told

_ENDING = ("misdeal", "fouled_deck", "dead_hand", "killed_hand", "wrong_cards", "foreign_card")
"""Rulings that make hands short: tried less often."""

many_hands = settings(
    max_examples=sample("rulings"), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def any_ruling(state: State, kind: str, rng: random.Random) -> Ruling:
    """A ruling of this kind about anybody and anything, sensible or not."""
    fields = RULINGS[kind].needs | {each for each in sorted(RULINGS[kind].may) if rng.random() < 0.5}
    seat = rng.choice(state.order)
    if kind in ("corrected_bet", "returned_bet", "killed_hand"):
        seat = state.progress.aggressor or seat
    elif kind == "retrieved":
        seat = rng.choice(state.mucked)
    elif rng.random() < 0.6:
        seat = state.actor or seat
    most = state.stacks[seat] + state.bets[seat]
    others = max([bet for other, bet in state.bets.items() if other != seat])
    amounts = [
        1,
        2,
        5,
        max(state.bets[seat] - others, 1),
        state.bet_to_match + 50,
        state.bet_to_match,
        state.bet_to_match + 100,
        state.stacks[seat],
        most,
        rng.randint(1, 3000),
    ]
    inner: list[Action] = [
        Fold(seat),
        Check(seat),
        Call(seat),
        RaiseTo(seat, rng.choice(amounts)),
        RaiseTo(seat, most),
    ]
    held = [card for card in (*state.hole[seat], *state.board) if card]
    if kind.startswith("declared") and len(held) >= 5:
        cards = tuple(rng.sample(held, 5))
    else:
        cards = fresh(state, rng, rng.choice([1, 1, 2]))
    return Ruling(
        kind=kind,
        seat=seat if "seat" in fields else 0,
        asker=rng.choice(state.order) if "asker" in fields else 0,
        amount=max(rng.choice(amounts), 1) if "amount" in fields else 0,
        cards=cards if "cards" in fields else (),
        inner=rng.choice(inner) if "inner" in fields else None,
        floor=rng.random() < 0.9,
    )


def check_chips(state: State) -> None:
    """Not a chip appears or is lost; void hands give everything back."""
    total = sum([each.stack for each in state.setup.seats]) + state.setup.carried_pot.chips
    assert all(chips >= 0 for chips in state.stacks.values())
    if state.outcome == "void":
        assert dict(state.results) == {each.seat: each.stack for each in state.setup.seats}
        assert (state.pots, state.awards, state.returned, state.pot_total, state.rake) == ((), (), (), 0, 0)
        assert dict(state.aside) == {}
        assert state.carried_pot == state.setup.carried_pot
    elif state.is_complete:
        assert sum(state.results.values()) + state.carried_pot.chips == total
        assert dict(state.aside) == {}
    else:
        on_table = state.pot_total + sum(state.aside.values())
        assert sum(state.stacks.values()) + on_table == total
        if state.game.streets:
            assert sum([pot.amount for pot in state.pots]) + sum(state.bets.values()) == state.pot_total


def random_setup(rng: random.Random, games: Sequence[str]) -> Setup:
    game = rng.choice(games)
    players = rng.randint(2, min(5, GAMES[game].most_players))
    rules = HOUSE_RULES[rng.choice(list(HOUSE_RULES))]
    if rng.random() < 0.3:
        rules = replace(rules, hand_reading="declared", see_hands="any_dealt_in", false_opening="returned")
    return setup_of(game, *[rng.choice([30, 150, 900, 3000]) for _ in range(players)], rules=rules)


def applied(state: State, operation: Operation, *, offered: bool) -> State | None:
    """The next state; None where it was refused, which changes nothing."""
    try:
        return apply(state, operation)
    except IllegalAction as error:
        if offered and error.code not in ACROSS_POTS:
            raise
    assert state == replay(state.setup, state.history)
    return None


def ruled_hand(rng: random.Random, games: Sequence[str] = tuple(GAMES)) -> list[State]:
    """A random hand with rulings in it, each state of it. A refused ruling changes nothing; what is
    said to be legal is accepted.
    """
    state = replay(random_setup(rng, games), ())
    states = [state]
    while not state.is_complete and len(states) < 60:
        kinds = [kind for kind in rulings_possible(state) if kind not in _ENDING or rng.random() < 0.1]
        tried: list[Operation] = [any_ruling(state, kind, rng) for kind in kinds if rng.random() < 0.1]
        rng.shuffle(tried)
        if rng.random() < 0.2:
            tried += told(state, rng)
        options = list(steps(state, rng))
        rng.shuffle(options)
        for operation in tried + options:
            after = applied(state, operation, offered=operation not in tried)
            if after is not None:
                check_chips(after)
                state = after
                states.append(state)
                break
    return states


@many_hands
@given(st.integers(0, 2**48))
def test_with_rulings_no_chip_is_lost_and_the_hand_can_be_finished(seed: int) -> None:
    rng = random.Random(seed)
    last = ruled_hand(rng)[-1]
    check_chips(finished(last))


@many_hands
@given(st.integers(0, 2**48))
def test_a_log_with_rulings_replays_and_undo_is_as_if_nothing_had_been_ruled(seed: int) -> None:
    rng = random.Random(seed)
    states = ruled_hand(rng)
    last = states[-1]
    log = [decode(encode(operation)) for operation in last.history]
    assert replay(Setup.from_dict(last.setup.to_dict()), log) == last
    if log:
        to = rng.randrange(len(log))
        assert apply(last, Undo(to)) == states[to]
