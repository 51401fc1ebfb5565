"""Check-in: who has not arrived, and who is a no-show by the house's rule (WSOP 16)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from tables.models import HandSeat, HandStatus
from tournament.models import Arrival, Entry, EntryStatus, Tournament
from tournament.queries.names import has_words
from tournament.rules.entries import is_no_show

AWAITED_SHOWN = 200
LIVE = (EntryStatus.REGISTERED, EntryStatus.PLAYING)


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


def awaited_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Live entries whose player has not arrived."""
    return Entry.objects.filter(tournament=tournament, status__in=LIVE, arrival=Arrival.AWAITED)


def not_asked_for(tournament: Tournament) -> QuerySet[Entry]:
    """Live entries that check-in would wait for: nobody has said that they are there, and no hand was played."""
    return Entry.objects.filter(tournament=tournament, status__in=LIVE, arrival="").exclude(_has_played())


def no_shows(tournament: Tournament, *, now: datetime) -> QuerySet[Entry]:
    """Awaited players who have not taken a hand, once the house takes them out; none before."""
    if not no_shows_are_due(tournament, now=now):
        return Entry.objects.none()
    return awaited_entries(tournament).exclude(_has_played())


def no_shows_are_due(tournament: Tournament, *, now: datetime) -> bool:
    return is_no_show(
        tournament.structure,
        tournament.clock,
        hands_played=0,
        no_show_level=tournament.event_rules.no_show_level,
        now=now,
    )


def _has_played() -> Exists:
    """Dealt in to play: a hand that was killed by the deal is not taken."""
    taken = HandSeat.objects.filter(entry=OuterRef("pk"), sits_out="").exclude(hand__status=HandStatus.VOID)
    return Exists(taken)


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
