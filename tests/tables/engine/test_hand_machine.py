"""A dealer who does anything: a state machine over the games that PokerKit cannot play.

At any time something lawful is recorded, something else is tried, or a part is undone; at the
end the hand is finished. What must hold is asked after every step.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, Final

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tables.engine import GAMES, IllegalAction, Operation, State, Undo, apply, legal, replay
from tests.breadth import sample
from tests.tables.engine.moves import Deck, contradicts, not_offered, offered, sensible, telling
from tests.tables.engine.pokerkit_games import CODES
from tests.tables.engine.random_setups import random_setup
from tests.tables.engine.test_hand_properties import MOST_OPERATIONS, check_cards, check_chips

ONLY_OURS: Final = sorted(set(GAMES) - set(CODES))

choices = st.integers(0, 2**16)
WALKS: Final = settings(
    max_examples=sample("hands of the machine"),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class Hand(RuleBasedStateMachine):
    """`states` are those of the operations that count, the first before any; `log` has the undos too."""

    code: ClassVar[str]

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.setup = random_setup(self.rng, [self.code])
        self.states = [replay(self.setup, ())]
        self.log: list[Operation] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def lawful(self) -> Sequence[Operation]:
        answer, deck = legal(self.state), Deck(self.rng)
        told = telling(answer, self.state, deck) if self.rng.random() < 0.2 else ()
        moves = (*offered(answer, self.state, deck), *told)
        return [move for move in moves if not contradicts(self.state, move)]

    @precondition(lambda self: not self.state.is_complete)
    @rule(made=st.lists(choices, min_size=1, max_size=8))
    def record_what_is_lawful(self, made: list[int]) -> None:
        for choice in made:
            if not self.state.is_complete:
                moves = self.lawful()
                self.log.append(moves[choice % len(moves)])
                self.states.append(apply(self.state, self.log[-1]))

    @rule(choice=choices)
    def try_what_is_not(self, choice: int) -> None:
        moves = list(not_offered(legal(self.state), self.state))
        with pytest.raises(IllegalAction):
            apply(self.state, moves[choice % len(moves)])

    @precondition(lambda self: len(self.states) > 1)
    @rule(count=st.sampled_from((1, 1, 1, 2, 4, 8, 16, 32)))
    def take_back(self, count: int) -> None:
        to = max(0, len(self.states) - 1 - count)
        self.log.append(Undo(to))
        assert apply(self.state, self.log[-1]) == self.states[to]
        del self.states[to + 1 :]

    @invariant()
    def nothing_is_lost(self) -> None:
        check_chips(self.state)
        check_cards(self.state)

    @invariant()
    def the_log_tells_it_all(self) -> None:
        assert replay(self.setup, self.log) == self.state

    def teardown(self) -> None:
        if not hasattr(self, "states"):
            return  # a hand that was never begun
        end = self.state
        while not end.is_complete:
            end = apply(end, sensible(end))
        assert len(end.history) - len(self.state.history) <= MOST_OPERATIONS
        check_chips(end)


@pytest.mark.parametrize("code", ONLY_OURS)
def test_whatever_a_dealer_does_the_hand_stays_sound(code: str) -> None:
    class HandOfGame(Hand):
        pass

    HandOfGame.code = code
    run_state_machine_as_test(HandOfGame, settings=WALKS)
