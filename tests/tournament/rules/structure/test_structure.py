"""Levels and breaks in their order (levels.py, periods.py, replacement.py)."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import Said, said
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
    assert EVENING.next_break_index(0) == 2


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


def test_every_refusal_of_a_structure_says_where_what_and_the_cure() -> None:
    def refused(bad_row: object) -> Said:
        return said(lambda: Structure.from_dict({"periods": [level().to_dict(), bad_row]}))

    pause = pause_of(5).to_dict()
    over = "Row 2, small_blind: this is out of range. Enter a whole number from 0 to 1000000000000."
    assert [
        refused(row(small_blind=-1)),
        refused(row(ante="25")),
        refused(row(ante_kind="all")),
        refused(row(game="")),
        refused(row(minutes=20)),
        refused({"x" * 101: 20}),
        refused({"big_blind": 50, "duration_seconds": 5}),
        refused({"kind": "break"}),
        refused(7),
        refused({"kind": "pause"}),
        refused(pause | {"chips_removed": "25"}),
        refused(pause | {"chips_removed": [25, 25]}),
        refused(pause | {"chips_removed": list(range(1, 22))}),
        refused(pause | {"label": "x" * 101}),
        refused(row(games="NT")),
    ] == [
        (over, "out_of_range", {"field": "small_blind", "row": 2, "low": 0, "high": 10**12}),
        (
            "Row 2, ante: this is not a whole number. Enter a whole number from 0 to 1000000000000.",
            "not_a_whole_number",
            {"field": "ante", "row": 2, "low": 0, "high": 10**12},
        ),
        (
            "Row 2, ante_kind: this is not one of the choices. Choose one of none, classic, big_blind, button.",
            "unknown_choice",
            {"field": "ante_kind", "row": 2, "choices": "none, classic, big_blind, button"},
        ),
        (
            "Row 2, game: this is not a text of the right length. Enter 1 to 20 characters.",
            "bad_text",
            {"field": "game", "row": 2, "low": 1, "high": 20},
        ),
        (
            "Row 2, minutes: a level does not have this field. Remove it.",
            "unknown_field",
            {"field": "minutes", "row": 2, "kind": "level"},
        ),
        (
            f"Row 2, {'x' * 100}: a level does not have this field. Remove it.",
            "unknown_field",
            {"field": "x" * 100, "row": 2, "kind": "level"},
        ),
        (
            "Row 2, small_blind: this is missing. Fill it in.",
            "missing_field",
            {"field": "small_blind", "row": 2},
        ),
        (
            "Row 2, duration_seconds: this is missing. Fill it in.",
            "missing_field",
            {"field": "duration_seconds", "row": 2},
        ),
        (
            "Row 2, row: this row is not a level or a break. Enter a level or a break.",
            "not_a_period",
            {"field": "row", "row": 2},
        ),
        (
            "Row 2, kind: this is not one of the choices. Choose one of level, break.",
            "unknown_choice",
            {"field": "kind", "row": 2, "choices": "level, break"},
        ),
        (
            "Row 2, chips_removed: this is not a list of chip values. Enter whole numbers, for example 25 and 100.",
            "not_a_list",
            {"field": "chips_removed", "row": 2},
        ),
        (
            "Row 2, chips_removed: the same chip value is removed twice. List each chip value once.",
            "chip_value_twice",
            {"field": "chips_removed", "row": 2},
        ),
        (
            "Row 2, chips_removed: 21 chip values are removed. Remove at most 20 values in one break.",
            "too_many_chip_values",
            {"field": "chips_removed", "row": 2, "count": 21, "high": 20},
        ),
        (
            "Row 2, label: this is not a text of the right length. Enter 0 to 100 characters.",
            "bad_text",
            {"field": "label", "row": 2, "low": 0, "high": 100},
        ),
        (
            "Row 2, games: this is not a list of games. List at most 24 games with their stakes.",
            "not_a_list",
            {"field": "games", "row": 2, "high": 24},
        ),
    ]
    assert [
        said(lambda: Structure.from_dict(7)),
        said(lambda: Structure(periods=(pause_of(5),))),
        said(lambda: Structure(periods=(level(),) * 201)),
        said(lambda: EVENING.index_of_level(0)),
    ] == [
        (
            "periods: this is not a list of levels and breaks. Enter one row for each level or break.",
            "not_a_structure",
            {"field": "periods", "row": None},
        ),
        ("periods: there is no level. Add a level.", "no_level", {"field": "periods", "row": None}),
        (
            "periods: there are 201 rows. Use at most 200 levels and breaks.",
            "too_many_periods",
            {"field": "periods", "row": None, "count": 201, "high": 200},
        ),
        (
            "level: there is no level 0. Choose a level from 1 to 4.",
            "unknown_level",
            {"field": "level", "row": None, "number": 0, "high": 4},
        ),
    ]


def test_an_error_is_translated_in_three_parts() -> None:
    with pytest.raises(StructureError) as caught:
        Structure.from_dict({"periods": [row(small_blind=-1)]})
    assert (caught.value.sentences, caught.value.cure) == (
        (
            "Row %(row)s, %(field)s:",
            "this is out of range.",
            "Enter a whole number from %(low)s to %(high)s.",
        ),
        "Enter a whole number from 0 to 1000000000000.",
    )


def test_the_widest_rows_are_taken() -> None:
    wide = Level(small_blind=10**12, big_blind=0, duration_seconds=86_400, game="N" * 20)
    long = Break(duration_seconds=7 * 86_400, chips_removed=tuple(range(1, 21)), label="x" * 100)
    assert Structure.from_dict(Structure(periods=(wide, long)).to_dict()) == Structure(periods=(wide, long))
    short = (Level(small_blind=0, big_blind=0, duration_seconds=1, game="N"), Break(duration_seconds=1))
    assert Structure(periods=short).last_index == 1
    for seconds, made in ((0, pause_of(1)), (7 * 86_400 + 1, pause_of(1)), (86_401, level())):
        assert said(lambda: replace(made, duration_seconds=seconds))[1] == "out_of_range"  # noqa: B023 - called at once
    assert said(lambda: pause_of(5, 10**12 + 1))[1] == "out_of_range"


def test_a_row_without_its_kind_is_a_level_and_a_break_has_no_chips_unless_it_says_so() -> None:
    assert Structure.from_dict(
        {
            "periods": [
                {"small_blind": 1, "big_blind": 2, "duration_seconds": 60},
                {"kind": "break", "duration_seconds": 5},
            ]
        }
    ) == structure(level(1, 2, minutes=1), Break(duration_seconds=5))


def test_a_frozen_row_says_what_may_still_change() -> None:
    played = structure(level(25, 50, minutes=30), level(50, 100))
    playing = structure(level(25, 50), level(75, 150))
    assert [
        said(lambda: replace_structure(EVENING, played, current_index=1)),
        said(lambda: replace_structure(EVENING, playing, current_index=1)),
        said(lambda: replace_structure(EVENING, structure(level(25, 50)), current_index=1)),
    ] == [
        (
            "Row 1, periods: this row has been played. Leave it unchanged and change the rows after the current one.",
            "past_period_frozen",
            {"field": "periods", "row": 1},
        ),
        *[
            (
                "Row 2, periods: this row is being played. Change only its duration, or the rows after it.",
                "current_period_frozen",
                {"field": "periods", "row": 2},
            )
        ]
        * 2,
    ]


def test_what_follows_is_looked_for_after_the_row_itself() -> None:
    assert [EVENING.next_break_index(index) for index in range(6)] == [2, 2, 4, 4, None, None]
    assert [EVENING.seconds_between(0, index) // 60 for index in range(1, 6)] == [0, 20, 25, 45, 55]
    assert (EVENING.last_index, EVENING.is_break(2), EVENING.is_break(3)) == (5, True, False)
    for index in (-1, 6):
        with pytest.raises(IndexError, match=rf"^period {index} of 6$"):
            EVENING.seconds_between(0, index)
