"""What the next hand is dealt by: the code of a game says the same to the structure and to the engine."""

from __future__ import annotations

import pytest

from tables.engine import GAMES
from tournament.rules.structure.level_games import posts_blinds


@pytest.mark.parametrize("game", GAMES)
def test_a_game_posts_blinds_where_its_first_round_begins_after_them(game: str) -> None:
    streets = GAMES[game].streets
    after_blinds = bool(streets) and streets[0].first_to_act == "after_blinds"
    assert posts_blinds(game) == after_blinds
