from __future__ import annotations

import pytest
from django.utils import translation

from tables.engine import State
from tables.engine.gestures.interpretation import SOURCES, Meaning, Motion, meaning
from tables.queries.words.motions import SENTENCES, MotionWords, motion_words
from tests.factories import STRUCTURE
from tests.tables.engine.hands import on_street, play, table
from tournament.templatetags.writing import PageWriter

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)


def words(language: str, state: State, motion: Motion) -> MotionWords:
    with translation.override(language):
        return motion_words(meaning(state, motion), WRITER)


def bet_of_1000() -> State:
    return play(on_street(1, table(*[90_000] * 4)), "r1:1000")


def raise_to_8000() -> State:
    return play(bet_of_1000(), "r2:8000")


def test_each_rule_of_the_table_has_its_sentence() -> None:
    assert sorted(SENTENCES) == sorted(SOURCES)


def test_a_call_says_what_goes_back_and_the_number_of_its_rule() -> None:
    motion = Motion(chips=(5000,))
    assert words("en", bet_of_1000(), motion) == MotionWords(
        outcome="Call.",
        chips="Chips to return: 4,000.",
        why=("A single oversized chip without a declaration is a call. (TDA 44, WSOP 97)",),
    )
    assert words("it", bet_of_1000(), motion) == MotionWords(
        outcome="Call.",
        chips="Chip da restituire: 4.000.",
        why=("Una sola chip più grande, senza parole, è un call. (TDA 44, WSOP 97)",),
    )


def test_a_raise_that_must_be_completed_says_what_is_still_to_put_in() -> None:
    motion = Motion(chips=(1000, 500, 100))
    assert words("en", bet_of_1000(), motion) == MotionWords(
        outcome="Raise to 2,000.",
        chips="Chips still owed: 400.",
        why=(
            "It adds half of the minimum raise or more: it is made up to a full raise. (TDA 43-A, WSOP 95)",
        ),
    )
    assert words("it", bet_of_1000(), motion).outcome == "Raise a 2.000."


def test_the_floors_decision_names_its_choices() -> None:
    motion = Motion(chips=(1000, 1000))
    assert words("en", raise_to_8000(), motion) == MotionWords(
        outcome="The floor decides: Call or Fold.",
        chips="",
        why=(
            (
                "2,000 is an undercall of the raise to 8,000: a full call, or a fold that forfeits these "
                "chips. (TDA 51-B)"
            ),
        ),
    )
    assert words("it", raise_to_8000(), motion).outcome == "Decide il floor: Call o Fold."


def test_the_players_decision_names_his_choices() -> None:
    motion = Motion(said="check")
    assert words("en", bet_of_1000(), motion).outcome == "The player decides: Call or Fold."
    assert words("it", bet_of_1000(), motion) == MotionWords(
        outcome="Decide il giocatore: Call o Fold.",
        chips="",
        why=(
            (
                "Ci sono 1.000 da chiamare: dopo «check» il giocatore può fare call o fold, ma non raise. "
                "(TDA "
                "55)"
            ),
        ),
    )


@pytest.mark.parametrize(
    ("state", "motion", "outcome"),
    [
        (on_street(1, table(9000, 9000)), Motion(said="raise"), "Bet at least 100."),
        (on_street(1, table(9000, 9000)), Motion(said="bet", amount=700), "Bet 700."),
        (play(table(9000, 9000)), Motion(said="raise"), "Raise to at least 200."),
        (play(table(9000, 9000), "c2"), Motion(said="call"), "Check."),
        (play(table(9000, 9000)), Motion(said="fold"), "Fold."),
        (play(table(9000, 9000)), Motion(), "It has no meaning here."),
        (play(table(9000, 9000), "f2"), Motion(said="call"), "It has no meaning here."),
    ],
)
def test_what_a_motion_comes_to_in_words(state: State, motion: Motion, outcome: str) -> None:
    assert words("en", state, motion).outcome == outcome


def test_every_rule_that_was_read_is_said_in_its_order() -> None:
    motion = Motion(said="raise", chips=(5000,), chips_first=True)
    assert words("en", bet_of_1000(), motion).why == (
        "The chips went in before the declaration: the chips define the bet. (TDA 40-A)",
        "A single oversized chip without a declaration is a call. (TDA 44, WSOP 97)",
    )


def test_what_no_rule_book_says_has_no_number() -> None:
    assert words("en", bet_of_1000(), Motion()).why == ("Nothing was said and no chips were pushed forward.",)


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_each_sentence_has_its_figures_in_italian_too(code: str) -> None:
    figures = {"heard": 1111, "call": 2222, "minimum": 3333, "maximum": 4444, "stack": 5555}
    read = Meaning(rules=(code,), params=figures)
    with translation.override("en"):
        english = motion_words(read, WRITER).why[0]
    with translation.override("it"):
        italian = motion_words(read, WRITER).why[0]
    named = [name for name, amount in figures.items() if f"{amount:,}" in english]
    assert [name for name, amount in figures.items() if f"{amount:,}".replace(",", ".") in italian] == named
    assert italian != english
