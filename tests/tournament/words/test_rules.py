"""What the pure rules say reaches people in their language, with figures as the pages write them."""

from __future__ import annotations

import pytest
from django.utils import translation

from tournament.rules.entries import TournamentFull
from tournament.rules.payouts.schemes import FixedShares, PrizeError
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.errors import StructureError, require_int
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.words.rules import FIELDS, say_error, say_without_games


def refusal() -> StructureError:
    with pytest.raises(StructureError) as caught:
        require_int(-5, field="small_blind", low=0, high=1_000_000)
    return caught.value.at_row(3)


def test_an_error_of_the_structure_is_said_where_what_and_how_to_cure_it() -> None:
    assert say_error(refusal()) == (
        "Row 3, small blind: this is out of range. Enter a whole number from 0 to 1,000,000."
    )


def test_every_sentence_of_an_error_is_translated_with_its_figures() -> None:
    with translation.override("it"):
        assert say_error(refusal()) == (
            "Riga 3, small blind: valore fuori dai limiti. Scrivi un numero intero da 0 a 1.000.000."
        )


def test_a_sentence_keeps_its_per_cent_sign() -> None:
    with pytest.raises(PrizeError) as caught:
        FixedShares(shares=(500_000, 491_000))
    assert say_error(caught.value) == str(caught.value) == "The percentages add up to 99.1 %, not 100 %."
    with translation.override("it"):
        assert say_error(caught.value) == "Le percentuali fanno 99,1 %, non 100 %."


def test_a_large_figure_is_grouped() -> None:
    full = TournamentFull(
        "The tournament is full: the limit is %(limit)s entries.", code="full", limit=12_000
    )
    assert say_error(full) == "The tournament is full: the limit is 12,000 entries."
    with translation.override("it"):
        assert "12.000" in say_error(full)


def test_a_remark_names_the_field_in_words() -> None:
    levels = (
        Level(small_blind=1000, big_blind=2000, duration_seconds=600),
        Level(small_blind=500, big_blind=2000, duration_seconds=600),
    )
    remarks = check_structure(Structure(periods=levels), starting_stack=100_000, chip_values=())
    falls = next(remark for remark in remarks if remark.code == "falling_blinds")
    assert say_without_games(falls) == "The small blind falls from 1,000 to 500."
    with translation.override("it"):
        assert say_without_games(falls) == "Valore in calo (small blind): da 1.000 a 500."


def test_every_field_of_a_structure_has_a_word() -> None:
    names = set(Level.__slots__) | {
        name for name, _value in Level(small_blind=1, big_blind=2, duration_seconds=60).amounts()
    }
    assert names <= set(FIELDS)
