"""Taking back what the floor did at the tables: holds, locked seats, corrections, moves, a break.

Each is taken back by a further change that puts things where they were, and only as long as no
card has been dealt on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext as _

from tables.models import (
    Hand,
    HandSeat,
    HandStatus,
    Move,
    MoveKind,
    MoveStatus,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.last_dealt import last_dealt
from tables.queries.next_hand import games_without_button
from tables.services.corrections import book_stack, check_not_in_hand, lock_seat_of
from tables.services.lease import bump_version
from tables.services.locks import lock_table, lock_tables
from tables.services.messages import set_hold
from tables.services.moving import close_if_broken_and_empty, log_move
from tables.services.seats import lock_seat
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.services.actor import Actor
from tournament.services.errors import Refused
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_undo

HOLD_VERBS = ("table_held", "table_released")
LOCK_VERBS = ("seat_locked", "seat_unlocked")


def register() -> None:
    """Called once, when the application starts."""
    register_undo(HOLD_VERBS, Undoable(open_lines=_open_holds, take_back=_take_back_hold))
    register_undo(LOCK_VERBS, Undoable(open_lines=_open_locks, take_back=_take_back_lock))
    register_undo(
        ["stack_corrected"], Undoable(open_lines=_open_corrections, take_back=_take_back_correction)
    )
    register_undo(["entry_moved"], Undoable(open_lines=_open_moves, take_back=_take_back_move))
    register_undo(["table_broken"], Undoable(open_lines=_open_breaks, take_back=_take_back_break))


# --- Holds and locked seats ---------------------------------------------------------------------------------


def _open_holds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The last word about a table, while the table is still as it says."""
    last = LogEntry.objects.filter(tournament=tournament, verb__in=HOLD_VERBS)
    newest = set(last.values("data__table_id").annotate(last=Max("pk")).values_list("last", flat=True))
    statuses = dict(
        Table.objects.filter(
            tournament=tournament, pk__in=[line.data["table_id"] for line in lines]
        ).values_list("pk", "status")
    )
    after = {"table_held": TableStatus.HELD, "table_released": TableStatus.OPEN}
    return {
        line.pk
        for line in lines
        if line.pk in newest and statuses.get(line.data["table_id"]) == after[line.verb]
    }


def _take_back_hold(line: LogEntry, actor: Actor, now: datetime) -> None:
    table = lock_table(tournament_id=line.tournament_id, table_id=line.data["table_id"])
    was_held = line.verb == "table_held"
    reason = ""
    if not was_held:
        held = LogEntry.objects.filter(
            tournament_id=line.tournament_id,
            verb="table_held",
            data__table_id=table.pk,
            pk__lt=line.pk,
        ).order_by("-pk")
        reason = held[0].reason if held else ""
    set_hold(
        table=table,
        held=not was_held,
        reason=reason,
        actor=actor,
        now=now,
        undoes=line,
    )


def _open_locks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    locked = {
        (seat.table_id, seat.number): seat.is_locked
        for seat in Seat.objects.filter(
            table__tournament=tournament, table_id__in=[line.data["table_id"] for line in lines]
        )
    }
    return {
        line.pk
        for line in lines
        if locked.get((line.data["table_id"], line.data["seat"])) == (line.verb == "seat_locked")
    }


def _take_back_lock(line: LogEntry, actor: Actor, now: datetime) -> None:
    lock_seat(
        tournament_id=line.tournament_id,
        table_id=line.data["table_id"],
        number=line.data["seat"],
        locked=line.verb != "seat_locked",
        actor=actor,
        now=now,
        undoes=line,
    )


# --- Corrected stacks ---------------------------------------------------------------------------------------


