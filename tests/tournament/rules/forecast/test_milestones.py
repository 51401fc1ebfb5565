"""End, bubble, final table, breaks: from structure and field alone, and of an event in play; published examples."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import exp

import pytest

from tournament.rules.forecast.course import Course, Stretch, minutes_of_hands
from tournament.rules.forecast.depth import big_blind_at_depth, level_at_depth
from tournament.rules.forecast.errors import ForecastError
from tournament.rules.forecast.evening import Evening
from tournament.rules.forecast.experience import Lesson, learned, standing_at
from tournament.rules.forecast.milestones import Goals, end_of, milestones
from tournament.rules.forecast.standing import Teachings

PUBLISHED = learned([])
CLUB = (50, 100, 150, 200, 300, 400, 600, 800, 1000, 1600, 2000, 3000, 4000, 6000, 8000, 10000)
HOME = (50, 100, 150, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 4000, 6000, 8000)
LONG = (
    50, 100, 150, 200, 300, 400, 500, 600, 800, 1000, 1200, 1600, 2000, 2400, 3000, 4000, 5000, 6000, 8000, 10000,
    12000, 16000, 20000, 24000, 30000, 40000, 50000, 60000, 80000, 100000, 120000, 160000, 200000,
)  # fmt: skip


def course(big_blinds: Sequence[int], minutes: float = 20) -> Course:
    return Course(stretches=tuple(Stretch(minutes=minutes, big_blind=blind) for blind in big_blinds))


def evening(outs: Sequence[float] = (), entries: int = 20, played: Course | None = None) -> Evening:
    return Evening(course=played or course(CLUB), buy_ins=((0.0, 10_000),) * entries, outs=tuple(outs))


def test_final_table_by_the_players_method_of_the_ept() -> None:
    assert int(big_blind_at_depth(44_880_000, players=8, big_blinds=52.36)) == 107_142
    levels = course((40_000, 50_000, 60_000, 80_000, 100_000, 120_000, 160_000))
    assert level_at_depth(levels, 44_880_000, players=8, big_blinds=52.36) == 5
    assert levels.levels[5].big_blind == 120_000


def test_a_club_night_of_fifteen_players_ends_in_level_15_or_16_as_three_real_ones_did() -> None:
    big_blinds = (
        50,
        100,
        150,
        200,
        200,
        300,
        400,
        600,
        800,
        1000,
        1600,
        2000,
        3000,
        4000,
        6000,
        10_000,
        16_000,
        20_000,
    )
    reach = end_of(course(big_blinds), players=15, entries=22, chips=220_000, experience=PUBLISHED)
    assert reach.mid.level + 1 in (15, 16)


def test_hundred_players_with_ten_thousand_are_four_at_6k_12k_to_12k_24k() -> None:
    reach = end_of(course(LONG, 30), players=100, chips=1_000_000, experience=PUBLISHED, winners=4)
    assert 12_000 <= LONG[reach.mid.level] <= 24_000


@pytest.mark.parametrize("players", [15, 18, 20])
@pytest.mark.parametrize("minutes", [15, 20])
def test_home_game_with_five_thousand_ends_at_1500_3000_to_2000_4000(players: int, minutes: int) -> None:
    reach = end_of(course(HOME, minutes), players=players, chips=5_000 * players, experience=PUBLISHED)
    assert HOME[reach.mid.level] in (3_000, 4_000)


def test_ten_players_reach_those_levels_within_the_range() -> None:
    reach = end_of(course(HOME), players=10, chips=50_000, experience=PUBLISHED)
    assert HOME[reach.low.level] < 3_000 <= HOME[reach.high.level]


def test_the_range_lies_around_its_middle_and_more_players_last_longer() -> None:
    ends = [end_of(course(CLUB), players=n, chips=10_000 * n, experience=PUBLISHED) for n in (6, 12, 24, 48)]
    assert all(reach.low.played < reach.mid.played < reach.high.played for reach in ends)
    assert all(one.mid.played < other.mid.played for one, other in pairwise(ends))


def test_deeper_stacks_and_longer_levels_last_longer() -> None:
    usual = end_of(course(CLUB), players=20, chips=200_000, experience=PUBLISHED).mid.played
    assert end_of(course(CLUB), players=20, chips=400_000, experience=PUBLISHED).mid.played > usual
    assert end_of(course(CLUB, 30), players=20, chips=200_000, experience=PUBLISHED).mid.played > usual


def test_re_entries_make_an_evening_longer_than_the_players_who_began() -> None:
    alone = end_of(course(CLUB), players=15, chips=150_000, experience=PUBLISHED)
    again = end_of(course(CLUB), players=15, entries=22, chips=220_000, experience=PUBLISHED)
    assert again.mid.played > alone.mid.played


def test_satellite_ends_at_its_seats() -> None:
    night = end_of(course(CLUB), players=40, chips=400_000, experience=PUBLISHED)
    satellite = end_of(course(CLUB), players=40, chips=400_000, experience=PUBLISHED, winners=8)
    assert satellite.high.played < night.mid.played


def test_breaks_count_in_real_time_but_not_as_played() -> None:
    with_break = Course(
        stretches=(*course(CLUB).stretches[:6], Stretch(minutes=45), *course(CLUB).stretches[6:])
    )
    plain = end_of(course(CLUB), players=20, chips=200_000, experience=PUBLISHED).mid
    broken = end_of(with_break, players=20, chips=200_000, experience=PUBLISHED).mid
    assert broken.played == pytest.approx(plain.played)
    assert broken.minutes == pytest.approx(plain.minutes + 45)


def test_clock_that_usually_stands_makes_real_time_longer() -> None:
    slow = [
        Lesson(
            evening=Evening(
                course=course(CLUB),
                buy_ins=((0.0, 10_000),) * 10,
                outs=tuple(range(20, 200, 20)),
                lost_an_hour=6,
            )
        )
    ]
    taught = learned(slow * 20)
    mark = end_of(course(CLUB), players=20, chips=200_000, experience=taught).mid
    assert taught.lost_an_hour == 6
    assert mark.minutes == pytest.approx(mark.played * 1.1)


def test_milestones_come_in_their_order_and_only_those_still_to_come() -> None:
    standing = standing_at(evening(outs=(40, 60, 80)), 90)
    assert standing is not None
    found = milestones(standing, PUBLISHED, goals=Goals(places_paid=3, final_table=9))
    assert found["final_table"].mid.played < found["bubble"].mid.played < found["end"].mid.played
    assert set(found) == {"end", "bubble", "final_table"}
    late = standing_at(evening(outs=tuple(range(40, 210, 10))), 215)
    assert late is not None
    assert set(milestones(late, PUBLISHED, goals=Goals(places_paid=3, final_table=9))) == {"end"}


def test_players_who_go_out_fast_bring_the_end_nearer() -> None:
    fast, slow = (
        standing_at(evening(outs=(10, 20, 25, 30, 35, 40, 50)), 60),
        standing_at(evening(outs=(50,)), 60),
    )
    assert fast is not None
    assert slow is not None
    ends = [milestones(each, PUBLISHED, goals=Goals())["end"].mid.played for each in (fast, slow)]
    assert ends[0] < ends[1]


def test_the_range_narrows_as_players_go_out() -> None:
    outs = (60, 80, 100, 110, 120, 130, 140, 150, 155, 160, 170, 180, 190, 200, 210, 220, 230)
    found = [standing_at(evening(outs=outs), at) for at in (30, 131, 231)]
    widths = []
    for standing in found:
        assert standing is not None
        end = milestones(standing, PUBLISHED, goals=Goals())["end"]
        widths.append(end.high.played - end.low.played)
    assert widths[0] > widths[1] > widths[2]


def test_breaks_dinner_and_end_of_today_are_where_the_structure_has_them() -> None:
    stretches = list(course(CLUB).stretches)
    stretches[3:3] = [Stretch(minutes=10)]
    stretches[7:7] = [Stretch(minutes=60)]
    stretches[9] = Stretch(minutes=20, big_blind=600, ends_day=True)
    standing = standing_at(evening(outs=(15,), played=Course(stretches=tuple(stretches))), 30)
    assert standing is not None
    found = milestones(standing, PUBLISHED, goals=Goals())
    assert {
        kind: (found[kind].low.minutes, found[kind].high.minutes) for kind in ("break", "dinner", "day_end")
    } == {
        "break": (30, 30),
        "dinner": (100, 100),
        "day_end": (100 + 60 + 40, 100 + 60 + 40),
    }


def test_a_break_marked_as_dinner_is_it_even_where_another_is_longer() -> None:
    stretches = list(course(CLUB).stretches)
    stretches[2:2] = [Stretch(minutes=10, is_dinner=True)]
    stretches[7:7] = [Stretch(minutes=60)]
    standing = standing_at(evening(played=Course(stretches=tuple(stretches))), 10)
    assert standing is not None
    assert milestones(standing, PUBLISHED, goals=Goals())["dinner"].mid.minutes == 30


def test_blinds_that_never_rise_still_end() -> None:
    reach = end_of(course((100,)), players=20, chips=200_000, experience=PUBLISHED)
    assert 60 < reach.mid.played < 24 * 60


def test_more_players_left_never_have_fewer_big_blinds_in_play() -> None:
    depths = PUBLISHED.taught.depths
    assert list(depths) == sorted(depths)
    assert 25 <= exp(depths[0]) <= 34


def test_what_no_forecast_can_be_made_of_is_refused() -> None:
    with pytest.raises(ForecastError, match="more players than winners"):
        end_of(course(CLUB), players=1, chips=10_000, experience=PUBLISHED)
    with pytest.raises(ForecastError, match="needs a level with a big blind"):
        Course(stretches=(Stretch(minutes=10),))
    with pytest.raises(ForecastError, match="minutes above 0"):
        Stretch(minutes=0, big_blind=100)
    with pytest.raises(ForecastError, match="hands and a pace above 0"):
        minutes_of_hands(10, hands_an_hour=0)


def test_a_level_by_hands_takes_what_its_hands_take() -> None:
    assert minutes_of_hands(15, hands_an_hour=30) == 30


def test_the_same_field_is_foretold_the_same() -> None:
    standing = standing_at(evening(outs=(40, 60, 80)), 90)
    assert standing is not None
    goals = Goals(places_paid=3, final_table=9)
    assert milestones(standing, learned([]), goals=goals) == milestones(standing, learned([]), goals=goals)


def test_late_entries_come_no_later_than_the_last_level_that_takes_them() -> None:
    taught = Teachings(
        rate=PUBLISHED.taught.rate, depths=PUBLISHED.taught.depths, coming=(0, 0.5, 0.5, 0.5, 0.5)
    )
    standing = standing_at(evening(), 25)
    assert standing is not None
    assert list(taught.still_coming(standing)) == [1, 2, 3, 4]
    capped = taught.still_coming(replace(standing, last_level=2))
    assert capped == {1: 20 * 0.5 * 0.75, 2: 27.5 * 0.5}
    assert taught.still_coming(replace(standing, last_level=0)) == {}
