from __future__ import annotations

import pytest
from django.utils import translation

from tables.engine import State
from tables.engine.gestures.gesture import Gesture
from tables.engine.gestures.interpretation import Interpretation, interpret
from tables.engine.gestures.rules import SOURCES
from tables.words.gestures import SENTENCES, GestureWords, gesture_words
from tests.factories import STRUCTURE
from tests.tables.engine.hands import on_street, play, table
from tournament.templatetags.writing import PageWriter

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)


def words(language: str, state: State, gesture: Gesture) -> GestureWords:
    with translation.override(language):
        return gesture_words(interpret(state, gesture), WRITER)


def bet_of_1000() -> State:
    return play(on_street(1, table(*[90_000] * 4)), "r1:1000")


def raise_to_8000() -> State:
    return play(bet_of_1000(), "r2:8000")


def test_each_rule_of_the_table_has_its_sentence() -> None:
    assert sorted(SENTENCES) == sorted(SOURCES)


def test_a_call_says_what_goes_back_and_the_number_of_its_rule() -> None:
    gesture = Gesture(chips=(5000,))
    assert words("en", bet_of_1000(), gesture) == GestureWords(
        outcome="Call.",
        chips="Chips to return: 4,000.",
        why=("A single oversized chip without a declaration is a call. (TDA 44, WSOP 97)",),
    )
    assert words("it", bet_of_1000(), gesture) == GestureWords(
        outcome="Call.",
        chips="Chip da restituire: 4.000.",
        why=("Una sola chip più grande, senza parole, è un call. (TDA 44, WSOP 97)",),
    )


def test_a_raise_that_must_be_completed_says_what_is_still_to_put_in() -> None:
    gesture = Gesture(chips=(1000, 500, 100))
    assert words("en", bet_of_1000(), gesture) == GestureWords(
        outcome="Raise to 2,000.",
        chips="Chips still owed: 400.",
        why=(
            "It adds half of the minimum raise or more: it is made up to a full raise. (TDA 43-A, WSOP 95)",
        ),
    )
    assert words("it", bet_of_1000(), gesture).outcome == "Raise a 2.000."


def test_the_floors_decision_names_its_choices() -> None:
    gesture = Gesture(chips=(1000, 1000))
    assert words("en", raise_to_8000(), gesture) == GestureWords(
        outcome="The floor decides: Call or Fold.",
        chips="",
        why=(
            (
                "2,000 is an undercall of the raise to 8,000: a full call, or a fold that forfeits these "
                "chips. (TDA 51-B)"
            ),
        ),
    )
    assert words("it", raise_to_8000(), gesture).outcome == "Decide il floor: Call o Fold."


def test_the_players_decision_names_his_choices() -> None:
    gesture = Gesture(said="check")
    assert words("en", bet_of_1000(), gesture).outcome == "The player decides: Call or Fold."
    assert words("it", bet_of_1000(), gesture) == GestureWords(
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
    ("state", "gesture", "outcome"),
    [
        (on_street(1, table(9000, 9000)), Gesture(said="raise"), "Bet at least 100."),
        (on_street(1, table(9000, 9000)), Gesture(said="bet", amount=700), "Bet 700."),
        (play(table(9000, 9000)), Gesture(said="raise"), "Raise to at least 200."),
        (play(table(9000, 9000), "c2"), Gesture(said="call"), "Check."),
        (play(table(9000, 9000)), Gesture(said="fold"), "Fold."),
        (play(table(9000, 9000)), Gesture(), "It has no meaning here."),
        (play(table(9000, 9000), "f2"), Gesture(said="call"), "It has no meaning here."),
    ],
)
def test_what_a_motion_comes_to_in_words(state: State, gesture: Gesture, outcome: str) -> None:
    assert words("en", state, gesture).outcome == outcome


def test_every_rule_that_was_read_is_said_in_its_order() -> None:
    motion = Gesture(said="raise", chips=(5000,), chips_first=True)
    assert words("en", bet_of_1000(), motion).why == (
        "The chips went in before the declaration: the chips define the bet. (TDA 40-A)",
        "A single oversized chip without a declaration is a call. (TDA 44, WSOP 97)",
    )


def test_what_no_rule_book_says_has_no_number() -> None:
    assert words("en", bet_of_1000(), Gesture()).why == (
        "Nothing was said and no chips were pushed forward.",
    )


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_each_sentence_has_its_figures_in_italian_too(code: str) -> None:
    figures = {"heard": 1111, "call": 2222, "minimum": 3333, "maximum": 4444, "stack": 5555}
    read = Interpretation(rules=(code,), params=figures)
    with translation.override("en"):
        english = gesture_words(read, WRITER).why[0]
    with translation.override("it"):
        italian = gesture_words(read, WRITER).why[0]
    named = [name for name, amount in figures.items() if f"{amount:,}" in english]
    assert [name for name, amount in figures.items() if f"{amount:,}".replace(",", ".") in italian] == named
    assert italian != english
