"""Web hooks as the sender and the director see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournament.models import (
    Account,
    HookDelivery,
    HookEndpoint,
    HookFault,
    HookOff,
    HookState,
    HookType,
    Tournament,
)
from tournament.queries.connections import connections_of

SHOWN_DELIVERIES = 50


def endpoints_due(*, now: datetime) -> list[int]:
    """The endpoints for which something is due and nobody is sending. One query."""
    is_free = Q(endpoint__claimed_until=None) | Q(endpoint__claimed_until__lte=now)
    may_send = Q(endpoint__rests_until=None) | Q(endpoint__rests_until__lte=now)
    due = HookDelivery.objects.filter(
        is_free,
        may_send,
        state=HookState.WAITING,
        due_at__lte=now,
        endpoint__off="",
        endpoint__removed_at=None,
    )
    return list(due.order_by().values_list("endpoint", flat=True).distinct())


@dataclass(frozen=True, slots=True, kw_only=True)
class HookRow:
    """An endpoint in the list. why_off: a sentence, "" while it is on. resting: nothing is sent until then."""

    hook_id: int
    url: str
    host: str
    types: tuple[str, ...]
    has_names: bool
    is_in_network: bool
    is_for_all: bool
    is_on: bool
    why_off: str
    waiting: int
    failed: int
    last_success_at: datetime | None
    resting: datetime | None
    is_secret_shown: bool
    former_until: datetime | None


def hook_rows(tournament: Tournament, account: Account, *, now: datetime) -> tuple[HookRow, ...]:
    """The list of an event. One query."""
    hooks = connections_of(HookEndpoint, tournament, account).annotate(
        waiting=Count("deliveries", filter=Q(deliveries__state=HookState.WAITING)),
        failed=Count("deliveries", filter=Q(deliveries__state=HookState.FAILED)),
    )
    return tuple(_row(hook, now) for hook in hooks.order_by("pk"))


def hook_row(tournament: Tournament, account: Account, hook_id: int, *, now: datetime) -> HookRow | None:
    """One of them."""
    return next((row for row in hook_rows(tournament, account, now=now) if row.hook_id == hook_id), None)


def _row(hook: HookEndpoint, now: datetime) -> HookRow:
    rests = hook.rests_until if hook.rests_until and hook.rests_until > now else None
    former = hook.former_until if hook.former_until and hook.former_until > now else None
    return HookRow(
        hook_id=hook.pk,
        url=hook.url,
        host=hook.host,
        types=hook.type_values,
        has_names=hook.has_names,
        is_in_network=hook.is_in_network,
        is_for_all=hook.is_for_all,
        is_on=not hook.off,
        why_off=str(HookOff(hook.off).label) if hook.off in HookOff.values else "",
        waiting=hook.waiting,  # type: ignore[attr-defined]  # annotated
        failed=hook.failed,  # type: ignore[attr-defined]  # annotated
        last_success_at=hook.last_success_at,
        resting=rests,
        is_secret_shown=hook.is_shown,
        former_until=former,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryRow:
    """A message in the list. label: what it tells of, in words. why: of the last try, "" where none has failed."""

    delivery_id: int
    message: str
    type: str
    label: str
    made_at: datetime
    state: HookState
    tries: int
    tried_at: datetime | None
    due_at: datetime
    why: str
    status: int | None


def newest_deliveries(hook_id: int) -> Sequence[DeliveryRow]:
    """The last messages to an endpoint, the newest first. One query."""
    newest = HookDelivery.objects.filter(endpoint=hook_id).order_by("-pk")[:SHOWN_DELIVERIES]
    return [_delivery(each) for each in newest]


def _delivery(message: HookDelivery) -> DeliveryRow:
    return DeliveryRow(
        delivery_id=message.pk,
        message=message.message,
        type=message.type,
        label=str(HookType(message.type).label) if message.type in HookType.values else "",
        made_at=message.made_at,
        state=HookState(message.state),
        tries=message.tries,
        tried_at=message.tried_at,
        due_at=message.due_at,
        why=str(HookFault(message.fault).label) if message.fault in HookFault.values else "",
        status=message.status,
    )
