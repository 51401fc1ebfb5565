"""Every game that has a name on a page has one that is said."""

import pytest

from tests.tournament.rules.screens.voice.spoken import text_of
from tests.voice.texts import LANGUAGES
from tournament.rules.screens.voice.games import game_clips
from tournament.words.games import GAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_but_one_recorded_by_its_result_has_a_name_that_is_said(language: str) -> None:
    assert [code for code, _name in GAMES if not game_clips(code)] == ["XR"]
    assert [text_of(game_clips(code), language) for code in ("PO5/8", "F2L3D")] == {
        "en": ["Pot limit five card Omaha high low", "Limit deuce to seven triple draw"],
        "it": ["Pot limit cinque carte Omaha ai lo", "Limit dius tu seven tripol dro"],
    }[language]
    for code, _name in GAMES:
        assert code == "XR" or text_of(game_clips(code), language)
