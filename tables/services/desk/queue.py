"""The desk's queue: players take a place with their phones, the desk registers them in that order.

Joining needs no account, so that it is limited: how many wait in all and from one address, and how many come in a
minute. A stranger who floods the queue from some addresses fills their shares and never the queue: players from any
address with less than its fair share are taken all the same. The desk clears the queue in one tap. It asks for no lock
that a table wants, and a place that is refused writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tables.changes.alternates import OfPlaces, QueueDismissed, QueueRestored
from tables.models import QueuePlace, QueueState
from tables.services.desk.seating import Seated, WhenFull, add_and_seat, register_and_seat
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.queries.registration import registration_is_open
from tournament.realtime import publish
from tournament.rules.payouts.prices import PriceQuote
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.players import clean_name
from tournament.services.locks import lock_tournament, lock_with_event
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

# An address is not a person: a router may bring many. But it never has more than a fifth of the queue, and once so
# many wait or come in all, no more than what an even division among the addresses that are there leaves it.
WAITING: Final = 300
WAITING_EACH: Final = 60
A_MINUTE: Final = 60
A_MINUTE_EACH: Final = 12
# However many addresses there are, a family or two get in from each.
FEW: Final = 3
# Nobody gets in beyond so many times the number: a stranger may have addresses without end.
AT_MOST: Final = 4
MINUTE: Final = timedelta(minutes=1)
# What the desk hears, and what the phones hear: those who wait need not know of everybody who comes after them.
JOINED: Final = ("queue",)
MOVED: Final = ("queue", "queue-moved")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerToRegister:
    """To whom the desk registers a place: a player of the house, or a new one.

    `is_another` says that the new player is not one of the house who has the same name.
    """

    player_id: int | None = None
    is_another: bool = False


def join_queue(
    *,
    tournament: Tournament,
    name: str,
    key: UUID,
    network: str,
    now: datetime,
    price_name: str | None = None,
) -> QueuePlace:
    """Take a place at the end; the form of `key` sent again gives the same place.

    `price_name` is the price that the player says is theirs: a word to the desk, which decides.

    Raises Refused where the house has closed the queue, registration is closed, or the limits are reached. No
    transaction before that: on SQLite it would hold up the tables' writes.
    """
    sent = QueuePlace.objects.filter(tournament=tournament, key=key).first()
    if sent is not None:
        return sent
    cleaned = clean_name(name)
    _check_open(tournament, now)
    _check_limits(tournament, network, now)
    place, _is_new = QueuePlace.objects.get_or_create(
        key=key,
        defaults={
            "tournament": tournament,
            "name": cleaned,
            "network": network,
            "came_at": now,
            "price_name": price_name,
        },
    )
    if place.tournament_id != tournament.pk:
        raise Refused(_("This page has expired. Open it again."), code="key_used")
    publish(tournament.code, JOINED)
    return place


def leave_queue(*, secret: str) -> bool:
    """The player no longer wants the place; whether it was one that waited."""
    place = QueuePlace.objects.select_related("tournament").filter(secret=secret).first()
    if place is None or not _claim([place.pk], QueueState.WAITING, QueueState.LEFT):
        return False
    publish(place.tournament.code, MOVED)
    return True


@transaction.atomic
def register_from_queue(
    *,
    tournament_id: int,
    place_id: int,
    player: PlayerToRegister,
    by: By,
    seed: str = "",
    when_full: WhenFull = "open",
    quote: PriceQuote | None = None,
    id_seen: bool = False,
    voucher_id: int | None = None,
) -> Seated:
    """Take the buy-in of the player at this place. Raises Refused where somebody else has done so meanwhile, and like
    `register_and_seat` and `add_and_seat`.
    """
    tournament = lock_with_event(tournament_id)
    place = QueuePlace.objects.get(pk=place_id, tournament=tournament)
    if place.state != QueueState.WAITING:
        raise gone(place)
    if player.player_id is None:
        seated = add_and_seat(
            tournament_id=tournament_id,
            name=place.name,
            is_another=player.is_another,
            seed=seed,
            by=by,
            when_full=when_full,
            quote=quote,
            id_seen=id_seen,
        )
    else:
        seated = register_and_seat(
            tournament_id=tournament_id,
            player_id=player.player_id,
            seed=seed,
            by=by,
            when_full=when_full,
            quote=quote,
            id_seen=id_seen,
            voucher_id=voucher_id,
        )
    # The player may have left meanwhile, which needs no lock: the money is on the desk all the same.
    QueuePlace.objects.filter(pk=place.pk).update(state=QueueState.REGISTERED, entry=seated.entry)
    publish(tournament.code, MOVED)
    return seated


@transaction.atomic
def dismiss_places(
    *, tournament_id: int, place_id: int | None, seen: int = 0, whole_address: bool = False, by: By
) -> LogEntry:
    """Take one place off the queue, or with `whole_address` all that came from the same one; with None all up to the
    last that was `seen`. Raises Refused if none waits.
    """
    tournament = lock_tournament(tournament_id)
    rows = QueuePlace.objects.filter(tournament=tournament)
    wanted = rows.filter(pk=place_id) if place_id is not None else rows.filter(pk__lte=seen)
    if whole_address and place_id is not None:
        wanted = rows.filter(network=rows.get(pk=place_id).network)
    taken = list(wanted.filter(state=QueueState.WAITING).order_by("came_at", "pk"))
    if not taken:
        if place_id is not None:
            raise gone(rows.get(pk=place_id))
        raise Refused(_("Nobody is in the queue any more."), code="queue_empty")
    _claim([place.pk for place in taken], QueueState.WAITING, QueueState.DISMISSED)
    # Without names: places are forgotten after the event, the log is not.
    dismissed = QueueDismissed(places=tuple(place.pk for place in taken))
    line = record(dismissed, tournament_id=tournament_id, by=by)
    publish(tournament.code, MOVED)
    return line


def forget_queues() -> int:
    """Delete every place of the tournaments that are over or cancelled, with the names that phones gave; how many."""
    over = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
    return QueuePlace.objects.filter(tournament__status__in=over).delete()[0]


def gone(place: QueuePlace) -> Refused:
    """What is said of a place that waits no longer."""
    words = {
        QueueState.REGISTERED: _("%(name)s has already been registered from the queue."),
        QueueState.LEFT: _("%(name)s has left the queue: register the player by name."),
        QueueState.DISMISSED: _("%(name)s has already been dismissed from the queue."),
    }
    return Refused(words[QueueState(place.state)] % {"name": place.name}, code="not_in_queue")


def _check_open(tournament: Tournament, now: datetime) -> None:
    if not tournament.phone_queue:
        raise Refused(_("Register at the desk: the queue by phone is closed."), code="queue_closed")
    if not registration_is_open(tournament, now=now):
        raise Refused(_("Registration is closed."), code="registration_closed")


def _check_limits(tournament: Tournament, network: str, now: datetime) -> None:
    """One query over those of the last minute and those who wait."""
    is_recent, is_waiting, is_own = Q(came_at__gt=now - MINUTE), Q(state="waiting"), Q(network=network)
    counts = QueuePlace.objects.filter(is_recent | is_waiting, tournament=tournament).aggregate(
        waiting=Count("pk", filter=is_waiting),
        own_waiting=Count("pk", filter=is_waiting & is_own),
        networks_waiting=Count("network", filter=is_waiting & ~is_own, distinct=True),
        recent=Count("pk", filter=is_recent),
        own_recent=Count("pk", filter=is_recent & is_own),
        networks_recent=Count("network", filter=is_recent & ~is_own, distinct=True),
    )
    if not _has_room(
        counts["waiting"],
        counts["own_waiting"],
        counts["networks_waiting"],
        in_all=WAITING,
        each=WAITING_EACH,
    ):
        raise Refused(_("The queue is full. Please go to the desk."), code="queue_full")
    if not _has_room(
        counts["recent"], counts["own_recent"], counts["networks_recent"], in_all=A_MINUTE, each=A_MINUTE_EACH
    ):
        raise Refused(_("Many players are joining right now. Try again in a minute."), code="too_fast")


def _has_room(now: int, own: int, others: int, *, in_all: int, each: int) -> bool:
    """Whether one more of this address fits beside `others` addresses, which have the rest of `now`."""
    if own >= each or now >= in_all * AT_MOST:
        return False
    return now < in_all or own < max(FEW, in_all // (others + 1))


def _claim(places: Sequence[int], was: QueueState, becomes: QueueState) -> int:
    return QueuePlace.objects.filter(pk__in=places, state=was).update(state=becomes)


def _open_dismissals(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While one of its places is still dismissed."""
    places = {line.pk: OfPlaces.of(line).places for line in lines}
    every = {place for each in places.values() for place in each}
    dismissed = set(
        QueuePlace.objects.filter(pk__in=every, state=QueueState.DISMISSED).values_list("pk", flat=True)
    )
    return {line for line, each in places.items() if dismissed.intersection(each)}


def _undo_dismissal(line: LogEntry, by: By) -> None:
    """The players have the places again that they had."""
    restored = QueueRestored.of(line)
    _claim(restored.places, QueueState.DISMISSED, QueueState.WAITING)
    record(restored, tournament_id=line.tournament_id, by=by, undoes=line)
    publish(line.tournament.code, MOVED)


register_undo([QueueDismissed], Undoable(open_lines=_open_dismissals, undo=_undo_dismissal))
