"""Rounds of the room: one begins, every table deals its hands, and the last one that is done ends it.

A round ends under the tournament's lock: of two tables that finish at the same moment the second sees what the first
has done. There is one next round, and one deduction from the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from tables.changes.rounds import RoundDealt, RoundOver
from tables.changes.stops import StopAnnounced, StopEnded
from tables.floor.hand_for_hand import (
    TableInRound,
    is_reached,
    is_round_over,
    is_step_over,
    one_more,
    quota,
)
from tables.models import Table
from tables.queries.room.advice import advice
from tables.queries.room.rounds import tables_in_round
from tables.services.table.holds import hold_all_tables
from tables.services.table.lease import lock_tables
from tables.services.table.many_rows import save_many
from tournament.changes.change import verbs
from tournament.changes.clock import LevelPlayed
from tournament.models import Entry, EntryStatus, LogEntry, Stop, StopKind, Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.queries.seats_won import seats_won
from tournament.realtime import publish
from tournament.services.actor import CLOCK, HOUSE, By
from tournament.services.clock import deduct_time, next_period, pause_clock, resume_clock
from tournament.services.clock_claim import reload_clock
from tournament.services.errors import Refused
from tournament.services.field.results import settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record

# Of these the newest one tells whether a level by hands has ended since the round began.
ROUNDS_AND_LEVELS: Final = verbs(StopAnnounced, RoundDealt, LevelPlayed)


def finish_round_if_done(tournament: Tournament, *, now: datetime) -> None:
    """End the round once every table has finished. The caller holds the tournament's lock; safe to repeat.

    The places and prizes of the round are final, its minutes are taken off the clock. The stop ends by itself where
    its place is reached; otherwise the next round begins, unless the house or the room wants the floor to begin it.
    """
    stop = tournament.stop
    # In step the slowest table may have left, and the others be ahead by all their hands.
    most = stop.hands if stop is not None and stop.kind == StopKind.IN_STEP else 1
    for _round in range(most):
        if not _finish_round(tournament, now):
            return


def _finish_round(tournament: Tournament, now: datetime) -> bool:
    """End one round if it is over, and say whether the next one has begun by itself."""
    stop = tournament.stop
    if stop is None or stop.round_over_at is not None:
        return False
    tables = tables_in_round(tournament, now=now)
    if not is_over(stop, tables):
        return False
    stop.round_over_at = now
    stop.save(update_fields=["round_over_at"])
    if stop.round:
        _book_round(tournament, stop, now)
    left = players_left(tournament) + seats_won(tournament)
    if is_reached(players_left=left, until_left=stop.until_left) or is_counted_by_level(tournament, stop):
        end_stop(tournament, stop, by=HOUSE.at(now), by_itself=True)
        return False
    if _follows_by_itself(tournament, stop, tables, now):
        begin_round(tournament, stop, by=HOUSE.at(now))
        return True
    publish(tournament.code, ["tables", "hands", "log"])
    return False


def _follows_by_itself(
    tournament: Tournament, stop: Stop, tables: Sequence[TableInRound], now: datetime
) -> bool:
    """Whether another round begins at once: somebody can deal in it, and nothing of the floor comes before it."""
    if not (stop.has_rounds and stop.next_by_itself) or tournament.status != TournamentStatus.RUNNING:
        return False
    return any(table.light != "out" for table in tables) and not _wants_the_floor(tournament, now)


def is_counted_by_level(tournament: Tournament, stop: Stop) -> bool:
    """Whether fixed hands per level have come to a level whose hands the structure counts: the stop is over."""
    is_by_hands = tournament.structure.hands_of(tournament.clock_index) > 0
    return stop.kind == StopKind.HANDS_PER_LEVEL and is_by_hands


def is_over(stop: Stop, tables: Sequence[TableInRound]) -> bool:
    """Whether the round is over: every table is done or, in step, has finished one hand more."""
    if stop.kind == StopKind.IN_STEP:
        return bool(tables) and is_step_over(tables, hands=stop.hands)
    return is_round_over(tables)


def rest_clock(tournament: Tournament, stop: Stop, *, by: By) -> bool:
    """The day is over: the clock stands until the room deals on, however long that takes. So few tables that they play
    their level out have it running until then (WSOP 125). The caller holds the tournament's lock. Gives whether it ran.
    """
    if tournament.clock.state != "running":
        return False
    pause_clock(tournament_id=tournament.pk, by=by)
    reload_clock(tournament)
    stop.resumes_clock = True
    stop.save(update_fields=["resumes_clock"])
    return True


def begin_round(tournament: Tournament, stop: Stop, *, by: By) -> None:
    """Every table may deal the hands of one more round. The caller holds the tournament's lock."""
    if stop.minutes and tournament.clock.state == "running":
        pause_clock(tournament_id=tournament.pk, by=by)
        reload_clock(tournament)
    stop.round += 1
    stop.round_over_at = None
    stop.save(update_fields=["round", "round_over_at"])
    in_step = stop.kind == StopKind.IN_STEP
    next_quota = one_more if in_step else quota
    set_quotas(
        tournament,
        lambda table: next_quota(table, hands=stop.hands),
        now=by.now,
        disturbs_hands=not in_step,
    )
    dealt = RoundDealt(stop=stop.pk, stop_kind=StopKind(stop.kind), round=stop.round)
    record(dealt, tournament_id=tournament.pk, by=by)


