from __future__ import annotations

from typing import Final

from django.db import connection

SEALED: Final = (
    *("tournament_logentry", "tournament_moneyrow", "tournament_chiprow", "tournament_chainlink"),
    "tournament_houseline",
)
REFUSED: Final = {
    # There is no other way to empty a table than to remove its rows.
    "sqlite": ("update", "delete"),
    "postgresql": ("update", "delete", "truncate"),
}
"""What a trigger of each sealed table refuses, by database (migrations 0036 and 0037)."""

_IN_FORCE: Final = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')",
}


def missing_triggers() -> list[str]:
    """Those that are not there, or switched off, by name. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_IN_FORCE[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    wanted = {f"{table}_no_{action}" for table in SEALED for action in REFUSED[connection.vendor]}
    return sorted(wanted - there)
