from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from tests.breadth import sample
from tests.tournament.rules.structure.generate.wanted import (
    HORSE,
    at_random,
    at_thirty_big_blinds,
    club_night,
    played_at_random,
)
from tests.tournament.rules.structures import hands_level, level, pause_of
from tournament.rules.structure.check import check_structure
from tournament.rules.structure.errors import MAX_PERIODS, StructureError
from tournament.rules.structure.generate.climb import POWERS, Pace, fitted
from tournament.rules.structure.generate.ends import ends_after
from tournament.rules.structure.generate.making import Forecast, GeneratedSheet, make_sheet, nearest_sheet
from tournament.rules.structure.generate.wishes import StructureWishes
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure


def levels_of(structure: Structure) -> list[Level]:
    return [period for period in structure.periods if isinstance(period, Level)]


def smalls_of(structure: Structure) -> list[int]:
    return [level.small_blind for level in levels_of(structure)]


def check_is_as_wished(sheet: GeneratedSheet, wishes: StructureWishes) -> None:
    structure = sheet.structure
    remarks = check_structure(structure, starting_stack=wishes.stack, chip_values=wishes.chip_values)
    assert [remark.message for remark in remarks] == [], wishes
    for before, after in pairwise(levels_of(structure)):
        rises = zip(before.all_games, after.all_games, strict=True)
        assert all(then.least_bet > first.least_bet for first, then in rises), wishes
    ends = ends_after(structure.periods, wishes.players, wishes.chips_in_play(wishes.players))
    assert abs(ends - wishes.seconds) <= levels_of(structure)[-1].duration_seconds, wishes


@pytest.mark.sampled
def test_whatever_is_asked_the_sheet_is_clean_rises_can_be_paid_and_ends_within_a_level() -> None:
    """What no blinds can grant is refused with the time at which play would end; asked for that, the sheet is made."""
    random = Random(20_261_130)
    made = without_an_end = 0
    for number in range(sample("structures made")):
        wishes, pace = at_random(random), random.choice(tuple(POWERS))
        found = made_or_instead(wishes, pace)
        if found is None:
            without_an_end += 1
            continue
        sheet, asked = found
        made += wishes is asked
        check_is_as_wished(sheet, asked)
        if number % 3 == 0:
            check_rest(asked, pace, played_at_random(random, asked, sheet.structure.periods))
    assert made
    assert without_an_end <= sample("structures made") // 100


def made_or_instead(wishes: StructureWishes, pace: Pace) -> tuple[GeneratedSheet, StructureWishes] | None:
    """The sheet, or that of the end at which play can end instead; and what it was made from. None where only few tries
    are spent on another end, and none of them ends as it says.
    """
    try:
        return make_sheet(wishes, ends_after, pace=pace), wishes
    except StructureError as error:
        if error.code != "ends_elsewhere":
            raise
        if "seconds" not in error.params:
            return None
        asked = replace(wishes, seconds=int(str(error.params["seconds"])))
        return make_sheet(asked, ends_after, pace=pace), asked


def check_rest(wishes: StructureWishes, pace: Pace, before: tuple[Period, ...]) -> None:
    """Behind rows in which chips were removed every level can be paid with those that are left."""
    structure = nearest_sheet(wishes, ends_after, pace=pace, before=before).structure
    assert structure.periods[: len(before)] == before
    assert len(structure.periods) > len(before)
    remarks = check_structure(structure, starting_stack=wishes.stack, chip_values=wishes.chip_values)
    behind = [remark.code for remark in remarks if (remark.row or 0) > len(before)]
    assert "removed_chip_needed" not in behind, wishes
    assert "not_payable" not in behind, wishes


def three_sheets(wishes: StructureWishes, forecast: Forecast) -> list[GeneratedSheet]:
    return [make_sheet(wishes, forecast, pace=pace) for pace in POWERS]


def test_a_club_night_of_five_and_a_half_hours_ends_in_level_15_or_16() -> None:
    """Three such nights ended in rounds 15, 16 and 16."""
    for sheet in three_sheets(club_night(rebuys=2), ends_after):
        at = number = 0
        for period in sheet.structure.periods:
            if at >= sheet.ends_after:
                break
            number += isinstance(period, Level)
            at += period.duration_seconds
        assert number in (15, 16), sheet.pace
        assert levels_of(sheet.structure)[0].big_blind == 50


