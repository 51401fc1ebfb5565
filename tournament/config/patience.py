"""How long a process that serves people waits for its database.

A thread that waits serves nobody, and a dealer's tablet waits eight seconds for an answer and then sends the same
tap again (outbox.js). So a process that serves people gives up early and answers 503, which costs a tap nothing but
the time: one row that somebody keeps locked stops one table, not the house.

Commands that people do not wait for (migrations, the simulation, the demo) say nothing here and wait as long as
they must. An import through a page is many short statements: none of these limits ends it.

PostgreSQL gets the limits with each new connection, as `options`, at no round trip.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.db import connections

# For a row, or for SQLite's write lock: a tap that waits for it is answered in time, and asks again.
LOCK_SECONDS: Final = 2
# For one statement: the slowest page takes half a second in a room of ten thousand.
STATEMENT_SECONDS: Final = 15
# For a transaction whose process has stopped in the middle: what it locks is free again after that.
IDLE_SECONDS: Final = 30


def serve_people() -> None:
    """Give up early from now on. To be called at the start of a process, before its first query."""
    database = settings.DATABASES["default"]
    database["OPTIONS"] = {**database.get("OPTIONS", {}), **_limits(database)}
    connections.close_all()


def _limits(database: Mapping[str, Any]) -> dict[str, Any]:
    if "postgresql" not in database["ENGINE"]:
        return {"timeout": LOCK_SECONDS}
    given = database.get("OPTIONS", {}).get("options", "")
    limits = {
        "lock_timeout": LOCK_SECONDS,
        "statement_timeout": STATEMENT_SECONDS,
        "idle_in_transaction_session_timeout": IDLE_SECONDS,
    }
    ours = " ".join(f"-c {name}={seconds}s" for name, seconds in limits.items())
    # What the operator writes into DATABASE_URL comes last and so wins.
    return {"options": f"{ours} {given}".strip()}
