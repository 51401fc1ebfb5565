"""PostgreSQL whose append-only tables refuse TRUNCATE, and are still emptied by `manage.py flush`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.management.color import Style
from django.db.backends.postgresql import base, operations

# Those in force. 32 is TRUNCATE in the bits of what a trigger is for.
_REFUSE_TRUNCATE: Final = """
    SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgenabled = 'O' AND t.tgtype & 32 <> 0 AND pg_table_is_visible(c.oid)
    ORDER BY t.tgname
"""


class DatabaseOperations(operations.DatabaseOperations):
    """Django's, but for `manage.py flush`: what refuses to be emptied is switched off for that one transaction."""

    def sql_flush(self, style: Style, tables: Sequence[str], **options: Any) -> list[str]:
        flush = super().sql_flush(style, tables, **options)
        with self.connection.cursor() as cursor:
            cursor.execute(_REFUSE_TRUNCATE)
            found = [
                (self.quote_name(table), self.quote_name(trigger))
                for table, trigger in cursor.fetchall()
                if table in tables
            ]
        off, on = (
            [f"ALTER TABLE {table} {way} TRIGGER {trigger};" for table, trigger in found]
            for way in ("DISABLE", "ENABLE")
        )
        return [*off, *flush, *on] if flush else flush


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's PostgreSQL connection."""

    ops_class = DatabaseOperations
