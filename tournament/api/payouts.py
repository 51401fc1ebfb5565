"""What an event pays, as its page shows it."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from tournament.api.shapes import AmountOfMoney, Cursor, EventCode, Limit, Next, money_of, page_of
from tournament.models import Tournament
from tournament.queries.payouts.ladder import LadderRow, PrizeBoard, prize_board
from tournament.queries.payouts.side_prizes import side_prizes
from tournament.queries.standings import field_of

router = Router(tags=["Events"])


class PrizeOfPlaces(Schema):
    """The places from `first` to `last` are paid `prize` each; with a name it is that player’s, won already."""

    first: int
    last: int
    prize: AmountOfMoney
    name: str | None
    is_next: bool = Field(description="The prize of the next player out")
    is_bubble: bool = Field(description="The prize of the last place out of the money")
    is_seat: bool = Field(description="Of a satellite: a seat of this value")


class SidePrizeListed(Schema):
    title: str
    prize: AmountOfMoney
    name: str | None = Field(description="Who has it, null while it is open")


class ChopOfPlaces(Schema):
    """So many players divide the prizes of their places, but for what is left to play for."""

    players: int
    shared: AmountOfMoney
    played_for: AmountOfMoney


class PayoutList(Schema):
    prize_pool: AmountOfMoney
    overlay: AmountOfMoney
    added: AmountOfMoney = Field(description="Of the pool what others than the players put in")
    entries: int
    places_paid: int
    is_final: bool = Field(description="Registration is closed: the pool grows no more")
    chop: ChopOfPlaces | None
    items: list[PrizeOfPlaces]
    side_prizes: list[SidePrizeListed]
    next: Next


@router.get("/events/{code}/payouts", response=PayoutList, summary="Prizes by place, won and to be won")
def payouts(request: HttpRequest, code: EventCode, cursor: Cursor, limit: Limit) -> PayoutList:
    tournament = get_object_or_404(Tournament, code=code)
    field, currency = field_of(tournament), tournament.currency
    board = prize_board(tournament, entries=field.entries, next_place=field.next_place)
    page, following = page_of(board.rows, cursor=cursor, limit=limit)
    return PayoutList(
        prize_pool=money_of(board.pool, currency),
        overlay=money_of(board.overlay, currency),
        added=money_of(board.added, currency),
        entries=field.entries,
        places_paid=board.places_paid,
        is_final=board.is_final,
        chop=_chop(board, currency),
        items=[_row(row, tournament) for row in page],
        side_prizes=[
            SidePrizeListed(
                title=each.title, prize=money_of(each.amount, currency), name=each.shown_name or None
            )
            for each in side_prizes(tournament)
        ],
        next=following,
    )


def _chop(board: PrizeBoard, currency: str) -> ChopOfPlaces | None:
    if board.chop is None:
        return None
    return ChopOfPlaces(
        players=board.chop.players,
        shared=money_of(board.chop.shared, currency),
        played_for=money_of(board.chop.played_for, currency),
    )


def _row(row: LadderRow, tournament: Tournament) -> PrizeOfPlaces:
    satellite = tournament.satellite
    return PrizeOfPlaces(
        first=row.first,
        last=row.last,
        prize=money_of(row.amount, tournament.currency),
        name=row.name or None,
        is_next=row.is_next,
        is_bubble=row.is_bubble,
        is_seat=satellite is not None and row.amount >= satellite.value,
    )
