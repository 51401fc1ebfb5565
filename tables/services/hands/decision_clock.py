"""The clock of a decision: called on the player whose turn it is, and stopped again (TDA 29).

A call can be undone while the player has not acted, a time-bank chip while the hand is in play.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from tables.changes.decision_clock import ClockCalled, ClockWithdrawn, TimeChipReturned, TimeChipUsed
from tables.floor.decisions import DecisionClock
from tables.models import Hand, HandStatus, Table, TimeChip
from tables.models.rules import floor_rules
from tables.queries.table.hand import Look, TableHand
from tables.queries.table.seat_clock import NO_HAND, seat_clock
from tables.queries.table.shot_clock import decision_seconds
from tables.queries.tablet.decision_clock import shot_clock
from tables.services.table.lease import TableChange, bump_version, lock_table, make_change
from tables.services.table.of_table import lock_table_of
from tournament.models import LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def call_clock(*, tournament_id: int, table_id: int, stop: bool, by: By, seat: int = 0) -> None:
    """The floor calls the clock on the player in turn, or stops it; see `think_call_clock` and `think_stop_clock`.

    Where no hand is recorded nobody but the floor knows whose turn it is: then it is called on `seat`.
    """

    def think(look: Look) -> TableChange:
        if look.open_hand is None and (seat or stop):
            return _think_seat_clock(look, seat=0 if stop else seat, by=by)
        return (think_stop_clock if stop else think_call_clock)(look, by=by)

    make_change(tournament_id=tournament_id, table_id=table_id, lease=None, think=think)


def think_call_clock(look: Look, *, by: By) -> TableChange:
    """Call the clock on the player in turn: the house's seconds and its countdown.

    Raises Refused when nobody is to act, or it was called already.
    """
    recorded = _in_play(look)
    seat = recorded.state.actor
    if recorded.state.phase != "betting" or seat is None:
        raise Refused(_("Nobody is to act: there is no clock to call."), code="nobody_to_act")
    if decision_seconds(recorded):
        raise Refused(_("The shot clock is running: every decision has its time."), code="shot_clock")
    if clock_now(look.table, recorded) is not None:
        raise Refused(_("The clock has already been called on this player."), code="clock_called")
    rules = floor_rules(look.table.tournament)
    clock = DecisionClock(
        hand=recorded.hand.pk,
        operations=len(recorded.operations),
        seat=seat,
        began_at=by.now,
        seconds=rules.clock_seconds + rules.clock_countdown,
    )
    return _change(look, recorded, clock, by)


def think_stop_clock(look: Look, *, by: By) -> TableChange:
    """The clock was called by mistake: the player has the time they need. Raises Refused when none runs."""
    recorded = _in_play(look)
    if clock_now(look.table, recorded) is None:
        raise Refused(_("No clock is running here."), code="no_clock")
    return _change(look, recorded, None, by)


def _think_seat_clock(look: Look, *, seat: int, by: By) -> TableChange:
    """Call the clock on a seat where no hand is recorded, or with seat 0 stop the one that runs there.

    Raises Refused for a seat without a player, out of play, for one whose clock runs, and when there is none to stop.
    """
    table = look.table
    running = seat_clock(table, now=by.now)
    if not seat:
        if running is None:
            raise Refused(_("No clock is running here."), code="no_clock")
        return _change(look, None, None, by, seat=running.seat)
    if table.tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if not any(each.number == seat and each.entry_id for each in look.seats):
        raise Refused(_("Seat %(seat)d has no player who is still in.") % {"seat": seat}, code="seat_empty")
    if running is not None and running.seat == seat and not running.is_over(now=by.now):
        raise Refused(_("The clock has already been called on this player."), code="clock_called")
    rules = floor_rules(table.tournament)
    clock = DecisionClock(
        hand=NO_HAND,
        operations=table.hands_dealt,
        seat=seat,
        began_at=by.now,
        seconds=rules.clock_seconds + rules.clock_countdown,
    )
    return _change(look, None, clock, by, seat=seat)


def think_use_chip(look: Look, *, by: By) -> TableChange:
    """The player in turn uses a time-bank chip: the decision has more time (WSOP 80).

    Raises Refused without a shot clock, without a chip, and when the time is over.
    """
    recorded = _in_play(look)
    shot = shot_clock(recorded, now=by.now)
    if shot is None:
        raise Refused(_("No clock is running here."), code="no_clock")
    if not shot.chips:
        raise Refused(_("This player has no time-bank chip left."), code="no_chips")
    if shot.clock.is_over(now=by.now):
        raise Refused(_("The time is up: a chip must be used before."), code="time_over")

    def write() -> None:
        chip = TimeChip.objects.create(
            entry_id=shot.entry_id,
            hand=recorded.hand,
            operations=len(recorded.operations),
            seconds=shot.chip_seconds,
            stage=shot.stage,
            used_at=by.now,
        )
        used = TimeChipUsed(
            table=look.table.number,
            table_id=look.table.pk,
            hand=recorded.hand.number,
            seat=shot.clock.seat,
            seconds=shot.chip_seconds,
            left=shot.chips - 1,
            chip=chip.pk,
        )
        record(used, tournament_id=look.table.tournament_id, by=by)

    return TableChange(before=look, write=write, hand=recorded, is_booked=True, topics=("log",))


def clock_now(table: Table, recorded: TableHand) -> DecisionClock | None:
    """The clock of the decision that is due."""
    return table.clock_of(hand=recorded.hand.pk, operations=len(recorded.operations))


def _write_clock(
    table: Table, told: ClockCalled | ClockWithdrawn, *, by: By, undoes: LogEntry | None = None
) -> None:
    """Store the clock and its line of the log; the caller has counted the write."""
    Table.objects.filter(pk=table.pk).update(decision_data=told.clock)
    record(told, tournament_id=table.tournament_id, by=by, undoes=undoes)


def _in_play(look: Look) -> TableHand:
    if look.open_hand is None:
        raise Refused(_("No hand is open at this table. Deal the next hand."), code="no_open_hand")
    return look.open_hand


def _change(
    look: Look, recorded: TableHand | None, clock: DecisionClock | None, by: By, *, seat: int = 0
) -> TableChange:
    """`recorded` is the hand in play; without one `seat` has the clock."""
    table = copy.copy(look.table)
    table.version += 1
    table.decision_data = clock.to_dict() if clock else None
    where: dict[str, Any] = {
        "table": table.number,
        "table_id": table.pk,
        "hand": recorded.hand.number if recorded else NO_HAND,
        "seat": recorded.state.actor or 0 if recorded else seat,
    }
    told = ClockCalled(**where, clock=clock.to_dict()) if clock else ClockWithdrawn(**where)

    def write() -> None:
        _write_clock(table, told, by=by)

    if recorded is None:
        return TableChange(before=look, write=write, is_booked=True, topics=("log",))
    recorded = replace(recorded, table=table)
    return TableChange(
        before=look,
        write=write,
        hand=recorded,
        after=replace(look, table=table, recorded=recorded),
        is_booked=True,
        topics=("log",),
    )


# --- Undone -------------------------------------------------------------------------------------------------


def _open_clocks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the table has the clock that the line tells of, and the player has not acted."""
    called = {line.pk: ClockCalled.of(line) for line in lines}
    ids = [each.table_id for each in called.values()]
    hands = Hand.objects.filter(table__in=ids, status=HandStatus.OPEN).annotate(count=Count("operations"))
    counts = dict(hands.values_list("pk", "count"))
    tables = Table.objects.filter(tournament=tournament, pk__in=ids)
    rows = list(tables.values_list("pk", "decision_data", "hands_dealt"))
    running = {table: clock for table, clock, _hands in rows}
    # Where no hand is recorded it goes with the next one that is counted.
    dealt = {table: hands for table, _clock, hands in rows}
    return {
        line
        for line, each in called.items()
        if running.get(each.table_id) == each.clock
        and each.clock["operations"]
        == (counts.get(each.clock["hand"]) if each.hand else dealt[each.table_id])
    }


