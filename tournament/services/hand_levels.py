"""Levels by hands from so many players left on: the later levels of the structure get their hands, once and by itself.

What was played and the level in play stay as they are: its time runs out. Undone while none of those levels has begun,
by itself where a player who went out by mistake is in again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import UNSET

from tournament.changes.hand_levels import LevelsByHands, LevelsByTime
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.rules.structure.levels import Level, Period, lasting_hands
from tournament.rules.structure.periods import Structure
from tournament.services.actor import By
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, gone_on, register_undo


def levels_by_hands_if_due(tournament: Tournament, *, left: int, by: By) -> None:
    """After players went out: `left` are in. The caller holds the tournament's lock; safe to repeat.

    Once only: a director who undoes it, or sets the levels otherwise, is not overruled by the next bust.
    """
    options = tournament.options
    is_due = 1 < left <= options.hands_level_from and tournament.registration_closed_at is not None
    if not is_due or tournament.status != TournamentStatus.RUNNING:
        return
    if not all(_gave_way(line) for line in _lines(tournament)):
        return
    index, before = tournament.clock_index, tournament.structure
    lasts = lasting_hands(options.hands_a_level)
    after = _changed(
        before,
        lambda at, level: (
            replace(level, duration_seconds=lasts.seconds, hands=lasts.hands) if at > index else level
        ),
    )
    if after == before:
        return
    lengths = tuple(
        (at, period.duration_seconds, before.hands_of(at))
        for at, period in enumerate(before.periods)
        if period != after.periods[at]
    )
    _put(tournament, after)
    begun = LevelsByHands(
        hands=lasts.hands, left=left, after_index=index, lengths=lengths, structure=after.to_dict()
    )
    record(begun, tournament_id=tournament.pk, by=by)


def levels_by_time_if_due(tournament: Tournament, *, left: int, by: By) -> None:
    """After players are in again: `left` are in. The change that a mistaken bust has made is undone with it.

    The caller holds the tournament's lock; safe to repeat.
    """
    if left <= tournament.options.hands_level_from:
        return
    lines = [line for line in _lines(tournament) if not hasattr(line, "undone_by")]
    still_open = _open_lines(tournament, lines)
    for line in lines:
        if line.pk in still_open:
            _take_back(tournament, line, by, by_itself=True)


def _lines(tournament: Tournament) -> list[LogEntry]:
    lines = LogEntry.objects.filter(tournament=tournament, verb=LevelsByHands.verb)
    return list(lines.select_related("undone_by").order_by("pk"))


def _gave_way(line: LogEntry) -> bool:
    """Whether the change was undone by itself, as if it had never been due."""
    return hasattr(line, "undone_by") and LevelsByTime.of(line.undone_by).by_itself is True


def _changed(structure: Structure, change: Callable[[int, Level], Level]) -> Structure:
    """The structure with its levels changed, by their index."""
    periods: list[Period] = [
        change(index, period) if isinstance(period, Level) else period
        for index, period in enumerate(structure.periods)
    ]
    return Structure(periods=tuple(periods))


def _put(tournament: Tournament, structure: Structure) -> None:
    tournament.structure_data = structure.to_dict()
    tournament.save(update_fields=["structure_data"])
    publish(tournament.code, ["clock", "tables", "log"])


def _open_lines(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While none of its levels has begun, and nobody has changed the structure since."""
    told = {line.pk: LevelsByHands.of(line) for line in lines}
    stands = tournament.structure.to_dict()
    return {
        line
        for line, each in told.items()
        if tournament.clock_index <= each.after_index and each.structure == stands
    }


def _undo(line: LogEntry, by: By) -> None:
    tournament = lock_tournament(line.tournament_id)
    if line.pk not in _open_lines(tournament, [line]):
        raise gone_on()
    _take_back(tournament, line, by, by_itself=False)


def _take_back(tournament: Tournament, line: LogEntry, by: By, *, by_itself: bool) -> None:
    before = {at: (seconds, hands) for at, seconds, hands in LevelsByHands.of(line).lengths}
    structure = _changed(
        tournament.structure,
        lambda at, level: (
            replace(level, duration_seconds=before[at][0], hands=before[at][1]) if at in before else level
        ),
    )
    _put(tournament, structure)
    restored = LevelsByTime(structure=structure.to_dict(), by_itself=by_itself or UNSET)
    record(restored, tournament_id=tournament.pk, by=by, undoes=line)


register_undo([LevelsByHands], Undoable(open_lines=_open_lines, undo=_undo))
