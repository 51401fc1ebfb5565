from itertools import pairwise

from tests.tournament.rules.structure.generate.wanted import club_night
from tests.tournament.rules.structures import level, pause_of
from tournament.rules.forecast.milestones import ForecastRange, Mark
from tournament.rules.structure.generate.ends import ends_after
from tournament.rules.structure.generate.making import make_sheet
from tournament.rules.structure.generate.outlook import AverageAtBreak, outlook_by, outlook_of
from tournament.rules.structure.levels import Break, Period

ROWS: tuple[Period, ...] = (
    level(100, 200),
    pause_of(10),
    level(200, 400),
    pause_of(10),
    level(400, 800),
    pause_of(10),
    level(800, 1_600),
)


def mark(minutes: float) -> Mark:
    return Mark(played=minutes, minutes=minutes, level=0)


def one_every_five_minutes(left: int) -> ForecastRange:
    """Ten players, each five minutes of play one fewer."""
    at = 5.0 * (10 - left)
    return ForecastRange(low=mark(at / 2), mid=mark(at), high=mark(2 * at))


def test_at_each_break_there_are_those_left_by_then_with_the_average_for_the_next_level() -> None:
    outlook = outlook_by(ROWS, one_every_five_minutes, players=10, chips=96_000)
    assert (outlook.low, outlook.mid, outlook.high) == (22.5 * 60, 45 * 60, 90 * 60)
    # 20 and 40 minutes are played by then; behind the end nobody has a stack.
    assert outlook.averages == {
        1: AverageAtBreak(left=6, big_blinds=40),
        3: AverageAtBreak(left=2, big_blinds=60),
    }


def test_of_a_large_field_each_break_asks_for_a_few_numbers_only() -> None:
    asked: list[int] = []

    def ten_a_minute(left: int) -> ForecastRange:
        asked.append(left)
        at = (20_000 - left) / 10
        return ForecastRange(low=mark(at), mid=mark(at), high=mark(at))

    rows = (level(100, 200, minutes=9), pause_of(1)) * 90 + (level(100, 200),)
    outlook = outlook_by(rows, ten_a_minute, players=20_000, chips=200_000_000)
    lefts = [outlook.averages[index].left for index in range(1, 180, 2)]
    assert all(abs(left - (20_000 - 90 * number)) <= 1 for number, left in enumerate(lefts, start=1))
    assert len(asked) < 20


def test_a_sheet_ends_within_its_range_and_stacks_get_shallower() -> None:
    wishes = club_night()
    sheet = make_sheet(wishes, ends_after, pace="middle")
    rows = sheet.structure.periods
    outlook = outlook_of(rows, players=18, chips=180_000)
    assert outlook.low < outlook.mid == sheet.ends_after < outlook.high
    averages = list(outlook.averages.values())
    assert all(isinstance(rows[index], Break) for index in outlook.averages)
    assert len(averages) > 2
    for before, after in pairwise(averages):
        assert before.left > after.left >= 2
        assert before.big_blinds > after.big_blinds
