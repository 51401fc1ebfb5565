"""The proposals are those of the plain search, move by move and reason by reason."""

from __future__ import annotations

import pytest

from tables.floor.moves.balancing import propose_moves
from tables.floor.moves.fewest_moves import MovesLeft, Size
from tests.breadth import sample
from tests.tables.floor.moves.plain_balancing import fewest_moves, propose_plainly
from tests.tables.floor.moves.random_rooms import random_room

ROOMS = sample("rooms balanced plainly")


@pytest.mark.sampled
def test_random_rooms_get_the_same_moves_for_the_same_reasons() -> None:
    proposed = 0
    for seed in range(ROOMS):
        room = random_room(seed)
        asked = {name: getattr(room, name) for name in ("breaking_order", "recently_moved", "last_source")}
        moves = propose_moves(room.tables, room.rules, **asked)
        proposed += len(moves)
        assert moves == propose_plainly(room.tables, room.rules, **asked), seed
    # That the rooms have something to balance at all.
    assert proposed > ROOMS


@pytest.mark.sampled
@pytest.mark.parametrize("tolerance", [1, 2, 3])
def test_the_moves_left_are_the_fewest_of_the_room_as_it_is(tolerance: int) -> None:
    for seed in range(ROOMS):
        sizes = [Size(view.players, view.room) for view in random_room(seed).tables]
        left = MovesLeft(sizes, tolerance=tolerance)
        assert left.needed == fewest_moves(sizes, tolerance=tolerance)
        giver, taker = max(sizes), min(sizes)
        if giver.players == 0 or taker.players == taker.room or len(sizes) < 2:
            continue
        sizes.remove(giver)
        sizes.remove(taker)
        sizes += [Size(giver.players - 1, giver.room), Size(taker.players + 1, taker.room)]
        assert left.after(giver, taker) == fewest_moves(sizes, tolerance=tolerance)
        left.move(giver, taker)
        assert left.needed == fewest_moves(sizes, tolerance=tolerance)
