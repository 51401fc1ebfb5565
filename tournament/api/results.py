"""Who finished where for how much, as the results file has it."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from tournament.api.shapes import AmountOfMoney, Cursor, EventCode, Limit, Next, money_of, page_of
from tournament.models import Tournament
from tournament.queries.results import PaidPlace, event_results

router = Router(tags=["Events"])


class ResultListed(Schema):
    """A paid place that is decided; players who tie share first to last."""

    place_first: int
    place_last: int
    name: str
    country: str = Field(description="ISO 3166-1 alpha-2, empty where it was not said")
    prize: AmountOfMoney
    bounties: AmountOfMoney = Field(description="Of all entries of the player")
    is_deal: bool = Field(description="A chop decided the prize")


class ResultList(Schema):
    """The event with its flights, and its paid places, the best first; of a flight those of its event."""

    name: str
    venue: str
    city: str
    country: str
    started_on: date | None = Field(description="At the venue")
    ended_on: date | None
    is_over: bool
    game: str
    buy_in: AmountOfMoney = Field(description="What goes to prizes and bounties")
    fee: AmountOfMoney
    entries: int
    players: int
    prize_pool: AmountOfMoney
    items: list[ResultListed]
    next: Next


@router.get("/events/{code}/results", response=ResultList, summary="Paid places, as far as they are decided")
def results(request: HttpRequest, code: EventCode, cursor: Cursor, limit: Limit) -> ResultList:
    known = event_results(get_object_or_404(Tournament, code=code))
    page, following = page_of(known.lines, cursor=cursor, limit=limit)
    return ResultList(
        name=known.name,
        venue=known.venue,
        city=known.city,
        country=known.country,
        started_on=known.started_on,
        ended_on=known.ended_on,
        is_over=known.is_over,
        game=known.game,
        buy_in=money_of(known.buy_in, known.currency),
        fee=money_of(known.fee, known.currency),
        entries=known.entries,
        players=known.players,
        prize_pool=money_of(known.pool, known.currency),
        items=[_listed(line, known.currency) for line in page],
        next=following,
    )


def _listed(line: PaidPlace, currency: str) -> ResultListed:
    return ResultListed(
        place_first=line.place,
        place_last=line.last_place,
        name=line.shown_name,
        country=line.shown_country,
        prize=money_of(line.prize, currency),
        bounties=money_of(line.bounties, currency),
        is_deal=line.is_deal,
    )
