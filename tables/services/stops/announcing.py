"""Announcing a stop of the room: “finish the hand in play, then hold”, and what follows from it.

An announcement can be undone in its first round, the mark of a table that is done until the next hand is dealt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.rounds import TableMarkedDone, TableNotDone
from tables.changes.stops import StopAnnounced
from tables.floor.hand_for_hand import TableInRound, is_round_over, quota, quota_when_announced
from tables.models import Table
from tables.queries.room.rounds import tables_in_round
from tables.services.stops.reopening import reopen_round, tables_that_dealt
from tables.services.stops.rounds import (
    begin_round,
    end_stop,
    finish_round_if_done,
    is_counted_by_level,
    is_over,
    locked_stop,
    players_left,
    set_quotas,
)
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.level_hands import count_without_hand
from tournament.models import LogEntry, RoundBust, Stop, StopKind, Tournament, TournamentStatus
from tournament.queries.level import level_now
from tournament.queries.payouts.ladder import places_in_the_money
from tournament.queries.seats_won import seats_won
from tournament.realtime import publish
from tournament.services.actor import HOUSE, By
from tournament.services.clock import pause_clock
from tournament.services.clock_claim import reload_clock
from tournament.services.errors import Refused
from tournament.services.hand_levels import levels_by_hands_if_due
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_undo

PLAYED_OUT_AT: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StopOrder:
    """What is announced: `hands` for each table in a round, until `until_left` players are left.

    0 hands are an orbit; as the last hands of a day none after those in play.

    None leaves the end to the floor.
    """

    kind: StopKind
    hands: int = 1
    until_left: int | None = None


@transaction.atomic
def announce_stop(*, tournament_id: int, order: StopOrder, by: By) -> Stop:
    """The room deals counted hands from now on; see `tables.floor.hand_for_hand`.

    In hand-for-hand the hands in play are the first round already, and the clock stands: each round takes its
    minutes (TDA RP-8, WSOP 126). Raises Refused while another stop is in force, out of play, or for a place that is
    reached already.
    """
    tournament = lock_tournament(tournament_id)
    _check(tournament, order, now=by.now)
    return _announce(tournament, order, by)


@transaction.atomic
def deal_next_round(*, tournament_id: int, by: By) -> Stop:
    """The director releases the next hand; fixed hands per level end where the structure counts them from now on.

    Raises Refused while a table has not finished this hand.
    """
    tournament, stop = locked_stop(tournament_id)
    if not stop.has_rounds:
        raise Refused(_("No further round follows: release the tables instead."), code="no_rounds")
    behind = [each.table for each in tables_in_round(tournament, now=by.now) if not is_over(stop, [each])]
    if behind:
        raise Refused(
            _("Table %(table)d has not finished this hand.") % {"table": behind[0]}, code="round_open"
        )
    if stop.round_over_at is None:
        finish_round_if_done(tournament, now=by.now)
    if tournament.stop is None or stop.round_over_at is None:
        return stop
    if is_counted_by_level(tournament, stop):
        end_stop(tournament, stop, by=by, by_itself=True)
    else:
        begin_round(tournament, stop, by=by)
    return stop


@transaction.atomic
def mark_table_done(*, tournament_id: int, table_id: int, by: By) -> Table:
    """The floor says that a table has finished its hand: where no tablet records it, or none will be dealt."""
    tournament, stop = locked_stop(tournament_id)
    table = lock_table(tournament_id=tournament_id, table_id=table_id)
    standing = next((t for t in tables_in_round(tournament, now=by.now) if t.table == table.number), None)
    if standing is not None and standing.is_in_hand:
        raise Refused(
            _("Table %(table)d has a hand in play. It is done when the hand is over.")
            % {"table": table.number},
            code="hand_open",
        )
    if standing is None or is_round_over([standing]):
        raise Refused(_("Table %(table)d is done already.") % {"table": table.number}, code="done_already")
    marked = TableMarkedDone(
        table=table.number,
        table_id=table.pk,
        stop=stop.pk,
        round=stop.round,
        deals_until=table.deals_until,
    )
    record(marked, tournament_id=tournament_id, by=by)
    # In step that is one hand; in every other round all that it had to deal.
    one_less = (table.deals_until or 0) - 1 if stop.kind == StopKind.IN_STEP else 0
    table.deals_until = max(table.hands_dealt, one_less)
    table.save(update_fields=["deals_until"])
    bump_version(table)
    publish(tournament.code, ["tables", "hands", "log", f"table-{table.number}"])
    finish_round_if_done(tournament, now=by.now)
    return table


@transaction.atomic
def end_stop_by_hand(*, tournament_id: int, by: By) -> Stop:
    """Every table deals on as it likes. Raises Refused for a flight that is over: its bags are of these last hands."""
    tournament, stop = locked_stop(tournament_id)
    if _is_bagged_flight(tournament):
        check_not_over(tournament)
    end_stop(tournament, stop, by=by)
    return stop


def go_on(tournament: Tournament, *, now: datetime, has_busted: bool) -> None:
    """After a hand, or players who left: it may have been the last of its round, or have brought the bubble near.

    The caller holds the tournament's lock.
    """
    was_stopped = tournament.stop is not None
    if was_stopped:
        finish_round_if_done(tournament, now=now)
    if tournament.stop is None and (has_busted or was_stopped):
        _announce_if_due(tournament, now)
    if has_busted and tournament.options.hands_level_from:
        levels_by_hands_if_due(tournament, left=players_left(tournament), by=HOUSE.at(now))


def go_on_with_fewer(tournament: Tournament, *, now: datetime) -> None:
    """Between hands players have gone out, or have left: the room goes on without them.

    The caller holds the tournament's lock.
    """
    count_without_hand(tournament, now=now)
    go_on(tournament, now=now, has_busted=True)


def _announce_if_due(tournament: Tournament, now: datetime) -> None:
    """Hand-for-hand by itself, so many places from the money as the house wants."""
    near = tournament.event_rules.h4h_starts_at
    if not near or tournament.registration_closed_at is None:
        return
    if tournament.status != TournamentStatus.RUNNING:
        return
    paid = places_in_the_money(tournament) - seats_won(tournament)
    if not 0 < players_left(tournament) - paid <= near or len(tables_in_round(tournament, now=now)) < 2:
        return
    order = StopOrder(kind=StopKind.HAND_FOR_HAND, until_left=paid)
    _announce(tournament, order, HOUSE.at(now))


def _check(tournament: Tournament, order: StopOrder, *, now: datetime) -> None:
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    if tournament.stop is not None:
        raise Refused(
            _("%(stop)s is on. End it before you announce something else.")
            % {"stop": StopKind(tournament.stop.kind).label},
            code="stop_on",
        )
    if order.kind == StopKind.HANDS_PER_LEVEL and level_now(tournament, now=now).level.is_by_hands:
        raise Refused(_("This level is played by hands already, by the structure."), code="by_hands")
    if order.until_left is not None and players_left(tournament) <= order.until_left:
        raise Refused(
            _("Only %(left)d players are left: choose a lower place.") % {"left": players_left(tournament)},
            code="place_reached",
            field="until_left",
        )


def _announce(tournament: Tournament, order: StopOrder, by: By) -> Stop:
    rules = tournament.event_rules
    is_hand_for_hand = order.kind == StopKind.HAND_FOR_HAND
    stands = is_hand_for_hand or order.kind in (StopKind.HANDS_PER_LEVEL, StopKind.LAST_HANDS)
    has_last_hands = order.kind == StopKind.LAST_HANDS and order.hands > 0
    if has_last_hands and len(tables_in_round(tournament, now=by.now)) <= PLAYED_OUT_AT:
        # So few tables play their level out (WSOP 125).
        stands = False
    stop = Stop.objects.create(
        tournament=tournament,
        kind=order.kind,
        announced_at=by.now,
        hands=order.hands,
        # With those who have left with a seat: one won meanwhile takes a player and a seat.
        until_left=None if order.until_left is None else order.until_left + seats_won(tournament),
        round=1,
        # In step only those that are ahead wait, and never for the floor.
        next_by_itself=order.kind == StopKind.IN_STEP or rules.h4h_next_hand == "by_itself",
        locks_run_outs=is_hand_for_hand and rules.h4h_run_outs == "locked",
        minutes=rules.h4h_minutes if is_hand_for_hand else 0,
        resumes_clock=stands and tournament.clock.state == "running",
    )
    tournament.stop = stop
    tournament.save(update_fields=["stop"])
    _log(tournament, stop, by)
    if stop.resumes_clock:
        pause_clock(tournament_id=tournament.pk, by=by)
        reload_clock(tournament)
    if not is_hand_for_hand:
        is_at_once = order.kind == StopKind.LAST_HANDS and not order.hands
        quotas = quota_when_announced if is_at_once else _after(order.hands)
        set_quotas(tournament, quotas, now=by.now)
        return stop
    tables = set_quotas(tournament, quota_when_announced, now=by.now)
    if not any(table.is_in_hand or not table.is_counted for table in tables):
        # Nobody was dealing: the first hand of the first round is still to come.
        stop.round = 0
        stop.save(update_fields=["round"])
        finish_round_if_done(tournament, now=by.now)
    return stop


def _after(hands: int) -> Callable[[TableInRound], int]:
    """So many more hands, or an orbit, after the hand in play."""
    return lambda table: quota(table, hands=hands)


def _is_bagged_flight(tournament: Tournament) -> bool:
    """Whether it is a flight that is over: that its bags were accepted is undone before anything else."""
    return tournament.flight_of_id is not None and tournament.is_over


def _log(tournament: Tournament, stop: Stop, by: By) -> None:
    announced = StopAnnounced(
        stop=stop.pk,
        stop_kind=StopKind(stop.kind),
        hands=stop.hands,
        until=None if stop.until_left is None else stop.until_left - seats_won(tournament),
        left=players_left(tournament),
    )
    record(announced, tournament_id=tournament.pk, by=by)


# --- Undone -------------------------------------------------------------------------------------------------


def _open_announcements(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The stop in force, in its first round, before anybody went out in it."""
    stop = tournament.stop
    if (
        stop is None
        or _is_bagged_flight(tournament)
        or stop.round > 1
        or RoundBust.objects.filter(stop=stop).exists()
    ):
        return set()
    return {line.pk for line in lines if StopAnnounced.of(line).stop == stop.pk}


