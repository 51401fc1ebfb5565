"""The events of the house by what people choose: the day, the format, whether entries are taken, and one's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus, Voucher
from tournament.queries.clock import ClockBoard, clock_board
from tournament.queries.flights import LIVE
from tournament.queries.tournaments import EventLine, tournaments_shown
from tournament.queries.vouchers import left_of, standing
from tournament.words.formats import FORMATS

# Below this all are seen at a glance.
WORTH_A_SEARCH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPart:
    """What a player has of an event: the newest entry, by its secret and status, with its place; a seat won, while its
    voucher is not used.
    """

    secret: str = ""
    status: str = ""
    place_first: int | None = None
    place_last: int | None = None
    has_won_seat: bool = False

    @property
    def is_in(self) -> bool:
        return self.status in LIVE


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyEvent:
    """One event, and what the reader has of it where that is known."""

    line: EventLine
    own: OwnPart | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbySearch:
    """What is looked for; what is not understood is not asked. `format` is one of FORMATS."""

    day: date | None = None
    format: str = ""
    takes_entries: bool = False
    is_own: bool = False

    @classmethod
    def read(cls, typed: Mapping[str, str]) -> LobbySearch:
        asked = typed.get("format", "")
        return cls(
            day=_day(typed.get("day", "")),
            format=asked if asked in FORMATS else "",
            takes_entries=bool(typed.get("open")),
            is_own=bool(typed.get("own")),
        )

    @property
    def is_asked(self) -> bool:
        return self != LobbySearch()

    def finds(self, event: LobbyEvent) -> bool:
        line = event.line
        return (
            self.day in (None, line.day)
            and (not self.format or self.format in line.formats)
            and (line.takes_entries or not self.takes_entries)
            and (event.own is not None or not self.is_own)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """The events found, of so many, and what they may be searched by: days and formats that not all of them have."""

    events: tuple[LobbyEvent, ...]
    count: int
    days: tuple[date, ...]
    formats: tuple[str, ...]
    search: LobbySearch

    @property
    def is_worth_a_search(self) -> bool:
        return self.count >= WORTH_A_SEARCH or self.search.is_asked


def lobby(search: LobbySearch, *, now: datetime, player: int | None = None) -> Lobby:
    """The events in play, to come and just over, in the order of `tournaments_shown`, and what this player has of
    them. Two queries, up to three more for a player.
    """
    lines = tournaments_shown(now=now)
    own = {} if player is None else _own_parts(player, lines)
    events = [LobbyEvent(line=line, own=own.get(line.id)) for line in lines]
    days = {line.day for line in lines if line.day is not None}
    return Lobby(
        events=tuple(event for event in events if search.finds(event)),
        count=len(events),
        days=tuple(sorted(days)) if len(days) > 1 else (),
        formats=tuple(
            name for name in FORMATS if 0 < sum(name in line.formats for line in lines) < len(lines)
        ),
        search=search,
    )


def _own_parts(player: int, lines: Sequence[EventLine]) -> Mapping[int, OwnPart]:
    """By event: the newest entry that stands, or a seat that was won and can still be taken."""
    ids = [line.id for line in lines]
    going_on = [line.id for line in lines if line.status != TournamentStatus.FINISHED]
    rows = Entry.objects.filter(player=player, tournament__in=ids).exclude(status=EntryStatus.VOID)
    parts = {
        entry.tournament_id: OwnPart(
            secret=entry.link_secret,
            status=entry.status,
            place_first=entry.place_first,
            place_last=entry.place_last,
        )
        for entry in rows.order_by("number")
    }
    won: list[Voucher] = list(standing().filter(entry__player=player, event__in=going_on))
    left = left_of(won)
    for voucher in won:
        if left[voucher.pk] == voucher.value and voucher.event_id not in parts:
            parts[voucher.event_id] = OwnPart(has_won_seat=True)
    return parts


def _day(typed: str) -> date | None:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None


def boards_shown(*, now: datetime) -> tuple[tuple[Tournament, ClockBoard], ...]:
    """The events in play and those to come with their clocks, in the order of `tournaments_shown`.

    Three queries, and those of `clock_board` for each of them: as many as a house has at a time.
    """
    lines = [line for line in tournaments_shown(now=now) if line.status != TournamentStatus.FINISHED]
    events = Tournament.objects.in_bulk([line.code for line in lines], field_name="code")
    return tuple((events[line.code], clock_board(events[line.code], now=now)) for line in lines)
