"""Notices to phones as the sender, a player's page and the desk see them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournament.links import trusted_origin
from tournament.models import (
    Entry,
    MessageFault,
    NoticeState,
    PhoneEnd,
    PhoneNotice,
    PlayerPhone,
    Role,
    StaffMember,
    Tournament,
    TournamentStatus,
)

# Then a service that did not answer is asked again.
SERVICE_RESTS: Final = timedelta(seconds=10)
_NO_ANSWER: Final = (
    MessageFault.TIMED_OUT,
    MessageFault.NO_NAME,
    MessageFault.REFUSED,
    MessageFault.UNREACHABLE,
    MessageFault.BUSY,
)


def phones_due(*, now: datetime) -> list[int]:
    """The phones for which something is due and nobody is sending. One query."""
    is_free = Q(phone__claimed_until=None) | Q(phone__claimed_until__lte=now)
    due = PhoneNotice.objects.filter(
        is_free, works_now("phone__", now=now), state=NoticeState.WAITING, due_at__lte=now, phone__ended=""
    )
    return list(due.order_by().values_list("phone", flat=True).distinct())


def works(of: str = "") -> Q:
    """Of a way, by this path to it: a browser, or a message service that is on and of this event, or for all events of
    one who directs it now.
    """
    return _among(of, _working())


def works_now(of: str = "", *, now: datetime) -> Q:
    """Of a way as above, and a service that is not at rest: one that does not answer takes a sender's time with each
    try, which browsers and web hooks wait for.
    """
    answers = ~Q(service__fault__in=_NO_ANSWER)
    rested = Q(service__last_failure_at__lte=now - SERVICE_RESTS)
    return _among(of, _working().filter(Q(service=None) | answers | rested))


def _among(of: str, ways: QuerySet[PlayerPhone]) -> Q:
    """Not by joins, with which an update asks in a query of its own: what PostgreSQL waits for would not be looked at
    again, and two senders would claim one way.
    """
    return Q(**{f"{of}pk__in": ways.values("pk")})


def _working() -> QuerySet[PlayerPhone]:
    directs = StaffMember.objects.filter(
        tournament=OuterRef("entry__tournament"), account=OuterRef("service__added_by"), role=Role.DIRECTOR
    )
    is_here = Q(service__tournament=F("entry__tournament")) | Q(Q(service__is_for_all=True) & Exists(directs))
    is_on = Q(service__is_on=True, service__removed_at=None)
    return PlayerPhone.objects.filter(Q(service=None) | (is_on & is_here))


def may_send(tournament: Tournament) -> bool:
    """Whether a player may ask for notices of this event: also once it is over, while prizes are to be collected."""
    return tournament.status != TournamentStatus.CANCELLED and tournament.options.phone_notices


def sends_notices(tournament: Tournament) -> bool:
    """Whether browsers may ask too: their push services call only at an address that everybody trusts."""
    return may_send(tournament) and bool(trusted_origin())


@dataclass(frozen=True, slots=True, kw_only=True)
class PhonesShown:
    """What a player's page offers. key: the house's, for browsers. known: of each phone that is on the SHA-256 of its
    address, in hexadecimal, by which a browser finds itself.
    """

    key: str
    known: tuple[str, ...]


def phones_shown(entry_id: int, tournament: Tournament, *, key: str) -> PhonesShown | None:
    """None where the event sends none. One query, none where it is off."""
    if not sends_notices(tournament):
        return None
    on = PlayerPhone.objects.filter(entry__tournament=tournament, service=None, ended="")
    own = on.filter(entry__player__in=Entry.objects.filter(pk=entry_id).values("player"))
    endpoints = own.order_by("pk").values_list("endpoint", flat=True)
    return PhonesShown(key=key, known=tuple(sha256(each.encode()).hexdigest() for each in endpoints))


def players_not_reached(tournament: Tournament) -> frozenset[int]:
    """The players, by their ids, who want notices and get none: each of their ways has failed since it last worked,
    is gone, or leads through a service that is off. One query, none where the event sends no notices.
    """
    if not tournament.options.phone_notices:
        return frozenset()
    wanted = PlayerPhone.objects.filter(entry__tournament=tournament).exclude(ended=PhoneEnd.BY_HAND)
    has_failed = Q(last_failure_at__isnull=False) & (
        Q(last_success_at=None) | Q(last_failure_at__gt=F("last_success_at"))
    )
    reaches = wanted.filter(works(), ended="").exclude(has_failed)
    players = wanted.exclude(entry__player__in=reaches.values("entry__player"))
    return frozenset(players.values_list("entry__player", flat=True))
