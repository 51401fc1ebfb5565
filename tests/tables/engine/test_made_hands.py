"""What the hands of a showdown are called."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tables.engine import State
from tables.engine.made_hands import made_hands
from tests.tables.engine.any_game import setup_of
from tests.tables.engine.hands import TDA, play, table

BOARD = "b:KcKs5d b:5h b:2c"


def shown(text: str, *, board: str = BOARD, game: str = "NT") -> State:
    """Two players all-in before the flop, the board, and what they do at the showdown."""
    return play(table(100, 100, game=game), f"c2 {board} {text}")


def names(state: State) -> dict[str, tuple[str, str]]:
    return {
        f"{seat}{half[:1]}": (name.category, name.ranks) for (seat, half), name in made_hands(state).items()
    }


def test_each_hand_that_was_shown_has_a_name() -> None:
    state = shown("s1:AhKd s2:QcQd")
    assert state.is_complete
    assert names(state) == {"1": ("full_house", "K5"), "2": ("two_pair", "KQ5")}


def test_a_hand_that_is_not_known_has_none() -> None:
    assert names(shown("s1:AhKd s2:")) == {"1": ("full_house", "K5")}
    assert names(shown("s1: s2: w0:1")) == {}
    assert names(shown("s1:AhKd s2:QcQd", board="b:KcKs?? b:5h b:2c")) == {}


def test_before_the_last_card_no_hand_has_a_name() -> None:
    state = play(table(100, 100), "c2 b:KcKs5d s1:AhKd")
    assert names(state) == {}
    assert names(play(state, "b:5h b:2c")) == {"1": ("full_house", "K5")}


def test_a_pot_won_unseen_and_a_game_of_results_name_nothing() -> None:
    assert names(play(table(900, 900), "r2:300 f1")) == {}
    assert names(play(setup_of("XR", 900, 900), "p1:100 a1:100 e")) == {}


@pytest.mark.rule("S-062")
def test_a_low_has_a_name_only_where_it_qualifies() -> None:
    state = play(table(900, 900, game="FO/8", stakes=None), "c2 k1 b:As2d8c k1 k2 b:Kh k1 k2 b:Kd k1 k2")
    state = play(state, "s1:3c4cQhQs s2:KcJc9d9c")
    assert names(state) == {
        "1h": ("two_pair", "KQA"),
        "1l": ("high_card", "8432A"),
        "2h": ("three_of_a_kind", "KAJ"),
    }


@pytest.mark.rule("S-047")
def test_where_what_was_declared_binds_the_hand_is_called_so() -> None:
    rules = replace(TDA, hand_reading="declared")
    state = play(
        table(100, 100, rules=rules), "c2 b:KcKs5d b:5h b:2c s1:AhKd x:declared_hand,s=1,c=KcKsAh5d5h,f"
    )
    assert names(state) == {"1": ("two_pair", "K5A")}
