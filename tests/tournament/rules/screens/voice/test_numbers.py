"""Numbers that are said aloud: every one is the sum of what is heard."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.rules.screens.voice.spoken import number_of, text_of
from tests.voice.texts import LANGUAGES
from tournament.rules.screens.voice.numbers import number_clips
from tournament.rules.structure.errors import MAX_CHIPS


@pytest.mark.parametrize(
    ("number", "english", "italian"),
    [
        (25, "25", "25"),
        (150, "100 50", "100 50"),
        (1_200, "12 hundred", "1000 200"),
        (2_000, "2000", "2000"),
        (2_500, "25 hundred", "2000 500"),
        (2_525, "2000 500 25", "2000 500 25"),
        (12_500, "12000 500", "12000 500"),
        (21_000, "21 thousand", "21 mila"),
        (150_000, "100 50 thousand", "100 50 mila"),
        (1_000_000, "one million", "un milione"),
        (2_500_000, "2 million 500000", "2 milioni 500000"),
        (40_000_000_000, "40 billion", "40 miliardi"),
    ],
)
def test_a_number_is_said_as_dealers_say_it(number: int, english: str, italian: str) -> None:
    assert text_of(number_clips(number, "en"), "en") == english
    assert text_of(number_clips(number, "it"), "it") == italian


@given(st.integers(1, MAX_CHIPS), st.sampled_from(LANGUAGES))
def test_every_amount_is_the_sum_of_its_clips(number: int, language: str) -> None:
    clips = number_clips(number, language)
    assert number_of(clips) == number
    assert text_of(clips, language)


def test_nothing_is_no_amount() -> None:
    with pytest.raises(ValueError, match="0 is not said"):
        number_clips(0, "en")
