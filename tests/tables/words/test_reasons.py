from __future__ import annotations

import pytest
from django.utils import translation

from tables.floor.reasons import REASONS, reason
from tables.words.reasons import SENTENCES, say_reason, say_reasons
from tests.factories import STRUCTURE
from tournament.templatetags.writing import PageWriter

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)


def test_each_reason_of_the_floor_rules_can_be_translated() -> None:
    assert dict(SENTENCES) == {code: sentence for code, (sentence, _source) in REASONS.items()}


def test_a_reason_is_said_from_the_rules_and_from_what_was_stored() -> None:
    why = reason("due_big_blind", from_table=3, from_seat=5)

    with translation.override("en"):
        assert say_reason(why, WRITER, with_rule=False) == why.sentence
        assert say_reasons([why.to_dict()], WRITER) == (
            "Seat 5 at table 3 is due for the big blind next (TDA 11-A, 11-B, WSOP 67).",
        )


def test_a_reason_names_the_players_of_the_seats_it_speaks_of() -> None:
    why = [
        reason("due_after_others", from_table=3, from_seat=7),
        reason("passed_over_moved", from_table=3, from_seats=[5, 6]),
        reason("seat_worst", to_table=1, to_seat=7, hands=2),
    ]
    names = {(3, 5): "Anna Verdi", (3, 7): "Carla Rossi", (1, 7): "Bruno Neri"}

    with translation.override("en"):
        assert say_reasons(why, WRITER, names) == (
            (
                "Seat 7 (Carla Rossi) at table 3 is the next due for the big blind among players who may be moved "
                "(TDA 11-A, 11-B, WSOP 67)."
            ),
            "Passed over, having just moved: seat 5 (Anna Verdi), seat 6 (TDA 1).",
            "Seat 7 at table 1 is the worst open seat: hands until its big blind: 2 (TDA 11-A, WSOP 67).",
        )
    with translation.override("it"):
        assert "posto 5 (Anna Verdi), posto 6" in say_reason(why[1], WRITER, names)


def test_equally_full_tables_are_listed() -> None:
    why = reason("tie_breaks_first", tables=[2, 3, 5], players=9, from_table=5)

    with translation.override("en"):
        assert say_reason(why, WRITER) == (
            "Tables 2, 3, 5 have 9 players each: table 5 breaks first, so it sends one (TDA 11-C, WSOP 67)."
        )


def test_a_card_of_a_reason_is_said_in_words() -> None:
    why = reason("seat_by_card", from_table=1, from_seat=2, card="Td", turn=1, turns=3, to_table=4, to_seat=5)

    with translation.override("en"):
        assert "drew the ten of diamonds and" in say_reason(why, WRITER)


@pytest.mark.parametrize("code", sorted(REASONS))
def test_each_reason_has_its_figures_in_italian_too(code: str) -> None:
    names = [
        "from_table",
        "from_players",
        "to_table",
        "to_players",
        "tolerance",
        "from_seat",
        "to_seat",
        "hands",
        "card",
        "turn",
        "turns",
        "table",
        "players",
        "short_by",
        "seat",
        "last",
        "count",
        "seats",
        "last_source",
        "fullest",
        "most",
    ]
    figures: dict[str, object] = {name: number for number, name in enumerate(names, start=1)}
    figures |= {"card": "As", "tables": [2, 3], "from_seats": [4, 5]}

    with translation.override("it"):
        said = say_reason({"code": code, "params": figures, "sentence": ""}, WRITER)

    assert said
    assert "{" not in said


def test_a_reason_of_an_older_release_is_said_as_it_was_stored() -> None:
    stored = {"code": "long_gone", "params": {}, "sentence": "So it was.", "source": ""}

    assert say_reason(stored, WRITER) == "So it was."


def test_a_reason_stored_with_fewer_figures_is_said_as_it_was_stored() -> None:
    stored = {
        "code": "table_breaks",
        "params": {"from_table": 3},
        "sentence": "Table 3 breaks.",
        "source": "",
    }

    assert say_reason(stored, WRITER) == "Table 3 breaks."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Tables 1, 2, 3, 4, 5, 6, 7, 8 and 492 more have 9 players each: table 500 breaks first"),
        ("it", "1, 2, 3, 4, 5, 6, 7, 8 e altri 492"),
    ],
)
def test_of_many_tables_that_are_alike_the_first_are_named(language: str, said: str) -> None:
    why = reason("tie_breaks_first", tables=list(range(1, 501)), players=9, from_table=500)

    with translation.override(language):
        assert said in say_reason(why, WRITER)
