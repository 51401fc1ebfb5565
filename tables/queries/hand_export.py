"""Hands as PHH text: one hand, or all complete hands of a table."""

from __future__ import annotations

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from tables import engine
from tables.engine.notation import format_phh, join_phhs
from tables.models import Hand, HandOperation, HandSeat, HandStatus, Table
from tournament.models import Tournament


def phh_of_hand(tournament: Tournament, hand: Hand) -> str:
    """A hand as a .phh text, also one in play as far as it has come. Two queries."""
    return _texts(tournament, [hand])[0]


def phhs_of_table(tournament: Tournament, table: Table) -> str:
    """All complete hands of a table as a .phhs text, oldest first. Three queries."""
    hands = Hand.objects.filter(table=table, status=HandStatus.COMPLETE).select_related("table")
    return join_phhs(_texts(tournament, hands.order_by("number")))


def _texts(tournament: Tournament, hands: Iterable[Hand]) -> list[str]:
    hands = list(hands)
    names: dict[int, list[str]] = {hand.pk: [] for hand in hands}
    for seat in (
        HandSeat.objects.filter(hand__in=hands).select_related("entry__player").order_by("seat_number")
    ):
        names[seat.hand_id].append(seat.entry.player.shown_name)
    operations: dict[int, list[engine.Operation]] = {hand.pk: [] for hand in hands}
    for hand_id, code in (
        HandOperation.objects.filter(hand__in=hands).order_by("number").values_list("hand_id", "code")
    ):
        operations[hand_id].append(engine.decode(code))
    return [_text(tournament, hand, operations[hand.pk], names[hand.pk]) for hand in hands]


def _text(tournament: Tournament, hand: Hand, operations: list[engine.Operation], names: list[str]) -> str:
    day = hand.started_at.astimezone(ZoneInfo(tournament.time_zone))
    fields: dict[str, object] = {
        "event": tournament.name,
        "day": day.day,
        "month": day.month,
        "year": day.year,
        "time_zone": tournament.time_zone,
        "table": str(hand.table.number),
        "hand": hand.number,
        "level": hand.level_number,
        "seat_count": hand.table.seats_count,
    }
    kept = engine.effective(operations)
    if hand.status == HandStatus.OPEN:
        kept = _without_unseen_cards(hand, kept)
    return format_phh(hand.setup, kept, players=names, fields=fields)


def _without_unseen_cards(
    hand: Hand, operations: tuple[engine.Operation, ...]
) -> tuple[engine.Operation, ...]:
    """While a hand is in play nobody takes away cards that the table has not seen."""
    shown = engine.replay(hand.setup, operations).shown
    return tuple(o for o in operations if not isinstance(o, engine.DealHole) or o.seat in shown)
