"""Message services, and players who are reached by them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import override

from tests.factories import ACTOR, NOW
from tests.factories.hooks import director_of
from tournament.models import Account, Entry, MessageService, PlayerPhone, Tournament
from tournament.rules.messages import SERVICES, read_service
from tournament.services.messages.services import ServiceWanted, add_service, switch_service
from tournament.services.phones.joining import join_service

SMS = SERVICES["twilio"].example
EMAIL = SERVICES["mailtos"].example


def make_message_service(
    tournament: Tournament,
    address: str = SMS,
    *,
    name: str = "SMS",
    cap: int = 200,
    is_on: bool = True,
    account: Account | None = None,
    now: datetime = NOW,
    **allowed: Any,
) -> MessageService:
    """A service at this address, which no library was asked about; `allowed` are further fields of ServiceWanted."""
    wanted = ServiceWanted(
        name=name,
        address=address,
        scheme=read_service(address),
        cap=cap,
        **{"is_in_network": True, "is_for_all": False, **allowed},
    )
    account = account or director_of(tournament)
    add_service(tournament_id=tournament.pk, wanted=wanted, account_id=account.pk, by=ACTOR.at(now))
    service = MessageService.objects.latest("pk")
    if is_on:
        switch_service(tournament_id=tournament.pk, service_id=service.pk, is_on=True, by=ACTOR.at(now))
        service.refresh_from_db()
    return service


def join(
    entry: Entry,
    service: MessageService,
    to: str = "+39 333 1234567",
    *,
    language: str = "en",
    now: datetime = NOW,
) -> PlayerPhone:
    """Of an event with `phone_notices`; the greeting is gone."""
    with override(language):
        way = join_service(entry, service, to, now=now)
    way.notices.all().delete()
    return way
