"""The sessions of the staff: begun, kept open, given a new key, ended.

Django's row of a session says until when it lives if nobody uses it: it is saved again every few minutes while
somebody does. What else is known of it stands in the session itself (when it began, when it was used, when it got its
key), so that a page costs no further query, and in `OpenSession`, so that a person can see and end their own.

A session that another way began, without these fields, began when its account last logged in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import F

from tournament.changes.house import LoggedIn, LoggedOut, SessionsEnded, SessionTooOld
from tournament.models import Account, LoginLink, OpenSession
from tournament.services.people.house_log import Visitor, name_of, write_house_line

# Django ends a session after SESSION_COOKIE_AGE, twelve hours, without use. However it is used, it ends after these.
LONGEST: Final = timedelta(hours=16)
# So often at most a use is written down.
SEEN_EVERY: Final = timedelta(minutes=5)
BEGAN, SEEN, KEYED, HOW = "began", "seen", "keyed", "how"


def open_session(
    *, account: Account, session: SessionBase, visitor: Visitor, how: str, second: str = "", now: datetime
) -> None:
    """Note the session of somebody who has just logged in, and log it.

    `how` is "password", "link" or "machine"; `second` how the second factor was shown: "", "code" or "recovery".
    """
    session[BEGAN] = session[SEEN] = session[KEYED] = now.timestamp()
    session[HOW] = how
    # What is left of sessions that are over.
    OpenSession.objects.filter(account=account, began_at__lt=now - LONGEST - LONGEST).delete()
    keep_open(account=account, session=session, device=visitor.device, now=now)
    write_house_line(
        LoggedIn(name=name_of(account), how=how, second=second),
        visitor=Visitor(account=account, device=visitor.device, address=visitor.address),
        now=now,
        subject=account,
    )


def began_at(session: Mapping[str, Any], account: Account, *, now: datetime) -> datetime:
    """When somebody logged in to this session."""
    return _moment(session, BEGAN, account, now)


def is_too_old(session: Mapping[str, Any], account: Account, *, now: datetime) -> bool:
    """Whether the session has lasted as long as any may."""
    return now - began_at(session, account, now=now) >= LONGEST


def is_use_due(session: Mapping[str, Any], account: Account, *, now: datetime) -> bool:
    """Whether a use of this moment is worth a write."""
    if SEEN not in session and account.last_login is None:
        return True
    return abs(now - _moment(session, SEEN, account, now)) >= SEEN_EVERY


def keep_open(*, account: Account, session: SessionBase, device: str, now: datetime) -> None:
    """Write down that the session is used now: it lives on for as long as one may rest."""
    began = began_at(_read(session), account, now=now)
    session[BEGAN], session[SEEN] = began.timestamp(), now.timestamp()
    session.setdefault(KEYED, began.timestamp())
    OpenSession.objects.update_or_create(
        session_key=session.session_key,
        defaults={"account": account, "seen_at": now},
        create_defaults={"account": account, "device": device, "began_at": began, "seen_at": now},
    )


def needs_new_key(session: Mapping[str, Any], account: Account, *, now: datetime) -> bool:
    """Whether what the account may do has changed since the session got its key."""
    changed = account.rights_changed_at
    return changed is not None and _moment(session, KEYED, account, now) < changed


def give_new_key(session: SessionBase, *, now: datetime) -> None:
    """The session goes on under another key; the one it had no longer opens anything."""
    before = session.session_key
    session.cycle_key()
    follow_key(session, before=before, now=now)


def follow_key(session: SessionBase, *, before: str | None, now: datetime) -> None:
    """Note that Django has given the session a new key."""
    session[KEYED] = now.timestamp()
    OpenSession.objects.filter(session_key=before or "").update(session_key=session.session_key)


@transaction.atomic
def end_sessions(
    *, account: Account, visitor: Visitor, now: datetime, only: int | None = None, but: str | None = ""
) -> int:
    """End the account's sessions, or one of them, but for the one with the key `but`; return how many.

    The next request with one is a stranger's, and its streams close when the house next asks for them. Where none is
    named, the log-in links that were made before no longer open anything.
    """
    rows = OpenSession.objects.filter(account=account).exclude(session_key=but or "")
    if only is not None:
        rows = rows.filter(pk=only)
    keys = list(rows.values_list("session_key", flat=True))
    if only is None:
        end_links(account=account, now=now)
        # A session that has not been used since it began has no row of ours yet.
        keys += [key for key in _keys_of(account, now) if key not in (*keys, but)]
    ended, _ = Session.objects.filter(session_key__in=keys, expire_date__gt=now).delete()
    rows.delete()
    if ended:
        write_house_line(
            SessionsEnded(name=name_of(account), count=ended), visitor=visitor, now=now, subject=account
        )
    return ended


def end_links(*, account: Account, now: datetime) -> None:
    """Log-in links of the account that nobody has used stop working."""
    LoginLink.objects.filter(account=account, used_at=None, expires_at__gt=now).update(expires_at=now)


def move_sessions(*, by: timedelta, now: datetime) -> None:
    """Sessions live for as long as they would have, when the house's time jumps `by` so much forward."""
    store = SessionStore()
    for row in Session.objects.select_for_update().filter(expire_date__gt=now).order_by("session_key"):
        data = row.get_decoded()
        move_session(data, by=by)
        row.session_data, row.expire_date = store.encode(data), row.expire_date + by
        row.save(update_fields=["session_data", "expire_date"])
    OpenSession.objects.update(began_at=F("began_at") + by, seen_at=F("seen_at") + by)


def move_session(session: MutableMapping[str, Any] | SessionBase, *, by: timedelta) -> None:
    """The same for what one session holds; a request that saves its own again has to do it itself.

    When it got its key stays, as it stays when rights were changed.
    """
    for name in (BEGAN, SEEN):
        stamp = session.get(name)
        if isinstance(stamp, (int, float)):
            session[name] = stamp + by.total_seconds()


def close_session(
    *,
    account: Account,
    session_key: str | None,
    visitor: Visitor,
    now: datetime,
    change: type[LoggedOut | SessionTooOld],
) -> None:
    """Log that one session ends, by its own person or by its age."""
    OpenSession.objects.filter(session_key=session_key or "").delete()
    write_house_line(change(name=name_of(account)), visitor=visitor, now=now, subject=account)


def _keys_of(account: Account, now: datetime) -> Iterable[str]:
    """All sessions of the account, by reading every one that lives: there are as many as people on the staff."""
    for row in Session.objects.filter(expire_date__gt=now).iterator():
        if row.get_decoded().get("_auth_user_id") == str(account.pk):
            yield row.session_key


def _read(session: SessionBase) -> Mapping[str, Any]:
    return dict(session.items())


def _moment(session: Mapping[str, Any], name: str, account: Account, now: datetime) -> datetime:
    stamp = session.get(name)
    if isinstance(stamp, (int, float)):
        return datetime.fromtimestamp(stamp, UTC)
    return account.last_login or now