def _undo_clock(line: LogEntry, by: By) -> None:
    called = ClockCalled.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=called.table_id)
    withdrawn = ClockWithdrawn(
        table=called.table, table_id=called.table_id, hand=called.hand, seat=called.seat
    )
    _write_clock(table, withdrawn, by=by, undoes=line)
    bump_version(table)
    publish(table.tournament.code, [f"table-{table.number}", "log"])


def _open_chips(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the hand is in play: the player may get the chip back, even after the decision."""
    used = {line.pk: TimeChipUsed.of(line).chip for line in lines}
    chips = TimeChip.objects.filter(
        pk__in=used.values(), hand__status=HandStatus.OPEN, hand__table__tournament=tournament
    )
    standing = set(chips.values_list("pk", flat=True))
    return {line for line, chip in used.items() if chip in standing}


def _undo_chip(line: LogEntry, by: By) -> None:
    used = TimeChipUsed.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=used.table_id)
    TimeChip.objects.filter(pk=used.chip).delete()
    bump_version(table)
    record(TimeChipReturned.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    publish(table.tournament.code, [f"table-{table.number}", "log"])


register_undo([ClockCalled], Undoable(open_lines=_open_clocks, undo=_undo_clock, lock=lock_table_of))
register_undo([TimeChipUsed], Undoable(open_lines=_open_chips, undo=_undo_chip, lock=lock_table_of))
