"""A player changes seats: at once between hands, or as soon as the hand in play is over.

A player may be moved until the first card of a hand is dealt, and then stays for that hand (WSOP 67), and for
the next one after a misdeal or if the pot carries over. A waiting move holds its seat, so that nobody else is
sent there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.moves import EntryMoved, MoveDropped, MoveSaid, OfMove
from tables.changes.phones import notice_of_waiting
from tables.models import (
    Hand,
    HandSeat,
    HandStatus,
    MessageKind,
    Move,
    MoveKind,
    MoveStatus,
    Recording,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.room.kept_for_rebuys import seat_kept_at
from tables.queries.room.places import full_for
from tables.queries.table.next_game import unsettled_hand
from tables.services.table.gone import no_seat
from tables.services.table.halting import tell_short_tables
from tables.services.table.lease import bump_version, lock_table, lock_tables
from tables.services.table.messages import write_message
from tables.services.table.seats import lock_of, vacate
from tables.services.table.totals import blur_totals
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.phone_outbox import tell_players
from tournament.words.games import words_of_tightest


@transaction.atomic
def move_entry(
    *,
    tournament_id: int,
    entry_id: int,
    to_table_id: int,
    to_seat: int,
    kind: MoveKind,
    by: By,
    reasons: Sequence[Mapping[str, object]] = (),
    told_to_wait: bool = False,
    seen: tuple[int, int] | None = None,
) -> Move:
    """Send a player to a seat: now if no hand needs them, otherwise when it is over.

    `seen` is the table number and the seat at which a person saw the player. Raises Refused when the player is not
    seated, or no longer there, already on the way, or the seat is not free; and by hand where a game still to come
    is not for one more at that table.
    """
    check_not_over(lock_tournament(tournament_id))
    seat = Seat.objects.filter(
        entry_id=entry_id, entry__status=EntryStatus.PLAYING, table__tournament_id=tournament_id
    ).first()
    if seat is None:
        raise no_seat(tournament_id=tournament_id, entry_id=entry_id)
    tables = lock_tables(tournament_id=tournament_id, table_ids=[seat.table_id, to_table_id])
    target = tables.get(to_table_id)
    if target is None:
        raise Refused(_("This table does not exist in this tournament."), code="unknown_table")
    if seen is not None and seen != (tables[seat.table_id].number, seat.number):
        raise _has_moved(entry_id, (tables[seat.table_id].number, seat.number))
    if Move.objects.filter(entry_id=entry_id, status=MoveStatus.WAITING).exists():
        raise Refused(_("This player is already being moved."), code="already_moving")
    _check_seat_is_free(target, to_seat, entry_id)
    if kind == MoveKind.FLOOR and target.pk != seat.table_id:
        _check_can_play(target, to_seat)  # what is proposed or drawn keeps to it already
    move = Move.objects.create(
        tournament_id=tournament_id,
        entry_id=entry_id,
        kind=kind,
        from_table_id=seat.table_id,
        from_seat=seat.number,
        to_table=target,
        to_seat=to_seat,
        reasons=[dict(reason) for reason in reasons],
        told_to_wait=told_to_wait,
        created_at=by.now,
        created_by_id=by.actor.account_id,
    )
    origin = tables[seat.table_id]
    if not _is_needed(entry_id, origin):
        carry_out(move, by)
        bump_version(target)
        close_if_broken_and_empty(origin, by.now)
        tell_short_tables(target.tournament, left=1)
    else:
        # The log hears of it once it happens; the player must know where to go then.
        tell_players(tournament_id, lambda _: [notice_of_waiting(move)], at=by.now)
    if origin.pk != target.pk or move.status == MoveStatus.WAITING:
        bump_version(origin)
    publish(
        target.tournament.code,
        [
            *("tables", "moves", "standings", entry_topic(entry_id)),
            *(f"table-{origin.number}", f"table-{target.number}"),
        ],
    )
    return move


@transaction.atomic
def drop_move(*, tournament_id: int, move_id: int, by: By) -> Move:
    """Undo a move that still waits."""
    tournament = lock_tournament(tournament_id)
    move = Move.objects.select_related("from_table", "to_table", "entry").get(
        pk=move_id, tournament_id=tournament_id
    )
    _check_waits(move)
    move.status = MoveStatus.DROPPED
    move.save(update_fields=["status"])
    record_move(MoveDropped, move, by)
    publish(
        tournament.code,
        [
            *("moves", "tables", entry_topic(move.entry_id)),
            *(f"table-{move.from_table.number}", f"table-{move.to_table.number}"),
        ],
    )
    return move


@transaction.atomic
def say_move(*, tournament_id: int, move_id: int, by: By) -> LogEntry:
    """Have the screens that speak ask a player, by seat and table, to move. Raises Refused once nobody waits."""
    tournament = lock_tournament(tournament_id)
    move = Move.objects.select_related("from_table", "to_table", "entry").get(
        pk=move_id, tournament_id=tournament_id
    )
    _check_waits(move)
    line = record_move(MoveSaid, move, by)
    publish(tournament.code, ["log"])
    return line


def _check_waits(move: Move) -> None:
    if move.status != MoveStatus.WAITING:
        raise Refused(_("This move is no longer pending."), code="move_not_waiting")


def drop_moves(tournament: Tournament, entries: Sequence[int]) -> None:
    """Cancel moves of players who are out: no seat stays reserved for them."""
    waiting = Move.objects.filter(entry_id__in=entries, status=MoveStatus.WAITING)
    kept = set(waiting.values_list("to_table__number", flat=True))
    if kept:
        waiting.update(status=MoveStatus.DROPPED)
        publish(
            tournament.code,
            ["moves", *(f"table-{number}" for number in sorted(kept)), *map(entry_topic, entries)],
        )


def carry_out_waiting_moves(*, table: Table, by: By) -> None:
    """The table's hand is over: players waiting to leave go now; an emptied broken table closes.

    Not while the table must play one more hand. A player whose seat is taken after all stays, and the
    floor is called. The caller holds the locks of the tournament and the table.
    """
    moves = Move.objects.filter(from_table=table, status=MoveStatus.WAITING).order_by("pk")
    waiting = list(moves.select_related("from_table", "to_table", "entry__player"))
    if waiting and unsettled_hand(table) is not None:
        return
    for move in waiting:
        if not Seat.objects.filter(table=table, entry_id=move.entry_id).exists():
            move.status = MoveStatus.DROPPED
            move.save(update_fields=["status"])
            continue
        target = lock_table(tournament_id=table.tournament_id, table_id=move.to_table_id)
        if Seat.objects.filter(table=target, number=move.to_seat, entry__isnull=True).exists():
            carry_out(move, by)
            bump_version(target)
        else:
            _give_up(move, table, by)
        publish(table.tournament.code, ["moves", f"table-{target.number}", entry_topic(move.entry_id)])
    close_if_broken_and_empty(table, by.now)
    if waiting:
        tell_short_tables(table.tournament, left=len(waiting))


def close_if_broken_and_empty(table: Table, now: datetime) -> None:
    """A table under way to being broken closes with its last player."""
    if (
        table.status == TableStatus.BREAKING
        and not Seat.objects.filter(table=table, entry__isnull=False).exists()
    ):
        table.status = TableStatus.CLOSED
        table.closed_at = now
        table.save(update_fields=["status", "closed_at"])


def carry_out(move: Move, by: By, *, undoes: LogEntry | None = None) -> None:
    """Move from the old seat to the new one. The caller has locked both tables and checked that the seat is free."""
    vacate(Seat.objects.filter(entry_id=move.entry_id))
    if move.from_table_id != move.to_table_id:
        blur_totals(move.entry_id, [move.from_table_id, move.to_table_id])
    taken = Seat.objects.filter(table_id=move.to_table_id, number=move.to_seat, entry__isnull=True).update(
        entry_id=move.entry_id,
        is_newcomer=True,
        came_by_balancing=move.kind == MoveKind.BALANCE,
        told_to_wait=move.told_to_wait,
    )
    if taken != 1:
        # A waiting move holds its seat; the player in it did not ask.
        raise RuntimeError(f"seat {move.to_seat} of table {move.to_table_id} is taken")
    if move.to_table.recording == Recording.BUSTS:
        # Nobody follows the chips there.
        Entry.objects.filter(pk=move.entry_id).update(is_stack_known=False)
    move.status = MoveStatus.APPLIED
    move.applied_at, move.undone_at = by.now, None
    move.save(update_fields=["status", "applied_at", "undone_at"])
    record_move(EntryMoved, move, by, undoes=undoes)


def tell_tables_left(table: Table, arrived: Sequence[Seat]) -> None:
    """A hand is dealt here: the tables that sent these players need no longer send them."""
    if not arrived:
        return
    came = Move.objects.filter(to_table=table, entry__in=[seat.entry_id for seat in arrived])
    left = came.filter(status=MoveStatus.APPLIED).exclude(from_table=table)
    numbers = left.values_list("from_table__number", flat=True).distinct()
    if numbers:
        publish(table.tournament.code, ["moves", *(f"table-{number}" for number in sorted(numbers))])


def _give_up(move: Move, table: Table, by: By) -> None:
    """Do not refuse the hand that has just ended: the player stays, and the floor sends them elsewhere."""
    move.status = MoveStatus.DROPPED
    move.save(update_fields=["status"])
    record_move(MoveDropped, move, by)
    write_message(
        table=table,
        kind=MessageKind.CALL,
        text=_("%(name)s stays in seat %(seat)d: seat %(to_seat)d at table %(to_table)d is taken.")
        % {
            "name": move.entry.player.name,
            "seat": move.from_seat,
            "to_seat": move.to_seat,
            "to_table": move.to_table.number,
        },
        by=by,
    )


def record_move(
    change: type[OfMove], move: Move, by: By, *, undoes: LogEntry | None = None, is_way_back: bool = False
) -> LogEntry:
    """One line about a move, or about the way back of one that is undone; `move` comes with its tables
    and its entry's player.
    """
    start, end = (move.from_table.number, move.from_seat), (move.to_table.number, move.to_seat)
    if is_way_back:
        start, end = end, start
    return record(
        change(
            move=move.pk,
            entry=move.entry_id,
            name=move.entry.player.name,
            from_table=start[0],
            from_seat=start[1],
            to_table=end[0],
            to_seat=end[1],
        ),
        tournament_id=move.tournament_id,
        by=by,
        reason="" if is_way_back else " ".join(str(reason["sentence"]) for reason in move.reasons)[:300],
        undoes=undoes,
    )


def _has_moved(entry_id: int, now_at: tuple[int, int]) -> Refused:
    """Somebody else was quicker to send the player elsewhere."""
    name = Entry.objects.values_list("player__name", flat=True).get(pk=entry_id)
    return Refused(
        _("%(name)s has been moved meanwhile, to table %(table)d, seat %(seat)d. Nothing was changed.")
        % {"name": name, "table": now_at[0], "seat": now_at[1]},
        code="moved_meanwhile",
    )


def _is_needed(entry_id: int, table: Table) -> bool:
    """Whether the player is in the hand in play, or in the last one, which continues in the next."""
    hands = HandSeat.objects.filter(entry_id=entry_id)
    return (
        hands.filter(hand__status=HandStatus.OPEN).exists()
        or hands.filter(hand=unsettled_hand(table)).exists()
    )


def _check_seat_is_free(table: Table, number: int, entry_id: int) -> None:
    """A locked seat is free for the player it is reserved for, and for nobody else (TDA 9)."""
    seat = Seat.objects.filter(table=table, number=number).first()
    if table.status not in (TableStatus.OPEN, TableStatus.HELD) or seat is None:
        raise Refused(
            _("Table %(table)d has no open seat %(seat)d.") % {"table": table.number, "seat": number},
            code="no_such_seat",
        )
    reserved = Move.objects.filter(to_table=table, to_seat=number, status=MoveStatus.WAITING).exists()
    if seat.is_locked and seat.entry_id is None and not _is_kept_for(seat, entry_id):
        raise Refused(
            _("Seat %(seat)d at table %(table)d is locked: %(name)s.")
            % {
                "table": table.number,
                "seat": number,
                "name": lock_of(seat).name or _("no player is sent there"),
            },
            code="seat_taken",
        )
    if seat.entry_id is not None or reserved:
        raise Refused(
            _("Seat %(seat)d at table %(table)d is taken.") % {"table": table.number, "seat": number},
            code="seat_taken",
        )
    # A player who busted in the open hand keeps the seat until the hand is booked.
    if Hand.objects.filter(table=table, status=HandStatus.OPEN, hand_seats__seat_number=number).exists():
        raise Refused(
            _("Seat %(seat)d at table %(table)d is in the hand in play.")
            % {"table": table.number, "seat": number},
            code="seat_in_hand",
        )
    kept = seat_kept_at(table.tournament, table_id=table.pk, seat=number)
    if kept is not None:
        raise Refused(
            _(
                "Seat %(seat)d at table %(table)d is reserved for %(name)s, who may rebuy until the next "
                "hand: answer “Rebuy?” first."
            )
            % {"seat": number, "table": table.number, "name": kept.name},
            code="seat_kept_for_rebuy",
        )


def _check_can_play(table: Table, seat: int) -> None:
    """A free seat is not a place yet: raises Refused where as many play as a game still to come is for."""
    full = full_for(table.tournament, table, seat=seat)
    if full is not None:
        raise Refused(
            _(
                "Table %(table)d is full: %(game)s, played in level %(level)d, takes %(most)d players at "
                "most. Choose another table, or open one."
            )
            % {"table": table.number, **words_of_tightest(full)},
            code="table_full",
        )


def _is_kept_for(seat: Seat, entry_id: int) -> bool:
    player = lock_of(seat).player
    return player is not None and Entry.objects.filter(pk=entry_id, player=player).exists()
