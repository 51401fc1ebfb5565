"""The money of a season: what its events have collected for it, and who is due how much of that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournament.models import Entry, EntryStatus, Season, SeasonEvent, SeasonPayment, Tournament
from tournament.queries.names import names_of
from tournament.queries.seasons.board import SeasonBoard, events_in
from tournament.rules.payouts.limits import Paper
from tournament.rules.payouts.money import minor_units
from tournament.rules.seasons.money import season_prizes
from tournament.rules.seasons.standings import SeasonLine


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
    if season.frozen_pool is None:
        events = collected_for(season)
        pool, currency = sum(each.amount for each in events), currency_of(season) if events else ""
        dues = _by_rank(board.lines, pool=pool, split=board.rules.split, currency=currency)
    else:
        # What is refunded or sold later moves nothing in it: how it came is not to be said any more.
        events, pool, currency = (), season.frozen_pool, season.frozen_currency
        dues = amounts_due_finally(season)
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


def amounts_due_finally(season: Season) -> Mapping[int, int]:
    """By player what final standings give; nothing before they are final. No query."""
    if season.frozen is None or season.frozen_pool is None:
        return {}
    return _by_rank(
        season.frozen, pool=season.frozen_pool, split=season.rules.split, currency=season.frozen_currency
    )


def _by_rank(
    lines: Sequence[SeasonLine], *, pool: int, split: tuple[int, ...], currency: str
) -> Mapping[int, int]:
    """In whole units of the currency; what that leaves goes to the first."""
    return season_prizes(lines, pool=pool, split=split, unit=minor_units(currency))


def currency_of(season: Season) -> str:
    """That in which its events collect now, "" where none does. One query."""
    collecting = events_in(season).filter(share__gt=0)
    return collecting.values_list("tournament__currency", flat=True).first() or ""


def collected_for(season: Season) -> tuple[CollectedAt, ...]:
    """By event; an entry that pays less for other deductions gives what it pays, and to one season after the other
    where the event collects for several. Three queries, one where none does.
    """
    rows = list(events_in(season).filter(share__gt=0).select_related("tournament"))
    return _collected(rows) if rows else ()


def _collected_before(rows: Sequence[SeasonEvent]) -> Counter[int]:
    """By event what of each entry goes to seasons in which it has counted for longer."""
    own = {row.tournament_id: row.pk for row in rows}
    found: Counter[int] = Counter()
    every = SeasonEvent.objects.filter(tournament__in=own, left_line=None, share__gt=0)
    for pk, tournament, share in every.values_list("pk", "tournament", "share"):
        if pk < own[tournament]:
            found[tournament] += share
    return found


def _collected(rows: Sequence[SeasonEvent]) -> tuple[CollectedAt, ...]:
    events = {row.tournament_id: row for row in rows}
    before = _collected_before(rows)
    in_it = Q(tournament__in=events) | Q(tournament__flight_of__in=events)
    paid = Entry.objects.filter(in_it, brought_line=None, paid_other__gt=0).exclude(status=EntryStatus.VOID)
    entries: Counter[int] = Counter()
    amounts: Counter[int] = Counter()
    by_price = paid.values_list("tournament", "tournament__flight_of", "paid_other")
    for tournament, event, other, count in by_price.annotate(count=Count("pk")).order_by():
        counted = event if event in events else tournament
        entries[counted] += count
        amounts[counted] += count * min(events[counted].share, max(0, other - before[counted]))
    return tuple(
        CollectedAt(event=row.tournament.name, share=row.share, entries=entries[event], amount=amounts[event])
        for event, row in events.items()
    )