def _undo_announcement(line: LogEntry, by: By) -> None:
    tournament, stop = locked_stop(line.tournament_id)
    end_stop(tournament, stop, by=by, undoes=line)


def _open_marks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """In the round in play, or in the one before while no table has dealt the next hand."""
    stop = tournament.stop
    if stop is None or _is_bagged_flight(tournament) or not lines:
        return set()
    marks = {line.pk: TableMarkedDone.of(line) for line in lines}
    rounds = {line: mark.round for line, mark in marks.items() if mark.stop == stop.pk}
    found = {line for line, each in rounds.items() if each == stop.round}
    before = {line for line, each in rounds.items() if each == stop.round - 1}
    if not before or stop.round_over_at is not None or tables_that_dealt(tournament, now=lines[0].at):
        return found
    return found | before


def _undo_mark(line: LogEntry, by: By) -> None:
    """The table has not finished: its round is in play again."""
    tournament, stop = locked_stop(line.tournament_id)
    mark = TableMarkedDone.of(line)
    is_released = mark.round < stop.round
    if is_released or stop.round_over_at is not None:
        reopen_round(tournament, stop, is_released=is_released, by=by)
    table = lock_table(tournament_id=tournament.pk, table_id=mark.table_id)
    table.deals_until = mark.deals_until
    table.save(update_fields=["deals_until"])
    bump_version(table)
    record(TableNotDone(table=table.number), tournament_id=tournament.pk, by=by, undoes=line)
    publish(tournament.code, ["tables", "hands", "log", f"table-{table.number}"])


register_undo([StopAnnounced], Undoable(open_lines=_open_announcements, undo=_undo_announcement))
register_undo([TableMarkedDone], Undoable(open_lines=_open_marks, undo=_undo_mark))
