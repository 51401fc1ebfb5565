"""The level of a final table by the method of the players of the European Poker Tour, which needs no other evening.

The average stack of a final table is about as many big blinds in each edition of an event, so that chips in play,
seats and that depth give its big blind. As depth they take the mean of what an edition’s last level began and ended
with.
"""

from tournament.rules.forecast.course import Course


def big_blind_at_depth(chips: float, *, players: int, big_blinds: float) -> float:
    """The big blind at which the average of so many players is so many big blinds."""
    return chips / players / big_blinds


def level_at_depth(course: Course, chips: float, *, players: int, big_blinds: float) -> int | None:
    """Index of the first level that is as high, from 0; None where the structure ends below it."""
    wanted = big_blind_at_depth(chips, players=players, big_blinds=big_blinds)
    return next((index for index, level in enumerate(course.levels) if level.big_blind >= wanted), None)
