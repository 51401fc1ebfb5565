"""The money of a season: what its events have collected for it, and who is due how much of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournament.models import Entry, EntryStatus, Season, SeasonEvent, SeasonPayment, Tournament
from tournament.queries.seasons.board import SeasonBoard, events_in, names_of
from tournament.rules.payouts.limits import Paper
from tournament.rules.payouts.money import minor_units
from tournament.rules.seasons.money import season_prizes


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedAt:
    """What one event has collected: `entries` that have paid for it, `share` of each at most. In minor units."""

    event: str
    share: int
    entries: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DueOfSeason:
    """What a player gets, in minor units; paid_at: None while it is due. papers: due before it is paid."""

    player: int
    name: str
    rank: int
    amount: int
    paid_at: datetime | None = None
    papers: tuple[Paper, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonMoney:
    """In minor units of `currency`, "" where no event collects. `dues` as the standings are; final where they are."""

    currency: str
    events: tuple[CollectedAt, ...]
    pool: int
    dues: tuple[DueOfSeason, ...]

    @property
    def due(self) -> int:
        return sum(each.amount for each in self.dues if each.paid_at is None)


def season_money(board: SeasonBoard, *, at: Tournament | None = None) -> SeasonMoney:
    """Six queries at most. `at`: the event whose desk would pay, and asks for papers."""
    season = board.season
    events = collected_for(season)
    pool = sum(each.amount for each in events) if season.frozen_pool is None else season.frozen_pool
    currency = currency_of(season) if events or pool else ""
    dues = amounts_due(board, pool=pool, currency=currency)
    names = names_of(dues) if dues else {}
    standing = SeasonPayment.objects.filter(season=season, undone_line=None)
    paid = dict(standing.values_list("player", "line__at")) if dues else {}
    ranks = {line.player: line.rank for line in board.lines}
    return SeasonMoney(
        currency=currency,
        events=events,
        pool=pool,
        dues=tuple(
            DueOfSeason(
                player=player,
                name=names[player],
                rank=ranks[player],
                amount=amount,
                paid_at=paid.get(player),
                papers=() if at is None else at.payment_limits.papers_due(amount),
            )
            for player, amount in dues.items()
        ),
    )


def amounts_due(board: SeasonBoard, *, pool: int, currency: str) -> dict[int, int]:
    """By player, in whole units of the currency; what that leaves goes to the first."""
    unit = minor_units(currency)
    return dict(season_prizes(board.lines, pool=pool, split=board.rules.split, unit=unit))


def amounts_due_finally(season: Season, *, currency: str) -> dict[int, int]:
    """The same by standings that are final; nothing before. No query."""
    lines, unit = season.frozen or (), minor_units(currency)
    return dict(season_prizes(lines, pool=season.frozen_pool or 0, split=season.rules.split, unit=unit))


def currency_of(season: Season) -> str:
    """That of the first event that collects for it, "" where none does. One query."""
    collecting = events_in(season).filter(share__gt=0)
    return collecting.values_list("tournament__currency", flat=True).first() or ""


def collected_for(season: Season) -> tuple[CollectedAt, ...]:
    """By event; an entry that pays less for other deductions gives what it pays. Two queries, one where none does."""
    rows = list(events_in(season).filter(share__gt=0).select_related("tournament"))
    return _collected(rows) if rows else ()


def _collected(rows: Sequence[SeasonEvent]) -> tuple[CollectedAt, ...]:
    events = {row.tournament_id: row for row in rows}
    in_it = Q(tournament__in=events) | Q(tournament__flight_of__in=events)
    paid = Entry.objects.filter(in_it, brought_line=None, paid_other__gt=0).exclude(status=EntryStatus.VOID)
    entries: Counter[int] = Counter()
    amounts: Counter[int] = Counter()
    by_price = paid.values_list("tournament", "tournament__flight_of", "paid_other")
    for tournament, event, other, count in by_price.annotate(count=Count("pk")).order_by():
        counted = event if event in events else tournament
        entries[counted] += count
        amounts[counted] += count * min(other, events[counted].share)
    return tuple(
        CollectedAt(event=row.tournament.name, share=row.share, entries=entries[event], amount=amounts[event])
        for event, row in events.items()
    )
