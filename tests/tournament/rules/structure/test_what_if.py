import pytest

from tests.tournament.rules.structures import level, pause_of
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.what_if import (
    BreakAdded,
    LevelLeftOut,
    LevelsLast,
    NightMoved,
    WhatIf,
    next_night,
    planned_to_end,
)

NIGHT = Structure(
    periods=(
        level(25, 50),
        level(50, 100),
        pause_of(10, 25),
        level(100, 200),
        pause_of(5, 100),
        level(500, 1_000),
    )
)


def shape(structure: Structure) -> list[str]:
    """ "B10" a break of ten minutes, "20" a level of twenty."""
    return [
        f"{'B' if isinstance(period, Break) else ''}{period.duration_seconds // 60}"
        for period in structure.periods
    ]


def test_the_night_as_it_is_planned() -> None:
    assert shape(NIGHT) == ["20", "20", "B10", "20", "B5", "20"]


@pytest.mark.parametrize(
    ("what", "then"),
    [
        (LevelsLast(first=2, seconds=15 * 60), ["20", "15", "B10", "15", "B5", "15"]),
        (LevelLeftOut(row=2), ["20", "B10", "20", "B5", "20"]),
        # Two breaks that meet are one, as long as the longer.
        (LevelLeftOut(row=4), ["20", "20", "B10", "20"]),
        (BreakAdded(row=2, seconds=600), ["20", "B10", "20", "B10", "20", "B5", "20"]),
        (BreakAdded(row=4, seconds=1200), ["20", "20", "B30", "20", "B5", "20"]),
    ],
)
def test_what_if_is_another_structure(what: WhatIf, then: list[str]) -> None:
    assert shape(what.applied(NIGHT)) == then


TWO_DAYS = Structure(
    periods=(
        level(25, 50),
        level(50, 100),
        pause_of(10, 25),
        level(100, 200),
        pause_of(600),
        level(200, 400),
        level(300, 600),
    )
)


@pytest.mark.parametrize(
    ("row", "then"),
    [
        (1, ["20", "B600", "20", "B10", "20", "20", "20"]),
        # The break that was there is part of the night.
        (2, ["20", "20", "B600", "20", "20", "20"]),
        (4, shape(TWO_DAYS)),
        (6, ["20", "20", "B10", "20", "20", "B600", "20"]),
    ],
)
def test_play_of_today_ends_behind_another_level(row: int, then: list[str]) -> None:
    moved = NightMoved(row=row, in_play=0).applied(TWO_DAYS)
    assert shape(moved) == then
    assert {
        value for period in moved.periods if isinstance(period, Break) for value in period.chips_removed
    } == {25}


@pytest.mark.parametrize(
    ("row", "in_play", "code"), [(7, 0, "last_level"), (6, 5, "no_night"), (3, 0, "not_a_level")]
)
def test_play_of_today_ends_behind_a_level_that_another_day_follows(
    row: int, in_play: int, code: str
) -> None:
    with pytest.raises(StructureError) as refused:
        NightMoved(row=row, in_play=in_play).applied(TWO_DAYS)
    assert refused.value.code == code


def test_chips_that_were_to_leave_in_a_break_that_meets_another_still_leave() -> None:
    met = LevelLeftOut(row=4).applied(NIGHT).periods[2]
    assert isinstance(met, Break)
    assert met.chips_removed == (25, 100)


def test_the_night_in_play_stays_where_it_is_and_the_next_one_is_moved() -> None:
    three_days = Structure(periods=(*TWO_DAYS.periods, pause_of(660), level(400, 800), level(500, 1_000)))
    assert next_night(three_days, behind=0) == 5
    assert next_night(three_days, behind=5) == 8
    moved = NightMoved(row=6, in_play=5).applied(three_days)
    assert shape(moved) == ["20", "20", "B10", "20", "B600", "20", "B660", "20", "20", "20"]


def test_a_break_that_has_begun_is_not_made_one_with_the_next() -> None:
    in_break = LevelLeftOut(row=4, in_play=3).applied(NIGHT)
    assert in_break.periods == (*NIGHT.periods[:3], *NIGHT.periods[4:])
    met = Structure(periods=(*NIGHT.periods[:3], *NIGHT.periods[4:], level(600, 1_200)))
    assert LevelLeftOut(row=5, in_play=4).applied(met).periods == (*met.periods[:4], met.periods[5])


@pytest.mark.parametrize(
    ("what", "code"),
    [
        (LevelsLast(first=3, seconds=600), "not_a_level"),
        (LevelsLast(first=2, seconds=5), "out_of_range"),
        (LevelLeftOut(row=6), "last_level"),
        (LevelLeftOut(row=7), "not_a_level"),
        (BreakAdded(row=5, seconds=600), "not_a_level"),
        (BreakAdded(row=4, seconds=1), "out_of_range"),
    ],
)
def test_what_cannot_be_is_refused(what: WhatIf, code: str) -> None:
    with pytest.raises(StructureError) as refused:
        what.applied(NIGHT)
    assert refused.value.code == code


def all_levels(structure: Structure) -> float:
    return float(sum(period.duration_seconds for period in structure.periods))


@pytest.mark.parametrize(("wish", "minutes"), [(95, 20), (125, 30), (126, 30), (65, 10), (36, 1)])
def test_levels_are_as_long_as_an_end_at_a_time_needs(wish: int, minutes: int) -> None:
    """Twenty minutes are played, fifteen are breaks: three levels share what is left."""
    found = planned_to_end(NIGHT, first=2, wish=wish * 60, ends_after=all_levels)
    assert found == LevelsLast(first=2, seconds=minutes * 60)


@pytest.mark.parametrize("wish", [20, 3_000])
def test_an_end_that_no_length_reaches_is_refused(wish: int) -> None:
    with pytest.raises(StructureError) as refused:
        planned_to_end(NIGHT, first=2, wish=wish * 60, ends_after=all_levels)
    assert refused.value.code == "no_length_ends_then"
