"""The seasons of the house's leagues and their standings."""

from __future__ import annotations

from decimal import Decimal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from tournament.api.shapes import Cursor, Limit, Next, page_of
from tournament.models import Season
from tournament.queries.seasons.board import LineOfSeason, season_board, seasons_shown

router = Router(tags=["Seasons"])


class SeasonListed(Schema):
    code: str
    league: str
    name: str


class SeasonList(Schema):
    items: list[SeasonListed]


class ResultOfSeason(Schema):
    """One event in the sum of a player."""

    event: str = Field(description="The name of the event")
    code: str = Field(description="Its code, that of an imported event included")
    place: int
    points: Decimal
    is_counted: bool


class RankOfSeason(Schema):
    """One line of the standings; the rank is null of a player without one yet."""

    rank: int | None
    name: str
    points: Decimal = Field(description="Text: that are counted, attendance and adjustments included")
    attendance: Decimal
    adjusted: Decimal
    played: int
    wins: int
    cashes: int
    best_place: int | None
    knock_outs: int
    results: list[ResultOfSeason]


class SeasonStandings(SeasonListed):
    is_in_play: bool = Field(description="An event of it is: its points are as if it ended now")
    is_final: bool
    items: list[RankOfSeason]
    next: Next


@router.get("/seasons", response=SeasonList, summary="Seasons that go on, and the last one of each league")
def seasons(request: HttpRequest) -> SeasonList:
    return SeasonList(items=[SeasonListed(**_listed(season)) for season in seasons_shown()])


@router.get("/seasons/{season_code}", response=SeasonStandings, summary="The standings of a season")
def season(request: HttpRequest, season_code: str, cursor: Cursor, limit: Limit) -> SeasonStandings:
    board = season_board(get_object_or_404(Season.objects.select_related("league"), code=season_code))
    page, following = page_of(board.lines, cursor=cursor, limit=limit)
    return SeasonStandings(
        **_listed(board.season),
        is_in_play=board.is_in_play,
        is_final=board.season.frozen is not None,
        items=[_rank(each) for each in board.shown(page)],
        next=following,
    )


def _listed(season: Season) -> dict[str, str]:
    return {"code": season.code, "league": season.league.name, "name": season.name}


def _rank(shown: LineOfSeason) -> RankOfSeason:
    line = shown.line
    return RankOfSeason(
        rank=line.rank or None,
        name=shown.name,
        points=line.points,
        attendance=line.attendance,
        adjusted=line.adjusted,
        played=line.played,
        wins=line.wins,
        cashes=line.cashes,
        best_place=line.best_place or None,
        knock_outs=line.knock_outs,
        results=[
            ResultOfSeason(
                event=event.name,
                code=event.code,
                place=result.place,
                points=result.points,
                is_counted=result.is_counted,
            )
            for event, result in shown.results
        ],
    )
