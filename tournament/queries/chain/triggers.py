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

_SAYS: Final = "rows of the log and the ledgers are never changed or removed"
_MADE: Final = {
    "sqlite": f"CREATE TRIGGER {{name}} BEFORE {{action}} ON {{table}} BEGIN SELECT RAISE(ABORT, '{_SAYS}'); END",
    "postgresql": (
        "CREATE TRIGGER {name} BEFORE {action} ON {table} FOR EACH {each} EXECUTE FUNCTION floorman_append_only() "
        f"BEGIN RAISE EXCEPTION '{_SAYS}' USING ERRCODE = 'restrict_violation'; END"
    ),
}
# PostgreSQL names the schema of a table or function that is not in the current one, such as what a restore has kept.
_IN_FORCE: Final = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": (
        "SELECT pg_get_triggerdef(pg_trigger.oid, true) || ' ' || prosrc FROM pg_trigger "
        "JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    ),
}


def missing_triggers() -> list[str]:
    """Those that are not there, switched off, of another table or no longer as they were made, by name. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_IN_FORCE[connection.vendor])
        there = {" ".join(made.replace('"', "").split()) for (made,) in cursor.fetchall()}
    wanted = ((table, action) for table in SEALED for action in REFUSED[connection.vendor])
    return sorted(f"{table}_no_{action}" for table, action in wanted if _made(table, action) not in there)


def _made(table: str, action: str) -> str:
    """The trigger as the database tells of it."""
    return _MADE[connection.vendor].format(
        name=f"{table}_no_{action}",
        table=table,
        action=action.upper(),
        each="STATEMENT" if action == "truncate" else "ROW",
    )
