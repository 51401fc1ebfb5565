"""A tournament in play for tests of pages and queries: entered, drawn, started, with players out."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from tables.models import Seat
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, enter, make_tournament, names
from tests.factories.sealing import seal_as_it_stands
from tests.worlds import kept
from tournament.models import Entry, EntryStatus, Tournament
from tournament.services.clock import start_clock
from tournament.services.field.entries import BustOut, eliminate_entries
from tournament.services.locks import lock_tournament


@kept
def entered(count: int = 4, **changes: Any) -> tuple[Tournament, list[Entry]]:
    """A tournament with `count` entries and no seats yet."""
    tournament = make_tournament(**changes)
    return tournament, enter(tournament, *names(count))


@kept
def started(count: int = 4, *, now: datetime = NOW, **changes: Any) -> tuple[Tournament, list[Entry]]:
    """The same with seats drawn and the clock running since `now`; entries as they are afterwards."""
    tournament, entries = entered(count, **changes)
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(now))
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(now))
    Entry.objects.filter(tournament=tournament).update(status=EntryStatus.PLAYING)
    seal_as_it_stands(tournament, only=[Entry])
    tournament.refresh_from_db()
    return tournament, [Entry.objects.get(pk=entry.pk) for entry in entries]


def bust(tournament: Tournament, loser: Entry, *, winner: Entry, now: datetime = NOW) -> None:
    """`winner` takes the last chip of `loser`, as the end of a hand does."""
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        chips = Entry.objects.get(pk=loser.pk).stack
        Entry.objects.filter(pk=winner.pk).update(stack=Entry.objects.get(pk=winner.pk).stack + chips)
        Entry.objects.filter(pk=loser.pk).update(stack=0)
        table = Seat.objects.select_related("table").get(entry=loser).table.number
        Seat.objects.filter(entry=loser).update(entry=None)
        out = BustOut(entry_id=loser.pk, starting_stack=chips, table_number=table, won_by=[winner.pk])
        eliminate_entries(tournament=locked, bust_outs=[out], by=ACTOR.at(now))
    tournament.refresh_from_db()


@kept
def played_down(
    count: int, *, left: int, out_at: datetime = NOW, **changes: Any
) -> tuple[Tournament, list[Entry]]:
    """`started` with so many left: the first entry has knocked out the others, the last of them first."""
    tournament, entries = started(count, **changes)
    for loser in reversed(entries[left:]):
        bust(tournament, loser, winner=entries[0], now=out_at)
    return tournament, entries
