from __future__ import annotations

import pytest

from tests.factories import NOW, after
from tests.factories.field import entered, started
from tournament.queries.structure import structure_sheet

pytestmark = pytest.mark.django_db


def test_the_sheet_says_what_is_past_what_is_now_and_when_the_rest_begins() -> None:
    tournament, _ = started(3)
    rows = structure_sheet(tournament, now=after(25)).rows
    assert [row.is_past for row in rows] == [True, False, False, False, False]
    assert [row.is_current for row in rows] == [False, True, False, False, False]
    assert [row.starts_at for row in rows] == [None, None, after(40), after(50), after(70)]
    assert [row.number for row in rows] == [1, 2, 2, 3, 4]


def test_nothing_is_current_before_the_start() -> None:
    tournament, _ = entered(2)
    assert not any(row.is_current or row.is_past for row in structure_sheet(tournament, now=NOW).rows)


@pytest.mark.parametrize(("last_level", "marked"), [(0, []), (1, [0]), (2, [2]), (3, [3])])
def test_registration_ends_with_its_level_or_the_break_after_it(last_level: int, marked: list[int]) -> None:
    tournament, _ = entered(2, late_registration_level=last_level)
    rows = structure_sheet(tournament, now=NOW).rows
    assert [row.index for row in rows if row.is_registration_end] == marked
