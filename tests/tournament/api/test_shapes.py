"""How values are written."""

from __future__ import annotations

import pytest
from ninja.errors import HttpError

from tournament.api.cursors import read_cursor, write_cursor
from tournament.api.shapes import money_of, page_of


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (472_50, "EUR", "472.50"),
        (5, "USD", "0.05"),
        (0, "EUR", "0.00"),
        (-1_05, "EUR", "-1.05"),
        (123_456_789_00, "EUR", "123456789.00"),
        (2_500, "JPY", "2500"),
        (-2_500, "JPY", "-2500"),
    ],
)
def test_money_is_text_with_the_decimals_of_its_currency(amount: int, currency: str, text: str) -> None:
    assert money_of(amount, currency).dict() == {"amount": text, "currency": currency}


@pytest.mark.parametrize("numbers", [(0,), (1, 2), (2**63 - 1, 0, 7)])
def test_a_cursor_is_read_as_it_was_written(numbers: tuple[int, ...]) -> None:
    assert read_cursor(write_cursor(*numbers), len(numbers)) == numbers


@pytest.mark.parametrize(
    "cursor",
    ["xx", "§", "MS4", write_cursor(1), write_cursor(2**63, 1), "-" * 80, "Ljk5OTk5OTk5OTk5OTk5OTk5OTk5"],
)
def test_what_was_not_made_here_is_refused(cursor: str) -> None:
    with pytest.raises(HttpError) as caught:
        read_cursor(cursor, 2)
    assert caught.value.status_code == 422


def test_the_pages_of_a_list_are_the_list() -> None:
    rows, read = list(range(7)), list[int]()
    cursor: str | None = ""
    while cursor is not None:
        page, cursor = page_of(rows, cursor=cursor, limit=3)
        read += page
    assert read == rows
    assert page_of(rows, cursor=write_cursor(99), limit=3) == ([], None)
