"""Since when so many players are left."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.queries.standings import Field, field_of


def left_since(tournament: Tournament, number: int) -> datetime | None:
    """Since when no more than so many are left, once registration is closed: as the place below went out. One query."""
    if tournament.registration_closed_at is None:
        return None
    out = Entry.objects.filter(
        tournament=tournament,
        status=EntryStatus.ELIMINATED,
        place_first__lte=number + 1,
        place_last__gte=number + 1,
    )
    return out.order_by("eliminated_at").values_list("eliminated_at", flat=True).first()


def in_the_money_since(tournament: Tournament) -> datetime | None:
    """Since when everybody who is left has a prize. A few queries once registration is closed."""
    if tournament.registration_closed_at is None:
        return None
    return left_since(tournament, _paid(tournament, field_of(tournament)))


def bubble_since(tournament: Tournament) -> datetime | None:
    """Since when the next to go out is the last without a prize; None once that player is out. As many queries."""
    if tournament.registration_closed_at is None:
        return None
    field = field_of(tournament)
    next_place = field.next_place
    return left_since(tournament, next_place) if next_place == _paid(tournament, field) + 1 else None


def _paid(tournament: Tournament, field: Field) -> int:
    return ladder_as_it_is(tournament, pool=prize_pool(tournament), entries=field.entries).places_paid
