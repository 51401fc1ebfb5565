from __future__ import annotations

from collections.abc import Iterator

from tables.queries.checks.findings import Finding
from tournament.models import Tournament
from tournament.queries.chain.whole import broken_seals


def check_chain(tournament: Tournament) -> Iterator[Finding]:
    """I30: every line of the log and every row of the ledgers is as it was sealed, none is missing and none was added.
    Four queries.
    """
    for says in broken_seals(tournament):
        yield Finding(invariant="I30", says=says)
