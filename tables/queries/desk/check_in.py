"""Check-in: who has not arrived, and who is a no-show by the house's rule (WSOP 16)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tables.queries.room.arrivals import awaited_entries, no_shows_are_due, not_asked_for
from tournament.models import Arrival, Entry, Tournament
from tournament.queries.names import has_words

AWAITED_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedPlayer:
    """An entry whose player has not arrived; `table` and `seat` are None before the draw."""

    entry_id: int
    number: int
    name: str
    table: int | None
    seat: int | None
    stack: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    """`awaited` have not arrived, `arrived` have; `to_open` were not asked for yet and have not taken a hand.

    `no_show_level` is the level at whose start a no-show is taken out, 0 where they are blinded off; `are_due` says
    that it has begun.
    """

    players: tuple[AwaitedPlayer, ...]
    awaited: int
    arrived: int
    to_open: int
    no_show_level: int
    are_due: bool

    @property
    def is_cut(self) -> bool:
        return len(self.players) == AWAITED_SHOWN


def check_in_page(tournament: Tournament, *, folded: str, now: datetime) -> CheckIn:
    """Those who match what was typed, by name. Four queries."""
    awaited = awaited_entries(tournament)
    shown = awaited.filter(has_words(folded, field="player__search_name")) if folded else awaited
    rows = shown.select_related("player", "seat__table").order_by("player__search_name", "number")
    return CheckIn(
        players=tuple(_player(entry) for entry in rows[:AWAITED_SHOWN]),
        awaited=awaited.count(),
        arrived=Entry.objects.filter(tournament=tournament, arrival=Arrival.ARRIVED).count(),
        to_open=not_asked_for(tournament).count(),
        no_show_level=tournament.event_rules.no_show_level,
        are_due=no_shows_are_due(tournament, now=now),
    )


def _player(entry: Entry) -> AwaitedPlayer:
    seat = getattr(entry, "seat", None)
    return AwaitedPlayer(
        entry_id=entry.pk,
        number=entry.number,
        name=entry.player.name,
        table=seat.table.number if seat else None,
        seat=seat.number if seat else None,
        stack=entry.stack,
    )
