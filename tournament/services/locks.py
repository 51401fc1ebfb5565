"""Row locks, always taken in the same order: tournament, then tables by id, then hands.

On SQLite `select_for_update` does nothing; there a write transaction begins IMMEDIATE and so holds
the only write lock from its start.

The locks are FOR NO KEY UPDATE: a row that is only referred to by a foreign key (a log line, an
operation, a stored reply) takes FOR KEY SHARE when its transaction commits. A plain FOR UPDATE
would let a tap at one table, holding that table, wait for a hand that is being booked at another,
which may want the first table for a player it sends there: a deadlock.

What is written under the lock is sealed (`tournament.models.states`).

A process has few threads. If a tournament's lock is stuck, the last tap of every hand in it wants that lock, and soon
all threads would wait for it in vain. So once a wait has failed, one thread at a time goes on trying and the others
are refused at once, until the lock is given again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import OperationalError
from django.db.models import QuerySet

from tournament.models import Festival, ImportedEvent, Season, Tournament
from tournament.models.built_query import BuiltQuery
from tournament.models.states import note_lock

_guard = Lock()
_waiting: Counter[int] = Counter()
_stuck: set[int] = set()

_TO_LOCK = BuiltQuery(lambda key: Tournament.objects.select_for_update(no_key=True).filter(pk=key), int)
_EVENT_OF_FLIGHT = BuiltQuery(
    lambda key: Tournament.objects.filter(pk=key).values_list("flight_of", flat=True), int
)


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock and read a tournament for the rest of the transaction; OperationalError if somebody keeps it locked."""
    with _one_by_one_if_stuck(tournament_id):
        tournament = _TO_LOCK.get(tournament_id)
    note_lock(tournament_id)
    return tournament


def lock_with_event(tournament_id: int) -> Tournament:
    """Lock a tournament and, of a flight, first its event, whose entries and caps are over all flights.

    An event is older than its flights: they are locked by rising id.
    """
    event = _EVENT_OF_FLIGHT.first(tournament_id)
    if event is not None:
        lock_tournament(event)
    return lock_tournament(tournament_id)


def lock_tournaments(tournament_ids: Iterable[int]) -> None:
    """Lock several by rising id, before anything else is locked."""
    for tournament_id in sorted(set(tournament_ids)):
        lock_tournament(tournament_id)


def lock_also(held: int, others: Iterable[int]) -> None:
    """Lock others besides a tournament that is locked already.

    Two who do so from two tournaments would wait for each other: one that comes before `held` in their order is only
    taken if it is free; else OperationalError, as where somebody keeps a lock.
    """
    for tournament_id in sorted(set(others) - {held}):
        if tournament_id > held:
            lock_tournament(tournament_id)
        else:
            Tournament.objects.select_for_update(no_key=True, nowait=True).get(pk=tournament_id)
            note_lock(tournament_id)


def lock_festival(tournament: Tournament) -> None:
    """Lock the festival of a locked tournament, if it has one: two of its events take a table's number one by one."""
    if tournament.festival_id is not None:
        Festival.objects.select_for_update(no_key=True).get(pk=tournament.festival_id)


def lock_season(season_id: int) -> Season:
    """Lock a season, of which an event is locked: what counts in it changes one by one.

    Raises Season.DoesNotExist.
    """
    return (
        Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season_id)
    )


def lock_imports(events: QuerySet[ImportedEvent]) -> list[ImportedEvent]:
    """Lock imported events by rising id: one that is removed does not join a season at the same moment."""
    return list(events.order_by("pk").select_for_update(no_key=True))


@contextmanager
def _one_by_one_if_stuck(tournament_id: int) -> Iterator[None]:
    with _guard:
        if tournament_id in _stuck and _waiting[tournament_id]:
            raise OperationalError("another thread waits in vain for the lock of this tournament")
        _waiting[tournament_id] += 1
    try:
        yield
    except OperationalError:
        _note(tournament_id, is_stuck=True)
        raise
    except BaseException:
        _note(tournament_id, is_stuck=False)
        raise
    _note(tournament_id, is_stuck=False)


def _note(tournament_id: int, *, is_stuck: bool) -> None:
    """One wait for the lock is over."""
    with _guard:
        _waiting[tournament_id] -= 1
        if not _waiting[tournament_id]:
            del _waiting[tournament_id]
        (_stuck.add if is_stuck else _stuck.discard)(tournament_id)
