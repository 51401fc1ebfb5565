"""Which table a line of the log tells of: by its id, because the number painted on it may be another by now."""

from __future__ import annotations

from tournament.models import LogEntry


def table_of(line: LogEntry) -> dict[str, int]:
    """What finds the table among those of the tournament. Lines of earlier releases know only the number."""
    if "table_id" in line.data:
        return {"pk": line.data["table_id"]}
    return {"number": line.data["table"]}
