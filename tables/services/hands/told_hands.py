"""Finished hands for web hooks: told of once everybody may read them, and not before.

No line of the log stands for the end of a hand, and what may be read of one changes later: with the delay of the event,
with hand-for-hand. So a sweep asks what may be read now, and an index of the database sees that each receiver is told
of a hand once, however many sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from tables import engine
from tables.models import Hand, HandSeat
from tables.queries.hands.public_hands import delay_of, public_hands
from tables.queries.hands.steps import chips_won
from tables.queries.table.hand import ends_of
from tournament.models import (
    Entry,
    HookDelivery,
    HookEndpoint,
    HookType,
    Role,
    Tournament,
    TournamentStatus,
)
from tournament.realtime import publish
from tournament.services.outbox import endpoints_on, message_to

# An endpoint that was off for longer hears of no older hand.
NOT_OLDER: Final = timedelta(days=1)
AT_ONCE: Final = 100
# Twice as long as the sweep rests: what two of them hint at is read twice.
JUST_NOW: Final = timedelta(seconds=10)


def hint_of_hands(*, now: datetime) -> int:
    """Let streams hear of events in which a hand may be read since a moment ago, for time alone writes nothing; returns
    how many. A query, and two more for each event in play that shows its hands.
    """
    running = Tournament.objects.filter(status=TournamentStatus.RUNNING).order_by("pk")
    shown = [event for event in running if delay_of(event)]
    heard = [event for event in shown if _has_one_more(event, now)]
    for event in heard:
        publish(event.code, ["told-hand"])
    return len(heard)


def _has_one_more(event: Tournament, now: datetime) -> bool:
    """Whether its time has come. That a stop no longer keeps one back is said by a line of the log."""
    since = now - timedelta(minutes=delay_of(event)) - JUST_NOW
    return public_hands(event, now=now).filter(ended_at__gt=since).exists()


def tell_of_hands(*, now: datetime) -> int:
    """Write a message for each hand that may be read now, to each endpoint that wants hands; returns how many. One
    query where none does.
    """
    wants = endpoints_on().filter(types__contains=f",{HookType.HAND_FINISHED},")
    return sum(
        _tell(endpoint, event, now)
        for endpoint in wants.select_related("tournament").order_by("pk")
        for event in _events_of(endpoint, now)
    )


def _events_of(endpoint: HookEndpoint, now: datetime) -> Sequence[Tournament]:
    """Its own, and of one for all events those in which a hand was played lately."""
    if not endpoint.is_for_all:
        return [endpoint.tournament]
    directed = Q(staff__account=endpoint.added_by_id, staff__role=Role.DIRECTOR)
    lately = Hand.objects.filter(ended_at__gt=now - NOT_OLDER).values("table__tournament")
    return list(Tournament.objects.filter(directed | Q(pk=endpoint.tournament_id), pk__in=lately).distinct())


def _tell(endpoint: HookEndpoint, event: Tournament, now: datetime) -> int:
    told = HookDelivery.objects.filter(
        endpoint=endpoint, type=HookType.HAND_FINISHED, subject__isnull=False
    ).values("subject")
    since = max(endpoint.added_at, now - NOT_OLDER)
    new = public_hands(event, now=now).filter(ended_at__gt=since).exclude(pk__in=told)
    hands = list(new.order_by("ended_at", "pk")[:AT_ONCE])
    messages: list[HookDelivery] = []
    if hands:
        messages = [
            message_to(endpoint, HookType.HAND_FINISHED, at=now, data=data, subject=hand.pk)
            for hand, data in _data_of(hands, event, has_names=endpoint.has_names)
        ]
        HookDelivery.objects.bulk_create(messages, ignore_conflicts=True)
    return len(messages)


def _data_of(
    hands: Sequence[Hand], event: Tournament, *, has_names: bool
) -> list[tuple[Hand, dict[str, Any]]]:
    """Where it was played, what lay on the board, and who won how much of the pot; nothing of one whose record is
    damaged. Two queries.
    """
    ends = ends_of(hands)
    entries: dict[tuple[int, int], Entry] = {
        (seat.hand_id, seat.seat_number): seat.entry
        for seat in HandSeat.objects.filter(hand__in=hands).select_related("entry__player")
    }
    found = []
    for hand in hands:
        state = ends.get(hand.pk)
        if state is None:
            continue
        winners = [
            _winner(entries[hand.pk, seat], seat, chips, has_names=has_names)
            for seat, chips in chips_won(state).items()
        ]
        data = {
            "event": event.code,
            "table": hand.table.number,
            "hand": hand.number,
            "boards": [engine.format_cards(board) for board in state.boards_so_far],
            "pot": state.pot_total,
            "winners": winners,
        }
        found.append((hand, data))
    return found


def _winner(entry: Entry, seat: int, chips: int, *, has_names: bool) -> dict[str, Any]:
    winner: dict[str, Any] = {"seat": seat, "entry": entry.number, "chips": chips}
    return winner | {"name": entry.player.shown_name} if has_names else winner
