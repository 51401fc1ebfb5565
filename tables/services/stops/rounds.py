"""Rounds of the room: one begins, every table deals its hands, and the last one that is done ends it.

A round ends under the tournament's lock: of two tables that finish at the same moment the second sees what the first
has done. There is one next round, and one deduction from the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tables.changes.rounds import RoundDealt, RoundOver
from tables.changes.stops import StopEnded
from tables.floor.hand_for_hand import TableInRound, is_reached, is_round_over, quota
from tables.models import Table
from tables.queries.room.advice import advice
from tables.queries.room.rounds import tables_in_round
from tables.services.table.holds import hold_all_tables
from tables.services.table.lease import lock_tables
from tables.services.table.many_rows import save_many
from tournament.models import Entry, EntryStatus, LogEntry, Stop, StopKind, Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.queries.seats_won import seats_won
from tournament.realtime import publish
from tournament.services.actor import CLOCK, HOUSE, By
from tournament.services.clock import deduct_time, next_period, pause_clock, resume_clock
from tournament.services.errors import Refused
from tournament.services.field.results import settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record


def finish_round_if_done(tournament: Tournament, *, now: datetime) -> None:
    """End the round once every table has finished. The caller holds the tournament's lock; safe to repeat.

    The places and prizes of the round are final, its minutes are taken off the clock. The stop ends by itself where
    its place is reached; otherwise the next round begins, unless the house or the room wants the floor to begin it.
    """
    stop = tournament.stop
    if stop is None or stop.round_over_at is not None:
        return
    if not is_round_over(tables_in_round(tournament, now=now)):
        return
    stop.round_over_at = now
    stop.save(update_fields=["round_over_at"])
    if stop.round:
        _book_round(tournament, stop, now)
    left = players_left(tournament) + seats_won(tournament)
    if is_reached(players_left=left, until_left=stop.until_left):
        end_stop(tournament, stop, by=HOUSE.at(now), by_itself=True)
    elif stop.has_rounds and stop.next_by_itself and not _wants_the_floor(tournament, now):
        begin_round(tournament, stop, by=HOUSE.at(now))
    else:
        publish(tournament.code, ["tables", "hands", "log"])


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
    set_quotas(tournament, lambda table: quota(table, hands=stop.hands), now=by.now)
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
    tournament: Tournament, quota_of: Callable[[TableInRound], int], *, now: datetime
) -> Sequence[TableInRound]:
    """Say of every table how many hands it may have dealt in all; give the tables as they were."""
    rows = lock_all_tables(tournament)
    tables = tables_in_round(tournament, now=now)
    quotas = {table.table: quota_of(table) for table in tables}
    for row in rows:
        row.deals_until = quotas.get(row.number, row.hands_dealt)
        row.run_out = ""
        row.version += 1
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


def reload_clock(tournament: Tournament) -> None:
    """Another row of the same tournament has changed the clock."""
    columns = [field.name for field in Tournament._meta.concrete_fields if field.name.startswith("clock_")]
    tournament.refresh_from_db(fields=columns)


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
    if stop.kind == StopKind.HANDS_PER_LEVEL:
        if tournament.clock_index < tournament.structure.last_index:
            next_period(tournament_id=tournament.pk, by=CLOCK.at(now))
    elif stop.minutes:
        deduct_time(tournament_id=tournament.pk, seconds=60 * stop.minutes, by=CLOCK.at(now))
    reload_clock(tournament)
    if stop.resumes_clock and tournament.clock.state == "paused" and level_now(tournament, now=now).is_break:
        resume_clock(tournament_id=tournament.pk, by=CLOCK.at(now))
        reload_clock(tournament)


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
