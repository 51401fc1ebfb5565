"""Three sheets that end when the director asked; also the rest of one sheet, from a level that stays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from math import exp, inf, log
from typing import Final, TypeAlias

from tournament.rules.structure.errors import MAX_CHIPS, MAX_PERIODS, StructureError
from tournament.rules.structure.generate.blinds import rare_rungs_of, rungs_of
from tournament.rules.structure.generate.climb import Pace, fitted, targets_of
from tournament.rules.structure.generate.rows import chips_left, play_seconds, rows_of
from tournament.rules.structure.generate.wishes import (
    LEAST_DEPTH,
    LEVEL_MINUTES,
    LONGEST_SECONDS,
    SHORTEST_SECONDS,
    StructureWishes,
)
from tournament.rules.structure.levels import Level, Period
from tournament.rules.structure.periods import Structure

# Seconds from the first hand to the end, breaks included: of these rows, players and chips in play.
Forecast: TypeAlias = Callable[[Sequence[Period], int, int], int]

# What play starts with unless the director says so, in big blinds; the chips decide between.
_DEPTHS: Final = (150, 200, 120, 100, 250, 80, 60, 50, 40, 30, LEAST_DEPTH)
# How much the blinds rise from level to level where the sheet may choose how long levels are.
_STEP: Final = 1.38
# Play has ended when so few big blinds are in play: more levels would be paper.
_LAST_BIG_BLINDS: Final = 8
_LEAST_OVERTIME: Final = 2
_OVERTIME_STEP: Final = 1.35
# Big blinds in play when the last level of the plan is reached, as the search begins.
_AT_THE_END: Final = 30
_TRIES: Final = 10
# Of one sheet, over all lengths and first levels: a page makes three, and somebody waits for it.
_TRIES_IN_ALL: Final = 30
# So often, and with so many tries, it is looked whether play can really end when it would.
_ASKED_AGAIN: Final = 3
_TRIES_AGAIN: Final = 12
# The highest small blind of which a structure can still have the big bet.
_HIGHEST_SMALL: Final = MAX_CHIPS // 4


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedSheet:
    """A structure made; it ends after `ends_after` seconds by the forecast it was made with."""

    pace: Pace
    structure: Structure
    ends_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Course:
    """What one sheet is fitted to: the rows that stay, how long levels are, and the small blind that it begins with.

    `chip_values`: those that are still in play behind the rows; `hands`: of each level, 0 where they last their time.
    """

    before: tuple[Period, ...]
    chip_values: tuple[int, ...]
    level_seconds: int
    hands: int = 0
    first: int
    # The small blind of the last level that stays; 0 before the first level.
    above: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ladder:
    """The `usual` small blinds, the `rare` ones, which a sheet has only where it needs them, and of both the
    `next_rungs`: those above the level that stays, rising, at least one.
    """

    usual: Sequence[int]
    rare: frozenset[int]
    next_rungs: Sequence[int]


def make_sheet(
    wishes: StructureWishes,
    forecast: Forecast,
    *,
    pace: Pace,
    before: Sequence[Period] = (),
    says_instead: bool = True,
) -> GeneratedSheet:
    """A sheet that keeps the rows `before` and ends as near to the wish as it can, within one level.

    Raises StructureError that says when play would end instead; without `says_instead` it is not looked for.
    """
    nearest = nearest_sheet(wishes, forecast, pace=pace, before=before)
    if _is_as_wished(nearest, wishes):
        return nearest
    instead = _can_end(wishes, forecast, nearest, pace=pace, before=before) if says_instead else None
    raise _cannot_end_then(wishes, instead)


def nearest_sheet(
    wishes: StructureWishes,
    forecast: Forecast,
    *,
    pace: Pace,
    before: Sequence[Period] = (),
    tries: int = _TRIES_IN_ALL,
) -> GeneratedSheet:
    """The sheet that ends nearest to the wish, however far from it that may be, among so many tried.

    Raises StructureError where no level can follow the rows `before`.
    """
    sheets = _sheets(wishes, forecast, tuple(before), pace=pace)
    return min(islice(sheets, tries), key=lambda sheet: _miss(sheet, wishes))


def _sheets(
    wishes: StructureWishes, forecast: Forecast, before: tuple[Period, ...], *, pace: Pace
) -> Iterator[GeneratedSheet]:
    """Sheets of one course after the other, until one ends near enough."""
    for course in _courses(wishes, before):
        nearest = inf
        for sheet in _searched(wishes, forecast, course, pace=pace):
            nearest = min(nearest, _miss(sheet, wishes))
            yield sheet
        if nearest <= course.level_seconds / 2:
            return


def _courses(wishes: StructureWishes, before: tuple[Period, ...]) -> Iterator[_Course]:
    """Where the levels may begin, and how long they may be, the likeliest first."""
    values, last = chips_left(wishes.chip_values, before), _last_level(before)
    for seconds in _lengths(wishes, before):
        if last is None:
            for first in _first_smalls(wishes, values):
                yield _Course(before=before, chip_values=values, level_seconds=seconds, first=first, above=0)
            continue
        above = _small_of(last)
        # A floor that plays by hands, as at a final table, goes on so.
        hands = last.hands if seconds == last.duration_seconds else 0
        yield _Course(
            before=before,
            chip_values=values,
            level_seconds=seconds,
            hands=hands,
            first=above,
            above=above,
        )


def _last_level(rows: Sequence[Period]) -> Level | None:
    return next((row for row in reversed(rows) if isinstance(row, Level)), None)


def _lengths(wishes: StructureWishes, before: Sequence[Period]) -> list[int]:
    """The lengths that levels may have: as before, then those that make steps of the usual size.

    Without those of which more would be played than a structure has rows.
    """
    if wishes.level_seconds:
        return [wishes.level_seconds]
    last = _last_level(before)
    left = max(wishes.seconds - sum(row.duration_seconds for row in before), 1)
    same = [last.duration_seconds] if last else []
    likely = [minutes * 60 for minutes in _likely_minutes(wishes, last, left)]
    return [seconds for seconds in dict.fromkeys((*same, *likely)) if left <= MAX_PERIODS * seconds]


def _likely_minutes(wishes: StructureWishes, last: Level | None, left: int) -> list[int]:
    """Of each level, the likeliest first, where so many seconds are `left` after the `last` one that stays."""
    big_blind = 2 * _small_of(last) if last else wishes.stack / _DEPTHS[0]
    steps = log(wishes.chips_in_play(wishes.players) / _AT_THE_END / big_blind) / log(_STEP)
    wanted = left / max(1.0 if last else 4.0, steps) / 60
    return sorted(LEVEL_MINUTES, key=lambda each: abs(log(each / wanted)))


def _first_smalls(wishes: StructureWishes, chip_values: Sequence[int]) -> list[int]:
    """The small blinds that play may start with, each once."""
    rungs = rungs_of(chip_values, top=max(min(chip_values), wishes.stack // (2 * LEAST_DEPTH)))
    depths = (wishes.depth,) if wishes.depth else _DEPTHS
    nearest = (
        min(rungs, key=lambda rung: abs(log(wishes.stack / (2 * rung) / depth)), default=0)
        for depth in depths
    )
    return [first for first in dict.fromkeys(nearest) if first]


def _searched(
    wishes: StructureWishes, forecast: Forecast, course: _Course, *, pace: Pace
) -> Iterator[GeneratedSheet]:
    """Sheets of higher and lower blinds at the end, halving what is between them."""
    chips = wishes.chips_in_play(wishes.players)
    ladder = _ladder_of(wishes, course)
    low, high = log(course.first), log(max(chips / 4, 2.0 * course.first))
    middle = log(max(chips / _AT_THE_END / 2, 1.2 * course.first))
    tried: dict[tuple[int, ...], GeneratedSheet] = {}
    for number in range(_TRIES):
        smalls = tuple(_smalls(wishes, course, ladder, last=middle, pace=pace))
        if smalls not in tried:
            tried[smalls] = _sheet_of(wishes, forecast, course, smalls, pace=pace)
        yield tried[smalls]
        if _miss(tried[smalls], wishes) <= course.level_seconds / 4 or len(smalls) == len(ladder.next_rungs):
            return
        is_late = tried[smalls].ends_after > wishes.seconds
        if number == 1 and middle == (high if is_late else low):
            # Not even the extreme ends when it should: nothing between does.
            return
        low, high = (middle, high) if is_late else (low, middle)
        middle = (low + high) / 2 if number else (high if is_late else low)


def _ladder_of(wishes: StructureWishes, course: _Course) -> _Ladder:
    """The ladder from the first small blind on; that of a level that stays may be none of its rungs.

    Raises StructureError where the chips in play have no amount above it.
    """
    chips, values = wishes.chips_in_play(wishes.players), course.chip_values
    # Behind a level that is high for these chips, a few more.
    top = min(_HIGHEST_SMALL, max(chips // 4, 4 * course.above, course.first, values[0]))
    usual = [rung for rung in rungs_of(values, top=top) if rung >= course.first]
    rare = frozenset(rung for rung in rare_rungs_of(values, top=top) if rung > course.first)
    next_rungs = [rung for rung in sorted({*usual, *rare}) if rung > course.above]
    if not next_rungs:
        raise StructureError(
            "with these chips no level can follow one with a small blind of %(small)s.",
            code="no_higher_level",
            field="chips",
            cure="Enter other chip values, or lower blinds before.",
            small=course.above,
        )
    return _Ladder(usual=usual, rare=rare, next_rungs=next_rungs)


def _smalls(
    wishes: StructureWishes, course: _Course, ladder: _Ladder, *, last: float, pace: Pace
) -> list[int]:
    """The small blinds from the first to the one in which play ends, and those of the overtime."""
    count = _count(wishes, course)
    from_last = 1 if course.above else 0
    targets = targets_of(course.first, exp(last), count=count + from_last, pace=pace)[from_last:]
    # More levels than rungs: nothing climbs more slowly than rung by rung.
    smalls = fitted(targets, ladder.next_rungs, rare=ladder.rare, above=course.above) or ladder.next_rungs
    return [*smalls, *_overtime(smalls[-1], ladder.usual, chips=wishes.chips_in_play(wishes.most_players))]


def _count(wishes: StructureWishes, course: _Course) -> int:
    """How many levels are played until the wished end; no more than a structure has."""
    within = wishes.seconds - sum(row.duration_seconds for row in course.before)
    levels = play_seconds(wishes, level_seconds=course.level_seconds, within=within)
    return max(1, sum(1 for _ in islice(levels, MAX_PERIODS)))


def _overtime(last: int, rungs: Sequence[int], *, chips: int) -> Iterator[int]:
    """Levels for a night that lasts longer: until there are hardly any big blinds in play."""
    above = [rung for rung in rungs if rung > last]
    number = 0
    while above and (number < _LEAST_OVERTIME or 2 * last * _LAST_BIG_BLINDS < chips):
        may = list(takewhile(lambda rung: rung <= 2 * last, above))  # noqa: B023 - used at once
        if not may:
            return
        wanted = log(last * _OVERTIME_STEP)
        last = min(may, key=lambda rung: abs(log(rung) - wanted))
        above = [rung for rung in above if rung > last]
        number += 1
        yield last


def _sheet_of(
    wishes: StructureWishes, forecast: Forecast, course: _Course, smalls: Sequence[int], *, pace: Pace
) -> GeneratedSheet:
    rows = rows_of(
        wishes, smalls, level_seconds=course.level_seconds, hands=course.hands, before=course.before
    )[:MAX_PERIODS]
    while not isinstance(rows[-1], Level):
        rows = rows[:-1]
    chips = wishes.chips_in_play(wishes.players)
    return GeneratedSheet(
        pace=pace, structure=Structure(periods=rows), ends_after=forecast(rows, wishes.players, chips)
    )


def _miss(sheet: GeneratedSheet, wishes: StructureWishes) -> int:
    return abs(sheet.ends_after - wishes.seconds)


def _last_level_seconds(structure: Structure) -> int:
    return structure.periods[-1].duration_seconds


def _small_of(level: Level) -> int:
    """The small blind that a level was made from, or would have been."""
    game = level.all_games[0]
    return game.small_blind or max(1, game.least_bet // 2)


def _is_as_wished(sheet: GeneratedSheet, wishes: StructureWishes) -> bool:
    return _miss(sheet, wishes) <= _last_level_seconds(sheet.structure)


def _can_end(
    wishes: StructureWishes,
    forecast: Forecast,
    nearest: GeneratedSheet,
    *,
    pace: Pace,
    before: Sequence[Period],
) -> int | None:
    """After how many seconds, whole minutes, play can end instead: asked for that, there is a sheet."""
    for _ in range(_ASKED_AGAIN):
        seconds = round(nearest.ends_after / 60) * 60
        if not SHORTEST_SECONDS <= seconds <= LONGEST_SECONDS:
            break
        asked = replace(wishes, seconds=seconds)
        nearest = nearest_sheet(asked, forecast, pace=pace, before=before, tries=_TRIES_AGAIN)
        if _is_as_wished(nearest, asked):
            return seconds
    return None


def _cannot_end_then(wishes: StructureWishes, instead: int | None) -> StructureError:
    if instead is None:
        return StructureError(
            "with these, play cannot end after %(asked)s.",
            code="ends_elsewhere",
            field="duration",
            cure="Choose other levels, stacks or chips.",
            asked=hours(wishes.seconds),
        )
    return StructureError(
        "with these, play ends after %(ends)s rather than %(asked)s.",
        code="ends_elsewhere",
        field="duration",
        cure="Ask for that, or choose other levels, stacks or chips.",
        ends=hours(instead),
        asked=hours(wishes.seconds),
        seconds=instead,
    )


def hours(seconds: int) -> str:
    """Hours and minutes, "5:30"."""
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours}:{minutes:02d}"
