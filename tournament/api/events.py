"""The events of the house, and one of them: what the list on the front page and the pages of an event say."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema
from pydantic import Field

from tournament.api.shapes import AmountOfMoney, Cursor, EventCode, Limit, Moment, Next, money_of, page_of
from tournament.models import Tournament
from tournament.queries.lobby import LobbySearch, lobby
from tournament.queries.prices import public_prices
from tournament.queries.seasons.board import seasons_of_event
from tournament.queries.tournaments import EventLine, event_lines
from tournament.timekeeping import house_now

router = Router(tags=["Events"])

Format = Literal["freeze_out", "re_entry", "rebuys", "bounties", "satellite", "flights", "mixed"]


class EventListed(Schema):
    """An event as players choose by it."""

    code: str
    name: str
    status: Literal["registering", "running", "finished", "cancelled"]
    starts_at: Moment | None
    time_zone: str = Field(description="IANA name, of the venue")
    game: str = Field(description="The code of the game, empty where there are several")
    formats: list[Format]
    buy_in: AmountOfMoney = Field(description="What an entry costs now, fee included")
    guarantee: AmountOfMoney | None
    prize_pool: AmountOfMoney | None = Field(
        description="As it stands, the guarantee at least; null of a satellite, and of a flight"
    )
    entries: int
    players_left: int
    takes_entries: bool
    is_full: bool
    registration_closes_at: Moment | None
    last_level_to_register: int | None
    tables: str = Field(description="The numbers of its tables, as they are announced")
    flight_of: str | None = Field(description="The name of the event that this is a flight of")
    seats_for: str | None = Field(description="Of a satellite: the name of the event whose seats it gives")


class EventList(Schema):
    items: list[EventListed]
    next: Next


class PriceOffered(Schema):
    """One price that players are told; the buy-in has no name."""

    name: str
    total: AmountOfMoney
    starts_at: Moment | None
    ends_at: Moment | None
    first_entries: int | None = Field(description="Only for the first so many entries")
    is_to_pay: bool = Field(description="What an entry costs now")


class EventDetails(EventListed):
    """One event, with its prices and where else it belongs."""

    venue: str
    city: str
    country: str = Field(description="ISO 3166-1 alpha-2")
    started_at: Moment | None
    finished_at: Moment | None
    starting_stack: int
    prices: list[PriceOffered]
    flights: list[str] = Field(description="The codes of its flights")
    seasons: list[str] = Field(description="The codes of the seasons in which it counts")


@router.get("/events", response=EventList, summary="Events in play, to come and just over")
def events(
    request: HttpRequest,
    day: Annotated[date | None, Query(None, description="At the venue")],
    kind: Annotated[Format | None, Query(None, alias="format")],
    takes_entries: Annotated[bool, Query(False, description="Only those that take entries now")],
    cursor: Cursor,
    limit: Limit,
) -> EventList:
    search = LobbySearch(day=day, format=kind or "", takes_entries=takes_entries)
    found = lobby(search, now=house_now()).events
    page, following = page_of(found, cursor=cursor, limit=limit)
    return EventList(items=[EventListed(**_listed(event.line)) for event in page], next=following)


@router.get("/events/{code}", response=EventDetails, summary="One event")
def event(request: HttpRequest, code: EventCode) -> EventDetails:
    now = house_now()
    tournament = get_object_or_404(Tournament, code=code)
    lines = event_lines(Tournament.objects.filter(pk=tournament.pk), now=now)
    if not lines:
        raise Http404
    return EventDetails(
        **_listed(lines[0]),
        venue=tournament.options.venue,
        city=tournament.options.city,
        country=tournament.options.country,
        started_at=tournament.started_at,
        finished_at=tournament.finished_at,
        starting_stack=tournament.starting_stack,
        prices=_prices(tournament, now),
        flights=list(tournament.flights.order_by("pk").values_list("code", flat=True)),
        seasons=[each.season.code for each in seasons_of_event(tournament)],
    )


def _listed(line: EventLine) -> dict[str, Any]:
    """The fields of EventListed."""
    return {
        "code": line.code,
        "name": line.name,
        "status": line.status,
        "starts_at": line.starts_at,
        "time_zone": line.time_zone,
        "game": line.game,
        "formats": line.formats,
        "buy_in": money_of(line.buy_in, line.currency),
        "guarantee": money_of(line.guarantee, line.currency) if line.guarantee else None,
        "prize_pool": money_of(line.pool, line.currency) if line.pool else None,
        "entries": line.entries,
        "players_left": line.left,
        "takes_entries": line.takes_entries,
        "is_full": line.is_full,
        "registration_closes_at": line.closes_at,
        "last_level_to_register": line.last_level or None,
        "tables": line.tables,
        "flight_of": line.flight_of or None,
        "seats_for": line.seats_for or None,
    }


def _prices(tournament: Tournament, now: datetime) -> list[PriceOffered]:
    return [
        PriceOffered(
            name=price.name,
            total=money_of(price.total, tournament.currency),
            starts_at=price.starts_at,
            ends_at=price.ends_at,
            first_entries=price.first_entries,
            is_to_pay=price.is_to_pay,
        )
        for price in public_prices(tournament, now=now)
    ]
