"""Prizes before the end: an event that rests may pay those left the prize they have already.

Each is due what the next player out would get; the place adds the rest. No book rules it: it is the house's offer, made
where an event rests for days or weeks between the field that is in the money and its final.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Entry, Payout, Tournament, TournamentStatus
from tournament.queries.flights import LIVE, entries_counted
from tournament.queries.payouts.ladder import lawful_ladder, prize_pool
from tournament.rules.payouts.schemes import PrizeError


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesSure:
    """So many players left have no prize that can be paid yet; each has won `amount` at least, in minor units."""

    players: int
    amount: int


def prizes_sure(tournament: Tournament) -> PrizesSure | None:
    """What those left can be paid in advance; None while the clock runs, and where there is nothing of the kind.

    Nothing is sure of a flight, of a satellite, after a chop, or where something is withheld of each whole prize. No
    query while the clock runs, eight at a rest.
    """
    is_closed = tournament.registration_closed_at is not None and tournament.draw_made_at is not None
    if tournament.status != TournamentStatus.RUNNING or not is_closed or tournament.clock.state == "running":
        return None
    if tournament.flight_of_id is not None or tournament.satellite is not None:
        return None
    if tournament.chop_id is not None or tournament.deductions:
        return None
    if tournament.stop is not None and tournament.stop.is_round_open:
        return None
    live = Entry.objects.filter(tournament=tournament, status__in=LIVE)
    left = live.count()
    amount = prize_of_place(tournament, left)
    unpaid = live.filter(payout=None).count()
    return PrizesSure(players=unpaid, amount=amount) if amount and unpaid and left > 1 else None


def prize_of_place(tournament: Tournament, place: int) -> int:
    """What one player alone gets for it; 0 below the money and where the ladder does not fit the pool."""
    try:
        pool = prize_pool(tournament)
        prizes = lawful_ladder(tournament, pool=pool, entries=entries_counted(tournament)).prizes
    except PrizeError:
        return 0
    return prizes[place - 1] if 0 < place <= len(prizes) else 0


def early_prizes(tournament: Tournament) -> dict[int, int]:
    """By entry what it was awarded before its place; once that is known, of those alone whom it was paid. One query."""
    early = Payout.objects.filter(tournament=tournament, advance__gt=0)
    return dict(early.values_list("entry", "advance"))
