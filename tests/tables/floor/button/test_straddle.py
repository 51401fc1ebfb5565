from __future__ import annotations

import pytest

from tables.floor.button.next_hand import first_positions
from tables.floor.button.positions import Positions
from tables.floor.button.resting import positions_at_rest
from tables.floor.button.straddle import Straddle, straddle_offered

STACKS = {1: 1000, 2: 1000, 3: 1000, 4: 400}


def around(button: int, *live: int) -> Positions:
    return first_positions(live=live, button=button)


def test_the_player_after_the_big_blind_may_put_up_twice_the_big_blind() -> None:
    offered = straddle_offered(around(1, 1, 2, 3, 4), profile="home", big_blind=200, stacks=STACKS)

    assert offered == Straddle(seat=4, amount=400)


def test_a_stack_that_does_not_cover_the_straddle_puts_none_up() -> None:
    assert straddle_offered(around(1, 1, 2, 3, 4), profile="home", big_blind=201, stacks=STACKS) is None


def test_nobody_straddles_who_is_in_the_blinds() -> None:
    assert straddle_offered(around(1, 1, 2), profile="home", big_blind=100, stacks=STACKS) is None


@pytest.mark.parametrize("profile", ["tda2024", "wsop2024", "figp"])
def test_no_profile_of_tournaments_knows_a_straddle(profile: str) -> None:
    assert straddle_offered(around(1, 1, 2, 3, 4), profile=profile, big_blind=100, stacks=STACKS) is None


def test_at_a_game_without_blinds_nobody_straddles() -> None:
    resting = positions_at_rest(around(1, 1, 2, 3, 4), live=range(1, 5))
    assert straddle_offered(resting, profile="home", big_blind=200, stacks=STACKS) is None
    three = straddle_offered(around(1, 1, 2, 3), profile="home", big_blind=100, stacks=STACKS)
    assert three == Straddle(seat=1, amount=200)
