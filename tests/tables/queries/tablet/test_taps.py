"""How many taps a recorded hand costs, counted over published hands with the tablet's own rules."""

from __future__ import annotations

from collections import Counter

from tables import engine
from tables.queries.tablet.actions import bet_choices
from tests.published import published


def taps_of(state: engine.State, operation: engine.Operation) -> int:
    """One for a slot; a bet opens the sheet and is a preset, or is typed and confirmed."""
    if not isinstance(operation, engine.RaiseTo):
        return 1
    legal = engine.legal(state)
    if legal.raise_min == legal.raise_max:
        return 1
    choices = bet_choices(state, legal)
    if any(choice.amount == operation.amount and choice.is_allowed for choice in choices):
        return 2
    return 1 + keys_of(operation.amount) + 1


def keys_of(amount: int) -> int:
    """Presses on a keypad that has a key for 00."""
    text = str(amount)
    pairs = (len(text) - len(text.rstrip("0"))) // 2
    return len(text) - pairs


def test_keypad_has_a_key_for_two_noughts() -> None:
    assert [keys_of(amount) for amount in (7, 100, 1200, 1250, 10_000, 12_345)] == [1, 2, 3, 4, 3, 5]


def test_hand_of_the_published_games_costs_less_than_one_tap_and_a_half_for_each_action() -> None:
    spent: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    for hand in published("pluribus"):
        state = engine.replay(hand.setup, [])
        for operation in hand.operations:
            if isinstance(operation, engine.Fold | engine.Check | engine.Call | engine.RaiseTo):
                kind = "bet" if isinstance(operation, engine.RaiseTo) else "other"
                spent[kind] += taps_of(state, operation)
                actions[kind] += 1
            state = engine.apply(state, operation)
    assert actions.total() > 3_000
    assert spent["other"] == actions["other"]
    assert spent.total() / actions.total() <= 1.5
