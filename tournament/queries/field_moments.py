"""Since when so many players are left."""

from __future__ import annotations

from datetime import datetime

from tournament.models import Entry, EntryStatus, Tournament
from tournament.queries.payouts.ladder import ladder_as_it_is, prize_pool
from tournament.queries.standings import field_of


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
    entries = field_of(tournament).entries
    paid = ladder_as_it_is(tournament, pool=prize_pool(tournament), entries=entries).places_paid
    return left_since(tournament, paid)
