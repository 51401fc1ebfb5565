"""Who finished where for how much, as the house, players, press and rankings take it away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.db.models import Min, Sum

from tournament.models import BountyShare, Tournament, TournamentStatus
from tournament.queries.flights import entries_of_event, sharing_a_pool
from tournament.queries.payouts.chops import agreed_amounts
from tournament.queries.payouts.decided import prizes_decided
from tournament.queries.payouts.ladder import prize_pool
from tournament.queries.tournaments import only_game


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidPlace:
    """A place that is paid and decided, with its player; money in minor units.

    place, last_place: they differ in a tie. shown_name, shown_country: what the public reads of the player. bounties:
    of all entries of the player in the event. is_deal: whether a chop decided the prize. is_paid: whether it was handed
    over.
    """

    place: int
    last_place: int
    name: str
    shown_name: str
    country: str
    shown_country: str
    prize: int
    bounties: int
    is_deal: bool
    is_paid: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResults:
    """An event with its flights and what is known of its paid places, the best first; money in minor units.

    started_on, ended_on: days at the venue, None where it has not begun or is not over. game: the code of the only one,
    "" where there are several. buy_in: what goes to prizes and bounties; fee: what does not. entries: with those of
    `players` who entered again.
    """

    name: str
    venue: str
    city: str
    country: str
    started_on: date | None
    ended_on: date | None
    game: str
    currency: str
    buy_in: int
    fee: int
    entries: int
    players: int
    pool: int
    is_over: bool
    lines: tuple[PaidPlace, ...]

    @property
    def re_entries(self) -> int:
        return self.entries - self.players


def event_results(tournament: Tournament) -> EventResults:
    """Those of the event; of a flight those of its event. Seven queries, more where there are flights or a chop."""
    event = tournament.event
    entries = entries_of_event(event)
    options = event.options
    return EventResults(
        name=event.name,
        venue=options.venue,
        city=options.city,
        country=options.country,
        started_on=_day(_began(event), event),
        ended_on=_day(event.finished_at, event),
        game=only_game(event.structure),
        currency=event.currency,
        buy_in=event.buy_in_prize + event.buy_in_bounty,
        fee=event.buy_in_total - event.buy_in_prize - event.buy_in_bounty,
        entries=entries.count(),
        players=entries.values("player").distinct().count(),
        pool=prize_pool(event).total,
        is_over=event.status == TournamentStatus.FINISHED,
        lines=_lines(event),
    )


def _lines(event: Tournament) -> tuple[PaidPlace, ...]:
    dealt = agreed_amounts(event)
    bounties = _bounties(event)
    decided = prizes_decided(event).select_related("entry__player")
    return tuple(
        PaidPlace(
            place=payout.entry.place_first or 0,
            last_place=payout.entry.place_last or 0,
            name=payout.entry.player.name,
            shown_name=payout.entry.player.shown_name,
            country=payout.entry.player.country,
            shown_country=payout.entry.player.shown_country,
            prize=payout.amount,
            bounties=bounties.get(payout.entry.player_id, 0),
            is_deal=payout.entry_id in dealt,
            is_paid=payout.paid_at is not None,
        )
        for payout in decided.order_by("entry__place_first", "-amount", "entry__number")
    )


def _bounties(event: Tournament) -> Mapping[int, int]:
    """By player what their entries have won, over all flights."""
    shares = BountyShare.objects.filter(tournament__in=sharing_a_pool(event), undone_at=None)
    return dict(shares.values_list("winner__player").annotate(all=Sum("due")))


def _began(event: Tournament) -> datetime | None:
    """When its first day began; before that when it is to begin."""
    began = Tournament.objects.filter(pk__in=sharing_a_pool(event)).aggregate(first=Min("started_at"))[
        "first"
    ]
    return began or event.starts_at


def _day(moment: datetime | None, event: Tournament) -> date | None:
    return None if moment is None else moment.astimezone(ZoneInfo(event.time_zone)).date()