def end_stop(
    tournament: Tournament, stop: Stop, *, by: By, by_itself: bool = False, undoes: LogEntry | None = None
) -> None:
    """The tables deal on, or wait for the redraw or the break of a table that is due. The caller holds the lock."""
    stop.ended_at = by.now
    stop.save(update_fields=["ended_at"])
    tournament.stop = None
    tournament.save(update_fields=["stop"])
    settle_results(tournament=tournament, now=by.now)
    if stop.resumes_clock and tournament.clock.state == "paused":
        resume_clock(tournament_id=tournament.pk, by=by)
        reload_clock(tournament)
    advised = advice(tournament)
    is_held = by_itself and tournament.status == TournamentStatus.RUNNING
    is_held = is_held and (advised.redraw_to is not None or advised.break_table is not None)
    ended = StopEnded(
        stop=stop.pk,
        stop_kind=StopKind(stop.kind),
        by_itself=by_itself,
        left=players_left(tournament),
    )
    record(ended, tournament_id=tournament.pk, by=by, undoes=undoes)
    tell_all_tables(tournament)
    if is_held:
        hold_all_tables(tournament_id=tournament.pk, reason="", by=by)


def locked_stop(tournament_id: int) -> tuple[Tournament, Stop]:
    """The tournament, locked, and its stop. Raises Refused without one."""
    tournament = lock_tournament(tournament_id)
    if tournament.stop is None:
        raise Refused(_("The room deals freely: there is nothing to release."), code="no_stop")
    return tournament, tournament.stop


def set_quotas(
    tournament: Tournament,
    quota_of: Callable[[TableInRound], int],
    *,
    now: datetime,
    disturbs_hands: bool = True,
) -> Sequence[TableInRound]:
    """Say of every table how many hands it may have dealt in all; give the tables as they were.

    disturbs_hands: it counts a write at a table whose hand is in play too. Otherwise a hand is played on as if nothing
    was: in step another table finishes one every minute, and taps that a slow network holds back stay good.
    """
    rows = lock_all_tables(tournament)
    tables = tables_in_round(tournament, now=now)
    quotas = {table.table: quota_of(table) for table in tables}
    undisturbed = {table.table for table in tables if table.is_in_hand and not disturbs_hands}
    for row in rows:
        row.deals_until = quotas.get(row.number, row.hands_dealt)
        row.run_out = ""
        row.version += row.number not in undisturbed
    save_many(rows, fields=["deals_until", "run_out", "version"])
    _publish_tables(tournament, rows)
    return tables


def tell_all_tables(tournament: Tournament) -> None:
    """What the tablets may do has changed: every table counts a write and is told."""
    rows = lock_all_tables(tournament)
    for row in rows:
        row.run_out = ""
        row.version += 1
    save_many(rows, fields=["run_out", "version"])
    _publish_tables(tournament, rows)


def players_left(tournament: Tournament) -> int:
    return Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).count()


def _book_round(tournament: Tournament, stop: Stop, now: datetime) -> None:
    """What a round that was played leaves: prizes, and the time that it took."""
    settle_results(tournament=tournament, now=now)
    before = tournament.clock
    if tournament.status == TournamentStatus.RUNNING:
        _take_time(tournament, stop, now)
        if stop.kind == StopKind.LAST_HANDS:
            rest_clock(tournament, stop, by=HOUSE.at(now))
    over = RoundOver(
        stop=stop.pk,
        stop_kind=StopKind(stop.kind),
        round=stop.round,
        clock_before=before.to_dict(),
        clock_after=tournament.clock.to_dict(),
    )
    record(over, tournament_id=tournament.pk, by=HOUSE.at(now))


def _take_time(tournament: Tournament, stop: Stop, now: datetime) -> None:
    """The minutes of a hand, or the whole level where its hands are counted. A break takes its own time."""
    takes_level = stop.kind == StopKind.HANDS_PER_LEVEL
    if (takes_level or stop.minutes) and not _has_no_minutes(tournament):
        if not takes_level:
            deduct_time(tournament_id=tournament.pk, seconds=60 * stop.minutes, by=CLOCK.at(now))
        elif tournament.clock_index < tournament.structure.last_index:
            next_period(tournament_id=tournament.pk, by=CLOCK.at(now))
    reload_clock(tournament)
    if stop.resumes_clock and tournament.clock.state == "paused" and level_now(tournament, now=now).is_break:
        resume_clock(tournament_id=tournament.pk, by=CLOCK.at(now))
        reload_clock(tournament)


def _has_no_minutes(tournament: Tournament) -> bool:
    """A break takes its own time, and a level by hands none: not even where this round was its last hand."""
    index, structure = tournament.clock_index, tournament.structure
    return structure.is_break(index) or structure.hands_of(index) > 0 or _has_ended_level(tournament)


def _has_ended_level(tournament: Tournament) -> bool:
    """Whether a level by hands has ended since the round began."""
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=ROUNDS_AND_LEVELS, undone_by__isnull=True)
    newest = lines.order_by("-pk").values_list("verb", flat=True).first()
    return newest == LevelPlayed.verb


def _wants_the_floor(tournament: Tournament, now: datetime) -> bool:
    """Whether something comes before the next hand: a redraw, a table to break, a move, a break."""
    if level_now(tournament, now=now).is_break:
        return True
    advised = advice(tournament)
    return advised.redraw_to is not None or advised.break_table is not None or bool(advised.moves)


def lock_all_tables(tournament: Tournament) -> list[Table]:
    """A table that deals meanwhile waits, and looks again afterwards."""
    ids = Table.objects.filter(tournament=tournament).values_list("pk", flat=True)
    return list(lock_tables(tournament_id=tournament.pk, table_ids=ids).values())


def _publish_tables(tournament: Tournament, tables: Sequence[Table]) -> None:
    publish(tournament.code, ["tables", "hands", "log", *(f"table-{table.number}" for table in tables)])
