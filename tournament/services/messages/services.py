"""Message services.

    added --> off <--switched--> on
      ^        └──────┬──────────┘
      └──undo── removed

The address is kept sealed and never shown again: another one is another service. What is off sends nothing, and the
players who chose it are marked; on again, it sends what happens from then on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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
from tournament.realtime import publish
from tournament.rules.messages import SERVICES, read_player
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_also, lock_tournament
from tournament.services.log import record
from tournament.services.messages.addresses import seal_address
from tournament.services.undo import Undoable, register_undo, require_director

MOST_SERVICES: Final = 10


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
    _require_room(tournament.pk, wanted.name)
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
    return _record(added, tournament, by)


def _require_room(tournament_id: int, name: str) -> None:
    there = MessageService.objects.filter(tournament=tournament_id, removed_at=None)
    if there.count() >= MOST_SERVICES:
        raise Refused(
            _("There are %(count)d message services already: remove one first.") % {"count": MOST_SERVICES},
            code="services_full",
        )
    if there.filter(name__iexact=name).exists():
        raise Refused(
            _("There is a message service of this name already: choose another one."),
            code="service_twice",
            field="name",
        )


@transaction.atomic
def switch_service(*, tournament_id: int, service_id: int, is_on: bool, by: By) -> LogEntry | None:
    """Switch it on or off; None where it is like that."""
    tournament = lock_tournament(tournament_id)
    service = _locked(service_id)
    return None if service.is_on == is_on else _switch(service, is_on, tournament, by)


@transaction.atomic
def set_cap(*, tournament_id: int, service_id: int, cap: int, by: By) -> LogEntry | None:
    """How many it sends in a day at most; None where it is so many."""
    tournament = lock_tournament(tournament_id)
    service = _locked(service_id)
    return None if service.cap == cap else _set_cap(service, cap, tournament, by)


@transaction.atomic
def remove_service(*, tournament_id: int, service_id: int, by: By) -> LogEntry:
    tournament = lock_tournament(tournament_id)
    return _remove(_locked(service_id), tournament, by)


@transaction.atomic
def send_test(*, service_id: int, to: str, by: By) -> None:
    """Have a message sent that says that it is a test, in the language of now, instead of one that waits. An off
    service sends it too, and it counts towards the cap. Raises Refused where the service has no such addresses.
    """
    service = _locked(service_id)
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
    return _record(switched, tournament, by, undoes)


def _set_cap(
    service: MessageService, cap: int, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    before, service.cap = service.cap, cap
    service.save(update_fields=["cap"])
    change = MessageCapSet(service=service.pk, name=service.name, cap=cap, before=before)
    return _record(change, tournament, by, undoes)


def _remove(
    service: MessageService, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    service.removed_at, service.test, service.test_to = by.now, "", ""
    service.save(update_fields=["removed_at", "test", "test_to"])
    return _record(MessageServiceRemoved(service=service.pk, name=service.name), tournament, by, undoes)


def _locked(service_id: int) -> MessageService:
    """Raises MessageService.DoesNotExist for one that was removed."""
    return MessageService.objects.select_for_update(no_key=True).get(pk=service_id, removed_at=None)


def _record(
    change: OfMessageService, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    line = record(change, tournament_id=tournament.pk, by=by, undoes=undoes)
    publish(tournament.code, ["log"])
    return line


# --- Undo -----------------------------------------------------------------------------------------------------------


def _there(lines: Sequence[LogEntry], change: type[OfMessageService]) -> dict[int, MessageService]:
    """By line the service that it is about, removed or not."""
    named = {line.pk: change.of(line).service for line in lines}
    services = MessageService.objects.in_bulk(set(named.values()))
    return {pk: services[service] for pk, service in named.items() if service in services}


def _open_additions(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    return {pk for pk, each in _there(lines, MessageServiceAdded).items() if each.removed_at is None}


def _take_away(line: LogEntry, by: By) -> None:
    _remove(_locked(MessageServiceAdded.of(line).service), _event_of(line), by, undoes=line)


def _open_switchings(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those of services that are as they were switched."""
    switched = {line.pk: MessageServiceSwitched.of(line).is_on for line in lines}
    there = _there(lines, MessageServiceSwitched)
    return {pk for pk, each in there.items() if each.removed_at is None and each.is_on == switched[pk]}


def _switch_back(line: LogEntry, by: By) -> None:
    switched = MessageServiceSwitched.of(line)
    _switch(_locked(switched.service), not switched.is_on, _event_of(line), by, undoes=line)


def _open_caps(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    caps = {line.pk: MessageCapSet.of(line).cap for line in lines}
    there = _there(lines, MessageCapSet)
    return {pk for pk, each in there.items() if each.removed_at is None and each.cap == caps[pk]}


def _set_cap_back(line: LogEntry, by: By) -> None:
    change = MessageCapSet.of(line)
    _set_cap(_locked(change.service), change.before, _event_of(line), by, undoes=line)


def _open_removals(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """Those of services whose name nobody has given again."""
    gone = {
        pk: each for pk, each in _there(lines, MessageServiceRemoved).items() if each.removed_at is not None
    }
    events = {each.tournament_id for each in gone.values()}
    there = MessageService.objects.filter(removed_at=None, tournament__in=events)
    taken = {(event, name.lower()) for event, name in there.values_list("tournament_id", "name")}
    return {pk for pk, each in gone.items() if (each.tournament_id, each.name.lower()) not in taken}


def _put_back(line: LogEntry, by: By) -> None:
    """Under the lock of the service's event too, which may be another one than that where it was removed."""
    removed = MessageService.objects.filter(pk=MessageServiceRemoved.of(line).service)
    lock_also(line.tournament_id, [removed.get().tournament_id])
    service = removed.select_for_update(no_key=True).get()
    _require_room(service.tournament_id, service.name)
    service.removed_at = None
    service.save(update_fields=["removed_at"])
    change = MessageServicePutBack(service=service.pk, name=service.name)
    _record(change, _event_of(line), by, undoes=line)


def _event_of(line: LogEntry) -> Tournament:
    return Tournament.objects.get(pk=line.tournament_id)


register_undo(
    [MessageServiceAdded], Undoable(open_lines=_open_additions, undo=_take_away, may=require_director)
)
register_undo(
    [MessageServiceSwitched], Undoable(open_lines=_open_switchings, undo=_switch_back, may=require_director)
)
register_undo([MessageCapSet], Undoable(open_lines=_open_caps, undo=_set_cap_back, may=require_director))
register_undo(
    [MessageServiceRemoved], Undoable(open_lines=_open_removals, undo=_put_back, may=require_director)
)