def _open_corrections(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player still has exactly the corrected stack and was not dealt in since."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    entries = [line.data["entry"] for line in lines]
    stacks = dict(
        Entry.objects.filter(
            tournament=tournament, pk__in=entries, status=EntryStatus.PLAYING, seat__isnull=False
        ).values_list("pk", "stack")
    )
    dealt = last_dealt(entries)
    return {
        line.pk
        for line in lines
        if stacks.get(line.data["entry"]) == line.data["after"]
        and not (line.data["entry"] in dealt and dealt[line.data["entry"]] >= line.at)
    }


def _take_back_correction(line: LogEntry, actor: Actor, now: datetime) -> None:
    table, seat = lock_seat_of(tournament_id=line.tournament_id, entry_id=line.data["entry"])
    check_not_in_hand(entry_id=line.data["entry"], table=table, seat=seat.number)
    book_stack(
        entry=Entry.objects.select_related("player").get(pk=line.data["entry"]),
        table=table,
        seat=seat.number,
        stack=line.data["before"],
        verb="stack_corrected",
        reason="",
        actor=actor,
        now=now,
        undoes=line,
    )


# --- Moves --------------------------------------------------------------------------------------------------


def _open_moves(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    moves = Move.objects.filter(tournament=tournament, pk__in=[line.data["move"] for line in lines])
    ways_back = _ways_back(tournament, moves, into=(TableStatus.OPEN, TableStatus.HELD))
    return {line.pk for line in lines if line.data["move"] in ways_back}


def _ways_back(
    tournament: Tournament, moves: Iterable[Move], *, into: Sequence[TableStatus]
) -> dict[int, Move]:
    """Those applied moves whose player can go back to the old chair as if nothing had been."""
    moves = [move for move in moves if move.status == MoveStatus.APPLIED and move.applied_at]
    entries = [move.entry_id for move in moves]
    tables = [move.from_table_id for move in moves]
    open_tables = set(Table.objects.filter(pk__in=tables, status__in=into).values_list("pk", flat=True))
    sits = {
        seat.entry_id: (seat.table_id, seat.number)
        for seat in Seat.objects.filter(entry_id__in=entries, entry__status=EntryStatus.PLAYING)
    }
    free = set(
        Seat.objects.filter(table_id__in=tables, entry__isnull=True, is_locked=False).values_list(
            "table_id", "number"
        )
    )
    free -= set(
        HandSeat.objects.filter(hand__table_id__in=tables, hand__status=HandStatus.OPEN).values_list(
            "hand__table_id", "seat_number"
        )
    )
    waiting = Move.objects.filter(tournament=tournament, status=MoveStatus.WAITING)
    on_the_way = set()
    for entry_id, table_id, number in waiting.values_list("entry_id", "to_table_id", "to_seat"):
        free.discard((table_id, number))
        on_the_way.add(entry_id)
    dealt = last_dealt(entries)
    return {
        move.pk: move
        for move in moves
        if move.from_table_id in open_tables
        and sits.get(move.entry_id) == (move.to_table_id, move.to_seat)
        and (move.from_table_id, move.from_seat) in free
        and move.entry_id not in on_the_way
        and not (move.entry_id in dealt and move.applied_at and dealt[move.entry_id] >= move.applied_at)
    }


def _take_back_move(line: LogEntry, actor: Actor, now: datetime) -> None:
    move = Move.objects.select_related("from_table", "to_table", "entry__player").get(pk=line.data["move"])
    tables = lock_tables(tournament_id=line.tournament_id, table_ids=[move.from_table_id, move.to_table_id])
    _send_back(move, line, actor, now)
    for table in tables.values():
        close_if_broken_and_empty(table, now)
        bump_version(table)
    code = tables[move.to_table_id].tournament.code
    publish(code, ["tables", "moves", "standings", "log", *(f"table-{t.number}" for t in tables.values())])


def _send_back(move: Move, line: LogEntry | None, actor: Actor, now: datetime) -> None:
    """Back on the old chair, with the standing there that the player had. Both tables are locked."""
    is_newcomer, by_balancing = _standing(move)
    Seat.objects.filter(table_id=move.to_table_id, number=move.to_seat, entry_id=move.entry_id).update(
        entry=None, is_newcomer=False, came_by_balancing=False, told_to_wait=False
    )
    taken = Seat.objects.filter(
        table_id=move.from_table_id, number=move.from_seat, entry__isnull=True
    ).update(entry_id=move.entry_id, is_newcomer=is_newcomer, came_by_balancing=by_balancing)
    if taken != 1:
        raise Refused(_("The old seat is taken."), code="seat_taken")
    back = Move.objects.create(
        tournament_id=move.tournament_id,
        entry=move.entry,
        kind=MoveKind.FLOOR,
        status=MoveStatus.APPLIED,
        from_table=move.to_table,
        from_seat=move.to_seat,
        to_table=move.from_table,
        to_seat=move.from_seat,
        created_at=now,
        created_by_id=actor.account_id,
        applied_at=now,
    )
    log_move(back, "entry_moved", actor, now, undoes=line)


def _standing(move: Move) -> tuple[bool, bool]:
    """Whether the player is a newcomer on the old chair, and one who came by balancing.

    Not, if the last hand with a button was dealt to him there or he waited in it. If such hands
    were dealt there since, he comes back as one whom the floor has sent.
    """
    hands = Hand.objects.filter(table=move.from_table).exclude(status=HandStatus.VOID)
    hand = hands.exclude(game__in=games_without_button()).order_by("-number").first()
    if hand is None:
        return False, False
    positions = move.from_table.positions
    was_there = HandSeat.objects.filter(hand=hand, entry_id=move.entry_id).exists() or (
        positions is not None
        and move.from_seat in positions.waiting
        and move.applied_at is not None
        and hand.started_at < move.applied_at
    )
    if was_there:
        return False, False
    if move.applied_at is not None and hand.started_at >= move.applied_at:
        return True, True
    came = Move.objects.filter(
        entry_id=move.entry_id, status=MoveStatus.APPLIED, to_table=move.from_table
    ).order_by("-pk")
    return True, any(each.kind == MoveKind.BALANCE for each in came[:1])


# --- A broken table -----------------------------------------------------------------------------------------


def _moves_of_break(line: LogEntry) -> list[Move]:
    """The moves that one break drew; they carry its instant."""
    rows = Move.objects.filter(tournament_id=line.tournament_id, kind=MoveKind.BREAK, created_at=line.at)
    return list(rows.select_related("from_table", "to_table", "entry__player").order_by("pk"))


def _open_breaks(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While nobody of the table has been dealt in elsewhere. Breaks are few: some queries for each."""
    return {line.pk for line in lines if _break_can_be_undone(tournament, line)}


def _break_can_be_undone(tournament: Tournament, line: LogEntry) -> bool:
    statuses = (TableStatus.BREAKING, TableStatus.CLOSED)
    table = Table.objects.filter(tournament=tournament, number=line.data["table"], status__in=statuses)
    if not table.exists():
        return False
    moves = _moves_of_break(line)
    applied = [move for move in moves if move.status == MoveStatus.APPLIED]
    into = (*statuses, TableStatus.OPEN, TableStatus.HELD)
    return len(_ways_back(tournament, applied, into=into)) == len(applied)


def _take_back_break(line: LogEntry, actor: Actor, now: datetime) -> None:
    moves = _moves_of_break(line)
    broken = Table.objects.get(tournament_id=line.tournament_id, number=line.data["table"])
    tables = lock_tables(
        tournament_id=line.tournament_id,
        table_ids={broken.pk, *(m.from_table_id for m in moves), *(m.to_table_id for m in moves)},
    )
    table = tables[broken.pk]
    table.status, table.closed_at = TableStatus.OPEN, None
    table.save(update_fields=["status", "closed_at"])
    write_log(
        tournament_id=line.tournament_id,
        actor=actor,
        verb="break_undone",
        data={"table": table.number},
        now=now,
        undoes=line,
    )
    told = {
        each.data["move"]: each
        for each in LogEntry.objects.filter(
            tournament_id=line.tournament_id, verb="entry_moved", pk__gt=line.pk, undone_by__isnull=True
        )
    }
    for move in moves:
        if move.status == MoveStatus.WAITING:
            move.status = MoveStatus.DROPPED
            move.save(update_fields=["status"])
            log_move(move, "move_dropped", actor, now)
        elif move.status == MoveStatus.APPLIED:
            _send_back(move, told.get(move.pk), actor, now)
    for each in tables.values():
        bump_version(each)
    publish(
        table.tournament.code,
        ["tables", "moves", "standings", "log", *(f"table-{each.number}" for each in tables.values())],
    )
