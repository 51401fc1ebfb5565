"""What SQLite asks of a table, from its own catalogue.

Django reads the statements that have made the tables, and takes a second for all of them.
"""

from __future__ import annotations

import re
from typing import Any, Final

_PLAIN: Final = {"unique": False, "foreign_key": False}
_NAMED: Final = re.compile(r'CONSTRAINT "([^"]+)"')
# An index over some of the rows alone lets the others be there twice.
_INDEXED: Final = (
    'SELECT one.name, one."unique" AND NOT one.partial, part.name '
    "FROM pragma_index_list(%s) one, pragma_index_info(one.name) part ORDER BY one.seq, part.seqno"
)


def constraints(cursor: Any, table: str) -> dict[str, dict[str, Any]]:
    """By name the columns of each, and whether it is unique or a foreign key: as Django's introspection gives them."""
    cursor.execute("SELECT sql FROM sqlite_master WHERE name = %s", [table])
    (made_by,) = cursor.fetchone()
    found: dict[str, dict[str, Any]] = {name: {"columns": [], **_PLAIN} for name in _NAMED.findall(made_by)}
    cursor.execute(_INDEXED, [table])
    for name, is_whole, column in cursor.fetchall():
        found.setdefault(name, {"columns": [], **_PLAIN, "unique": is_whole})["columns"].append(column)
    cursor.execute('SELECT id, "from" FROM pragma_foreign_key_list(%s)', [table])
    for number, column in cursor.fetchall():
        found[f"reference {number}"] = {"columns": [column], **_PLAIN, "foreign_key": True}
    return found
