from __future__ import annotations

import pytest
from django.utils import translation

from tables.engine.rulings.kinds import RULINGS
from tables.engine.rulings.misdeals import MisdealDue
from tables.words.rulings import WORDS, RulingWords, misdeal_words, ruling_words
from tests.tables.engine.hands import play, table


def test_each_ruling_has_its_words() -> None:
    assert list(WORDS) == list(RULINGS)


def test_a_ruling_is_named_and_says_its_rule_with_its_numbers() -> None:
    with translation.override("en"):
        assert ruling_words("string_bet") == RulingWords(
            name="String bet",
            rule="Of a bet made in several motions, only the first counts. (TDA 42, TDA 56)",
        )
        # Seeds are ours alone: no number is printed.
        assert ruling_words("uncut_deck").rule.endswith("is redealt before substantial action.")
    with translation.override("it"):
        assert ruling_words("dead_hand") == RulingWords(
            name="Mano morta",
            rule="La mano è fuori gioco; le sue chip restano nel piatto. (TDA 35, TDA 66, WSOP 108)",
        )


def test_the_misdeal_that_is_due_says_why() -> None:
    due = play(table(900, 900, 900), "x:exposed_card,s=1,a=1,c=Kh").misdeal_due
    assert due is not None
    with translation.override("en"):
        assert misdeal_words(due) == "Misdeal: Exposed card. (TDA 35-A)"
        assert misdeal_words(MisdealDue("uncut_deck", "S-121")) == "Misdeal: Deck not cut."
    with translation.override("it"):
        assert misdeal_words(due) == "Misdeal: Carta esposta. (TDA 35-A)"


@pytest.mark.rule("MIS-09", "S-010")
def test_what_the_dealers_hands_do_is_said_to_the_letter() -> None:
    """The engine follows no burn of a board game and no cut: the words are the rule."""
    with translation.override("en"):
        assert ruling_words("premature_board").rule == (
            "Cards dealt before the betting was over go back into the stub, which is shuffled; the burn card stays, "
            "and no second one is burned. (TDA RP-5, WSOP 90)"
        )
        assert ruling_words("uncut_deck").rule == (
            "A player may pass the cut to any other; each part has at least five cards. With a deck that was not cut "
            "so, the hand is redealt before substantial action."
        )


@pytest.mark.parametrize("kind", RULINGS)
def test_each_sentence_is_one_of_its_own_in_both_languages_and_its_name_fits_a_button(kind: str) -> None:
    with translation.override("en"):
        english = ruling_words(kind)
    with translation.override("it"):
        italian = ruling_words(kind)
    assert italian.rule != english.rule
    assert max(len(english.name), len(italian.name)) <= 26
