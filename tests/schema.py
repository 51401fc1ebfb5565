"""What the tables of a database are, whatever the order in which their columns were added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db import connection

SQLITE: Final = "SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL"
# Without the names that are made of the name that a table had at first.
POSTGRESQL: Final = r"""
SELECT concat_ws(
           ' ', table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, is_identity
       )
  FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL
SELECT concat_ws(
           ' ', conrelid::regclass, CASE WHEN contype NOT IN ('f', 'p') THEN conname END, pg_get_constraintdef(oid)
       )
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT regexp_replace(indexdef, '\S+(_[0-9a-f]{8}|_pkey)', '') FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT proname || ' ' || prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
"""


def schema() -> list[str]:
    """Read the tables, indexes, constraints and triggers of the default database, a line each."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL)
            return sorted(line for (line,) in cursor.fetchall())
        cursor.execute(SQLITE)
        return sorted(line for what, sql in cursor.fetchall() for line in lines_of(what, sql))


def lines_of(what: str, sql: str) -> Iterator[str]:
    """Of a table each column and constraint: what stands between the outermost commas of its CREATE TABLE."""
    if not what.startswith("table "):
        yield f"{what}: {sql}"
        return
    depth, part = 0, ""
    # No name and no text of ours has a bracket or a comma in it.
    for letter in sql[sql.index("(") + 1 : sql.rindex(")")]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            yield f"{what}: {part.strip()}"
            part = ""
        else:
            part += letter
    yield f"{what}: {part.strip()}"
