"""What is known before the house has played one event: evenings made of figures measured on club evenings.

There a quarter, half, three quarters and nine tenths of the entries were out after 40, 60, 82 and 94 % of the play, and
when the last player went out the chips in play were so many big blinds in the nine deciles. Each decile makes an
evening with that shape for a small, a middling and a large club; together they count as `WEIGHT` events of the house,
so that ten of its own outweigh them.
"""

from itertools import pairwise
from math import log
from typing import Final

from tournament.rules.forecast.course import Course, Stretch
from tournament.rules.forecast.evening import Evening

BIG_BLINDS_AT_THE_END: Final = (11, 17, 22, 25, 29, 34, 40, 44, 58)
SHAPE: Final = ((0.0, 0.0), (0.25, 0.40), (0.50, 0.60), (0.75, 0.82), (0.90, 0.94), (1.0, 1.0))
"""Share of the entries that is out, after which share of the play."""

WEIGHT: Final = 4.5

_ENTRIES: Final = (9, 18, 30)  # as those events had
_STACK: Final = 10_000
_BLINDS: Final = (
    50, 100, 150, 200, 300, 400, 600, 800, 1_000, 1_600, 2_000, 3_000, 4_000, 6_000, 8_000, 10_000, 16_000, 20_000
)  # fmt: skip
_MINUTES: Final = 20


def published_evenings() -> tuple[Evening, ...]:
    course = Course(stretches=tuple(Stretch(minutes=_MINUTES, big_blind=blind) for blind in _BLINDS))
    kinds = [(entries, big_blinds) for entries in _ENTRIES for big_blinds in BIG_BLINDS_AT_THE_END]
    return tuple(_evening(course, entries, big_blinds, WEIGHT / len(kinds)) for entries, big_blinds in kinds)


def _evening(course: Course, entries: int, big_blinds: int, weight: float) -> Evening:
    end = course.played_at_blind(log(entries * _STACK / big_blinds))
    outs = tuple(end * _share_of_play(out / (entries - 1)) for out in range(1, entries))
    return Evening(course=course, buy_ins=((0.0, _STACK),) * entries, outs=outs, weight=weight)


def _share_of_play(out: float) -> float:
    for (share, played), (next_share, next_played) in pairwise(SHAPE):
        if out <= next_share:
            return played + (next_played - played) * (out - share) / (next_share - share)
    return 1.0
