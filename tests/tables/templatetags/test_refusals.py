from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.utils import translation

from tables import engine
from tables.templatetags.refusals import SENTENCES, refusal_words

ENGINE = Path(engine.__file__).parent


def codes_raised() -> set[str]:
    """Every code that the engine gives an IllegalAction, read from its source."""
    found: set[str] = set()
    for path in ENGINE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
                code = node.args[1]
                if isinstance(code, ast.Constant):
                    found.add(str(code.value))
    return found


def test_every_refusal_of_the_engine_has_a_sentence() -> None:
    assert codes_raised() - set(SENTENCES) == set()


def test_amounts_in_a_sentence_follow_the_language() -> None:
    error = engine.IllegalAction(
        "raise below the minimum of 1200",
        "raise_below_minimum",
        {"amount": 600, "minimum": 1200, "maximum": 12000},
    )
    with translation.override("en"):
        assert refusal_words(error) == (
            "A raise to 600 is too small: raise to at least 1,200 and at most 12,000."
        )
    with translation.override("it"):
        assert "1.200" in refusal_words(error)


def test_refusal_without_a_sentence_of_ours_speaks_the_engines_english() -> None:
    assert refusal_words(engine.InvalidNotation("not a card", "bad_card")) == "not a card"


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_sentences_name_only_what_the_engine_gives(code: str) -> None:
    given = {
        "amount": 1, "minimum": 1, "maximum": 1, "seat": 1, "cap": 1, "to_call": 1, "count": 1, "card": "Ah",
        "known": "Ah", "cards": "Ah", "seats": [1], "rank": "J", "field": "ante", "asker": 1,
        "rule": "TDA 53-B", "least": 25, "below": 25, "above": 50,
    }  # fmt: skip
    assert SENTENCES[code] % given
