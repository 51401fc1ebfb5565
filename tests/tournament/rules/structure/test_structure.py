"""Levels and breaks in their order (levels.py, periods.py, replacement.py)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.rules.structures import level, pause_of, structure, wpt_champions_2018
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.level_games import ANTE_KINDS
from tournament.rules.structure.levels import Break, Level
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.replacement import replace_structure

EVENING = structure(
    level(25, 50), level(50, 100), pause_of(5), level(100, 200), pause_of(10), level(200, 400)
)


def test_level_numbers_leave_breaks_out() -> None:
    assert [EVENING.level_number(i) for i in range(6)] == [1, 2, 2, 3, 3, 4]
    assert EVENING.level_count == 4
    assert [EVENING.index_of_level(n) for n in (1, 2, 3, 4)] == [0, 1, 3, 5]


def test_a_level_that_is_not_there_is_named_with_the_range() -> None:
    with pytest.raises(StructureError, match=r"there is no level 5\. Choose a level from 1 to 4") as caught:
        EVENING.index_of_level(5)
    assert caught.value.code == "unknown_level"


def test_in_a_break_the_level_before_it_is_in_force() -> None:
    assert EVENING.level_in_force(2) == level(50, 100)
    assert EVENING.level_in_force(3) == level(100, 200)


def test_in_an_opening_break_the_first_level_is_in_force_and_its_number_is_0() -> None:
    late = structure(pause_of(5), level(25, 50))
    assert late.level_in_force(0) == level(25, 50)
    assert late.level_number(0) == 0


def test_next_level_and_next_break_look_past_each_other() -> None:
    assert EVENING.next_level(1) == level(100, 200)
    assert EVENING.next_break(0) == pause_of(5)
    assert EVENING.next_break(2) == pause_of(10)
    assert EVENING.next_level(5) is None
    assert EVENING.next_break(5) is None
    assert (EVENING.next_level_index(1), EVENING.next_break_index(0)) == (3, 2)


def test_seconds_until_the_break_are_what_is_left_and_the_levels_between() -> None:
    assert EVENING.seconds_until_break(0, remaining_seconds=90) == 90 + 20 * 60
    assert EVENING.seconds_until_break(1, remaining_seconds=90) == 90
    assert EVENING.seconds_until_break(5, remaining_seconds=90) is None


def test_chips_removed_before_a_period_are_those_of_the_breaks_passed() -> None:
    wpt = wpt_champions_2018()
    assert wpt.chips_removed_before(0) == frozenset()
    assert wpt.chips_removed_before(wpt.index_of_level(7)) == {25}
    assert wpt.chips_removed_before(wpt.index_of_level(23)) == {25, 100, 500, 1000}


def test_an_index_outside_the_structure_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(IndexError):
        EVENING.level_number(6)
    with pytest.raises(IndexError):
        EVENING.level_in_force(-1)


periods = st.one_of(
    st.builds(
        Level,
        small_blind=st.integers(0, 10**12),
        big_blind=st.integers(0, 10**12),
        ante=st.integers(0, 10**12),
        ante_kind=st.sampled_from(ANTE_KINDS),
        duration_seconds=st.integers(1, 86400),
        game=st.text(min_size=1, max_size=20),
        small_bet=st.integers(0, 10**12),
        big_bet=st.integers(0, 10**12),
    ),
    st.builds(
        Break,
        duration_seconds=st.integers(1, 604800),
        chips_removed=st.lists(st.integers(1, 10**12), max_size=20, unique=True).map(tuple),
        label=st.text(max_size=100),
    ),
)


@given(st.lists(periods, max_size=20))
def test_a_structure_survives_json(made: list[Level | Break]) -> None:
    before = Structure(periods=(*made, level()))
    assert Structure.from_dict(json.loads(json.dumps(before.to_dict()))) == before


def row(**changes: object) -> dict[str, object]:
    return {**level().to_dict(), **changes}


@pytest.mark.parametrize(
    ("bad_row", "field", "code", "message"),
    [
        (row(small_blind=-1), "small_blind", "out_of_range", "Enter a whole number from 0 to 1000000000000"),
        (row(big_blind=10**12 + 1), "big_blind", "out_of_range", "Enter a whole number from 0"),
        (row(ante="25"), "ante", "not_a_whole_number", "this is not a whole number"),
        (row(ante=True), "ante", "not_a_whole_number", "this is not a whole number"),
        (row(ante=2.5), "ante", "not_a_whole_number", "this is not a whole number"),
        (row(ante_kind="everybody"), "ante_kind", "unknown_choice", "Choose one of none, classic, big_blind"),
        (row(ante_kind=["none"]), "ante_kind", "unknown_choice", "Choose one of none, classic, big_blind"),
        (row(duration_seconds=0), "duration", "out_of_range", "Enter a whole number from 1 to 86400"),
        (row(duration_seconds=None), "duration", "not_a_whole_number", "this is not a whole number"),
        (row(game=""), "game", "bad_text", "Enter 1 to 20 characters"),
        (row(game="N" * 10_000), "game", "bad_text", "Enter 1 to 20 characters"),
        (row(kind="pause"), "kind", "unknown_choice", "Choose one of level, break"),
        (row(minutes=20), "minutes", "unknown_field", "Remove it"),
        ({"small_blind": 25, "big_blind": 50}, "duration_seconds", "missing_field", "Fill it in"),
        ({"kind": "break"}, "duration_seconds", "missing_field", "Fill it in"),
        (pause_of(5).to_dict() | {"chips_removed": "25"}, "chips_removed", "not_a_list", "Enter whole"),
        (pause_of(5).to_dict() | {"chips_removed": [0]}, "chips_removed", "out_of_range", "from 1 to"),
        (pause_of(5).to_dict() | {"chips_removed": [25, 25]}, "chips_removed", "chip_value_twice", "once"),
        (
            pause_of(5).to_dict() | {"chips_removed": list(range(1, 22))},
            "chips_removed",
            "too_many_chip_values",
            "21 chip values are removed. Remove at most 20 values",
        ),
        (pause_of(5).to_dict() | {"label": "x" * 101}, "label", "bad_text", "Enter 0 to 100 characters"),
        (pause_of(5).to_dict() | {"ante": 5}, "ante", "unknown_field", "a break does not have this field"),
        (7, "row", "not_a_period", "this row is not a level or a break"),
    ],
)
def test_a_bad_row_is_refused_with_its_number_field_and_cure(
    bad_row: object, field: str, code: str, message: str
) -> None:
    with pytest.raises(StructureError, match=message) as caught:
        Structure.from_dict({"periods": [level().to_dict(), bad_row]})
    error = caught.value
    assert (error.row, error.field, error.code) == (2, field, code)
    assert str(error).startswith(f"Row 2, {field}: ")
    assert str(error).endswith(error.cure)
    assert error.template % error.params == str(error)


@pytest.mark.parametrize("data", [None, [], {}, {"periods": "levels"}, {"levels": []}, "structure"])
def test_something_else_than_a_structure_is_refused(data: object) -> None:
    with pytest.raises(StructureError, match="this is not a list of levels and breaks") as caught:
        Structure.from_dict(data)
    assert caught.value.code == "not_a_structure"


def test_a_structure_needs_a_level() -> None:
    with pytest.raises(StructureError, match=r"there is no level\. Add a level"):
        Structure.from_dict({"periods": [pause_of(5).to_dict()]})


def test_a_structure_has_at_most_200_rows() -> None:
    two_hundred = [level().to_dict()] * 200
    assert len(Structure.from_dict({"periods": two_hundred}).periods) == 200
    with pytest.raises(StructureError, match=r"there are 201 rows\. Use at most 200"):
        Structure.from_dict({"periods": [*two_hundred, {"broken": True}]})
    with pytest.raises(StructureError, match=r"there are 201 rows\. Use at most 200"):
        Structure(periods=(level(),) * 201)


class TestReplaceStructure:
    def test_rows_after_the_current_one_may_change_in_any_way(self) -> None:
        new = structure(level(25, 50), level(50, 100), level(300, 600))
        assert replace_structure(EVENING, new, current_index=1) == new

    def test_the_running_period_may_be_lengthened(self) -> None:
        new = structure(level(25, 50), level(50, 100, minutes=30), pause_of(5), level(100, 200))
        assert replace_structure(EVENING, new, current_index=1) == new

    def test_the_blinds_of_the_running_level_are_frozen(self) -> None:
        new = structure(level(25, 50), level(75, 150), pause_of(5))
        with pytest.raises(StructureError, match="this row is being played") as caught:
            replace_structure(EVENING, new, current_index=1)
        assert (caught.value.code, caught.value.row) == ("current_period_frozen", 2)

    def test_the_chips_of_the_running_break_are_frozen(self) -> None:
        new = structure(level(25, 50), level(50, 100), pause_of(5, 25), level(100, 200))
        with pytest.raises(StructureError, match="this row is being played"):
            replace_structure(EVENING, new, current_index=2)

    def test_past_rows_are_frozen_even_in_their_duration(self) -> None:
        new = structure(level(25, 50, minutes=30), level(50, 100))
        with pytest.raises(StructureError, match="this row has been played") as caught:
            replace_structure(EVENING, new, current_index=1)
        assert (caught.value.code, caught.value.row) == ("past_period_frozen", 1)

    def test_the_running_level_cannot_become_a_break_or_go(self) -> None:
        with pytest.raises(StructureError, match="Row 2"):
            replace_structure(EVENING, structure(level(25, 50), pause_of(20)), current_index=1)
        with pytest.raises(StructureError, match="Row 2"):
            replace_structure(EVENING, structure(level(25, 50)), current_index=1)

    def test_everything_may_change_before_the_start(self) -> None:
        new = structure(level(1, 2))
        assert replace_structure(EVENING, new, current_index=-1) == new
