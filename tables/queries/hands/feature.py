"""The feature table on a television: who sits there with how much, the board and the pot, as late as the event wants.

Nothing is shown that was not face up at the table: open cards of stud, and hands shown at the showdown. While the room
plays hand-for-hand it stands still: no table is to wait for what happens at this one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from tables import engine
from tables.models import Hand, HandSeat, HandStatus, Table, TableStatus
from tables.queries.hands.history import known_cards
from tables.queries.table.hand import timed_operations
from tables.queries.table.next_hand import has_button
from tournament.models import StopKind, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureSeat:
    """A player of the hand. `stack` is None where nobody counted it, `bet` lies in front of them."""

    seat: int
    name: str
    stack: int | None
    bet: int
    cards: str
    is_button: bool
    is_to_act: bool
    is_folded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureTable:
    """A table and its newest hand as of `delay_minutes` ago, 0 for the last that is over; `hand` is None, and there
    are no seats, before the first.

    `boards` are several where the players agreed on that.
    """

    table: int
    name: str
    delay_minutes: int
    hand: int | None = None
    boards: tuple[str, ...] = ()
    pot: int = 0
    seats: tuple[FeatureSeat, ...] = ()


def feature_table(tournament: Tournament, *, now: datetime) -> FeatureTable | None:
    """The table that the event features, the first that is open where it names none; None where no table is open.

    Without a delay a hand is seen once it is over: who plays at another table must not see what happens at this one.
    Four queries.
    """
    tables = Table.objects.filter(tournament=tournament).exclude(status=TableStatus.CLOSED).order_by("number")
    if number := tournament.options.feature_table:
        tables = tables.filter(number=number)
    table = tables.first()
    if table is None:
        return None
    delay = tournament.options.feature_delay
    then = now - timedelta(minutes=delay)
    stop = tournament.stop
    if stop is not None and StopKind(stop.kind).is_by_rounds:
        then = min(then, stop.announced_at)
    hands = Hand.objects.filter(table=table, number__gt=table.hands_before, started_at__lte=then)
    if not delay:
        hands = hands.filter(status=HandStatus.COMPLETE, ended_at__lte=then)
    hand = hands.exclude(status=HandStatus.VOID).order_by("-number").first()
    if hand is None:
        return FeatureTable(table=table.number, name=table.name, delay_minutes=delay)
    recorded = [operation for operation, at in timed_operations(hand) if at <= then]
    state = engine.replay(hand.setup, engine.effective(recorded))
    return FeatureTable(
        table=table.number,
        name=table.name,
        delay_minutes=delay,
        hand=hand.number,
        boards=tuple(map(engine.format_cards, state.boards_so_far)),
        pot=0 if hand.is_counted else state.pot_total,
        seats=tuple(_seat(row, hand, state) for row in _seats(hand)),
    )


def _seats(hand: Hand) -> list[HandSeat]:
    return list(HandSeat.objects.filter(hand=hand).select_related("entry__player").order_by("seat_number"))


def _seat(row: HandSeat, hand: Hand, state: engine.State) -> FeatureSeat:
    seat = row.seat_number
    return FeatureSeat(
        seat=seat,
        name=row.entry.player.shown_name,
        stack=None if hand.is_counted else state.stacks[seat],
        bet=0 if hand.is_counted else state.bets.get(seat, 0),
        cards=known_cards(state, seat, hides_cards=True),
        is_button=seat == state.setup.button and has_button(hand.game),
        is_to_act=not hand.is_counted and seat == state.actor,
        is_folded=seat in state.folded,
    )
