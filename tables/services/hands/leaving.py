"""A player leaves with chips, in the middle of a hand too: a floor manager does not wait for its end to disqualify.

The hand of one who is disqualified is dead at once, and so is that of one who walks out or surrenders before being
all-in; what was put in stays in the pot. All-in chips are played for: an all-in hand never loses by absence. The
rest of the stack leaves play when the hand is over (TDA 71-D), by `tables.services.moves.leaving`.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables import engine
from tables.changes.departures import PlayerLeaving, PlayerLeft, PlayerStays, Why
from tables.models import Hand, Seat, Table
from tables.queries.table.hand import TableHand, look_at_table
from tables.services.hands.recording import record_operation, undo_operation
from tables.services.moves.leaving import (
    Departure,
    hand_of,
    leave_play,
    seat_to_leave,
    tell_all,
)
from tables.services.stops.announcing import go_on_with_fewer
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.of_table import lock_table_of_player
from tournament.models import Entry, LogEntry, Tournament
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.seats_won import check_wins_seat
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def remove_player(
    *, tournament_id: int, entry_id: int, why: Why, by: By, offence: str = "", note: str = ""
) -> LogEntry:
    """Take a seated player and their chips out of play, now or after the hand that they are in.

    Gives the line of the log by which it is undone. Raises Refused for the last player, for one without a seat or who
    leaves already, in no tournament in play, and for a seat that this stack does not win, or not before the hand is
    over.
    """
    tournament = lock_tournament(tournament_id)
    seat = seat_to_leave(tournament, entry_id)
    table = lock_table(tournament_id=tournament_id, table_id=seat.table_id)
    departure = Departure(why=why, offence=offence, note=note)
    hand = hand_of(table, entry_id)
    if why == "won_seat":
        _check_wins_seat(tournament, seat, hand)
    if hand is not None:
        return _mark(table, seat, hand, departure, by)
    line = leave_play(tournament, table, seat, departure, by=by)
    go_on_with_fewer(tournament, now=by.now)
    return line


def _check_wins_seat(tournament: Tournament, seat: Seat, hand: Hand | None) -> None:
    entry = seat.entry
    assert entry is not None  # noqa: S101  # a taken seat
    if hand is not None:
        raise Refused(
            _("%(name)s is in hand %(hand)d: the stack is what it is when that is over.")
            % {"name": entry.player.name, "hand": hand.number},
            code="in_hand",
        )
    check_wins_seat(tournament, entry)


def _open_leaving(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Departures that still wait for the end of the hand."""
    marked = Entry.objects.filter(tournament=tournament, leaving_line__in=lines)
    return set(marked.values_list("leaving_line_id", flat=True))


def _stay_after_all(line: LogEntry, by: By) -> None:
    """The hand plays on too if it was killed by the departure and nothing was recorded since."""
    leaving = PlayerLeaving.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=leaving.table_id)
    Entry.objects.filter(pk=leaving.entry).update(leaving_line=None)
    bump_version(table)
    hand = hand_of(table, leaving.entry)
    is_alive = hand is not None and leaving.killed_by == hand.operations.count()
    if is_alive:
        undo_operation(tournament_id=table.tournament_id, table_id=table.pk, by=by)
    is_dead = bool(leaving.killed_by) and not is_alive
    stays = PlayerStays.from_data({**leaving.to_data(), "is_dead": is_dead})
    record(stays, tournament_id=line.tournament_id, by=by, undoes=line)
    tell_all(table.tournament, table, leaving.entry)


def _mark(table: Table, seat: Seat, hand: Hand, departure: Departure, by: By) -> LogEntry:
    """The player leaves after the hand, which is dead where it has to be; where that ends it, at once."""
    entry = seat.entry
    assert entry is not None  # noqa: S101  # a taken seat
    if entry.leaving_line_id is not None:
        raise Refused(
            _("%(name)s leaves as soon as the hand is over.") % {"name": entry.player.name},
            code="leaves_already",
        )
    recorded = look_at_table(tournament_id=table.tournament_id, table_id=table.pk).open_hand
    kill = None if recorded is None else _kill(recorded, seat.number, departure.why)
    leaving = PlayerLeaving(
        entry=entry.pk,
        number=entry.number,
        name=entry.player.name,
        table=table.number,
        table_id=table.pk,
        seat=seat.number,
        hand=hand.number,
        why=departure.why,
        offence=departure.offence,
        killed_by=len(recorded.operations) + 1 if recorded is not None and kill is not None else 0,
    )
    line = record(leaving, tournament_id=table.tournament_id, by=by, reason=departure.note)
    Entry.objects.filter(pk=entry.pk).update(leaving_line=line)
    bump_version(table)
    tell_all(table.tournament, table, entry.pk)
    if kill is not None:
        record_operation(tournament_id=table.tournament_id, table_id=table.pk, operation=kill, by=by)
    left = LogEntry.objects.filter(verb=PlayerLeft.verb, data__entry=entry.pk, pk__gt=line.pk)
    return left.first() or line


def _kill(recorded: TableHand, seat: int, why: Why) -> engine.Ruling | None:
    """The ruling that takes a hand out; None for one that is out already, the last one, and where all-in chips are
    played for."""
    state = recorded.state
    if seat not in state.contending or (seat in state.all_in and why != "disqualified"):
        return None
    ruling = engine.Ruling(kind="dead_hand", seat=seat, floor=True)
    try:
        recorded.plus(ruling)
    except engine.IllegalAction:
        return None
    return ruling


register_undo(
    [PlayerLeaving],
    Undoable(open_lines=_open_leaving, undo=_stay_after_all, lock=lock_table_of_player),
)
