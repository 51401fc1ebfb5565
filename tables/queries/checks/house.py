from __future__ import annotations

from collections.abc import Iterator

from tables.queries.checks.findings import Finding
from tournament.queries.chain.house import broken_house_lines
from tournament.queries.chain.whole import open_tables


def check_log_ins() -> Iterator[Finding]:
    """I30: every line of the house's own log is as it was sealed, and none is missing. One query."""
    for says in broken_house_lines():
        yield Finding(invariant="I30", says=says)


def check_triggers() -> Iterator[Finding]:
    """I32: the database lets nobody change what is sealed. One query."""
    for says in open_tables():
        yield Finding(invariant="I32", says=says)