def test_the_three_sheets_climb_in_their_own_way_and_always_the_same() -> None:
    sheets = [
        [smalls_of(sheet.structure) for sheet in three_sheets(club_night(), at_thirty_big_blinds)]
        for _ in range(2)
    ]
    assert sheets[0] == sheets[1]
    gentle, middle, steep = sheets[0]
    assert gentle[:12] == [25, 50, 75, 100, 125, 150, 175, 200, 250, 300, 400, 600]
    assert gentle[8] < middle[8] < steep[8]


def test_chips_leave_in_the_break_after_the_last_level_that_needs_them() -> None:
    sheet = make_sheet(club_night(), at_thirty_big_blinds, pace="steep")
    left = [
        (period.chips_removed, after.small_blind)
        for period, after in pairwise(sheet.structure.periods)
        if isinstance(period, Break) and isinstance(after, Level)
    ]
    assert left == [((), 150), ((25,), 500), ((100,), 1500), ((500,), 4000), ((1000,), 10000)]


@pytest.mark.parametrize("pace", POWERS)
def test_the_rest_is_made_around_a_level_that_was_edited(pace: Pace) -> None:
    wishes = club_night()
    first = make_sheet(wishes, ends_after, pace="middle").structure
    edited = replace(levels_of(first)[3], small_blind=150, big_blind=300)
    kept = (*first.periods[:3], edited)
    sheet = make_sheet(wishes, ends_after, pace=pace, before=kept)
    assert sheet.structure.periods[:4] == kept
    assert smalls_of(sheet.structure)[4] > 150
    check_is_as_wished(sheet, wishes)


