"""Structures made for an event: what is known of it already, and each sheet as the page shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias

from tournament.models import Tournament
from tournament.queries.chip_count import chip_count
from tournament.queries.forecast.house import house_experience
from tournament.queries.forecast.outlook import EventAsItStands, event_now
from tournament.queries.standings import entries_and_left
from tournament.queries.structure import began_at, current_row
from tournament.rules.chips.sets import CaseHolds, case_holds, worth
from tournament.rules.forecast.milestones import ForecastRange, Mark
from tournament.rules.structure.errors import StructureError
from tournament.rules.structure.generate.climb import POWERS, Pace
from tournament.rules.structure.generate.ends import ends_after
from tournament.rules.structure.generate.making import GeneratedSheet, make_sheet, nearest_sheet
from tournament.rules.structure.generate.outlook import (
    AverageAtBreak,
    Reaching,
    SheetOutlook,
    outlook_by,
    outlook_of,
)
from tournament.rules.structure.generate.stack import pieces_of_stack
from tournament.rules.structure.generate.wishes import (
    LONGEST_BREAK_SECONDS,
    LONGEST_PLAY_SECONDS,
    SHORTEST_BREAK_SECONDS,
    SHORTEST_LEVEL_SECONDS,
    SHORTEST_PLAY_SECONDS,
    StructureWishes,
)
from tournament.rules.structure.level_games import AnteKind
from tournament.rules.structure.levels import Break, Level, Period
from tournament.rules.structure.periods import Structure


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownOfEvent:
    """What an event says of the structure that it may get.

    `chips` is all that is in play, 0 before the clock has started. `ends_after`: seconds from the first hand to the end
    of the present structure by the forecast, None where too few have entered. `level_seconds` are 0 where levels
    differ; `break_every` is 0 where there is no break. Nights do not count; all are what StructureWishes takes.
    """

    entries: int
    chips: int
    ends_after: int | None
    level_seconds: int
    break_every: int
    break_seconds: int
    ante_kind: AnteKind
    ante_from: int
    games: tuple[str, ...]
    hands_per_game: int
    orbit_from: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeRow:
    """One row still to come: either `level` with its `number` or `break_`, which may have a `depth`.

    It begins `after` so many seconds of the structure, at `starts_at` where the start is known. `is_spare`: four of
    five events are over before it.
    """

    number: int
    level: Level | None
    break_: Break | None
    minutes: int
    after: int
    starts_at: datetime | None
    depth: AverageAtBreak | None
    is_spare: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeSheet:
    """One of the three, or `refusal`: why there is none, and when the nearest ends `instead`.

    `times` are low, middle and high end; like `instead` they are there where the start is known.
    """

    pace: Pace
    rows: tuple[MadeRow, ...] = ()
    outlook: SheetOutlook | None = None
    times: tuple[datetime, datetime, datetime] | None = None
    refusal: StructureError | None = None
    instead: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsNeeded:
    """`pieces` of a stack by value, empty where these chips make none, and how many `stacks` are expected at most.

    `holds` is None where nobody has written down what is in the case.
    """

    pieces: dict[int, int]
    stacks: int
    holds: CaseHolds | None

    @property
    def in_all(self) -> dict[int, int]:
        return {value: count * self.stacks for value, count in self.pieces.items()}

    @property
    def is_short(self) -> bool:
        return self.holds is not None and self.holds.stacks < self.stacks


class SheetsPlanned:
    """Sheets of an event that is still to begin, by what the house has learned."""

    def __init__(self) -> None:
        self._experience = house_experience()

    def ends_after(self, rows: Sequence[Period], players: int, chips: int) -> int:
        """Seconds from the first hand to the end."""
        return ends_after(rows, players, chips, self._experience)

    def outlook(self, rows: Sequence[Period], wishes: StructureWishes) -> SheetOutlook:
        chips = wishes.chips_in_play(wishes.players)
        return outlook_of(rows, players=wishes.players, chips=chips, experience=self._experience)


class SheetsInPlay:
    """Sheets of an event in play, from where it stands: who is left, and its own pace.

    Minutes are those since `began_at`, played minutes those of the structure.
    """

    def __init__(self, known: EventAsItStands, began: datetime) -> None:
        self._known = known
        tournament = known.event.tournament
        self._gone = (known.now - began).total_seconds() / 60
        self._played = _played_minutes(tournament.structure.periods, self._gone)

    def ends_after(self, rows: Sequence[Period], _players: int, _chips: int) -> int:
        """Seconds from the first hand to the end."""
        return round(self._reaching(rows)(1).mid.minutes * 60)

    def outlook(self, rows: Sequence[Period], wishes: StructureWishes) -> SheetOutlook:
        left = self._known.standing.left
        return outlook_by(rows, self._reaching(rows), players=left, chips=wishes.chips)

    def _reaching(self, rows: Sequence[Period]) -> Reaching:
        planned = copy(self._known.event.tournament)
        planned.structure_data = Structure(periods=tuple(rows)).to_dict()
        known = self._known.by(planned)

        def reaching(left: int) -> ForecastRange:
            found = known.until(left)
            return ForecastRange(
                low=self._since_began(found.low),
                mid=self._since_began(found.mid),
                high=self._since_began(found.high),
            )

        return reaching

    def _since_began(self, mark: Mark) -> Mark:
        """A break in play is still to come for its rest only, and a clock that waits runs from its time on."""
        known = self._known
        ahead = max(0.0, mark.minutes - known.place.in_break)
        waits = (known.place.runs_from - known.now).total_seconds() / 60
        played = mark.played - known.standing.played + self._played
        return replace(mark, played=played, minutes=self._gone + waits + ahead)


Forecasts: TypeAlias = SheetsPlanned | SheetsInPlay


def forecasts_of(tournament: Tournament, *, now: datetime) -> Forecasts:
    """How sheets of this event are forecast; once too few are left to say more, as if it were still to begin."""
    began = began_at(tournament, now)
    known = None if began is None else event_now(tournament, now=now)
    return SheetsPlanned() if known is None or began is None else SheetsInPlay(known, began)


def known_of(tournament: Tournament, forecasts: Forecasts, *, now: datetime) -> KnownOfEvent:
    """Two queries."""
    entries, _left = entries_and_left(tournament)
    structure = tournament.structure
    chips = chip_count(tournament.pk).in_play
    levels = [row for row in structure.periods if isinstance(row, Level)]
    kind, number = _first_ante(levels)
    every, pause = _breaks_of(structure)
    return KnownOfEvent(
        entries=entries,
        chips=chips if current_row(tournament, now) >= 0 else 0,
        ends_after=forecasts.ends_after(structure.periods, entries, chips) if entries > 1 and chips else None,
        level_seconds=_level_seconds(levels),
        break_every=every,
        break_seconds=pause,
        ante_kind=kind,
        ante_from=number,
        games=tuple(game.game for game in levels[0].all_games),
        hands_per_game=levels[0].hands_per_game,
        orbit_from=levels[0].orbit_from,
    )


def made_sheets(
    tournament: Tournament,
    wishes: StructureWishes,
    forecasts: Forecasts,
    *,
    begins_at: datetime | None,
    now: datetime,
) -> tuple[MadeSheet, ...]:
    """The three sheets of these wishes behind what has been played. `begins_at`: the first hand, where it is known."""
    played = played_rows(tournament, now=now)
    begun = began_at(tournament, now) or begins_at
    sheets: list[MadeSheet] = []
    for pace in POWERS:
        # One that says when play can end is enough: looking for it takes as long as a sheet.
        says_instead = not any(sheet.refusal for sheet in sheets)
        sheets.append(_made(wishes, forecasts, pace, played, begun, says_instead=says_instead))
    return tuple(sheets)


def made_sheet(
    wishes: StructureWishes,
    forecasts: Forecasts,
    pace: Pace,
    *,
    before: Sequence[Period],
    says_instead: bool = True,
) -> GeneratedSheet:
    """The same sheet again. Raises StructureError where these wishes make none."""
    return make_sheet(wishes, forecasts.ends_after, pace=pace, before=before, says_instead=says_instead)


def likely_sheet(
    wishes: StructureWishes, forecasts: Forecasts, *, before: Sequence[Period]
) -> GeneratedSheet:
    """A middle sheet for what nobody has wished for: it ends as near to that as it can."""
    return nearest_sheet(wishes, forecasts.ends_after, pace="middle", before=before)


def played_rows(tournament: Tournament, *, now: datetime) -> tuple[Period, ...]:
    """The rows that stay as they are: those played, and the one in play."""
    return tournament.structure.periods[: current_row(tournament, now) + 1]


def chips_needed(tournament: Tournament, wishes: StructureWishes) -> ChipsNeeded:
    """By the stack that the event has written down, where it is one of these; else by one made of the chips."""
    written, case = tournament.options.chips_of_stack, tournament.options.chips_of_case
    fits = worth(written) == wishes.stack and set(written) <= set(wishes.chip_values)
    pieces = written if fits else pieces_of_stack(wishes.stack, wishes.chip_values) or {}
    return ChipsNeeded(
        pieces=pieces,
        stacks=wishes.most_players + wishes.rebuys,
        holds=case_holds(case, pieces) if case and pieces else None,
    )


def _made(
    wishes: StructureWishes,
    forecasts: Forecasts,
    pace: Pace,
    played: Sequence[Period],
    begun: datetime | None,
    *,
    says_instead: bool,
) -> MadeSheet:
    try:
        sheet = made_sheet(wishes, forecasts, pace, before=played, says_instead=says_instead)
    except StructureError as error:
        return MadeSheet(pace=pace, refusal=error, instead=_ends_instead(error, begun))
    outlook = forecasts.outlook(sheet.structure.periods, wishes)
    rows = tuple(_rows(sheet.structure, outlook, begun))[len(played) :]
    ends = (outlook.low, outlook.mid, outlook.high)
    low, mid, high = (None if begun is None else begun + timedelta(seconds=end) for end in ends)
    times = None if low is None or mid is None or high is None else (low, mid, high)
    return MadeSheet(pace=pace, rows=rows, outlook=outlook, times=times)


def _ends_instead(error: StructureError, begun: datetime | None) -> datetime | None:
    seconds = error.params.get("seconds")
    return begun + timedelta(seconds=seconds) if begun is not None and isinstance(seconds, int) else None


def _played_minutes(rows: Sequence[Period], gone: float) -> float:
    """How many minutes of levels are among the first `gone` minutes of a structure."""
    played = begun = 0.0
    for row in rows:
        minutes = row.duration_seconds / 60
        played += min(max(0.0, gone - begun), minutes) if isinstance(row, Level) else 0.0
        begun += minutes
    return played


def _rows(structure: Structure, outlook: SheetOutlook, begun: datetime | None) -> Iterator[MadeRow]:
    after = 0
    for index, row in enumerate(structure.periods):
        yield MadeRow(
            number=structure.level_number(index),
            level=row if isinstance(row, Level) else None,
            break_=row if isinstance(row, Break) else None,
            minutes=row.duration_seconds // 60,
            after=after,
            starts_at=None if begun is None else begun + timedelta(seconds=after),
            depth=outlook.averages.get(index),
            is_spare=after > outlook.high,
        )
        after += row.duration_seconds


def _first_ante(levels: Sequence[Level]) -> tuple[AnteKind, int]:
    """Who pays an ante from which level on; nobody from level 1 where there are no antes."""
    for number, level in enumerate(levels, start=1):
        kinds = [game.ante_kind for game in level.all_games if game.ante and not game.bring_in]
        if kinds:
            return kinds[0], number
    return "none", 1


def _breaks_of(structure: Structure) -> tuple[int, int]:
    """How long is played to the first break of a day, and how long that lasts; 0 and 0 without one."""
    played = 0
    for row in structure.periods:
        if isinstance(row, Level):
            played += row.duration_seconds
        elif row.duration_seconds > LONGEST_BREAK_SECONDS:
            played = 0
        else:
            every = min(max(played, SHORTEST_PLAY_SECONDS), LONGEST_PLAY_SECONDS)
            return every, max(row.duration_seconds, SHORTEST_BREAK_SECONDS)
    return 0, 0


def _level_seconds(levels: Sequence[Level]) -> int:
    """The length that all levels have; 0 where they differ, or it is none to wish for."""
    lengths = {level.duration_seconds for level in levels}
    if len(lengths) > 1 or not SHORTEST_LEVEL_SECONDS <= min(lengths) <= LONGEST_PLAY_SECONDS:
        return 0
    return lengths.pop()
