"""A game that the engine does not know: who put in what, who took out what, and what waits."""

from __future__ import annotations

import pytest

from tables.engine import ButtonAndBlinds, CarriedPot, IllegalAction, SeatStack, Setup, Stakes, legal
from tests.tables.engine.hands import TDA, play

NOTHING = CarriedPot()


def guts(*stacks: int, carried_pot: CarriedPot = NOTHING) -> Setup:
    """Seats 1 to n, the last the dealer; an ante of 5."""
    return Setup.for_level(
        game="XR",
        rules=TDA,
        stakes=Stakes(ante=5, ante_kind="classic", min_bet=5),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
        carried_pot=carried_pot,
        title="Guts",
    )


def test_what_is_in_the_pot_may_be_taken_out_and_what_is_left_waits_for_the_next_hand() -> None:
    state = play(guts(100, 100, 100))
    answer = legal(state)
    assert (dict(answer.may_put_in), answer.may_take_out, answer.may_end) == ({1: 95, 2: 95, 3: 95}, 15, True)
    state = play(state, "a1:15 p2:15 p3:15 e")
    assert (state.outcome, state.carried_pot, dict(state.results)) == (
        "carried", CarriedPot(chips=30), {1: 110, 2: 80, 3: 80},
    )  # fmt: skip
    following = play(guts(110, 80, 80, carried_pot=state.carried_pot))
    assert following.pot_total == 45
    done = play(following, "a2:45 e")
    assert (done.outcome, done.carried_pot, dict(done.results)) == ("", NOTHING, {1: 105, 2: 120, 3: 75})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("p1:96", "more_than_stack"),
        ("a1:16", "more_than_pot"),
        ("p4:1", "seat_not_in_hand"),
        ("k1", "no_betting"),
        ("e p1:1", "not_by_result"),
        ("e e", "not_by_result"),
    ],
)
def test_nobody_puts_in_or_takes_out_more_than_there_is(text: str, code: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        play(guts(100, 100, 100), text)
    assert caught.value.code == code
