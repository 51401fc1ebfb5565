"""Hands of a level by hands: each that every table has finished is counted, and the last one ends the level.

A hand that is undone is taken off the count, and gives its level back if nobody has dealt in the next one. Once the
slowest table has left, by its last hand or because the floor broke it, those that stay have finished more hands than
were counted: the count follows them, so that nobody deals more hands of the level than it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tables.floor.level_hands import TableInLevel, dealt_by_all, joined, with_hand
from tables.models import Hand, HandStatus, Table
from tables.queries.room.level_hands import level_data_of, tables_in_level
from tournament.changes.clock import LevelPlayed
from tournament.models import LogEntry, Tournament
from tournament.rules import clock as clock_rules
from tournament.services.actor import By
from tournament.services.clock import give_level_back, note_hands, sweep_clock
from tournament.services.clock_claim import reload_clock


def count_hand(table: Table, hand: Hand, *, by: By) -> None:
    """A hand is over at a table. The caller holds the tournament's lock wherever the level is by hands."""
    tournament = table.tournament
    if hand.is_redealt or not _lasts_hands(tournament, hand):
        return
    # No worker may have booked that the level has begun.
    sweep_clock(tournament_id=tournament.pk, now=by.now)
    reload_clock(tournament)
    if hand.level_index == tournament.clock_index:
        _count(tournament, table.number, now=by.now)


def count_without_hand(tournament: Tournament, *, now: datetime) -> None:
    """Between hands a table may have left the level, or joined it. The caller holds the tournament's lock.

    No query in a level by time.
    """
    structure = tournament.structure
    if not structure.hands_of(clock_rules.current_index(tournament.clock, structure, now=now)):
        return
    sweep_clock(tournament_id=tournament.pk, now=now)
    reload_clock(tournament)
    if structure.hands_of(tournament.clock_index):
        _count(tournament, None, now=now)


def give_hand_back(table: Table, hand: Hand, *, by: By) -> None:
    """The same hand, still complete, is about to be undone."""
    tournament = table.tournament
    if hand.is_redealt or not _lasts_hands(tournament, hand):
        return
    reload_clock(tournament)
    if tournament.clock_index != hand.level_index:
        line = _level_line(tournament, hand)
        if line is None:
            return
        give_level_back(tournament, line, by=by)
    after = tables_in_level(tournament, index=hand.level_index)
    # With its players back the table plays on where it was.
    before = [
        replace(each, is_out=False) if each.table == table.number else each
        for each in with_hand(after, table=table.number, hands=-1)
    ]
    _store(tournament, before, stored=after)
    slowest = dealt_by_all(before)
    change = slowest - dealt_by_all(after, default=slowest)
    note_hands(tournament, hands=change, now=by.now)


def _count(tournament: Tournament, table: int | None, *, now: datetime) -> None:
    """Count what every table has finished, with the newest hand of `table`; None: without one."""
    index = tournament.clock_index
    after = tables_in_level(tournament, index=index)
    before = after if table is None else with_hand(after, table=table, hands=-1)
    together = joined(before)
    if table is not None:
        together = with_hand(together, table=table, hands=1)
    gone = [replace(each, is_out=True) for each in after if each.has_joined and not each.is_playing]
    _store(tournament, [*together, *gone], stored=after)
    slowest = dealt_by_all(before)
    note_hands(tournament, hands=dealt_by_all(together, default=slowest) - slowest, now=now)


def _store(tournament: Tournament, tables: Sequence[TableInLevel], *, stored: Sequence[TableInLevel]) -> None:
    """Keep how far tables were when they joined, and that they have left."""
    known = {each.table: (each.base, each.is_out) for each in stored}
    changed = [each for each in tables if known[each.table] != (each.base, each.is_out)]
    if not changed:
        return
    data = level_data_of(changed, tournament, index=tournament.clock_index)
    for number, each in data.items():
        Table.objects.filter(tournament=tournament, number=number).update(level_data=each)


def _lasts_hands(tournament: Tournament, hand: Hand) -> bool:
    """Whether the level that the hand was dealt at lasts hands. The structure may be shorter by now."""
    structure = tournament.structure
    return hand.level_index <= structure.last_index and structure.hands_of(hand.level_index) > 0


def _level_line(tournament: Tournament, hand: Hand) -> LogEntry | None:
    """By which the level of this hand ended, as long as nobody has dealt in the period after it."""
    line = (
        LogEntry.objects.filter(tournament=tournament, verb=LevelPlayed.verb, undone_by__isnull=True)
        .order_by("-pk")
        .first()
    )
    if line is None:
        return None
    played = LevelPlayed.of(line)
    if (played.from_index, played.to_index) != (hand.level_index, tournament.clock_index):
        return None
    since = Hand.objects.filter(
        table__tournament=tournament, started_at__gte=line.at, level_index=played.to_index
    )
    return None if since.exclude(status=HandStatus.VOID).exists() else line
