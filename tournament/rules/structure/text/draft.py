"""The rows that were read, on their way to a structure: what is wrong is collected, so that it is said at once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias, TypeVar

from tournament.rules.structure.errors import MAX_PERIODS, StructureError
from tournament.rules.structure.level_games import LevelGame
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure
from tournament.rules.structure.text.problems import Problem, RefusedRow, StructureTextError, TextProblem

_T = TypeVar("_T")


@dataclass(slots=True)
class LevelRow:
    """A level and the line it begins on. hands: of each game; None says nothing of several games.

    plays: how many hands the level lasts, 0 for its seconds. orbit_from: with so many players each game lasts an
    orbit, 0 for never. is_wrong: something in it is refused already; it is here
    for the games below it.
    """

    line: int
    seconds: int
    games: list[LevelGame]
    hands: int | None = None
    plays: int = 0
    orbit_from: int = 0
    is_wrong: bool = False

    def period(self) -> Level:
        if self.orbit_from and len(self.games) == 1:
            raise TextProblem("no_games", line=self.line)
        if self.hands is None and len(self.games) == 1:
            return self._level(1)
        if self.hands is None:
            raise TextProblem("no_hands", line=self.line)
        if len(self.games) == 1:
            raise TextProblem("no_games", line=self.line)
        return self._level(self.hands)

    def _level(self, hands_per_game: int) -> Level:
        return Level.mixed(
            games=tuple(self.games),
            hands_per_game=hands_per_game,
            duration_seconds=self.seconds,
            hands=self.plays,
            orbit_from=self.orbit_from,
        )


@dataclass(slots=True)
class BreakRow:
    line: int
    seconds: int
    removed: tuple[int, ...] = ()
    label: str = ""
    is_wrong: bool = False

    def period(self) -> Break:
        return Break(duration_seconds=self.seconds, chips_removed=self.removed, label=self.label)


Row: TypeAlias = LevelRow | BreakRow


def _period(row: Row) -> Period:
    return row.period()


@dataclass(slots=True)
class Draft:
    """Rows in order and what is wrong with them. Lines count from 1."""

    rows: list[Row] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    levels: int = 0

    def begin_level(self, line: int, number: int | None) -> None:
        """Another level. number: what the line says that it is, if it does."""
        self.levels += 1
        if number is not None and number != self.levels:
            self.problems.append(TextProblem("wrong_number", line=line, number=number, expected=self.levels))
            # Said once, not of every line behind it.
            self.levels = number

    def add(self, row: Row) -> None:
        self.rows.append(row)

    def tried(self, line: int, column: str, read: Callable[[], _T]) -> _T | None:
        """What `read` gives; None where it refuses, which is kept with its line and column."""
        try:
            return read()
        except TextProblem as problem:
            self.problems.append(problem.at(line, column))
        except StructureError as error:
            self.problems.append(RefusedRow(error, line=line))
        return None

    def structure(self) -> Structure:
        """All rows; raises StructureTextError with everything that is wrong."""
        periods: list[Period | None] = [
            self.tried(row.line, "", partial(_period, row)) for row in self.rows if not row.is_wrong
        ]
        if not self.problems:
            try:
                return Structure(periods=tuple(period for period in periods if period is not None))
            except StructureError as error:
                self.problems.append(RefusedRow(error))
        raise StructureTextError(self.problems)

    @property
    def is_full(self) -> bool:
        """As many rows as a structure may have, and one more: the rest is not read."""
        return len(self.rows) > MAX_PERIODS
