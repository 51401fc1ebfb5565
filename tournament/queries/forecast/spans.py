"""How the clock of an event ran: spans of time in which one period was played, from the lines of its log.

The clock itself keeps only where it stands now. Its lines say when it started, stood, ran on and changed the level,
each with its own time. A line that was undone counts as never written: the clock that is put back has run on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from tournament.changes.change import verbs
from tournament.changes.clock import (
    ClockBegun,
    ClockPaused,
    ClockPausedUntil,
    ClockRestored,
    ClockResumed,
    ClockStarted,
    LevelChanged,
    LevelJumped,
    LevelPlayed,
    LevelSetBack,
    LevelSkipped,
    StartUndone,
    TimeDeducted,
)

_RUNS: Final = frozenset({ClockBegun.verb, ClockResumed.verb})
_STANDS: Final = frozenset({ClockPaused.verb, ClockPausedUntil.verb})
_MOVES: Final = verbs(LevelChanged, LevelJumped, LevelPlayed, LevelSetBack, LevelSkipped, TimeDeducted)
VERBS: Final = _RUNS | _STANDS | frozenset(_MOVES) | {ClockStarted.verb, ClockRestored.verb, StartUndone.verb}


class ClockTold(NamedTuple):
    """A line that tells of the clock; `undoes` is the line that it undoes. `pk` 0: nobody has written it yet."""

    pk: int
    verb: str
    at: datetime
    data: Mapping[str, Any]
    undoes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A while in which the clock ran in period `index`, counted from 0, or stood and was moved on by `spent` minutes,
    as hand-for-hand does.
    """

    index: int
    start: datetime
    end: datetime
    spent: float = 0.0

    @property
    def minutes(self) -> float:
        return (self.end - self.start).total_seconds() / 60 + self.spent


def spans_of(lines: Iterable[ClockTold], *, until: datetime) -> list[Span]:
    """In their order, up to `until`; lines in the order of their time."""
    return [span for span in _running(_in_force(lines), until) if span.minutes > 0]


def _in_force(lines: Iterable[ClockTold]) -> list[ClockTold]:
    """Without what was undone; nothing of what went before counts where the start was."""
    kept: list[ClockTold] = []
    for line in lines:
        if line.verb == StartUndone.verb:
            kept.clear()
        elif line.verb == ClockRestored.verb:
            kept = _restored(kept, line)
        else:
            kept.append(line)
    return kept


def _restored(kept: list[ClockTold], line: ClockTold) -> list[ClockTold]:
    """Without the line that it undoes. A round in play again names none: what it has moved the clock on by goes, with
    all that came of it at the same moment.
    """
    if line.undoes is not None:
        return [each for each in kept if each.pk != line.undoes]
    deducted = [number for number, each in enumerate(kept) if each.verb == TimeDeducted.verb]
    if deducted and kept[deducted[-1]].at == kept[-1].at:
        return kept[: deducted[-1]]
    return [*kept, line]


def _running(lines: Iterable[ClockTold], until: datetime) -> Iterator[Span]:
    """Each span as it ends."""
    index, since = 0, None
    for line in lines:
        if line.at > until:
            break
        if since is not None:
            yield Span(index=index, start=since, end=line.at)
        if line.verb == TimeDeducted.verb:
            yield Span(index=index, start=line.at, end=line.at, spent=line.data["seconds"] / 60)
        index = _index_after(line, index)
        since = line.at if _runs_after(line, since is not None) else None
    if since is not None:
        yield Span(index=index, start=since, end=until)


def _index_after(line: ClockTold, index: int) -> int:
    if line.verb == ClockStarted.verb:
        # An event goes on where its flights have stopped.
        return int(line.data.get("clock_before", {}).get("index", 0))
    return int(line.data.get("to_index", index))


def _runs_after(line: ClockTold, runs: bool) -> bool:
    if line.verb in _RUNS:
        return True
    if line.verb in _STANDS:
        return False
    return not line.data.get("at") if line.verb == ClockStarted.verb else runs
