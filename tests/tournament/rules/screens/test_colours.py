"""Whatever colour a club has, and whatever lies behind it, its screens can be read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.rules.screens.colours import (
    BLACK,
    DARKEST_INK,
    LEAST_CONTRAST,
    WHITE,
    Rgb,
    brightest_behind,
    contrast,
    luminance,
    read_colour,
    readable,
    write_colour,
)

colours = st.tuples(*[st.integers(0, 255)] * 3)
GREY = (brightest_behind(DARKEST_INK),) * 3


def test_black_and_white_are_as_far_apart_as_it_goes() -> None:
    assert contrast(BLACK, WHITE) == contrast(WHITE, BLACK) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1
    # The examples of WCAG's own tests: #767676 on white is 4.54, #595959 is 7.00.
    assert contrast((0x76,) * 3, WHITE) == pytest.approx(4.54, abs=0.01)
    assert contrast((0x59,) * 3, WHITE) == pytest.approx(7.00, abs=0.01)


@given(colours)
def test_a_colour_is_made_lighter_until_it_can_be_read_and_no_further(colour: Rgb) -> None:
    made = readable(colour, GREY)
    assert contrast(made, GREY) >= LEAST_CONTRAST
    if contrast(colour, GREY) >= LEAST_CONTRAST:
        assert made == colour


def test_the_brightest_background_leaves_the_darkest_text_its_contrast() -> None:
    brightest = luminance(GREY)
    assert (DARKEST_INK + 0.05) / (brightest + 0.05) >= LEAST_CONTRAST
    one_more = luminance((GREY[0] + 1,) * 3)
    assert (DARKEST_INK + 0.05) / (one_more + 0.05) < LEAST_CONTRAST


@given(colours)
def test_a_colour_is_read_as_it_is_written(colour: Rgb) -> None:
    assert read_colour(write_colour(colour)) == colour


@pytest.mark.parametrize("text", ["", "red", "#fff", "#12345g", "#1234567", "56d3aa"])
def test_what_is_no_colour_is_none(text: str) -> None:
    assert read_colour(text) is None
