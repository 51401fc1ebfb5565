"""Undo from the log: a change is undone by a further change that names it.

Each area registers, for its verbs, which lines can still be undone and how. What cannot be put
back exactly as it was (cards were dealt since, somebody else sits there) is not offered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.change import Change, told
from tournament.changes.together import Together, UndoneTogether
from tournament.models import LogEntry, Role, StaffMember, Tournament
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_with_event
from tournament.services.log import record

OpenLines = Callable[[Tournament, Sequence[LogEntry]], Collection[int]]
Take = Callable[[LogEntry, By], None]
Lock = Callable[[LogEntry], None]
Why = Callable[[LogEntry], Refused]
MayUndo = Callable[[Tournament, LogEntry, By], None]


def gone_on() -> Refused:
    """What is said where something has happened since that an undo would contradict."""
    return Refused(_("This can no longer be undone: later changes depend on it."), code="cannot_undo")


def _nothing_more(line: LogEntry) -> None:
    """The lock of the tournament is enough."""


def _gone_on(_line: LogEntry) -> Refused:
    return gone_on()


def _anybody(_tournament: Tournament, _line: LogEntry, _by: By) -> None:
    """Nothing is asked of those who may open the log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoable:
    """`open_lines` says which of some lines can be undone now, in a few queries for all of them;
    `undo` does it for one, under the tournament's lock, and logs a line that `undoes` it. `lock` keeps everything else
    as it is that `open_lines` looks at: a table whose dealer or floor changes it without the tournament's lock.
    `why_not` says what is in the way of a line that cannot be undone now; `may` raises Refused for somebody who may not
    undo it, or has to say why.

    `again`: what undoes a line is a change like any other, so that undoing that one makes the first again. Elsewhere
    the line of an undo offers nothing.
    """

    open_lines: OpenLines
    undo: Take
    lock: Lock = _nothing_more
    again: bool = False
    why_not: Why = _gone_on
    may: MayUndo = _anybody


def require_director(tournament: Tournament, _line: LogEntry, by: By) -> None:
    """Raise Refused for others of the floor, who may open the log too."""
    directors = StaffMember.objects.filter(tournament=tournament, role=Role.DIRECTOR)
    if not directors.filter(account=by.actor.account_id).exists():
        raise Refused(_("Only a director can undo this."), code="not_director")


def require_another(line: LogEntry, by: By, *, own: Refused, no_reason: Refused) -> None:
    """Raise `own` for the person that made the change, `no_reason` for another one who gives none."""
    if line.account_id is not None and line.account_id == by.actor.account_id:
        raise own
    if not by.reason:
        raise no_reason


_undoable: Final[dict[str, Undoable]] = {}


def register_undo(changes: Collection[type[Change] | str], undoable: Undoable) -> None:
    """Make the lines of these changes undoable: said at the end of the module that makes them.

    Raises ValueError where another one undoes them already.
    """
    for change in changes:
        verb = change if isinstance(change, str) else change.verb
        if _undoable.setdefault(verb, undoable) is not undoable:
            raise ValueError(f"Two services undo {verb!r}.")


def has_undo(line: LogEntry) -> bool:
    """Whether changes of its kind can be undone at all; `lines_to_undo` says whether this one still can."""
    return line.verb in _undoable


def lines_to_undo(tournament: Tournament, lines: Sequence[LogEntry]) -> frozenset[int]:
    """Ids of those lines that can be undone now. Lines come with `undone_by` loaded."""
    found: set[int] = set()
    by_area: dict[int, list[LogEntry]] = defaultdict(list)
    for line in lines:
        area = _undoable.get(line.verb)
        if area is not None and not hasattr(line, "undone_by") and (area.again or line.undoes_id is None):
            by_area[id(area)].append(line)
    for group in by_area.values():
        found.update(_undoable[group[0].verb].open_lines(tournament, group))
    return frozenset(found)


@transaction.atomic
def undo_line(*, tournament_id: int, line_id: int, by: By) -> LogEntry:
    """Undo what one line of the log tells of; give the line that was undone.

    Raises Refused when it was undone already, later changes depend on it, or this person may not, and
    LogEntry.DoesNotExist for another tournament's line.
    """
    tournament = lock_with_event(tournament_id)
    line = LogEntry.objects.select_related("undone_by").get(pk=line_id, tournament=tournament)
    if hasattr(line, "undone_by"):
        raise Refused(_("This has already been undone."), code="undone_already")
    if line.verb in _undoable:
        _undoable[line.verb].lock(line)
    if line.pk not in lines_to_undo(tournament, [line]):
        raise _undoable[line.verb].why_not(line) if line.verb in _undoable else gone_on()
    _undoable[line.verb].may(tournament, line, by)
    _undoable[line.verb].undo(line, by)
    return line


def register_together(changes: Collection[type[Change] | str]) -> None:
    """Make lines undoable that name in `parts` what one tap has done: one tap undoes all of it, the last first."""
    register_undo(changes, _TOGETHER)


def _open_together(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those of which all that still stands can be undone."""
    wanted = {line.pk: Together.of(line).parts for line in lines}
    parts = list(LogEntry.objects.filter(pk__in=chain(*wanted.values())).select_related("undone_by"))
    standing = {part.pk for part in parts if not hasattr(part, "undone_by")}
    can_go = lines_to_undo(tournament, parts)
    left = {line: standing.intersection(these) for line, these in wanted.items()}
    return {line for line, these in left.items() if these and these <= can_go}


def _undo_together(line: LogEntry, by: By) -> None:
    parts = LogEntry.objects.filter(pk__in=Together.of(line).parts, undone_by__isnull=True)
    for part in parts.order_by("-pk"):
        _undoable[part.verb].undo(part, by)
    undone = UndoneTogether(was=told(line))
    record(undone, tournament_id=line.tournament_id, by=by, undoes=line)


def _lock_together(line: LogEntry) -> None:
    for part in LogEntry.objects.filter(pk__in=Together.of(line).parts).order_by("pk"):
        _undoable[part.verb].lock(part)


_TOGETHER: Final = Undoable(open_lines=_open_together, undo=_undo_together, lock=_lock_together)
