from __future__ import annotations

import pytest
from django.utils import translation

from tables.floor.reasons import REASONS, reason
from tables.queries.reasons import SENTENCES, say_reason, say_reasons
from tests.factories import STRUCTURE
from tournament.templatetags.writing import PageWriter

WRITER = PageWriter(currency="EUR", structure=STRUCTURE)


def test_each_reason_of_the_floor_rules_can_be_translated() -> None:
    assert dict(SENTENCES) == {code: sentence for code, (sentence, _source) in REASONS.items()}


def test_a_reason_is_said_from_the_rules_and_from_what_was_stored() -> None:
    why = reason("due_big_blind", from_table=3, from_seat=5)

    with translation.override("en"):
        assert say_reason(why, WRITER) == why.sentence
        assert say_reasons([why.to_dict()], WRITER) == (why.sentence,)


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
    ]
    figures: dict[str, object] = {name: number for number, name in enumerate(names, start=1)} | {"card": "As"}

    with translation.override("it"):
        said = say_reason({"code": code, "params": figures, "sentence": ""}, WRITER)

    assert "{" not in said


def test_a_reason_of_an_older_release_is_said_as_it_was_stored() -> None:
    stored = {"code": "long_gone", "params": {}, "sentence": "So it was.", "source": ""}

    assert say_reason(stored, WRITER) == "So it was."
