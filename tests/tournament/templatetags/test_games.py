from __future__ import annotations

import pytest
from django.utils import translation

from tournament.templatetags.games import SHORT_NAMES, game_name, short_game, short_games
from tournament.words.games import GAMES


def test_a_game_is_named_in_the_readers_language() -> None:
    with translation.override("it"):
        assert game_name("NT") == "No limit hold'em"
    assert game_name("NT") == "No-limit hold'em"


def test_a_game_that_is_not_offered_any_more_is_named_by_its_code() -> None:
    assert (game_name("XYZ"), short_game("XYZ")) == ("XYZ", "XYZ")


@pytest.mark.parametrize(
    ("code", "short"),
    [("FT", "LHE"), ("FO/8", "O8"), ("FR", "Razz"), ("F7S/8", "Stud\u00a08"), ("F2L3D", "2\u20117\u00a0TD")],
)
def test_a_short_name_is_what_players_say_in_one_piece(code: str, short: str) -> None:
    assert short_game(code) == short


def test_short_names_stand_in_a_line() -> None:
    assert short_games(("FT", "FO/8", "FR")) == "LHE, O8, Razz"


def test_every_short_name_is_one_games_name_and_shorter_than_the_full_one() -> None:
    assert len(set(SHORT_NAMES.values())) == len(SHORT_NAMES)
    assert [code for code, name in GAMES if len(short_game(code)) >= len(str(name))] == []
