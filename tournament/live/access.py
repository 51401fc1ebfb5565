"""May these listeners still listen? Asked when a stream opens and every few seconds while it is open.

Each kind of listener has one answer for all of its listeners at once, registered where its rules live::

    @may_listen("device")
    def devices_that_may_listen(listeners: frozenset[Listener]) -> frozenset[Listener]: ...

A kind without an answer is refused. However many listen, the number of queries is the same.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import close_old_connections
from django.utils.crypto import constant_time_compare

from tournament.live.addresses import PUBLIC, Listener
from tournament.models import Account, StaffMember, Tournament
from tournament.services.people.sessions import is_too_old
from tournament.timekeeping import house_now

Answer = Callable[[frozenset[Listener]], frozenset[Listener]]

_answers: dict[str, Answer] = {}


def may_listen(kind: str) -> Callable[[Answer], Answer]:
    """Register the answer for one kind of listener; it runs in a thread of the hub and may query."""

    def register(answer: Answer) -> Answer:
        _answers[kind] = answer
        return answer

    return register


def those_allowed(listeners: Iterable[Listener]) -> frozenset[Listener]:
    """Return who of the listeners may listen. Errors are raised."""
    of_kind: defaultdict[str, set[Listener]] = defaultdict(set)
    for listener in listeners:
        of_kind[listener.kind].add(listener)
    close_old_connections()
    try:
        return frozenset[Listener]().union(
            *(_answers[kind](frozenset(asked)) for kind, asked in of_kind.items() if kind in _answers)
        )
    finally:
        close_old_connections()


@may_listen(PUBLIC)
def anybody_may_listen(listeners: frozenset[Listener]) -> frozenset[Listener]:
    """Anybody hears the public topics of a tournament that exists."""
    there = set(Tournament.objects.filter(code__in=_codes(listeners)).values_list("code", flat=True))
    return frozenset(listener for listener in listeners if listener.public_id in there)


@may_listen("account")
def accounts_that_may_listen(listeners: frozenset[Listener]) -> frozenset[Listener]:
    """Staff hear as long as they have a role and the session in which the token was made is alive."""
    now = house_now()
    accounts, sessions = _accounts_with_a_role(listeners), _sessions(listeners)
    return frozenset(
        listener
        for listener in listeners
        if (account := accounts.get((listener.public_id, listener.subject)))
        and account.is_active
        and _is_session_of(account, session := sessions.get(listener.session_key, {}))
        and not is_too_old(session, account, now=now)
    )


def _codes(listeners: Iterable[Listener]) -> set[str]:
    return {listener.public_id for listener in listeners}


def _accounts_with_a_role(listeners: Iterable[Listener]) -> dict[tuple[str, str], Account]:
    """The accounts of the staff, by tournament and number."""
    members = StaffMember.objects.filter(
        tournament__code__in=_codes(listeners), account_id__in={listener.subject for listener in listeners}
    ).select_related("account", "tournament")
    return {(member.tournament.code, str(member.account_id)): member.account for member in members}


def _sessions(listeners: Iterable[Listener]) -> dict[str, dict[str, object]]:
    """What the sessions hold that have not expired, by their key."""
    keys = {listener.session_key for listener in listeners}
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=house_now())
    return {row.session_key: SessionStore().decode(row.session_data) for row in rows}


def _is_session_of(account: Account, session: Mapping[str, object]) -> bool:
    """As Django judges a request's session: it is the account's, and made with the password of today."""
    mark = str(session.get(HASH_SESSION_KEY, ""))
    return session.get(SESSION_KEY) == str(account.pk) and any(
        constant_time_compare(mark, right)
        for right in (account.get_session_auth_hash(), *account.get_session_auth_fallback_hash())
    )
