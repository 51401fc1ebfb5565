"""The stub of a draw runs out: what is shuffled in may be dealt again, but only once."""

from __future__ import annotations

import pytest

from tables.engine import (
    ButtonAndBlinds,
    HouseRules,
    IllegalAction,
    SeatStack,
    Setup,
    Stakes,
    State,
    format_cards,
)
from tables.engine.games.house_rules import DrawReshuffle
from tests.tables.engine.hands import play


def before_the_draw(game: str, rule: DrawReshuffle, hands: str) -> State:
    """Eight players, all called; five cards each leave 12 in the stub, one of them burned."""
    setup = Setup.for_level(
        game=game,
        rules=HouseRules(draw_reshuffle=rule),
        stakes=Stakes(5, 10, small_bet=10, big_bet=20),
        positions=ButtonAndBlinds(button=8, small_blinds=(1,), big_blinds=(2,)),
        seats=[SeatStack(seat, 900) for seat in range(1, 9)],
    )
    return play(setup, hands + " c3 c4 c5 c6 c7 c8 c1 k2")


FIVE_EACH = (
    "h1:2c3c4c5c6c h2:7c8c9cTcJc h3:QcKcAc2d3d h4:4d5d6d7d8d h5:9dTdJdQdKd h6:Ad2h3h4h5h "
    "h7:6h7h8h9hTh h8:JhQhKhAh2s"
)


def twice_shuffled() -> State:
    """The stub of 11 ran out at seat 3, was made again of what 1 and 2 threw away, and ran out again at
    seat 5, to whom five of these ten had been dealt.
    """
    state = before_the_draw("F5L1D", "others_discards", FIVE_EACH)
    state = play(state, "d1:2c3c4c5c6c h1:3s4s5s6s7s d2:7c8c9cTcJc h2:8s9sTsJsQs")
    assert state.stub == 1
    state = play(state, "d3:QcKcAc2d3d h3:Ks2c3c4c5c")
    assert (state.drawn[-1].reshuffled, state.stub) == (4, 6)
    state = play(state, "d4:4d5d6d7d8d h4:6c7c8c9cTc")
    assert (state.drawn[-1].reshuffled, state.stub) == (0, 1)
    state = play(state, "d5:9dTd")
    assert (state.drawn[-1].reshuffled, state.stub) == (1, 9)
    return state


def test_cards_dealt_again_after_a_shuffle_are_not_shuffled_in_with_the_next() -> None:
    state = twice_shuffled()
    with pytest.raises(IllegalAction, match="2c is already in this hand"):
        play(state, "h5:Jc2c")
    with pytest.raises(IllegalAction, match="9d is already in this hand"):
        play(state, "h5:Jc9d")  # his own discard stays out


def test_what_was_thrown_away_since_the_first_shuffle_is_in_the_second() -> None:
    """The jack is the last card of the first shuffle, the queen comes from the second."""
    assert format_cards(play(twice_shuffled(), "h5:JcQc").hole[5]) == "JdQdKdJcQc"


def test_discards_of_this_draw_stay_out_where_only_earlier_ones_are_shuffled() -> None:
    hands = "h1:2c3c4c5c h2:6c7c8c9c h3:TcJcQcKc h4:Ac2d3d4d h5:5d6d7d8d h6:9dTdJdQd h7:KdAd2h3h h8:4h5h6h7h"
    state = before_the_draw("FB", "wsop", hands)
    state = play(state, "d1:2c3c4c5c h1:8h9hThJh d2:6c7c8c9c h2:QhKhAh2s d3:TcJcQcKc h3:3s4s5s6s")
    state = play(state, "d4:Ac2d3d4d h4:7s8s9sTs d5: d6: d7: d8: k1 k2 k3 k4 k5 k6 k7 k8")
    assert state.stub == 2
    # Of the two left the last is not dealt, as it would not complete the round.
    state = play(state, "d1:8h9h")
    assert (state.drawn[-1].reshuffled, state.stub) == (1, 16)
    state = play(state, "h1:Js2c d2:QhKhAh2s h2:3c4c5c6c d3:3s4s5s6s")
    for card in ("2c", "3c", "Qh"):
        with pytest.raises(IllegalAction, match=f"{card} is already in this hand"):
            play(state, f"h3:7c8c9c{card}")


def test_a_stub_that_has_run_out_has_no_card_to_burn() -> None:
    state = before_the_draw("F5L3D", "others_discards", FIVE_EACH)
    state = play(state, "d1:2c3c4c5c6c d2:7c8c9cTcJc d3:Qc d4: d5: d6: d7: d8:")
    assert state.stub == 0
    state = play(state, "k1 k2 k3 k4 k5 k6 k7 k8")
    assert (state.phase, state.stub) == ("draw", 0)
