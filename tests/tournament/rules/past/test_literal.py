"""Literals: every form, what is refused with its place, and random values that come back as they were."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.rules.past.hostile import HOSTILE
from tests.tournament.rules.past.ttd_files import make_ttd_file
from tests.tournament.rules.past.writing import written
from tournament.rules.past.errors import REFUSALS, PastFileError
from tournament.rules.past.literal import MOST_BYTES, MOST_PARTS, Made, read_literal


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("undefined", None),
        (" true ", True),
        ("false", False),
        ("0", 0),
        ("-12", -12),
        ("1.50", Decimal("1.50")),
        (".5", Decimal("0.5")),
        ("5.", Decimal(5)),
        ("1e3", Decimal(1_000)),
        ("-2.5E-1", Decimal("-0.25")),
        ("1e308", Decimal("1e308")),
        ('""', ""),
        ("'it\"s'", 'it"s'),
        (r'"a\n\t\"\'\\\/\b\f\r"', "a\n\t\"'\\/\b\f\r"),
        (r'"\u00e8\xe8"', "èè"),
        (r'"\ud83d\ude00 \uD83D\uDE00"', "😀 😀"),
        ('"😀è"', "😀è"),
        ("[]", []),
        ("[1, [2,],]", [1, [2]]),
        ("{}", {}),
        ("{a: 1, 'b c': 2, \"d\": {}, $e_1: [], 7: 8, null: null, new: 1, è: 2,}",
         {"a": 1, "b c": 2, "d": {}, "$e_1": [], "7": 8, "null": None, "new": 1, "è": 2}),
        ("{constructor: 1, toString: 2}", {"constructor": 1, "toString": 2}),
        ("new A()", Made("A")),
        ("new\tA (\n{a: 1} )", Made("A", {"a": 1})),
        ("new LO.Cell([1])", Made("LO.Cell", [1])),
        ("[new A(), new B({c: new D()})]", [Made("A"), Made("B", {"c": Made("D")})]),
        ('Map.from([["a", 1], [2, [3]],])', {"a": 1, "2": [3]}),
        ("Map.from([])", {}),
        ("new Map()", {}),
        ("new Map({a: 1})", {"a": 1}),
        ('new Map([["a", 1]])', {"a": 1}),
        ("[" * 200 + "]" * 200, None),
    ],
)  # fmt: skip
def test_every_form_is_read(text: str, value: Any) -> None:
    read = read_literal(text)
    assert read == value or (value is None and text.startswith("[["))
    assert type(read) is type(value) or value is None


@pytest.mark.parametrize(("text", "code", "line", "column"), HOSTILE, ids=[each[0][:24] for each in HOSTILE])
def test_everything_else_is_refused_with_its_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(PastFileError) as refused:
        read_literal(text)
    assert (refused.value.code, refused.value.line, refused.value.column) == (code, line, column)


def test_a_file_cut_off_anywhere_is_refused() -> None:
    text = make_ttd_file().decode()
    for end in range(0, len(text), 7):
        with pytest.raises(PastFileError):
            read_literal(text[:end])


def test_a_text_of_more_than_the_limit_is_refused() -> None:
    with pytest.raises(PastFileError, match="larger than 20 MB") as refused:
        read_literal(" " * (MOST_BYTES + 1))
    assert refused.value.code == "too_large"


@pytest.mark.long(reason="two million values, of which each is like another")
def test_more_parts_than_the_limit_are_refused() -> None:
    with pytest.raises(PastFileError) as refused:
        read_literal("[" + "1," * MOST_PARTS + "]")
    assert refused.value.code == "too_many_parts"


def test_the_sentence_says_where_and_what() -> None:
    with pytest.raises(
        PastFileError, match=r"^Line 2, column 5: “eval” is a call, which is not run\.$"
    ) as refused:
        read_literal("[\n 1, eval('2')]")
    assert refused.value.sentences == (
        "Line %(line)s, column %(column)s:",
        "“%(found)s” is a call, which is not run.",
    )
    assert refused.value.params == {"line": 2, "column": 5, "found": "eval"}


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
NAMES = TEXTS.filter(lambda name: name != "__proto__")
TYPES = st.from_regex(r"[A-Z][a-z]{0,5}(\.[A-Z][a-z]{0,5})?", fullmatch=True).filter(
    lambda name: name != "Map"
)
NUMBERS = st.integers(-(10**20), 10**20) | st.decimals(
    allow_nan=False, allow_infinity=False, min_value=-(10**12), max_value=10**12, places=4
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(NAMES, inner, max_size=4)
        | st.builds(
            Made,
            TYPES,
            st.none() | st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
        )
    ),
    max_leaves=20,
)


@settings(max_examples=150)
@given(VALUES)
def test_random_values_come_back_as_they_were_written(value: Any) -> None:
    assert read_literal(written(value)) == value


@settings(max_examples=150)
@given(st.text("{}[](),:'\"\\`new Map.from 01-eE./au\n", max_size=60))
def test_random_texts_are_read_or_refused(text: str) -> None:
    try:
        read_literal(text)
        code = ""
    except PastFileError as refused:
        code = refused.code
    assert code in ("", *REFUSALS)
