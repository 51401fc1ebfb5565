"""Entries for programs with a token, and requests for one, which the desk takes or not."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from ninja import Path, Router, Schema
from pydantic import Field

from tables.models import QueueState
from tables.queries.desk.queue import OwnPlace, own_place
from tables.services.desk.queue import join_queue, leave_queue
from tournament.api.cursors import read_cursor, write_cursor
from tournament.api.shapes import AmountOfMoney, Cursor, EventCode, Limit, Line, Moment, Next, money_of
from tournament.api.tokens import event_of_token, for_token, token_of
from tournament.api.writes import Key, once
from tournament.links import absolute_url
from tournament.models import Entry, EntryStatus, TokenScope
from tournament.timekeeping import house_now

router = Router(tags=["With a token"])

Secret = Annotated[str, Path(..., max_length=64, description="What the answer to the request called `id`")]


class EntryListed(Schema):
    """One entry with the player’s own name; `chips` are null where nobody knows them, and of a player who is out."""

    entry: int = Field(description="The number of the entry in the event")
    player: int = Field(description="The same for every entry of a player, in every event of the house")
    name: str
    public_name: str = Field(description="What players see instead of the name, empty where that is the name")
    club_number: str
    country: str = Field(description="ISO 3166-1 alpha-2, empty where it was not said")
    status: EntryStatus
    paid: AmountOfMoney
    price: str = Field(description="What the price was called, empty for the buy-in")
    registered_at: Moment
    chips: int | None
    table: int | None
    seat: int | None
    place_first: int | None
    place_last: int | None
    out_at: Moment | None


class EntryList(Schema):
    items: list[EntryListed]
    next: Next


class EntryWanted(Schema):
    """A player who wants to enter. No payment: the desk takes the money, and the player with it."""

    name: Line = Field(
        min_length=1, max_length=120, description="First and last name, as the desk knows them"
    )
    price: Line | None = Field(None, max_length=30, description="The price that the player says is theirs")


class EntryRequest(Schema):
    """A place in the queue of the desk."""

    id: str
    page: str = Field(description="The page for the player’s phone")
    state: QueueState
    number: int = Field(description="From the front, while it waits")
    waiting: int


@router.get(
    "/events/{code}/entries",
    response=EntryList,
    **for_token(TokenScope.READ),
    summary="All entries that count, by number",
)
def entries(request: HttpRequest, code: EventCode, cursor: Cursor, limit: Limit) -> EntryList:
    event = event_of_token(request, code)
    (after,) = read_cursor(cursor, 1) if cursor else (0,)
    rows = Entry.objects.filter(tournament=event, number__gt=after).exclude(status=EntryStatus.VOID)
    found = list(rows.select_related("player", "seat__table").order_by("number")[: limit + 1])
    page = found[:limit]
    return EntryList(
        items=[_entry(each, event.currency) for each in page],
        next=write_cursor(page[-1].number) if len(found) > limit else None,
    )


@router.post(
    "/events/{code}/entry-requests",
    response={201: EntryRequest},
    **for_token(TokenScope.REGISTER),
    summary="Put a player into the queue of the desk",
)
def request_entry(request: HttpRequest, code: EventCode, key: Key, player: EntryWanted) -> HttpResponse:
    event = event_of_token(request, code)

    def ask() -> EntryRequest:
        place = join_queue(
            tournament=event,
            name=player.name,
            key=key,
            network=_network(request),
            now=house_now(),
            price_name=player.price,
        )
        own = own_place(place.secret)
        if own is None:
            raise Http404
        return _request(request, place.secret, own)

    return once(request, key, ask, status=201)


@router.get("/entry-requests/{queue_secret}", response=EntryRequest, summary="What has become of a request")
def entry_request(request: HttpRequest, queue_secret: Secret) -> EntryRequest:
    own = own_place(queue_secret)
    if own is None:
        raise Http404
    return _request(request, queue_secret, own)


@router.delete(
    "/entry-requests/{queue_secret}", response=EntryRequest, summary="The player no longer wants it"
)
def withdraw_request(request: HttpRequest, queue_secret: Secret) -> EntryRequest:
    leave_queue(secret=queue_secret)
    return entry_request(request, queue_secret)


def _network(request: HttpRequest) -> str:
    """Whose share of the queue it takes: that of the token."""
    told = str(token_of(request).pk)
    return salted_hmac("floorman.queue.token", told, algorithm="sha256").hexdigest()[:32]


def _request(request: HttpRequest, secret: str, own: OwnPlace) -> EntryRequest:
    return EntryRequest(
        id=secret,
        page=absolute_url(request, reverse("tables:queue_place", args=[secret])),
        state=QueueState(own.state),
        number=own.number,
        waiting=own.waiting,
    )


def _entry(entry: Entry, currency: str) -> EntryListed:
    seat = getattr(entry, "seat", None)
    is_in = entry.status in (EntryStatus.REGISTERED, EntryStatus.PLAYING)
    return EntryListed(
        entry=entry.number,
        player=entry.player_id,
        name=entry.player.name,
        public_name=entry.player.public_name,
        club_number=entry.player.club_number,
        country=entry.player.country,
        status=EntryStatus(entry.status),
        paid=money_of(entry.paid_total, currency),
        price=entry.price_name,
        registered_at=entry.registered_at,
        chips=entry.stack if is_in and entry.is_stack_known else None,
        table=None if seat is None else seat.table.number,
        seat=None if seat is None else seat.number,
        place_first=entry.place_first,
        place_last=entry.place_last,
        out_at=entry.eliminated_at,
    )
