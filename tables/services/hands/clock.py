"""The clock of a decision: called on the player whose turn it is, and stopped again (TDA 29)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tables.floor.decisions import DecisionClock, shot_seconds
from tables.models import Table, TimeChip
from tables.models.rules import floor_rules
from tables.queries.table.hand import Look, TableHand
from tables.queries.table.seat_clock import NO_HAND, seat_clock
from tables.queries.tablet.clock import shot_clock
from tables.services.table.lease import Change, make_change
from tournament.models import LogEntry, TournamentStatus
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.log import write_log


def call_clock(*, tournament_id: int, table_id: int, stop: bool, by: By, seat: int = 0) -> None:
    """The floor calls the clock on the player in turn, or stops it; see `think_call_clock` and `think_stop_clock`.

    Where no hand is recorded nobody but the floor knows whose turn it is: then it is called on `seat`.
    """

    def think(look: Look) -> Change:
        if look.open_hand is None and (seat or stop):
            return _think_seat_clock(look, seat=0 if stop else seat, by=by)
        return (think_stop_clock if stop else think_call_clock)(look, by=by)

    make_change(tournament_id=tournament_id, table_id=table_id, lease=None, think=think)


def think_call_clock(look: Look, *, by: By) -> Change:
    """Call the clock on the player in turn: the house's seconds and its countdown.

    Raises Refused when nobody is to act, or it was called already.
    """
    recorded = _in_play(look)
    seat = recorded.state.actor
    if recorded.state.phase != "betting" or seat is None:
        raise Refused(_("Nobody is to act: there is no clock to call."), code="nobody_to_act")
    if shot_seconds(floor_rules(look.table.tournament), street=recorded.state.street):
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
    return _change(look, recorded, clock, "clock_called", by)


def think_stop_clock(look: Look, *, by: By) -> Change:
    """The clock was called by mistake: the player has the time they need. Raises Refused when none runs."""
    recorded = _in_play(look)
    if clock_now(look.table, recorded) is None:
        raise Refused(_("No clock is running here."), code="no_clock")
    return _change(look, recorded, None, "clock_withdrawn", by)


def _think_seat_clock(look: Look, *, seat: int, by: By) -> Change:
    """Call the clock on a seat where no hand is recorded, or with seat 0 stop the one that runs there.

    Raises Refused for a seat without a player, out of play, for one whose clock runs, and when there is none to stop.
    """
    table = look.table
    running = seat_clock(table, now=by.now)
    if not seat:
        if running is None:
            raise Refused(_("No clock is running here."), code="no_clock")
        return _change(look, None, None, "clock_withdrawn", by, seat=running.seat)
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
    return _change(look, None, clock, "clock_called", by, seat=seat)


def think_use_chip(look: Look, *, by: By) -> Change:
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
            is_final=shot.is_final,
            used_at=by.now,
        )
        write_log(
            tournament_id=look.table.tournament_id,
            by=by,
            verb="time_chip_used",
            data={
                "table": look.table.number,
                "table_id": look.table.pk,
                "hand": recorded.hand.number,
                "seat": shot.clock.seat,
                "seconds": shot.chip_seconds,
                "left": shot.chips - 1,
                "chip": chip.pk,
            },
        )

    return Change(before=look, write=write, hand=recorded, is_booked=True, topics=("log",))


def clock_now(table: Table, recorded: TableHand) -> DecisionClock | None:
    """The clock of the decision that is due."""
    return table.clock_of(hand=recorded.hand.pk, operations=len(recorded.operations))


def write_clock(
    *,
    table: Table,
    clock: Mapping[str, Any] | None,
    verb: str,
    data: Mapping[str, object],
    by: By,
    undoes: LogEntry | None = None,
) -> None:
    """Store the clock and its line of the log; the caller has counted the write."""
    Table.objects.filter(pk=table.pk).update(decision_data=clock)
    write_log(tournament_id=table.tournament_id, by=by, verb=verb, data=data, undoes=undoes)


def _in_play(look: Look) -> TableHand:
    if look.open_hand is None:
        raise Refused(_("No hand is open at this table. Deal the next hand."), code="no_open_hand")
    return look.open_hand


def _change(
    look: Look, recorded: TableHand | None, clock: DecisionClock | None, verb: str, by: By, *, seat: int = 0
) -> Change:
    """`recorded` is the hand in play; without one `seat` has the clock."""
    table = copy.copy(look.table)
    table.version += 1
    table.decision_data = clock.to_dict() if clock else None
    data = {
        "table": table.number,
        "table_id": table.pk,
        "hand": recorded.hand.number if recorded else NO_HAND,
        "seat": recorded.state.actor or 0 if recorded else seat,
        "clock": table.decision_data,
    }

    def write() -> None:
        write_clock(table=table, clock=table.decision_data, verb=verb, data=data, by=by)

    if recorded is None:
        return Change(before=look, write=write, is_booked=True, topics=("log",))
    recorded = replace(recorded, table=table)
    return Change(
        before=look,
        write=write,
        hand=recorded,
        after=replace(look, table=table, recorded=recorded),
        is_booked=True,
        topics=("log",),
    )
