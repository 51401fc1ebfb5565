"""Recorded hands, once everybody may read them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final

from django.db.models import Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Query, Router, Schema
from pydantic import Field

from tables.models import Hand
from tables.queries.hands.history import HandHistory, PlayerLine, PotLine, StreetShown, hand_history
from tables.queries.hands.public_hands import PublicHand, delay_of, find_public_hand, lines_of, public_hands
from tables.words.hand_lines import ActionLine
from tournament.api.cursors import read_cursor, write_cursor
from tournament.api.shapes import Chips, Cursor, EventCode, Moment, Next
from tournament.models import Tournament
from tournament.timekeeping import house_now

router = Router(tags=["Hands"])

FIRST: Final = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND: Final = timedelta(microseconds=1)


class WonOfHand(Schema):
    name: str
    chips: Chips


class HandListed(Schema):
    """A hand that is over: the cards on the board, as "Ah Kd 2c", and who won how much."""

    table: int
    number: int
    ended_at: Moment
    boards: list[str]
    pot: Chips
    winners: list[WonOfHand]


class HandList(Schema):
    delay_minutes: int = Field(description="After how many minutes a hand is shown; 0: none are")
    items: list[HandListed]
    next: Next


class PlayerOfHand(Schema):
    """`chips_before` and `chips_after` are null where nobody knew them; `cards` those that were seen."""

    seat: int
    name: str
    chips_before: int | None
    chips_after: int | None
    cards: str
    is_button: bool
    is_out: bool = Field(description="Lost the last chips in this hand")


class ActionOfHand(Schema):
    """One action. `chips` are called, bet or raised to in all; of a draw the number of cards."""

    kind: str
    seat: int | None
    chips: int
    is_all_in: bool
    cards: str


class StreetOfHand(Schema):
    name: str
    cards: str
    pot: Chips
    actions: list[ActionOfHand]


class ShareOfPot(Schema):
    name: str
    chips: Chips
    hand: str = Field(description="What it was won with, in words; empty where no cards were seen")
    half: str = Field(description="high or low where the pot was split so, else empty")
    board: int = Field(description="Of several from 1, else 0")


class PotOfHand(Schema):
    chips: Chips
    contenders: list[str]
    winners: list[ShareOfPot]


class HandTold(Schema):
    """One hand from its blinds to who won what."""

    table: int
    number: int
    game: str
    level_number: int
    started_at: Moment
    ended_at: Moment | None
    boards: list[str]
    pot: Chips
    players: list[PlayerOfHand]
    streets: list[StreetOfHand]
    pots: list[PotOfHand]


@router.get("/events/{code}/hands", response=HandList, summary="Hands that are over, the newest first")
def hands(
    request: HttpRequest,
    code: EventCode,
    cursor: Cursor,
    limit: Annotated[int, Query(30, ge=1, le=50, description="How many at most")],
    table: Annotated[int | None, Query(None, ge=1, le=9_999, description="Only of this table")],
) -> HandList:
    tournament = get_object_or_404(Tournament, code=code)
    rows = public_hands(tournament, now=house_now())
    if table is not None:
        rows = rows.filter(table__number=table)
    if cursor:
        microseconds, last = read_cursor(cursor, 2)
        at = _moment(microseconds)
        rows = rows.filter(Q(ended_at__lt=at) | Q(ended_at=at, pk__lt=last))
    found = list(rows[: limit + 1])
    page = found[:limit]
    return HandList(
        delay_minutes=delay_of(tournament),
        items=[_listed(line) for line in lines_of(page)],
        next=_after(page[-1]) if len(found) > limit else None,
    )


def hands_listed(hands: Sequence[Hand]) -> list[HandListed]:
    """Each as the list has it. Two queries."""
    return [_listed(line) for line in lines_of(hands)] if hands else []


@router.get(
    "/events/{code}/tables/{int:number}/hands/{int:hand_number}",
    response=HandTold,
    summary="One hand, action by action",
)
def hand(request: HttpRequest, code: EventCode, number: int, hand_number: int) -> HandTold:
    tournament = get_object_or_404(Tournament, code=code)
    found = find_public_hand(tournament, table=number, number=hand_number, now=house_now())
    if found is None:
        raise Http404
    return _told(hand_history(found, is_public=True))


def _moment(microseconds: int) -> datetime:
    try:
        return FIRST + microseconds * MICROSECOND
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def _after(hand: Hand) -> str:
    at = hand.ended_at or hand.started_at
    return write_cursor((at - FIRST) // MICROSECOND, hand.pk)


def _listed(line: PublicHand) -> HandListed:
    return HandListed(
        table=line.table,
        number=line.number,
        ended_at=line.ended_at,
        boards=list(line.boards),
        pot=line.pot,
        winners=[WonOfHand(name=name, chips=chips) for name, chips in line.winners],
    )


def _told(told: HandHistory) -> HandTold:
    return HandTold(
        table=told.table,
        number=told.number,
        game=told.game,
        level_number=told.level_number,
        started_at=told.started_at,
        ended_at=told.ended_at,
        boards=list(told.boards),
        pot=told.pot_total,
        players=[_player(line) for line in told.players],
        streets=[_street(street) for street in told.streets],
        pots=[_pot(pot) for pot in told.pots],
    )


def _player(line: PlayerLine) -> PlayerOfHand:
    return PlayerOfHand(
        seat=line.seat,
        name=line.name,
        chips_before=line.before,
        chips_after=line.after,
        cards=line.cards,
        is_button=line.is_button,
        is_out=line.is_out,
    )


def _street(street: StreetShown) -> StreetOfHand:
    return StreetOfHand(
        name=street.name,
        cards=street.cards,
        pot=street.pot,
        actions=[_action(line) for line in street.lines],
    )


def _action(line: ActionLine) -> ActionOfHand:
    return ActionOfHand(
        kind=line.kind,
        seat=line.seat or None,
        chips=line.amount,
        is_all_in=line.is_all_in,
        cards=line.cards,
    )


def _pot(pot: PotLine) -> PotOfHand:
    return PotOfHand(
        chips=pot.amount,
        contenders=list(pot.contenders),
        winners=[
            ShareOfPot(name=name, chips=chips, hand=made, half=str(half), board=board)
            for name, chips, half, made, board in pot.winners
        ],
    )
