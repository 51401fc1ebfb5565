from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tournament.models import LogEntry
from tournament.services.actor import By


def write_log(
    *,
    tournament_id: int,
    by: By,
    verb: str,
    data: Mapping[str, object],
    reason: str = "",
    undoes: LogEntry | None = None,
) -> LogEntry:
    """Append one line to the tournament's log, in the transaction of the change it tells of.

    `verb` is a code with a sentence in `tournament.queries.words.log` or its counterpart in
    tables; `data` holds what the sentence names and what an undo needs. JSON values only.
    """
    return LogEntry.objects.create(
        tournament_id=tournament_id,
        at=by.now,
        verb=verb,
        data=dict(data),
        reason=reason,
        account_id=by.actor.account_id,
        actor=by.actor.label,
        tablet=by.actor.device_id,
        device=by.actor.device,
        undoes=undoes,
    )


def write_log_lines(
    *, tournament_id: int, by: By, verb: str, data: Sequence[Mapping[str, object]]
) -> list[LogEntry]:
    """Append a line for each of `data`, in their order, where one action changes many rows alike."""
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
        )
        for each in data
    )


def newest_line_id(tournament_id: int) -> int:
    """The last line of the log so far, 0 in an empty one."""
    newest = LogEntry.objects.filter(tournament=tournament_id).order_by("-pk").values_list("pk", flat=True)
    return newest.first() or 0


def newest_line_of_all() -> int:
    """The last line of all logs so far, 0 if there is none."""
    return LogEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def lines_of_one_tap(*, tournament_id: int, since: int, verbs: Collection[str], by: By) -> list[int]:
    """What this tap has written of these verbs after the line `since`: the `parts` of a line that names them all."""
    lines = LogEntry.objects.filter(
        tournament=tournament_id, pk__gt=since, verb__in=verbs, at=by.now, actor=by.actor.label
    )
    return list(lines.order_by("pk").values_list("pk", flat=True))
