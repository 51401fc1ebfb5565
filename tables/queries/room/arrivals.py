"""Players who have not arrived, and no-shows by the rule of the house (WSOP 16)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from tables.models import Bust, HandSeat, HandStatus
from tournament.models import Arrival, Entry, EntryStatus, Tournament
from tournament.rules.entries import is_no_show

LIVE = (EntryStatus.REGISTERED, EntryStatus.PLAYING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrivals:
    """How many players have not arrived, and how many of them the house takes out now."""

    awaited: int
    no_shows: int


def arrivals(tournament: Tournament, *, now: datetime) -> Arrivals:
    """One query where everybody has arrived, two at most."""
    awaited = awaited_entries(tournament).count()
    return Arrivals(awaited=awaited, no_shows=no_shows(tournament, now=now).count() if awaited else 0)


def awaited_entries(tournament: Tournament) -> QuerySet[Entry]:
    """Live entries whose player has not arrived."""
    return Entry.objects.filter(tournament=tournament, status__in=LIVE, arrival=Arrival.AWAITED)


def not_asked_for(tournament: Tournament) -> QuerySet[Entry]:
    """Live entries that check-in would wait for: nobody has said that they are there, and no hand was played."""
    return Entry.objects.filter(tournament=tournament, status__in=LIVE, arrival="").exclude(_has_played())


def no_shows(tournament: Tournament, *, now: datetime) -> QuerySet[Entry]:
    """Awaited players who have taken no hand and knocked nobody out, once the house takes them out; none before.

    Where busts alone are entered nothing else says that they are there.
    """
    if not no_shows_are_due(tournament, now=now):
        return Entry.objects.none()
    by_them = Bust.objects.filter(credited_to=OuterRef("pk"), undone_at=None)
    return awaited_entries(tournament).exclude(_has_played()).exclude(Exists(by_them))


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
