"""Endpoints of web hooks.

    added --> on <--switched--> off <-- stopped by itself: 410, or the last try failed
      ^        |                 |
      └──undo──┴─── removed <────┘

What waits is kept while an endpoint is off, and sent once it is on again; what happens meanwhile is not told.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from tournament.changes.hooks import (
    HookAdded,
    HookPutBack,
    HookRemoved,
    HookRotated,
    HookRotationUndone,
    HookSwitched,
    OfHook,
)
from tournament.models import (
    HookDelivery,
    HookEndpoint,
    HookOff,
    HookState,
    LogEntry,
    Tournament,
)
from tournament.models.hook import TEST_TYPE
from tournament.queries.connections import MOST_CONNECTIONS
from tournament.rules.hooks.destinations import Destination
from tournament.services.actor import By
from tournament.services.connections import Connections, event_of, let_directors_undo, record_of
from tournament.services.errors import Refused
from tournament.services.hooks.keys import new_sealed_keys, secret_of
from tournament.services.locks import lock_tournament
from tournament.services.outbox import message_to

OLD_SECRET_WORKS: Final = timedelta(hours=24)


def _full() -> Refused:
    return Refused(
        _("There are %(count)d web hooks already: remove one first.") % {"count": MOST_CONNECTIONS},
        code="hooks_full",
    )


def _twice() -> Refused:
    return Refused(
        _("There is a web hook to this address already: remove it first."), code="hook_twice", field="url"
    )


_HOOKS: Final = Connections(
    HookEndpoint,
    told_of=lambda line: OfHook.of(line).hook,
    called=lambda hook: hook.url,
    full=_full,
    twice=_twice,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HookWanted:
    """An endpoint as it was typed. types: values of HookType."""

    destination: Destination
    types: tuple[str, ...]
    has_names: bool
    is_in_network: bool
    is_for_all: bool


@transaction.atomic
def add_hook(*, tournament_id: int, wanted: HookWanted, account_id: int, by: By) -> LogEntry:
    """Make an endpoint, which is on at once. Raises Refused where there are as many as an event may have, or the same
    address is told already.
    """
    tournament = lock_tournament(tournament_id)
    _HOOKS.require_room(tournament.pk, wanted.destination.url)
    endpoint = HookEndpoint.objects.create(
        tournament=tournament,
        added_by_id=account_id,
        is_for_all=wanted.is_for_all,
        url=wanted.destination.url,
        host=wanted.destination.host,
        types=f",{','.join(wanted.types)},",
        has_names=wanted.has_names,
        is_in_network=wanted.is_in_network,
        sealed_secret=new_sealed_keys(),
        added_at=by.now,
    )
    added = HookAdded(
        hook=endpoint.pk,
        host=endpoint.host,
        types=wanted.types,
        names=wanted.has_names,
        in_network=wanted.is_in_network,
        for_all=wanted.is_for_all,
    )
    return record_of(added, tournament, by)


def show_secret(endpoint: HookEndpoint) -> str:
    """Its secret, for the only time; "" where it was shown before. Raises SecretUnreadable."""
    secret = secret_of(endpoint)
    shown = HookEndpoint.objects.filter(pk=endpoint.pk, is_shown=False, sealed_secret=endpoint.sealed_secret)
    return secret if shown.update(is_shown=True) else ""


@transaction.atomic
def rotate_hook(*, tournament_id: int, hook_id: int, by: By) -> LogEntry:
    """Make a new secret; for a day the former one signs as well."""
    tournament = lock_tournament(tournament_id)
    endpoint = _HOOKS.lock(hook_id)
    _set_keys(endpoint, new_sealed_keys(), former=endpoint.sealed_secret, is_shown=False, by=by)
    return record_of(HookRotated(hook=endpoint.pk, host=endpoint.host), tournament, by)


@transaction.atomic
def switch_hook(*, tournament_id: int, hook_id: int, is_on: bool, by: By) -> LogEntry | None:
    """Switch an endpoint on or off; None where it is like that. On again, what waits is tried at once."""
    tournament = lock_tournament(tournament_id)
    endpoint = _HOOKS.lock(hook_id)
    off = "" if is_on else HookOff.BY_HAND.value
    return None if endpoint.off == off else _switch(endpoint, off, tournament, by)


@transaction.atomic
def remove_hook(*, tournament_id: int, hook_id: int, by: By) -> LogEntry:
    tournament = lock_tournament(tournament_id)
    return _remove(_HOOKS.lock(hook_id), tournament, by)


@transaction.atomic
def send_test(*, hook_id: int, event: Tournament, by: By) -> HookDelivery:
    """Put a message into the outbox that tells of nothing, due at once. Raises Refused while the endpoint is off."""
    endpoint = _HOOKS.lock(hook_id)
    _require_on(endpoint)
    HookEndpoint.objects.filter(pk=hook_id).update(rests_until=None)
    message = message_to(endpoint, TEST_TYPE, at=by.now, data={"event": event.code})
    message.save()
    return message


@transaction.atomic
def send_again(*, hook_id: int, delivery_id: int, by: By) -> HookDelivery:
    """Have a message sent at once, whatever came of it, with its id and its bytes; its schedule begins again.

    Raises Refused while the endpoint is off, and HookDelivery.DoesNotExist.
    """
    endpoint = _HOOKS.lock(hook_id)
    message = HookDelivery.objects.select_for_update().get(endpoint=endpoint, pk=delivery_id)
    _require_on(endpoint)
    HookEndpoint.objects.filter(pk=hook_id).update(rests_until=None)
    message.state, message.due_at, message.tries = HookState.WAITING, by.now, 0
    message.save(update_fields=["state", "due_at", "tries"])
    return message


def _require_on(endpoint: HookEndpoint) -> None:
    if endpoint.off:
        raise Refused(_("This web hook is off: switch it on first."), code="hook_off")


def _switch(
    endpoint: HookEndpoint, off: str, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    switched = HookSwitched(hook=endpoint.pk, host=endpoint.host, is_on=not off, before=endpoint.off)
    endpoint.off, endpoint.rests_until = off, None
    endpoint.save(update_fields=["off", "rests_until"])
    if not off:
        waiting = HookDelivery.objects.filter(endpoint=endpoint, state=HookState.WAITING)
        waiting.update(due_at=by.now, tries=0)
    return record_of(switched, tournament, by, undoes)


def _remove(
    endpoint: HookEndpoint, tournament: Tournament, by: By, undoes: LogEntry | None = None
) -> LogEntry:
    endpoint.removed_at = by.now
    endpoint.save(update_fields=["removed_at"])
    return record_of(HookRemoved(hook=endpoint.pk, host=endpoint.host), tournament, by, undoes)


def _set_keys(endpoint: HookEndpoint, keys: str, *, former: str, is_shown: bool, by: By) -> None:
    endpoint.sealed_secret, endpoint.sealed_former = keys, former
    endpoint.former_until, endpoint.is_shown = by.now + OLD_SECRET_WORKS, is_shown
    endpoint.save(update_fields=["sealed_secret", "sealed_former", "former_until", "is_shown"])


# --- Undo -----------------------------------------------------------------------------------------------------------


def _take_away(line: LogEntry, by: By) -> None:
    _remove(_HOOKS.lock_of(line), event_of(line), by, undoes=line)


def _switch_back(line: LogEntry, by: By) -> None:
    off = HookOff.BY_HAND.value if HookSwitched.of(line).is_on else ""
    _switch(_HOOKS.lock_of(line), off, event_of(line), by, undoes=line)


def _put_back(line: LogEntry, by: By) -> None:
    _HOOKS.put_back(line, by, lambda hook: HookPutBack(hook=hook.pk, host=hook.host))


def _open_rotations(_tournament: Tournament, lines: Sequence[LogEntry]) -> Collection[int]:
    """The newest of each endpoint, once: after it the former secret is the one before."""
    there = _HOOKS.kept(lines)
    about = Q(data__hook__in=[hook.pk for hook in there.values()])
    newest = dict(
        LogEntry.objects.filter(about, verb__in=(HookRotated.verb, HookRotationUndone.verb))
        .values("data__hook")
        .annotate(newest=Max("pk"))
        .values_list("data__hook", "newest")
    )
    return {pk for pk, hook in there.items() if newest.get(hook.pk) == pk}


def _rotate_back(line: LogEntry, by: By) -> None:
    """The new secret signs on for a day: a receiver may have taken it over already."""
    endpoint = _HOOKS.lock_of(line)
    _set_keys(endpoint, endpoint.sealed_former, former=endpoint.sealed_secret, is_shown=True, by=by)
    undone = HookRotationUndone(hook=endpoint.pk, host=endpoint.host)
    record_of(undone, event_of(line), by, undoes=line)


let_directors_undo(HookAdded, _HOOKS.open_additions, _take_away)
_as_switched = _HOOKS.still(lambda line: HookSwitched.of(line).is_on, lambda hook: hook.is_on)
let_directors_undo(HookSwitched, _as_switched, _switch_back)
let_directors_undo(HookRemoved, _HOOKS.open_removals, _put_back)
let_directors_undo(HookRotated, _open_rotations, _rotate_back)
