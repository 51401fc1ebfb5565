"""The clock of an event, as the wall shows it: when things end, and never a tick to count."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from tournament.api.answers import etag_without
from tournament.api.shapes import AmountOfMoney, Chips, EventCode, Moment, money_of, money_or_none
from tournament.api.stakes import StakesOfLevel, stakes_of, stakes_or_none
from tournament.models import Tournament
from tournament.queries.clock import ClockBoard, clock_board
from tournament.queries.forecast.outlook import public_outlook
from tournament.rules.structure.levels import Break
from tournament.timekeeping import house_now

router = Router(tags=["Events"])

ClockState = Literal["scheduled", "running", "paused", "break", "overtime", "finished", "cancelled"]


class BreakRunning(Schema):
    """A break: what it is called, and the chip values coloured up in it."""

    label: str
    chips_removed: list[int]


class EndsAbout(Schema):
    """From when to when the event is expected to end: four of five events do; steps of five minutes."""

    low: Moment
    mid: Moment
    high: Moment


class ClockReading(Schema):
    """The clock and the field at `server_now`.

    While the clock runs, `period_ends_at` says when the level or the break ends; it stays until the floor changes it.
    While it stands that is null, and `remaining_ms` is what is left. A level by hands has no end either:
    `hands_left` says how many are to be finished, and `remaining_ms` is only what plans are made with.
    """

    code: str
    name: str
    server_now: Moment
    state: ClockState
    stop: str | None = Field(description="What the whole room obeys, such as hand_for_hand")
    level_number: int
    level: StakesOfLevel = Field(description="What hands are dealt at")
    break_: BreakRunning | None = Field(alias="break")
    period_ends_at: Moment | None
    remaining_ms: int
    hands_left: int | None = Field(description="Of a level that lasts hands, the one in play among them")
    resumes_at: Moment | None = Field(description="When a clock that stands will run by itself")
    next_level: StakesOfLevel | None
    next_is_break: bool
    next_break_at: Moment | None
    starts_at: Moment | None
    started_at: Moment | None
    finished_at: Moment | None
    registration: Literal["open", "closing", "closed"]
    registration_closes_at: Moment | None
    entries: int
    players: int = Field(description="Persons; one who enters again is one")
    players_left: int
    tables: int
    chips_in_play: Chips
    average_stack: int | None
    average_big_blinds: float | None = Field(description="Rounded down to a tenth")
    prize_pool: AmountOfMoney | None = Field(description="Null where the house keeps money off its clocks")
    places_paid: int
    next_prize: AmountOfMoney | None = Field(description="Of the next player out; null as the pool is")
    moment: Literal["bubble", "in_the_money"] | None
    is_final_table: bool
    ends_about: EndsAbout | None = Field(
        description="Null where the house keeps it off its clocks, and before the start"
    )
    winner: str | None = Field(description="Of an event that is over; null of a flight and of a satellite")


@router.get(
    "/events/{code}/clock",
    response=ClockReading,
    by_alias=True,
    summary="Clock, stakes, field and prizes of an event",
)
def clock(request: HttpRequest, response: HttpResponse, code: EventCode) -> ClockReading:
    tournament = get_object_or_404(Tournament, code=code)
    reading = _reading(tournament, clock_board(tournament, now=house_now()))
    response.headers["ETag"] = etag_without(reading.dict(), *_of_the_moment(reading))
    return reading


def _of_the_moment(reading: ClockReading) -> tuple[str, ...]:
    """What another moment says otherwise while nothing has changed."""
    # Of a clock that stands it is all that says how long is left.
    return ("server_now",) if reading.period_ends_at is None else ("server_now", "remaining_ms")


def _reading(tournament: Tournament, board: ClockBoard) -> ClockReading:
    currency, shows_money = board.currency, tournament.options.money_on_wall
    return ClockReading(
        code=board.code,
        name=board.name,
        server_now=board.now,
        state="scheduled" if board.state == "not_started" else board.state,
        stop=None if tournament.stop is None else tournament.stop.kind,
        level_number=board.level_number,
        level=stakes_of(board.level),
        **{"break": _break(board.break_)},
        period_ends_at=None if board.resumes_at else board.ends_at,
        remaining_ms=_remaining_ms(board),
        hands_left=board.hands_left,
        resumes_at=board.resumes_at,
        next_level=stakes_or_none(board.next_level),
        next_is_break=board.next_is_break,
        next_break_at=board.break_at,
        starts_at=board.starts_at,
        started_at=board.started_at,
        finished_at=board.finished_at,
        registration=board.registration,
        registration_closes_at=board.registration_closes_at,
        entries=board.field.entries,
        players=board.field.players,
        players_left=board.field.left,
        tables=board.field.tables,
        chips_in_play=board.field.chips_in_play,
        average_stack=None if board.average is None else board.average.chips,
        average_big_blinds=None
        if board.average is None
        else float(Decimal(board.average.big_blind_tenths) / 10),
        prize_pool=money_of(board.pool, currency) if shows_money else None,
        places_paid=board.places_paid,
        next_prize=money_or_none(board.next_prize, currency) if shows_money else None,
        moment=board.moment or None,
        is_final_table=board.is_final_table,
        ends_about=_ends_about(tournament, board),
        winner=board.winner if tournament.satellite is None and tournament.flight_of_id is None else None,
    )


def _ends_about(tournament: Tournament, board: ClockBoard) -> EndsAbout | None:
    found = public_outlook(tournament, now=board.now)
    end = found.end if found else None
    return None if end is None else EndsAbout(low=end.low, mid=end.mid, high=end.high)


def _break(row: Break | None) -> BreakRunning | None:
    return None if row is None else BreakRunning(label=row.label, chips_removed=list(row.chips_removed))


def _remaining_ms(board: ClockBoard) -> int:
    """Exact while the clock runs; what is left of the period where it stands."""
    if board.resumes_at is not None:
        return board.left_in_period * 1000
    if board.ends_at is None:
        return board.remaining_seconds * 1000
    return max(0, (board.ends_at - board.now) // timedelta(milliseconds=1))
