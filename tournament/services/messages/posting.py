"""One message to one person: a place of the day, the host of a mail server, the library, and what came of it.

The place is taken before anything is sent, by one conditional update: senders that work at the same moment never send
more than the cap. It is given back where certainly nothing was sent. A message that may have been sent is not tried
again: it costs, and says the same twice. A gateway that did not hear from the service behind it, and an answer that
breaks off, say nothing of the message.
"""

from __future__ import annotations

import errno
import smtplib
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from http.client import HTTPException
from typing import Final

from django.db import transaction
from django.db.models import F, Q

from tournament.changes.messages import MessageCapReached
from tournament.models import MessageFault, MessageService
from tournament.queries.messages import today_of
from tournament.realtime import publish
from tournament.rules.hooks.destinations import Reach, may_be_asked, reach_of
from tournament.rules.messages import MAIL, filled, is_mail_port
from tournament.services.actor import HOUSE
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.messages.addresses import address_of
from tournament.services.messages.library import HandedOver, hand_over, understood
from tournament.services.sealing import SecretUnreadable

# Of all of it together, the look-up of a name as well; a claim lasts longer.
SECONDS: Final = 25.0
# Trying again may help, and nothing was sent.
PASSING: Final = frozenset(
    {MessageFault.NO_NAME, MessageFault.REFUSED, MessageFault.UNREACHABLE, MessageFault.BUSY}
)
_ACCESS: Final = frozenset({401, 402, 403})
_OF_MAIL: Final = frozenset({MessageFault.RECIPIENT, MessageFault.ANSWER})
_BUSY: Final = frozenset({429, 503})
# Of a gateway in front of the service.
_NOT_HEARD: Final = frozenset({502, 504})
# Of a connection that was never there.
_NO_WAY: Final = frozenset(
    {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EHOSTDOWN, errno.EADDRNOTAVAIL}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Messaged:
    """What came of a try. `fault` is None where the service took it; `status` what it answered, if that is known.
    may_be_sent: it costs a place of the day, although it was not taken.
    """

    fault: MessageFault | None
    status: int | None = None
    may_be_sent: bool = False


class _NotAsked(Exception):
    """A mail server to which nothing is sent."""

    def __init__(self, fault: MessageFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def message(service: MessageService, *, to: str, title: str, text: str, now: datetime) -> Messaged:
    """Send it once, if the day has a place; the service remembers what came of it. Raises nothing that a service can
    bring about.
    """
    if not _take_place(service, now):
        _tell_full(service, now)
        return Messaged(fault=MessageFault.CAP)
    came = _send(service, to, title, text)
    if came.fault is not None and not came.may_be_sent:
        _give_back(service, now)
    _note(service, came, now)
    return came


def _send(service: MessageService, to: str, title: str, text: str) -> Messaged:
    try:
        url = filled(address_of(service), to)
    except SecretUnreadable:
        return Messaged(fault=MessageFault.SECRET)
    found = understood(url, to)
    if found is None:
        return Messaged(fault=MessageFault.ADDRESS)

    def check() -> None:
        if service.scheme in MAIL:
            _check_host(found.host, found.port, in_network=service.is_in_network)

    return _came(hand_over(url, title=title, text=text, seconds=SECONDS, check=check))


def _check_host(host: str, port: int, *, in_network: bool) -> None:
    """As web hooks are judged: all addresses that the name has. Raises _NotAsked."""
    if not is_mail_port(port, in_network=in_network):
        raise _NotAsked(MessageFault.NOT_ASKED)
    try:
        found = {str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except OSError:
        raise _NotAsked(MessageFault.NO_NAME) from None
    refused = next((each for each in found if not may_be_asked(each, in_network=in_network)), None)
    if refused is not None:
        is_near = reach_of(refused) is Reach.NETWORK
        raise _NotAsked(MessageFault.IN_NETWORK if is_near else MessageFault.NOT_ASKED)


def _came(handed: HandedOver) -> Messaged:
    if handed.is_taken:
        return Messaged(fault=None)
    not_asked = next((error for error in handed.errors if isinstance(error, _NotAsked)), None)
    if not_asked is not None:
        return Messaged(fault=not_asked.fault)
    if not handed.is_begun:
        # Its name is still being looked up.
        return Messaged(fault=MessageFault.NO_NAME)
    if not handed.is_over:
        return Messaged(fault=MessageFault.TIMED_OUT, may_be_sent=True)
    return _judged(handed)


def _judged(handed: HandedOver) -> Messaged:
    causes = [cause for error in handed.errors for cause in _causes(error)]
    fault, status = _fault_of_errors(causes), _status_of(causes) or handed.status
    if fault in _OF_MAIL and 400 <= status < 500:
        # Later (RFC 5321, 4.2.1), as those say that do not know the house yet.
        fault = MessageFault.BUSY
    fault = fault or _fault_of_status(status)
    return Messaged(fault=fault, status=status or None, may_be_sent=_may_be_sent(fault, causes))


def _may_be_sent(fault: MessageFault, causes: list[BaseException]) -> bool:
    """A mail server that answers with an error has taken nothing; other services may have, and fail after it."""
    is_refused = any(isinstance(cause, smtplib.SMTPException) for cause in causes)
    return fault is MessageFault.TIMED_OUT or (fault is MessageFault.ANSWER and not is_refused)


def _fault_of_status(status: int) -> MessageFault:
    if status in _ACCESS:
        return MessageFault.ACCESS
    if status in _BUSY:
        return MessageFault.BUSY
    if status in _NOT_HEARD:
        return MessageFault.TIMED_OUT
    return MessageFault.RECIPIENT if 400 <= status < 500 else MessageFault.ANSWER


def _fault_of_errors(causes: list[BaseException]) -> MessageFault | None:
    """The first that fits: what is named first says more."""
    if any(_is_no_way(cause) for cause in causes):
        return MessageFault.UNREACHABLE
    return next(
        (fault for kind, fault in _ERRORS if any(isinstance(cause, kind) for cause in causes)),
        None,
    )


def _is_no_way(cause: BaseException) -> bool:
    """Whether no connection came to stand; a server without TLS is noticed by its first answer."""
    if isinstance(cause, ssl.SSLError):
        return cause.reason == "WRONG_VERSION_NUMBER"
    return isinstance(cause, OSError) and cause.errno in _NO_WAY


_ERRORS: Final[tuple[tuple[type[BaseException], MessageFault], ...]] = (
    (smtplib.SMTPAuthenticationError, MessageFault.ACCESS),
    (smtplib.SMTPRecipientsRefused, MessageFault.RECIPIENT),
    (smtplib.SMTPResponseException, MessageFault.ANSWER),
    (ssl.SSLCertVerificationError, MessageFault.CERTIFICATE),
    (socket.gaierror, MessageFault.NO_NAME),
    (ConnectionRefusedError, MessageFault.REFUSED),
    # The connection stood, and may have carried the message.
    (smtplib.SMTPServerDisconnected, MessageFault.TIMED_OUT),
    (smtplib.SMTPException, MessageFault.ANSWER),
    (HTTPException, MessageFault.TIMED_OUT),
    # Those of libraries of HTTP are of this kind too.
    (OSError, MessageFault.TIMED_OUT),
)


def _status_of(causes: list[BaseException]) -> int:
    """What a mail server answered."""
    for each in causes:
        if isinstance(each, smtplib.SMTPResponseException):
            return int(each.smtp_code)
        if isinstance(each, smtplib.SMTPRecipientsRefused):
            return max(int(code) for code, _ in each.recipients.values())
    return 0


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and what it was raised from; of libraries of HTTP also what they carry inside."""
    seen, open_ones = set[int](), [error]
    while open_ones:
        each = open_ones.pop(0)
        if id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        inner = (each.__cause__, each.__context__, getattr(each, "reason", None), *each.args)
        open_ones += [cause for cause in inner if isinstance(cause, BaseException)]


# --- The cap of the day ----------------------------------------------------------------------------------------------


def _take_place(service: MessageService, now: datetime) -> bool:
    """Of a clock that goes back over midnight the later day goes on."""
    today, row = today_of(service, now), MessageService.objects.filter(pk=service.pk, removed_at=None)
    row.filter(Q(day=None) | Q(day__lt=today)).update(day=today, taken=0)
    return bool(row.filter(taken__lt=F("cap")).update(taken=F("taken") + 1))


def _give_back(service: MessageService, now: datetime) -> None:
    row = MessageService.objects.filter(pk=service.pk, day=today_of(service, now), taken__gt=0)
    row.update(taken=F("taken") - 1)


@transaction.atomic
def _tell_full(service: MessageService, now: datetime) -> None:
    """In the log of its event, once a day."""
    today = today_of(service, now)
    untold = MessageService.objects.filter(pk=service.pk).exclude(full_on__gte=today)
    if not untold.exists():
        return
    tournament = lock_tournament(service.tournament_id)
    if untold.update(full_on=today):
        reached = MessageCapReached(service=service.pk, name=service.name, cap=service.cap)
        record(reached, tournament_id=tournament.pk, by=HOUSE.at(now))
        publish(tournament.code, ["log"])


def _note(service: MessageService, came: Messaged, now: datetime) -> None:
    row = MessageService.objects.filter(pk=service.pk)
    fault = "" if came.fault is None else came.fault
    at = {"last_success_at": now} if came.fault is None else {"last_failure_at": now}
    row.update(fault=fault, status=came.status, **at)
