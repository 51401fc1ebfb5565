"""Check-in: who has not arrived, and who is a no-show by the house's rule (WSOP 16)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tables.queries.room.arrivals import awaited_entries, no_shows_are_due, not_asked_for
from tables.queries.room.entry_at import EntryAt
from tournament.models import Arrival, Entry, IdCheck, Tournament
from tournament.queries.flights import LIVE
from tournament.queries.names import has_words
from tournament.queries.registration import ids_checked

AWAITED_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedPlayer(EntryAt):
    """An entry whose player has not arrived; `table` and `seat` are None before the draw."""

    stack: int
    player_id: int
    id_seen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInShown:
    """`awaited` have not arrived, `arrived` have; `to_open` were not asked for yet and have not taken a hand.

    `no_show_level` is the level at whose start a no-show is taken out, 0 where they are blinded off; `are_due` says
    that it has begun. Where the event asks for ID checks `unchecked` are those of the `ids_missing` players in
    without one who are not awaited.
    """

    players: tuple[AwaitedPlayer, ...]
    awaited: int
    arrived: int
    to_open: int
    no_show_level: int
    are_due: bool
    unchecked: tuple[AwaitedPlayer, ...]
    ids_missing: int

    @property
    def is_cut(self) -> bool:
        return len(self.players) == AWAITED_SHOWN


def check_in_page(tournament: Tournament, *, folded: str, now: datetime) -> CheckInShown:
    """Those who match what was typed, by name. Five queries, one more in play, two more for ID checks."""
    awaited = awaited_entries(tournament)
    found = list(_shown(awaited, folded)[:AWAITED_SHOWN])
    seen = ids_checked(tournament, [entry.player_id for entry in found])
    missing = _without_id_check(tournament)
    return CheckInShown(
        players=tuple(_player(entry, id_seen=entry.player_id in seen) for entry in found),
        awaited=awaited.count(),
        arrived=Entry.objects.filter(tournament=tournament, arrival=Arrival.ARRIVED).count(),
        to_open=not_asked_for(tournament).count(),
        no_show_level=tournament.event_rules.no_show_level,
        are_due=no_shows_are_due(tournament, now=now),
        unchecked=tuple(
            _player(entry, id_seen=False)
            for entry in _shown(missing.exclude(arrival=Arrival.AWAITED), folded)[:AWAITED_SHOWN]
        )
        if tournament.id_check
        else (),
        ids_missing=missing.count() if tournament.id_check else 0,
    )


def _shown(entries: QuerySet[Entry], folded: str) -> QuerySet[Entry]:
    chosen = entries.filter(has_words(folded, field="player__search_name")) if folded else entries
    return chosen.select_related("player", "seat__table").order_by("player__search_name", "number")


def _without_id_check(tournament: Tournament) -> QuerySet[Entry]:
    checked = IdCheck.objects.filter(tournament=tournament).values("player")
    return Entry.objects.filter(tournament=tournament, status__in=LIVE).exclude(player__in=checked)


def _player(entry: Entry, *, id_seen: bool) -> AwaitedPlayer:
    seat = getattr(entry, "seat", None)
    return AwaitedPlayer(
        entry_id=entry.pk,
        number=entry.number,
        name=entry.player.name,
        table=seat.table.number if seat else None,
        seat=seat.number if seat else None,
        stack=entry.stack,
        player_id=entry.player_id,
        id_seen=id_seen,
    )
