"""A player whose notices go out as mail by a real mail server at this machine, and what came of them."""

from __future__ import annotations

from typing import Any

from tests.factories import enter, make_tournament
from tests.factories.messages import join, make_message_service
from tests.tournament.services.messages.post_office import PostOffice
from tests.tournament.services.phones.test_sending import tell
from tournament.models import (
    MessageService,
    PhoneNotice,
    PlayerPhone,
)


def prepared(office: PostOffice | str, *titles: str, **service: Any) -> PlayerPhone:
    """Anna wants e-mail by this mail server, and is told these."""
    address = office if isinstance(office, str) else office.address
    (entry,) = enter(make_tournament(phone_notices=True, name="Tuesday Turbo"), "Anna Verdi")
    way = join(entry, make_message_service(entry.tournament, address, **service), "anna+poker@example.org")
    tell(way, *titles)
    return way


def states() -> list[tuple[str, int, int | None]]:
    return [(row.state, row.tries, row.status) for row in PhoneNotice.objects.order_by("pk")]


def service_now() -> MessageService:
    return MessageService.objects.select_related("tournament").get()
