"""What the tablet calls streets and betting rounds."""

from __future__ import annotations

import pytest
from django.utils import translation

from tables.engine import GAMES
from tables.templatetags.tablet import betting_words, street_words

STREETS = sorted({street.name for game in GAMES.values() for street in game.streets})


@pytest.mark.parametrize("street", STREETS)
def test_every_street_of_every_game_has_words_in_both_languages(street: str) -> None:
    with translation.override("en"):
        english = street_words(street)
    with translation.override("it"):
        italian = street_words(street)
    assert english != street
    assert (italian == english) is (street in ("preflop", "flop", "turn", "river"))


def test_the_betting_after_a_draw_is_not_called_a_draw() -> None:
    with translation.override("en"):
        assert [betting_words(street) for street in ("deal", "draw", "third draw", "flop")] == [
            "Before the draw",
            "After the draw",
            "After the third draw",
            "Flop",
        ]
