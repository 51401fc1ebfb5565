"""Message services.

    added --> off <--switched--> on
      ^        └──────┬──────────┘
      └──undo── removed

The address is kept sealed and never shown again: another one is another service. What is off sends nothing, and the
players who chose it are marked; on again, it sends what happens from then on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.changes.messages import (
    MessageCapSet,
    MessageServiceAdded,
    MessageServicePutBack,
    MessageServiceRemoved,
    MessageServiceSwitched,
    OfMessageService,
)
from tournament.models import LogEntry, MessageService, MessageTest, Tournament
from tournament.queries.connections import MOST_CONNECTIONS
from tournament.rules.messages import SERVICES, read_player
from tournament.services.actor import By
from tournament.services.connections import Connections, event_of, let_directors_undo, record_of
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.messages.addresses import seal_address


def _spelled(name: str) -> str:
    """A name as it is compared with others."""
    return name.lower()


def _full() -> Refused:
    return Refused(
        _("There are %(count)d message services already: remove one first.") % {"count": MOST_CONNECTIONS},
        code="services_full",
    )


def _twice() -> Refused:
    return Refused(
        _("There is a message service of this name already: choose another one."),
        code="service_twice",
        field="name",
    )


_SERVICES: Final = Connections(
    MessageService,
    told_of=lambda line: OfMessageService.of(line).service,
    called=lambda service: _spelled(service.name),
    full=_full,
    twice=_twice,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceWanted:
    """A service as it was typed, its address judged (`judge_address`). scheme: of the address."""

    name: str
    address: str
    scheme: str
    cap: int
    is_in_network: bool
    is_for_all: bool


@transaction.atomic
def add_service(*, tournament_id: int, wanted: ServiceWanted, account_id: int, by: By) -> LogEntry:
    """Make a service, which is off. Raises Refused where there are as many as an event may have, or one so named."""
    tournament = lock_tournament(tournament_id)
    _SERVICES.require_room(tournament.pk, _spelled(wanted.name))
    service = MessageService.objects.create(
        tournament=tournament,
        added_by_id=account_id,
        is_for_all=wanted.is_for_all,
        name=wanted.name,
        scheme=wanted.scheme,
        sealed_address=seal_address(wanted.address),
        is_in_network=wanted.is_in_network,
        cap=wanted.cap,
        added_at=by.now,
    )
    added = MessageServiceAdded(
        service=service.pk,
        name=service.name,
        scheme=service.scheme,
        cap=service.cap,
        in_network=service.is_in_network,
        for_all=service.is_for_all,
    )
    return record_of(added, tournament, by)


@transaction.atomic
def switch_service(*, tournament_id: int, service_id: int, is_on: bool, by: By) -> LogEntry | None:
    """Switch it on or off; None where it is like that."""
    tournament = lock_tournament(tournament_id)
    service = _SERVICES.lock(service_id)
    return None if service.is_on == is_on else _switch(service, is_on, tournament, by)


@transaction.atomic
def set_cap(*, tournament_id: int, service_id: int, cap: int, by: By) -> LogEntry | None:
    """How many it sends in a day at most; None where it is so many."""
    tournament = lock_tournament(tournament_id)
    service = _SERVICES.lock(service_id)
    return None if service.cap == cap else _set_cap(service, cap, tournament, by)


@transaction.atomic
def remove_service(*, tournament_id: int, service_id: int, by: By) -> LogEntry:
    tournament = lock_tournament(tournament_id)
    return _remove(_SERVICES.lock(service_id), tournament, by)


@transaction.atomic
def send_test(*, service_id: int, to: str, by: By) -> None:
    """Have a message sent that says that it is a test, in the language of now, instead of one that waits. An off
    service sends it too, and it counts towards the cap. Raises Refused where the service has no such addresses.
    """
    service = _SERVICES.lock(service_id)
    asks = SERVICES[service.scheme].asks
    read = read_player(to, asks)
    if not read:
        raise Refused(how_written(service), code="message_address", field="to")
    service.test, service.test_to, service.test_at = MessageTest.WAITING, read, by.now
    service.test_language, service.test_fault, service.test_status = get_language() or "", "", None
    service.save(update_fields=["test", "test_to", "test_at", "test_language", "test_fault", "test_status"])


def how_written(service: MessageService) -> str:
    """What is said of an address that cannot be one."""
    return {
        "phone": _("Enter the number with + and the country, for example +39 333 1234567."),
        "email": _("Enter one e-mail address, for example anna@example.org."),
        "telegram": _("Enter the Telegram id, a number that the bot @userinfobot tells. No name."),
        "threema": _("Enter the Threema id: eight letters and digits."),
    }[SERVICES[service.scheme].asks]


def _switch(
    service: MessageService, is_on: bool, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    service.is_on = is_on
    service.save(update_fields=["is_on"])
    switched = MessageServiceSwitched(service=service.pk, name=service.name, is_on=is_on)
    return record_of(switched, tournament, by, undoes)


def _set_cap(
    service: MessageService, cap: int, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    before, service.cap = service.cap, cap
    service.save(update_fields=["cap"])
    change = MessageCapSet(service=service.pk, name=service.name, cap=cap, before=before)
    return record_of(change, tournament, by, undoes)


def _remove(
    service: MessageService, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    service.removed_at, service.test, service.test_to = by.now, "", ""
    service.save(update_fields=["removed_at", "test", "test_to"])
    return record_of(MessageServiceRemoved(service=service.pk, name=service.name), tournament, by, undoes)


# --- Undo -----------------------------------------------------------------------------------------------------------


def _take_away(line: LogEntry, by: By) -> None:
    _remove(_SERVICES.lock_of(line), event_of(line), by, undoes=line)


def _switch_back(line: LogEntry, by: By) -> None:
    switched = MessageServiceSwitched.of(line)
    _switch(_SERVICES.lock_of(line), not switched.is_on, event_of(line), by, undoes=line)


def _set_cap_back(line: LogEntry, by: By) -> None:
    before = MessageCapSet.of(line).before
    _set_cap(_SERVICES.lock_of(line), before, event_of(line), by, undoes=line)


def _put_back(line: LogEntry, by: By) -> None:
    _SERVICES.put_back(line, by, lambda each: MessageServicePutBack(service=each.pk, name=each.name))


let_directors_undo(MessageServiceAdded, _SERVICES.open_additions, _take_away)
_as_switched = _SERVICES.still(lambda line: MessageServiceSwitched.of(line).is_on, lambda each: each.is_on)
let_directors_undo(MessageServiceSwitched, _as_switched, _switch_back)
_with_that_cap = _SERVICES.still(lambda line: MessageCapSet.of(line).cap, lambda each: each.cap)
let_directors_undo(MessageCapSet, _with_that_cap, _set_cap_back)
let_directors_undo(MessageServiceRemoved, _SERVICES.open_removals, _put_back)
