"""Lines of the log as no service writes them: of another release, or of nothing in particular."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.models import LogEntry
from tournament.services.actor import By


def write_line(
    *,
    tournament_id: int,
    by: By,
    verb: str,
    data: Mapping[str, Any],
    reason: str = "",
    undoes: LogEntry | None = None,
) -> LogEntry:
    (line,) = write_lines(
        tournament_id=tournament_id, by=by, verb=verb, data=[data], reason=reason, undoes=undoes
    )
    return line


def write_lines(
    *, tournament_id: int, by: By, verb: str, data: Sequence[Mapping[str, Any]], **more: Any
) -> list[LogEntry]:
    return LogEntry.objects.bulk_create(
        LogEntry(
            tournament_id=tournament_id,
            at=by.now,
            verb=verb,
            data=dict(each),
            account_id=by.actor.account_id,
            actor=by.actor.label,
            tablet=by.actor.device_id,
            device=by.actor.device,
            **more,
        )
        for each in data
    )
