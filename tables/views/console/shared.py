"""What every open console asks for again and again, in a large room worked out once for all of them.

There a hand begins or ends every few milliseconds. The cards of all tables, and what the floor rules advise, are
then kept for some seconds (`tables.views.pace`), but never beyond the next line of the log: a decision of the floor, a
player who goes out, a move, a call, a paired tablet are seen at once, whichever process answers. What may be as old
as the rest is what hands alone change: their numbers; their pace, which is one of the last hour, may be six times as
old. A room of an evening is worked out every time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Final, Generic, TypeVar

from django.utils.translation import get_language

from tables.floor.room import TableView
from tables.queries.console.grid import hands_an_hour, table_grid
from tables.queries.console.overview import AdviceShown, RoomTools, advice_shown, room_tools
from tables.queries.console.stage import StageShown, stage_shown
from tables.queries.room.arrivals import Arrivals, arrivals
from tables.queries.room.odd_stacks import OddStacks, odd_stacks
from tables.queries.room.tables import room
from tables.templatetags.grid import DrawnGrid, draw_grid
from tables.views.pace import rest_seconds
from tournament.models import LogEntry, Tournament
from tournament.templatetags.writing import PageWriter
from tournament.timekeeping import house_now

T = TypeVar("T")

# The tables as the floor rules see them: for those who fetch several parts of a page in one moment.
MOMENT_SECONDS: Final = 2.0
# Tournaments, each in two languages: a house has a few in play.
MOST_KEPT: Final = 64

Key = tuple[int, str]


@dataclass(slots=True)
class _Kept(Generic[T]):
    value: T
    line: int | None
    until: float
    lock: Lock = field(default_factory=Lock)


class Shared(Generic[T]):
    """One kind of value, kept by tournament and language, for `rests` rests of the room and `most` seconds at most.

    `tables` says of how many tables a value is. `follows_log`: it is never older than the newest line of the log.
    """

    def __init__(
        self,
        tables: Callable[[T], int],
        *,
        most: float = math.inf,
        rests: int = 1,
        follows_log: bool = True,
    ) -> None:
        self._tables = tables
        self._most = most
        self._rests = rests
        self._follows_log = follows_log
        self._kept: dict[Key, _Kept[T]] = {}

    def get(self, tournament: Tournament, *, language: str, make: Callable[[], T]) -> T:
        """What is kept if it is good, otherwise `make()`; of several who ask at once one makes it for all."""
        kept = self._kept.get((tournament.pk, language))
        if kept is None:
            # The first one, and every one of a small room. No line is known that it is as new as.
            return self._keep((tournament.pk, language), make(), None)
        with kept.lock:
            line = _newest_line(tournament) if self._follows_log else None
            newest = self._kept.get((tournament.pk, language), kept)
            if newest.line == line and time.monotonic() < newest.until:
                return newest.value
            return self._keep((tournament.pk, language), make(), line, kept.lock)

    def forget(self) -> None:
        """Keep nothing."""
        self._kept.clear()

    def _keep(self, key: Key, value: T, line: int | None, lock: Lock | None = None) -> T:
        rest = rest_seconds(self._tables(value))
        if not rest:
            self._kept.pop(key, None)
            return value
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        until = time.monotonic() + min(rest * self._rests, self._most)
        self._kept[key] = _Kept(value, line, until, lock or Lock())
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSteps:
    """What the console's advice shows."""

    advice: AdviceShown
    odd: OddStacks | None
    stage: StageShown
    arrivals: Arrivals


def _newest_line(tournament: Tournament) -> int | None:
    lines = LogEntry.objects.filter(tournament=tournament).order_by("-pk")
    return lines.values_list("pk", flat=True).first()


class Room:
    """What one request shows of a room: its tables are read once, whatever is made of them, or not at all."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    @cached_property
    def _views(self) -> list[TableView]:
        return _VIEWS.get(self._tournament, language="", make=lambda: room(self._tournament))

    @cached_property
    def grid(self) -> DrawnGrid:
        """The cards of all tables."""
        return _GRIDS.get(self._tournament, language=get_language() or "", make=self._make_grid)

    @cached_property
    def next_steps(self) -> NextSteps:
        """What the floor rules advise, and where the evening stands."""
        return _NEXT_STEPS.get(self._tournament, language=get_language() or "", make=self._make_next_steps)

    @cached_property
    def tools(self) -> RoomTools:
        """What is done to the room as a whole."""
        return _TOOLS.get(
            self._tournament, language="", make=lambda: room_tools(self._tournament, now=house_now())
        )

    def _make_grid(self) -> DrawnGrid:
        tournament, now = self._tournament, house_now()
        pace = _PACES.get(tournament, language="", make=lambda: hands_an_hour(tournament, now))
        return draw_grid(table_grid(tournament, now=now, views=self._views, pace=pace), tournament.code)

    def _make_next_steps(self) -> NextSteps:
        tournament, now = self._tournament, house_now()
        advice = advice_shown(tournament, writer=PageWriter.of(tournament), views=self._views)
        odd = odd_stacks(tournament, now=now)
        return NextSteps(
            advice=advice,
            odd=odd,
            stage=stage_shown(tournament, advice=advice, odd=odd, now=now),
            arrivals=arrivals(tournament, now=now),
        )


def forget() -> None:
    """Work everything out again: for a measurement of what the first of several consoles pays."""
    _VIEWS.forget()
    _PACES.forget()
    _GRIDS.forget()
    _NEXT_STEPS.forget()
    _TOOLS.forget()


_VIEWS: Final[Shared[list[TableView]]] = Shared(len, most=MOMENT_SECONDS)
# Of an hour's hands a minute is hardly seen, and a card need not be sent again for it.
_PACES: Final[Shared[dict[int, int]]] = Shared(len, rests=6, follows_log=False)
_GRIDS: Final[Shared[DrawnGrid]] = Shared(lambda grid: len(grid.cards))
_NEXT_STEPS: Final[Shared[NextSteps]] = Shared(lambda steps: steps.stage.tables)
_TOOLS: Final[Shared[RoomTools]] = Shared(lambda tools: tools.open)
