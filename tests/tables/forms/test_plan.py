from __future__ import annotations

import pytest

from tables.forms.plan import AddTablesForm
from tournament.services.errors import Refused


def numbers(text: str) -> list[int]:
    form = AddTablesForm({"numbers": text, "seats": "9"})
    form.checked()
    return list(form.cleaned_data["numbers"])


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("21-24", [21, 22, 23, 24]),
        ("21 – 23, 31", [21, 22, 23, 31]),  # as phones write it
        ("7 5;3", [7, 5, 3]),
        (" 12, ", [12]),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, meant: list[int]) -> None:
    assert numbers(text) == meant


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("21-a", "Table numbers: “21-a” is not a table number"),
        ("9-3", "“9-3” is not a table number"),
        ("0", "“0” is not a table number"),
        ("1-500", "500 tables are too many: add at most 200 at a time"),
        ("", "Table numbers: This field is required"),
    ],
)
def test_what_is_no_number_is_named(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        numbers(text)
