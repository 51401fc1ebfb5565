"""May this listener still listen? Asked when a stream opens and every few seconds while it is open.

Each kind of listener has one answer, registered where its rules live::

    @may_listen("device")
    def device_may_listen(listener: Listener) -> bool: ...

A kind without an answer is refused.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import close_old_connections
from django.http import HttpRequest

from tournament.live.addresses import PUBLIC, Listener
from tournament.models import StaffMember, Tournament

Answer = Callable[[Listener], bool]

_answers: dict[str, Answer] = {}


def may_listen(kind: str) -> Callable[[Answer], Answer]:
    """Register the answer for one kind of listener; it runs in a thread of the hub and may query."""

    def register(answer: Answer) -> Answer:
        _answers[kind] = answer
        return answer

    return register


def is_still_allowed(listener: Listener) -> bool:
    """Ask the answer of the listener's kind. Errors are raised: the hub closes the stream on them."""
    close_old_connections()
    try:
        answer = _answers.get(listener.kind)
        return answer is not None and answer(listener)
    finally:
        close_old_connections()


@may_listen(PUBLIC)
def anybody_may_listen(listener: Listener) -> bool:
    """Anybody hears the public topics of a tournament that exists."""
    return Tournament.objects.filter(code=listener.public_id).exists()


@may_listen("account")
def account_may_listen(listener: Listener) -> bool:
    """Staff hear as long as the session in which the token was made is alive.

    Django's own check sees a logged-out, disabled or re-passworded account.
    """
    if not listener.session_key:
        return False
    request = cast("HttpRequest", SimpleNamespace(session=SessionStore(listener.session_key)))
    account = get_user(request)
    if not account.is_authenticated or str(account.pk) != listener.subject:
        return False
    return StaffMember.objects.filter(account_id=account.pk, tournament__code=listener.public_id).exists()
