"""Sending what stands in the outbox: one sender at a time for an endpoint, whatever happens to it.

    claim  ──>  next message  ──>  POST  ──>  book what came of it  ──>  the next one, or release
      ^                                                                         │
      └──────────────── a minute later, where a sender was killed <─────────────┘

A claim is one conditional update, and ends by itself: the sender that follows sends the message again that was on its
way, with the same id, so that each arrives at least once. Messages go out in the order in which they were written. One
that the receiver refuses comes later, by the schedule, and those behind it pass. While the receiver is not to be
reached, or asks for patience, all of them wait for the oldest.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Q

from tournament.changes.hooks import HookStopped
from tournament.models import HookDelivery, HookEndpoint, HookFault, HookOff, HookState
from tournament.realtime import publish
from tournament.rules.hooks.destinations import UrlWrong, read_destination
from tournament.rules.hooks.schedule import next_try, patience_asked
from tournament.services.actor import HOUSE
from tournament.services.hooks.keys import signed_headers
from tournament.services.hooks.posting import Posted, post
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.sealing import SecretUnreadable

# Longer than a try may take; renewed with each.
CLAIM: Final = timedelta(seconds=60)
# Of the message, not of the receiver.
_PASSED: Final = frozenset({HookFault.ANSWER, HookFault.REDIRECTED})


def claim_endpoint(endpoint_id: int, *, now: datetime) -> str:
    """Take an endpoint to send to; "" where another sender has it, or nothing may be sent now."""
    claim = uuid4().hex
    is_free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    may_send = Q(rests_until=None) | Q(rests_until__lte=now)
    mine = HookEndpoint.objects.filter(is_free, may_send, pk=endpoint_id, off="", removed_at=None)
    return claim if mine.update(claim=claim, claimed_until=now + CLAIM) else ""


def release_endpoint(endpoint_id: int, claim: str) -> None:
    """Let others send to it; nothing where the claim has ended."""
    HookEndpoint.objects.filter(pk=endpoint_id, claim=claim).update(claim="", claimed_until=None)


def next_message(endpoint_id: int, claim: str, *, now: datetime) -> HookDelivery | None:
    """The oldest that is due, while the claim holds and the endpoint is on; the claim is renewed for it."""
    mine = HookEndpoint.objects.filter(
        Q(rests_until=None) | Q(rests_until__lte=now), pk=endpoint_id, claim=claim, off="", removed_at=None
    )
    due = HookDelivery.objects.filter(endpoint=endpoint_id, state=HookState.WAITING, due_at__lte=now)
    message = due.select_related("endpoint").order_by("pk").first()
    if message is None or not mine.update(claimed_until=now + CLAIM):
        return None
    return message


def try_message(message: HookDelivery, *, at: datetime) -> Posted:
    """Send it once; `at` is the true time, by which receivers judge its age."""
    endpoint, body = message.endpoint, message.body.encode()
    try:
        headers = signed_headers(endpoint, message.message, body, at=at)
        to = read_destination(endpoint.url)
    except SecretUnreadable:
        return Posted(fault=HookFault.SECRET)
    except UrlWrong:
        return Posted(fault=HookFault.NOT_ASKED)
    headers |= {"content-type": "application/json", "user-agent": "Floorman"}
    return post(to, headers=headers, body=body, in_network=endpoint.is_in_network)


def book_try(
    message: HookDelivery, posted: Posted, claim: str, *, started_at: datetime, now: datetime, chance: float
) -> None:
    """Write down what came of it. That a message arrived is booked whatever happened to the claim; that it did not,
    only while the claim holds: the sender that has it now tries for itself.
    """
    if posted.fault is None:
        _book_success(message, posted, started_at, now)
    elif HookEndpoint.objects.filter(pk=message.endpoint_id, claim=claim).exists():
        _book_failure(message, posted, posted.fault, started_at, now, chance)


def _book_success(message: HookDelivery, posted: Posted, started_at: datetime, now: datetime) -> None:
    waiting = HookDelivery.objects.filter(pk=message.pk, state=HookState.WAITING)
    waiting.update(
        state=HookState.DELIVERED,
        tries=message.tries + 1,
        tried_at=started_at,
        fault="",
        status=posted.status,
    )
    HookEndpoint.objects.filter(pk=message.endpoint_id).update(last_success_at=now, rests_until=None)


def _book_failure(
    message: HookDelivery,
    posted: Posted,
    fault: HookFault,
    started_at: datetime,
    now: datetime,
    chance: float,
) -> None:
    tries = message.tries + 1
    asked_for = patience_asked(posted.retry_after, now=now)
    due_at = next_try(tries, now=now, chance=chance, asked_for=asked_for)
    with transaction.atomic():
        # Event, endpoint, message: in this order, as a director's tap takes them.
        if fault is HookFault.GONE or due_at is None:
            _stop(message.endpoint, HookOff.GONE if fault is HookFault.GONE else HookOff.FAILED, now)
        elif fault not in _PASSED:
            HookEndpoint.objects.filter(pk=message.endpoint_id).update(rests_until=due_at)
        HookDelivery.objects.filter(pk=message.pk, state=HookState.WAITING).update(
            state=HookState.WAITING if due_at else HookState.FAILED,
            tries=tries,
            tried_at=started_at,
            due_at=due_at or message.due_at,
            fault=fault,
            status=posted.status,
        )


def _stop(endpoint: HookEndpoint, why: HookOff, now: datetime) -> None:
    """Switch it off and tell the director: in the log of its event, and as an alarm until somebody looks at it."""
    tournament = lock_tournament(endpoint.tournament_id)
    if HookEndpoint.objects.filter(pk=endpoint.pk, off="").update(off=why):
        stopped = HookStopped(hook=endpoint.pk, host=endpoint.host, why=why)
        record(stopped, tournament_id=tournament.pk, by=HOUSE.at(now))
        publish(tournament.code, ["log"])


def forget_messages(*, now: datetime) -> int:
    """Delete what was delivered a week ago and what failed a month ago; returns how many."""
    old = Q(state=HookState.DELIVERED, made_at__lt=now - timedelta(days=7))
    failed = Q(state=HookState.FAILED, made_at__lt=now - timedelta(days=30))
    of_nobody = Q(state=HookState.WAITING, endpoint__removed_at__lt=now - timedelta(days=30))
    return HookDelivery.objects.filter(old | failed | of_nobody).delete()[0]