def test_levels_are_as_long_as_usual_steps_need_where_the_director_does_not_say() -> None:
    lengths = {
        hours: levels_of(
            make_sheet(club_night(hours=hours, level_seconds=0), ends_after, pace="middle").structure
        )[0]
        for hours in (2.5, 5.5, 9)
    }
    minutes = [level.duration_seconds // 60 for level in lengths.values()]
    assert minutes == sorted(minutes)
    assert minutes[0] < 15 < minutes[-1]


def test_a_fit_rises_is_at_most_doubled_and_says_when_there_are_too_few_rungs() -> None:
    assert fitted([3.2, 3.3, 6.0], [25, 50, 75, 100, 150, 200]) == [25, 50, 100]
    assert fitted([5.0], [25, 50, 75, 100], above=50) == [100]
    assert fitted([3.2, 3.3, 6.0], [25, 50]) is None


def test_an_end_that_cannot_be_is_refused_with_the_one_that_can() -> None:
    with pytest.raises(StructureError) as refused:
        make_sheet(club_night(hours=1), ends_after, pace="middle")
    assert refused.value.field == "duration"
    assert "rather than 1:00. Ask for that" in str(refused.value)
    asked = club_night(hours=int(str(refused.value.params["seconds"])) / 3600)
    assert make_sheet(asked, ends_after, pace="middle").pace == "middle"


def test_where_nothing_can_be_asked_for_instead_nothing_is_offered() -> None:
    with pytest.raises(StructureError, match="play cannot end after 5:30") as refused:
        make_sheet(club_night(), lambda _rows, _players, _chips: 10, pace="middle")
    assert refused.value.code == "ends_elsewhere"


class Counted:
    """A forecast of which is counted how often it was asked."""

    def __init__(self, seconds: int) -> None:
        self.seconds, self.asked = seconds, 0

    def __call__(self, rows: Sequence[Period], _players: int, _chips: int) -> int:
        self.asked += 1
        assert len(rows) <= MAX_PERIODS
        return self.seconds


@pytest.mark.parametrize("ends", [60, 8 * 24 * 3600])
@pytest.mark.parametrize("hours", [0.5, 72, 168])
def test_however_far_from_the_wish_play_ends_few_sheets_are_tried(hours: float, ends: int) -> None:
    """A page makes three, and somebody waits for it."""
    forecast = Counted(ends)
    with pytest.raises(StructureError, match="play cannot end after"):
        make_sheet(club_night(hours=hours, level_seconds=0), forecast, pace="middle")
    assert forecast.asked <= 30


def test_one_that_is_asked_for_only_once_does_not_look_for_another_end() -> None:
    asked = []
    for says_instead in (True, False):
        forecast = Counted(9 * 3600)
        with pytest.raises(StructureError):
            make_sheet(club_night(), forecast, pace="middle", says_instead=says_instead)
        asked.append(forecast.asked)
    assert asked[0] > asked[1]


def test_no_more_levels_are_fitted_than_a_structure_has() -> None:
    sheet = nearest_sheet(club_night(hours=72, level_seconds=0), ends_after, pace="middle")
    assert all(MAX_PERIODS * level.duration_seconds >= 72 * 3600 for level in levels_of(sheet.structure))


@pytest.mark.parametrize("pace", POWERS)
def test_levels_are_paid_with_the_chips_that_were_not_removed_before(pace: Pace) -> None:
    wishes, before = club_night(hours=5), (level(100, 200), pause_of(10, 25))
    sheet = make_sheet(wishes, ends_after, pace=pace, before=before)
    check_is_as_wished(sheet, wishes)
    assert all(small % 100 == 0 for small in smalls_of(sheet.structure))
    removed = [
        value for row in sheet.structure.periods if isinstance(row, Break) for value in row.chips_removed
    ]
    assert removed == sorted(set(removed))


def test_without_a_chip_left_no_level_can_be_made() -> None:
    before = (level(100, 200), pause_of(10, 25, 100, 500, 1_000, 5_000))
    with pytest.raises(StructureError, match="all of these chips have been removed") as refused:
        make_sheet(club_night(), ends_after, pace="middle", before=before)
    assert refused.value.field == "chips"


def test_behind_a_level_that_is_high_for_the_chips_in_play_a_few_more_follow() -> None:
    wishes = club_night(fewest_players=4, most_players=4)
    sheet = nearest_sheet(wishes, at_thirty_big_blinds, pace="middle", before=(level(10_000, 20_000),))
    assert smalls_of(sheet.structure)[:2] in ([10_000, 12_000], [10_000, 15_000], [10_000, 20_000])


def test_behind_the_highest_level_there_is_none() -> None:
    highest = level(10**12 // 2, 10**12)
    with pytest.raises(StructureError, match="no level can follow") as refused:
        make_sheet(club_night(), at_thirty_big_blinds, pace="middle", before=(highest,))
    assert refused.value.code == "no_higher_level"


def test_games_that_last_an_orbit_do_so_in_the_levels_made() -> None:
    wishes = club_night(games=HORSE, hands_per_game=6, orbit_from=4)
    made = levels_of(make_sheet(wishes, ends_after, pace="middle").structure)
    assert {(level.hands_per_game, level.orbit_from) for level in made} == {(6, 4)}
    choice = club_night(games=HORSE, hands_per_game=0, orbit_from=4)
    assert levels_of(make_sheet(choice, ends_after, pace="middle").structure)[0].orbit_from == 0


@pytest.mark.parametrize(("minutes", "hands"), [(0, 10), (24, 10), (20, 0)])
def test_behind_a_level_by_hands_levels_are_by_hands_unless_other_minutes_are_asked_for(
    minutes: int, hands: int
) -> None:
    """Ten hands are planned with 24 minutes."""
    wishes = club_night(level_seconds=minutes * 60)
    sheet = nearest_sheet(wishes, ends_after, pace="middle", before=(hands_level(200, 400, hands=10),))
    assert {level.hands for level in levels_of(sheet.structure)[1:]} == {hands}


def test_a_field_as_large_as_may_be_is_made_a_sheet() -> None:
    wishes = club_night(fewest_players=20_000, most_players=20_000, stack=50_000_000, hours=12, games=HORSE)
    assert make_sheet(wishes, ends_after, pace="steep").structure.level_count > 12


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"fewest_players": 1}, "players"),
        ({"most_players": 10}, "players"),
        ({"chip_values": ()}, "chips"),
        ({"chip_values": (0, 25)}, "chips"),
        ({"stack": 10_010}, "stack"),
        ({"stack": 500}, "stack"),
        ({"seconds": 60}, "duration"),
        ({"level_seconds": 30}, "level"),
        ({"break_every": 60}, "breaks"),
        ({"break_seconds": 1}, "break"),
        ({"depth": 5}, "depth"),
        ({"games": ()}, "games"),
        ({"games": ("NT", "NT")}, "games"),
        ({"orbit_from": 11}, "games"),
        ({"most_players": 20_000, "stack": 100_000_000}, "stack"),
        ({"most_players": 20_000, "stack": 50_000_000, "rebuys": 1}, "rebuys"),
        ({"chips": 10**12 + 1}, "chips"),
    ],
)
def test_what_makes_no_sheet_is_named_by_its_field(wrong: dict[str, object], field: str) -> None:
    with pytest.raises(StructureError) as refused:
        club_night(**wrong)  # type: ignore[arg-type]  # wrong on purpose
    assert refused.value.field == field
