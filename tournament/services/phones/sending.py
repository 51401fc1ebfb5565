"""Sending what stands in the outbox of phones: one sender at a time for a phone, whatever happens to it.

    claim  ──>  next notice  ──>  POST, or a message by its service  ──>  book what came of it  ──>  next, or release

A claim is one conditional update, and ends by itself: the sender that follows sends the notice again that was on its
way, with the same id, and the phone shows it once. A notice is tried for as long as it is of use.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.db.models import Q

from tournament.models import MessageService, NoticeState, PhoneEnd, PhoneNotice, PlayerPhone
from tournament.queries.phones import works, works_now
from tournament.rules.hooks.schedule import patience_asked
from tournament.rules.phones import next_notice_try
from tournament.services.errors import Refused
from tournament.services.hooks.posting import Posted, post
from tournament.services.messages.posting import PASSING, Messaged, message
from tournament.services.phones.addresses import PhoneAddress, may_be_near, read_address
from tournament.services.phones.messages import body_for_phone, headers_for_service
from tournament.services.phones.switching import end_phones
from tournament.services.sealing import SecretUnreadable

# Longer than a try may take; renewed with each.
CLAIM: Final = timedelta(seconds=40)
TRY_SECONDS: Final = 10.0
_GONE: Final = frozenset({404, 410})
# What the push service says of this notice alone: trying again changes nothing.
_REFUSED: Final = range(400, 500)
_PATIENCE: Final = frozenset({408, 425, 429})


def claim_phone(phone_id: int, *, now: datetime) -> str:
    """Take a phone to send to; "" where another sender has it, or it is off."""
    claim = uuid4().hex
    is_free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    mine = PlayerPhone.objects.filter(is_free, works_now(now=now), pk=phone_id, ended="")
    return claim if mine.update(claim=claim, claimed_until=now + CLAIM) else ""


def release_phone(phone_id: int, claim: str) -> None:
    """Let others send to it; nothing where the claim has ended."""
    PlayerPhone.objects.filter(pk=phone_id, claim=claim).update(claim="", claimed_until=None)


def next_notice(phone_id: int, claim: str, *, now: datetime) -> PhoneNotice | None:
    """The oldest that is due, while the claim holds; the claim is renewed for it. What is too late is not sent."""
    waiting = PhoneNotice.objects.filter(phone=phone_id, state=NoticeState.WAITING)
    late = waiting.filter(expires_at__lte=now).update(state=NoticeState.FAILED)
    mine = PlayerPhone.objects.filter(works(), pk=phone_id, claim=claim, ended="")
    if late:
        mine.update(last_failure_at=now)
    due = waiting.filter(due_at__lte=now).select_related(
        "phone__service__tournament", "phone__entry__tournament"
    )
    notice = due.order_by("pk").first()
    if notice is None or not mine.update(claimed_until=now + CLAIM):
        return None
    return notice


def try_notice(notice: PhoneNotice, *, at: datetime, now: datetime) -> Posted | Messaged | PhoneEnd:
    """Hand it over once: to the push service, or to the message service. `at` is the true time, by which a push service
    judges the signature. Why the phone ends, where nothing can be sent to it.
    """
    phone = notice.phone
    if phone.service is None:
        return _push(notice, phone, at, now)
    words = f"{notice.title} {notice.text}".strip()
    return message(phone.service, to=phone.endpoint, title=phone.entry.tournament.name, text=words, now=now)


def _push(notice: PhoneNotice, phone: PlayerPhone, at: datetime, now: datetime) -> Posted | PhoneEnd:
    seconds = int((notice.expires_at - now).total_seconds())
    address = PhoneAddress(endpoint=phone.endpoint, p256dh=phone.p256dh, auth=phone.auth)
    try:
        to = read_address(address)
        headers = headers_for_service(notice, to, at=at, seconds=max(1, seconds))
    except SecretUnreadable:
        return PhoneEnd.KEY
    except Refused:
        # The house has named its push service, and does so no more.
        return PhoneEnd.GONE
    body = body_for_phone(notice)
    return post(to, headers=headers, body=body, in_network=may_be_near(to), seconds=TRY_SECONDS)


@transaction.atomic
def book_notice(
    notice: PhoneNotice, came: Posted | Messaged | PhoneEnd, claim: str, *, now: datetime
) -> None:
    """Write down what came of it. That the service has it is booked whatever happened to the claim; anything
    else only while the claim holds: the sender that has it now tries for itself.
    """
    phone = PlayerPhone.objects.filter(pk=notice.phone_id)
    if not isinstance(came, PhoneEnd) and came.fault is None:
        phone.update(last_success_at=now)
        _keep(notice, state=NoticeState.SENT, tries=notice.tries + 1, status=came.status)
    elif phone.filter(claim=claim).exists():
        phone.update(last_failure_at=now)
        if isinstance(came, PhoneEnd):
            end_phones(phone, came, now=now)
        elif isinstance(came, Messaged):
            _message_again(notice, came, now)
        elif came.status in _GONE:
            end_phones(phone, PhoneEnd.GONE, now=now)
        else:
            _try_again(notice, came, now)


def _try_again(notice: PhoneNotice, came: Posted, now: datetime) -> None:
    tries = notice.tries + 1
    asked_for = patience_asked(came.retry_after, now=now)
    due_at = next_notice_try(tries, now=now, expires_at=notice.expires_at, asked_for=asked_for)
    if came.status in _REFUSED and came.status not in _PATIENCE:
        due_at = None
    state = NoticeState.WAITING if due_at else NoticeState.FAILED
    _keep(notice, state=state, tries=tries, status=came.status, due_at=due_at or notice.due_at)


def _message_again(notice: PhoneNotice, came: Messaged, now: datetime) -> None:
    tries = notice.tries + 1
    due_at = next_notice_try(tries, now=now, expires_at=notice.expires_at) if came.fault in PASSING else None
    state = NoticeState.WAITING if due_at else NoticeState.FAILED
    # The service keeps its own long numbers.
    status = came.status if came.status is not None and came.status < 1_000 else None
    _keep(notice, state=state, tries=tries, status=status, due_at=due_at or notice.due_at)


def _keep(notice: PhoneNotice, **what: object) -> None:
    PhoneNotice.objects.filter(pk=notice.pk, state=NoticeState.WAITING).update(**what)


def forget_phones_of_the_past(*, now: datetime) -> int:
    """Delete notices of yesterday, and the phones of events that were over by then; returns how many."""
    yesterday = now - timedelta(days=1)
    MessageService.objects.filter(test_at__lt=yesterday).exclude(test_to="").update(test="", test_to="")
    notices = PhoneNotice.objects.filter(made_at__lt=yesterday).delete()[0]
    over = Q(entry__tournament__finished_at__lt=yesterday) | Q(entry__tournament__status="cancelled")
    return notices + PlayerPhone.objects.filter(over, made_at__lt=yesterday).delete()[0]
