"""Who is in with how much and who is out in which place; who sits where: as the public pages have it."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from tables.queries.desk.seat_list import seat_list
from tables.queries.room.seating import StandingRow, standings_page
from tournament.api.cursors import read_cursor, write_cursor
from tournament.api.shapes import (
    MOST_OF_A_PAGE,
    AmountOfMoney,
    Cursor,
    EventCode,
    Limit,
    Moment,
    Next,
    money_of,
    money_or_none,
    page_of,
)
from tournament.models import Tournament

router = Router(tags=["Players"])


class StandingListed(Schema):
    """One entry: in play with its chips and seat, or out with its place and prize.

    `chips` are null where nobody knows them; then nobody in play has a rank.
    """

    entry: int = Field(description="The number of the entry in the event")
    name: str = Field(description="As the player allows it to be shown")
    is_in: bool
    rank: int | None
    chips: int | None
    reported_chips: int | None = Field(description="What the player says of a stack that nobody knows")
    reported_at: Moment | None
    table: int | None
    seat: int | None
    place_first: int | None = Field(description="Of who is out; players who tie share first to last")
    place_last: int | None
    prize: AmountOfMoney | None
    bounty: AmountOfMoney | None = Field(description="On a player in play")
    bounties_won: AmountOfMoney
    side_prizes: AmountOfMoney
    has_won_seat: bool


class StandingList(Schema):
    items: list[StandingListed]
    next: Next


class SeatListed(Schema):
    table: int
    seat: int
    name: str


class SeatsListed(Schema):
    tables: int
    items: list[SeatListed]
    next: Next


@router.get(
    "/events/{code}/standings", response=StandingList, summary="In play by chips, then out, best place first"
)
def standings(request: HttpRequest, code: EventCode, cursor: Cursor, limit: Limit) -> StandingList:
    tournament = get_object_or_404(Tournament, code=code)
    number, size = read_cursor(cursor, 2) if cursor else (1, limit)
    page = standings_page(tournament, page=number, size=min(max(1, size), MOST_OF_A_PAGE))
    return StandingList(
        items=[_standing(row, tournament.currency) for row in (*page.in_play, *page.out)],
        next=write_cursor(page.number + 1, size) if page.number < page.pages else None,
    )


def chip_counts(event: Tournament, *, count: int) -> StandingList:
    """The first so many of those in play."""
    page = standings_page(event, size=count)
    return StandingList(items=[_standing(row, event.currency) for row in page.in_play], next=None)


@router.get("/events/{code}/seats", response=SeatsListed, summary="Who sits where, table by table")
def seats(request: HttpRequest, code: EventCode, cursor: Cursor, limit: Limit) -> SeatsListed:
    listed = seat_list(get_object_or_404(Tournament, code=code))
    lines = [line for table in listed.by_table for line in table.lines]
    page, following = page_of(lines, cursor=cursor, limit=limit)
    items = [SeatListed(table=line.table, seat=line.seat, name=line.name) for line in page]
    return SeatsListed(tables=listed.tables, items=items, next=following)


def _standing(row: StandingRow, currency: str) -> StandingListed:
    return StandingListed(
        entry=row.number,
        name=row.name,
        is_in=row.is_in,
        rank=row.rank or None,
        chips=row.chips if row.is_in else None,
        reported_chips=row.reported,
        reported_at=row.reported_at,
        table=row.table,
        seat=row.seat,
        place_first=row.place_first,
        place_last=row.place_last,
        prize=None if row.is_in else money_or_none(row.prize, currency),
        bounty=money_or_none(row.head, currency),
        bounties_won=money_of(row.bounties, currency),
        side_prizes=money_of(row.side_prizes, currency),
        has_won_seat=row.has_won_seat,
    )
