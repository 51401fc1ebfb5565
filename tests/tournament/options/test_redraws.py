"""With how many players left all seats are redrawn, as it is typed."""

from __future__ import annotations

import pytest

from tournament.options.options import EventOptions
from tournament.options.redraws import RedrawCountError, read_redraw_counts


@pytest.mark.parametrize(
    ("typed", "counts"),
    [("24, 16, 9", (24, 16, 9)), ("9 24;16", (24, 16, 9)), ("24/16/9", (24, 16, 9)), ("", ()), ("2", (2,))],
)
def test_numbers_are_read_in_any_order(typed: str, counts: tuple[int, ...]) -> None:
    assert read_redraw_counts(typed) == counts
    assert EventOptions(redraws=typed).redraw_counts == counts


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("24 16 24", "24"),
        ("24, one", "one"),
        ("0", "0"),
        ("123456", "123456"),
        (" ".join(map(str, range(2, 15))), "14"),
    ],
)
def test_what_is_no_number_of_players_is_named(typed: str, part: str) -> None:
    with pytest.raises(RedrawCountError) as refused:
        read_redraw_counts(typed)
    assert refused.value.typed == part
    assert EventOptions(redraws=typed).redraw_counts == ()
