from __future__ import annotations

from collections.abc import Iterator

from tables.queries.checks.findings import Finding
from tournament.models import Tournament
from tournament.queries.chain.house import broken_house_lines
from tournament.queries.chain.whole import broken_seals, open_tables


def check_chain(tournament: Tournament) -> Iterator[Finding]:
    """I30 and I32: every line of the log and every row of the ledgers is as it was sealed, none is missing and none was
    added, and the database lets nobody change them; so with the house's own log. Six queries.
    """
    for says in (*broken_seals(tournament), *broken_house_lines()):
        yield Finding(invariant="I30", says=says)
    for says in open_tables():
        yield Finding(invariant="I32", says=says)
