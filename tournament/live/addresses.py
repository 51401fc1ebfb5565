"""Addresses of streams: what a page asks to hear, and for staff and tablets a token that says it may.

A token is signed and names the tournament, the topics and the listener. It travels in the address because
EventSource sends no headers; it opens nothing but the names of topics. A staff token is bound to the log-in
session it was made in: it carries a digest of the session's key, and the stream must come with the cookie of
that session. It lasts as long as the right behind it, which is asked for again and again (`live.access`): a page
that stands open cannot get another one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.live.fragments import is_public, shown_topics
from tournament.realtime import check_topic

SALT = "floorman.live.token"
PREFIX = "/live/"
PUBLIC = "public"
# What a public page hears by name: its own entry, and a few topics of the room.
MOST_TOPICS = 8
# More than an id of a series has.
LONGEST_AFTER = 60
# How long it rests after news, behind a topic that is heard by name: seconds.
RESTS = re.compile(r"/[1-9][0-9]{0,2}\Z")


class StreamRefused(Exception):
    """This stream is not open to the client; the text says why in words for the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """Who listens: anybody (`public`), an `account`, a `device`. `subject` is its id, `session_key` its log-in."""

    kind: str
    subject: str
    public_id: str
    session_key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stream:
    """What one page asked to hear: fragments pushed whole, topics by name (`table:*` means every table)."""

    public_id: str
    shows: frozenset[str]
    hears: frozenset[str]
    language: str
    listener: Listener
    # How far the page had heard when it was read (`live.heard`).
    since: str = ""
    # Of a series the last that it had, as it says that comes back; "" for who has had none.
    after: str = ""


def public_stream_url(
    public_id: str, *, shows: Iterable[str] = (), hears: Iterable[str] = (), language: str
) -> str:
    """Return the address of a stream that anybody may open, and that never expires."""
    query = {"show": " ".join(shows), "hear": " ".join(hears), "language": language}
    return f"{PREFIX}{public_id}?{urlencode({name: value for name, value in query.items() if value})}"


def staff_stream_url(
    public_id: str,
    *,
    kind: str,
    subject: str | int,
    hears: Iterable[str],
    shows: Iterable[str] = (),
    language: str,
    session_key: str | None = None,
    since: str = "",
) -> str:
    """Return the address of a stream for one `account` (with its session) or one `device` (without).

    A topic that is heard by name may rest: `hands/10` comes once in ten seconds. `since` says how far the page had
    heard when it was read; it is not signed, for a change harms only the page that makes it.
    """
    for topic in (*(RESTS.sub("", heard) for heard in hears), *shows):
        check_topic(topic.removesuffix("*") or "a")
    token = signing.Signer(salt=SALT).sign_object(
        [
            public_id,
            kind,
            str(subject),
            " ".join(hears),
            " ".join(shows),
            language,
            session_fingerprint(session_key or ""),
        ],
        compress=True,
    )
    query = {"token": token, "since": since}
    return f"{PREFIX}{public_id}?{urlencode({name: value for name, value in query.items() if value})}"


def read_stream(*, public_id: str, query: dict[str, str], session_key: str, after: str = "") -> Stream:
    """Return the stream an address asks for, or raise StreamRefused. Touches no database."""
    token = query.get("token")
    if token is None:
        return _public_stream(public_id, query, after)
    try:
        tournament_id, kind, subject, hears, shows, language, mark = signing.Signer(salt=SALT).unsign_object(
            token
        )
    except (signing.BadSignature, ValueError, TypeError):
        raise StreamRefused("the token was not made here") from None
    if tournament_id != public_id:
        raise StreamRefused("the token is for another tournament")
    if mark and not constant_time_compare(mark, session_fingerprint(session_key)):
        raise StreamRefused("the token belongs to another log-in")
    return Stream(
        public_id=public_id,
        shows=frozenset(shows.split()) & shown_topics(),
        hears=frozenset(hears.split()),
        language=language,
        listener=Listener(
            kind=kind, subject=subject, public_id=public_id, session_key=session_key if mark else ""
        ),
        since=query.get("since", ""),
    )


def _public_stream(public_id: str, query: dict[str, str], after: str) -> Stream:
    shows, hears = frozenset(query.get("show", "").split()), frozenset(query.get("hear", "").split())
    language = query.get("language", settings.LANGUAGE_CODE)
    if not (public_id.isascii() and public_id.isalnum()):
        # Those who arrive together are asked for in one question: what no database takes would fail for all of them.
        raise StreamRefused("it names no tournament")
    if not shows | hears:
        raise StreamRefused("it names no topic")
    if len(hears) > MOST_TOPICS:
        raise StreamRefused("it names too many topics")
    if not (shows <= shown_topics() and all(map(is_public, hears))):
        raise StreamRefused("it names a topic that is not public")
    if language not in dict(settings.LANGUAGES):
        raise StreamRefused("it names an unknown language")
    listener = Listener(kind=PUBLIC, subject="", public_id=public_id)
    return Stream(
        public_id=public_id,
        shows=shows,
        hears=hears,
        language=language,
        listener=listener,
        after=after[:LONGEST_AFTER],
    )


def session_fingerprint(session_key: str) -> str:
    """Return a digest of a session's key that may be seen in an address; nothing for no session."""
    return salted_hmac(SALT, session_key, algorithm="sha256").hexdigest()[:32] if session_key else ""
