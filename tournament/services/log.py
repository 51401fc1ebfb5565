from __future__ import annotations

from collections.abc import Collection, Sequence

from tournament.changes.change import Change
from tournament.models import LogEntry
from tournament.services.actor import By
from tournament.services.outbox import put_in_outbox
from tournament.services.phone_outbox import put_on_phones


def record(
    change: Change, *, tournament_id: int, by: By, reason: str = "", undoes: LogEntry | None = None
) -> LogEntry:
    """Append the line of a change to the tournament's log, in the transaction of the change itself."""
    line = _line_of(change, tournament_id, by)
    line.reason, line.undoes = reason or by.reason, undoes
    return _written([line], [change])[0]


def record_each(changes: Sequence[Change], *, tournament_id: int, by: By) -> list[LogEntry]:
    """Append a line for each, in their order, where one action changes many rows alike. One statement."""
    return _written([_line_of(change, tournament_id, by) for change in changes], changes)


def _written(lines: Sequence[LogEntry], changes: Sequence[Change]) -> list[LogEntry]:
    """The lines, and with them what web hooks and phones are told of them."""
    written = LogEntry.objects.bulk_create(lines)
    put_in_outbox(written, changes)
    put_on_phones(written, changes)
    return written


def _line_of(change: Change, tournament_id: int, by: By) -> LogEntry:
    """Not saved: the manager seals what it writes."""
    return LogEntry(
        tournament_id=tournament_id,
        at=by.now,
        verb=change.verb,
        data=change.to_data(),
        account_id=by.actor.account_id,
        actor=by.actor.label,
        tablet=by.actor.device_id,
        device=by.actor.device,
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
