"""When a sheet ends by the forecast, from the structure and the field alone."""

from collections.abc import Sequence
from functools import cache

from tournament.rules.forecast.course import Course, Stretch
from tournament.rules.forecast.experience import Experience, learned
from tournament.rules.forecast.milestones import end_of
from tournament.rules.structure.levels import Level, Period


def ends_after(rows: Sequence[Period], players: int, chips: int, experience: Experience | None = None) -> int:
    """Seconds from the first hand to the end, by what a house has learned, or else by published figures alone."""
    known = experience or published_experience()
    return round(end_of(course_of(rows), players=players, chips=chips, experience=known).mid.minutes * 60)


def course_of(rows: Sequence[Period]) -> Course:
    """The rows as the forecast reads them."""
    return Course(stretches=tuple(_stretch(row) for row in rows))


@cache
def published_experience() -> Experience:
    """Of a house that has played no event yet."""
    return learned(())


def stakes_height(level: Level) -> int:
    """The big blind of a level’s first game, or what stands for it where there are no blinds."""
    game = level.all_games[0]
    return game.big_blind or game.least_bet


def _stretch(row: Period) -> Stretch:
    minutes = row.duration_seconds / 60
    return Stretch(minutes=minutes, big_blind=stakes_height(row) if isinstance(row, Level) else 0)
