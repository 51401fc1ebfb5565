"""The database is away, locked, full or cannot be written: which of them it is, and the answer.

Nothing is left half done then: a transaction is recorded in full or not at all. The same request is answered as usual
later, so each of these answers is a 503 with `Retry-After`, with the marker by which a tablet knows Floorman from
a hotel's network, and with one sentence that says what to do about it.

Django converts errors to answers at each layer of its middleware, so `server_error`, its handler of what nobody
caught, is the one place that sees them all: a page, a tap, a session that could not be saved.
"""

from __future__ import annotations

import errno
import sqlite3
import sys
from dataclasses import dataclass
from typing import Final

import psycopg
import structlog
from django import db
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.defaults import server_error as unknown_error

from tournament.queries.alarms.alarm import Alarm

logger = structlog.get_logger(__name__)

MARKER: Final = "Floorman"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outage:
    """What is wrong with the database, in a word for the log and in a sentence for people."""

    kind: str
    words: Promise
    retry_seconds: int


LOCKED: Final = Outage(
    kind="locked", words=_("The database is busy: try again in a moment."), retry_seconds=1
)
AWAY: Final = Outage(
    kind="away",
    words=_("The database does not answer: start it again or check its cable, and Floorman carries on."),
    retry_seconds=2,
)
FULL: Final = Outage(
    kind="full",
    words=_("The disk is full: free some space on the computer of the database, and Floorman carries on."),
    retry_seconds=5,
)
READ_ONLY: Final = Outage(
    kind="read_only",
    words=_("The database cannot be written: make its disk writable again, and Floorman carries on."),
    retry_seconds=5,
)
DAMAGED: Final = Outage(
    kind="damaged",
    words=_("The database is damaged: stop Floorman, and put the last backup back with manage.py restore."),
    retry_seconds=30,
)

# https://www.postgresql.org/docs/current/errcodes-appendix.html
_OF_SQLSTATE: Final = {
    "XX001": DAMAGED,  # data_corrupted
    "XX002": DAMAGED,  # index_corrupted
    "25006": READ_ONLY,  # read_only_sql_transaction: also a server that follows another
    "25P03": LOCKED,  # idle_in_transaction_session_timeout
    "40001": LOCKED,  # serialization_failure
    "40P01": LOCKED,  # deadlock_detected
    "53100": FULL,  # disk_full
    "53300": LOCKED,  # too_many_connections
    "55P03": LOCKED,  # lock_not_available
    "57014": LOCKED,  # query_canceled: statement_timeout
}
# In English, as PostgreSQL says it; in other languages the answer is that of a server that is away.
_NO_CONNECTION_LEFT: Final = ("too many clients already", "remaining connection slots are reserved")
# Lost connections, resources, an operator who stops the server, its disk.
_AWAY_CLASSES: Final = ("08", "53", "57P", "58")
_OF_SQLITE: Final = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_IOERR: AWAY,
    sqlite3.SQLITE_CANTOPEN: AWAY,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
_OF_FILES: Final = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: READ_ONLY}
_PRIMARY_CODE: Final = 0xFF


def outage_of(error: BaseException | None) -> Outage | None:
    """What `error`, Django's or a driver's own, says about the database; None where it is about something else.

    An error in a query (a missing table, a wrong value) is a fault of ours and no outage.
    """
    match error:
        case sqlite3.Error():
            return _OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE)
        case psycopg.Error():
            return _of_postgres(error)
        case db.Error() if error.__cause__ is not None:
            return outage_of(error.__cause__)
        case db.OperationalError():
            # No driver has said it: our own queue for SQLite's write lock (tournament.config.sqlite).
            return LOCKED
        case OSError():
            return _OF_FILES.get(error.errno or 0)
        case _:
            return None


def _of_postgres(error: psycopg.Error) -> Outage | None:
    if error.sqlstate is None:
        # Not the server's words but the driver's: no connection, or none any more. A server that has none to give
        # says so to the driver, which passes on its sentence and not its code.
        if any(words in str(error) for words in _NO_CONNECTION_LEFT):
            return LOCKED
        return AWAY if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) else None
    known = _OF_SQLSTATE.get(error.sqlstate)
    return known or (AWAY if error.sqlstate.startswith(_AWAY_CLASSES) else None)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what nobody caught: an outage by what it is, everything else as an error of ours."""
    outage = outage_of(sys.exception())
    if outage is None:
        return unknown_error(request)
    logger.warning("database_unavailable", kind=outage.kind)
    return unavailable(request, outage)


def unavailable(request: HttpRequest, outage: Outage) -> HttpResponse:
    """The answer of 503: a page for a reader, a message for a tap of a page, a sentence for anything else.

    An open staff page that asks for its alarms gets this one, by 200: that was what it asked for.

    Asks the database nothing: not even who is signed in.
    """
    response = _for_reader(request, outage)
    response.headers[MARKER] = "1"
    response.headers["Retry-After"] = str(outage.retry_seconds)
    return response


def _for_reader(request: HttpRequest, outage: Outage) -> HttpResponse:
    if request.method == "GET" and request.headers.get("HX-Target") == "alarms":
        return HttpResponse(_as_alarm(outage))
    if request.method not in {"GET", "HEAD"} and "HX-Request" in request.headers:
        message = loader.get_template("_message.html").render({"level": "error", "text": outage.words})
        return HttpResponse(message, status=503)
    if "text/html" in request.headers.get("Accept", ""):
        again = outage.retry_seconds if request.method == "GET" else None
        return HttpResponse(
            loader.get_template("503.html").render({"outage": outage, "again": again}), status=503
        )
    return HttpResponse(str(outage.words), status=503, content_type="text/plain; charset=utf-8")


def _as_alarm(outage: Outage) -> str:
    alarm = Alarm(
        code=f"database_{outage.kind}",
        words=gettext("Floorman is waiting for its database."),
        cure=str(outage.words),
        is_urgent=True,
    )
    return loader.get_template("tournament/alarms/_alarms.html").render({"alarms": [alarm]})
