"""Stud: whose board acts first on the later streets (TDA RP-10, WSOP, stud)."""

from __future__ import annotations

import pytest

from tables.engine import ButtonAndBlinds, HouseRules, SeatStack, Setup, Stakes, State
from tests.tables.engine.hands import TDA, play

BY_POSITION = HouseRules(stud_tie_first="position")


def stud(*stacks: int, game: str = "F7S", rules: HouseRules = TDA) -> Setup:
    """Seats 1 to n; ante 5, bring-in 10, bets 50 and 100."""
    return Setup.for_level(
        game=game,
        rules=rules,
        stakes=Stakes(ante=5, ante_kind="classic", bring_in=10, small_bet=50, big_bet=100),
        positions=ButtonAndBlinds(button=len(stacks)),
        seats=[SeatStack(seat, stack) for seat, stack in enumerate(stacks, 1)],
    )


def checked(state: State, *streets: str) -> State:
    """Each street's up-cards by seat, then checks from whoever acts first until all have."""
    for street in streets:
        for seat, card in enumerate(street.split(), 1):
            state = play(state, f"t{seat}:{card}")
        for _ in state.live:
            state = play(state, f"k{state.actor}")
    return state


@pytest.mark.parametrize(
    ("game", "doors", "fourth", "fifth", "sixth", "first"),
    [
        # Eights and sixes on the board are above a pair of queens, as they are at the showdown.
        ("F7S", "7d 6d 2d", "Qc 6h Kc", "Qs 8h 3s", "3h 8c 5h", 2),
        # A pair of nines is a lower board than threes and deuces.
        ("FR", "7d 3d 2d", "9c 3h Kc", "9s 2h Ks", "4h 2c Kh", 1),
        ("F7S", "7d 6d 2d", "Qc 6h Tc", "Qs 8h 2h", "7h 8c 2s", 3),
    ],
    ids=["two pair over a pair", "a pair under two pair in razz", "three of a kind over two pair"],
)
def test_two_pair_on_the_board_are_above_any_pair(
    game: str, doors: str, fourth: str, fifth: str, sixth: str, first: int
) -> None:
    first_door, second_door, third_door = doors.split()
    state = play(stud(900, 900, 900, game=game), f"t1:{first_door} t2:{second_door} t3:{third_door}")
    state = play(state, f"i{state.actor}")
    while state.phase == "betting":
        state = play(state, f"c{state.actor}")
    state = checked(state, fourth, fifth)
    for seat, card in enumerate(sixth.split(), 1):
        state = play(state, f"t{seat}:{card}")
    assert state.actor == first


def to_sixth_street() -> State:
    """Boards on sixth street: 1 a pair of fours, 2 aces, 3 no pair, 4 kings; seat 2 speaks."""
    state = play(stud(900, 900, 900, 900), "t1:4d t2:Ad t3:2d t4:Kd i3 c4 c1 c2")
    state = checked(state, "4c Ac 8h Kc", "7h 8c 9h Qc")
    return play(state, "t1:Jh t2:7c t3:Th t4:6c")


def test_the_board_that_spoke_on_sixth_street_speaks_on_seventh() -> None:
    assert play(to_sixth_street(), "k2 k3 k4 k1").actor == 2


def test_the_best_board_left_speaks_on_seventh_street_when_the_best_has_folded() -> None:
    state = play(to_sixth_street(), "k2 r3:100 c4 c1 f2")
    assert (state.street_name, state.actor) == ("seventh street", 4)


def test_with_boards_unknown_the_next_player_speaks_when_the_first_has_folded() -> None:
    state = play(stud(900, 900, 900, 900), "o3 i3 c4 c1 c2")
    state = play(state, "o2 k2 k3 k4 k1 o2 k2 k3 k4 k1 o2 k2 r3:100 c4 c1 f2")
    assert (state.street_name, state.actor) == ("seventh street", 3)
