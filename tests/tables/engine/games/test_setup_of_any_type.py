"""A stored or foreign setup whose values are of the wrong type is refused, field and cure named."""

from __future__ import annotations

import pytest

from tables.engine import HouseRules, InvalidNotation, Setup, Stakes
from tests.tables.engine.hands import table

HUGE = 16**5000
"""Python refuses to print a number of so many digits."""


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("posts", [[[], 1, "ante"]], "posts cannot be []: a whole number"),
        ("posts", [[{}, 1, "ante"]], "posts cannot be {}: a whole number"),
        ("posts", [[True, 50, "ante"]], "posts cannot be True: a whole number"),
        ("posts", [["1", 50, "ante"]], "posts cannot be '1': a whole number"),
        ("posts", [[1, [50], "ante"]], "posts cannot be a list: a whole number"),
        ("posts", [[1, 1.5, "ante"]], "posts cannot be 1.5: a whole number"),
        ("posts", [[1, 50, ["ante"]]], "posts cannot be a list: a text"),
        ("posts", [[1, 50, {"ante": 1}]], "posts cannot be a table: a text"),
        ("posts", [[1, 50, None]], "posts cannot be None: a text"),
        ("posts", [1], "posts cannot be 1: a list of lists of 3"),
        ("seats", [[True, 5], [2, 5]], "seats cannot be True: a whole number"),
        ("seats", [[1, {}], [2, 5]], "seats cannot be {}: a whole number"),
        ("seats", [[1, HUGE], [2, -HUGE]], "stack cannot be a huge number: a whole number from 1"),
        ("button", -HUGE, "button cannot be a huge number: a whole number from 1"),
        ("last_two", "yes", "last_two cannot be 'yes': true or false"),
        ("last_two", 1, "last_two cannot be 1: true or false"),
        ("carry", [0, [], False], "carry cannot be []: a text"),
        ("carry", [True, "", False], "carry cannot be True: a whole number"),
        ("carry", [0, "", 0], "carry cannot be 0: true or false"),
        ("rake", [500], "rake cannot be a list: a list of lists of 2"),
        ("rake", [None, 3], "rake cannot be None: a whole number"),
        ("title", [], "title cannot be []: a text"),
        ("title", 0, "title cannot be 0: a text"),
        ("deck_lowest", [], "deck_lowest cannot be []: a text"),
        ("game", ["NT"], "game cannot be a list: one of NT"),
        ("stakes", {"small_blind": 1, "big_blind": -HUGE}, "big_blind cannot be a huge number"),
        (
            "stakes",
            {"small_blind": 1, "big_blind": 2, "ante_kind": []},
            "ante_kind cannot be []: one of none",
        ),
        (
            "stakes",
            {"small_blind": 1, "big_blind": HUGE},
            "big_blind cannot be a huge number: a whole number",
        ),
        ("stakes", {"small_blind": 1, "big_blind": 10**12 + 1}, "big_blind cannot be 1000000000001"),
        ("seats", [[-HUGE, 5], [HUGE, 5]], "seats cannot be a huge number: a whole number from 1"),
        ("posts", [[1, HUGE, "ante"]], "posts cannot be a huge number: a whole number from 0"),
        ("title", "a\nb", "title cannot be 'a\\nb': a text of at most 60 printable characters"),
        ("title", "\ud800", "title cannot be '\\ud800': a text of at most 60 printable characters"),
        ("rules", {"limit_cap": HUGE}, "house rule “limit_cap” cannot be a huge number"),
        ("rules", {"limit_cap": -HUGE}, "house rule “limit_cap” cannot be a huge number"),
        ("x" * 10_000, 1, "x" * 40 + " cannot be 1: unknown field"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "value",
)
def test_a_value_of_the_wrong_type_is_named_with_the_cure(field: str, value: object, message: str) -> None:
    data = table(1000, 1000, stakes=Stakes(50, 100)).to_dict() | {field: value}
    with pytest.raises(InvalidNotation) as caught:
        Setup.from_dict(data)
    assert str(caught.value).startswith(message)


def test_a_sentence_about_a_house_rule_stays_short() -> None:
    for rules in ({"x" * 10_000: 1}, {"bba_order": "x" * 10_000}, {"limit_cap": [0] * 10_000}):
        with pytest.raises(InvalidNotation) as caught:
            HouseRules.from_dict(rules)
        assert len(str(caught.value)) < 150
