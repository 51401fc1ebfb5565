"""Undoing busts that were entered by hand: the players sit in their seats again, with their chips.

As with a recorded hand only while nothing later depends on it: no hand dealt there since, nobody else in the seat or on
the way to it, the chips still with those who won them, no prize paid that follows from the places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext as _

from tables.changes.busts import BackIn, BustUndone, PlayersBusted, StackInHand
from tables.models import Bust, Hand, HandStatus, Move, MoveStatus, Seat, Table, TableStatus
from tables.services.hands.busting import publish_busts, seats_of
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.seats import check_not_called
from tournament.models import Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.rules.chips.counted_stacks import shares_of
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.field.entries import reinstate_entries
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def _open_busts(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The busts that stand. What keeps one from being undone is said when it is tried, with the cure."""
    if tournament.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return set()
    standing = Bust.objects.filter(log_entry__in=lines, undone_at__isnull=True)
    return set(standing.values_list("log_entry_id", flat=True))


def _undo(line: LogEntry, by: By) -> None:
    busted = PlayersBusted.of(line)
    table = lock_table(tournament_id=line.tournament_id, table_id=busted.table_id)
    # Prizes and the end of the tournament are undone on this very row.
    table.tournament = Tournament.objects.get(pk=line.tournament_id)
    for check in _CHECKS:
        check(table, line, busted.out)
    _give_chips_back(table, [*busted.by, *busted.others])
    _put_back(table, busted.out, by)
    Bust.objects.filter(log_entry=line).update(undone_at=by.now)
    undone = BustUndone(table=table.number, out=tuple(BackIn(name=each.name) for each in busted.out))
    record(undone, tournament_id=table.tournament_id, by=by, undoes=line)
    bump_version(table)
    publish_busts(table, seats_of(table))


def _put_back(table: Table, out: Sequence[StackInHand], by: By) -> None:
    """Players who were out sit in their seats with their chips, in play; places and prizes follow."""
    reinstate_entries(tournament=table.tournament, stacks={each.entry: each.before for each in out}, by=by)
    for each in out:
        Entry.objects.filter(pk=each.entry).update(is_stack_known=each.was_known)
        Seat.objects.filter(table=table, number=each.seat).update(entry_id=each.entry)


def _give_chips_back(table: Table, stayed: Sequence[StackInHand]) -> None:
    """Take the chips back from those who won; Refused where they have gone on.

    A stack that was known is exactly as it was. Where nobody knew who won, the chips come out of the unknown stacks of
    the table.
    """
    winners = [each for each in stayed if each.after != each.before or each.is_known != each.was_known]
    here = {
        entry.pk: entry
        for entry in Entry.objects.filter(status=EntryStatus.PLAYING, seat__table=table).order_by(
            "seat__number"
        )
    }
    moved_on = [each for each in winners if not _has_it(here.get(each.entry), each)]
    known = next((each for each in moved_on if each.is_known), None)
    if known is not None:
        raise _gone_on(known.name)
    if moved_on:
        _take_from_unknown(here.values(), sum(each.after - each.before for each in winners), moved_on)
        return
    for each in winners:
        entry = here[each.entry]
        Entry.objects.filter(pk=entry.pk).update(stack=each.before, is_stack_known=each.was_known)


def _has_it(entry: Entry | None, each: StackInHand) -> bool:
    """Whether a player still has the stack that the bust left, and sits there."""
    return entry is not None and (entry.stack, entry.is_stack_known) == (each.after, each.is_known)


def _take_from_unknown(here: Iterable[Entry], chips: int, moved_on: Sequence[StackInHand]) -> None:
    unknown = {entry.pk: entry.stack for entry in here if not entry.is_stack_known}
    left = shares_of(sum(unknown.values()) - chips, list(unknown))
    if left is None:
        raise _gone_on(moved_on[0].name)
    for entry_id, share in left.items():
        Entry.objects.filter(pk=entry_id).update(stack=share)


def _gone_on(name: str) -> Refused:
    return Refused(
        _("The chips went to %(name)s, and that stack has changed since; undo that first.") % {"name": name},
        code="chips_gone_on",
    )


def _table_is_open(table: Table, _line: LogEntry, _out: Sequence[StackInHand]) -> None:
    if table.status not in (TableStatus.OPEN, TableStatus.HELD):
        raise Refused(
            _("Table %(table)d has been broken since; undo the break first.") % {"table": table.number},
            code="table_broken",
        )


def _nobody_has_bought_back(_table: Table, line: LogEntry, _out: Sequence[StackInHand]) -> None:
    back = Bust.objects.filter(log_entry=line, back_at__isnull=False).select_related("entry__player").first()
    if back is not None:
        raise Refused(
            _("%(name)s is back in play by a rebuy; undo that first.") % {"name": back.entry.player.name},
            code="bought_back",
        )


def _no_hand_since(table: Table, line: LogEntry, _out: Sequence[StackInHand]) -> None:
    since = Hand.objects.filter(table=table, started_at__gte=line.at).exclude(status=HandStatus.VOID)
    hand = since.order_by("number").first()
    if hand is not None:
        raise Refused(
            _("Hand %(hand)d was dealt at table %(table)d since; undo it first.")
            % {"hand": hand.number, "table": table.number},
            code="hand_since",
        )


def _seats_are_free(table: Table, _line: LogEntry, out: Sequence[StackInHand]) -> None:
    numbers = [each.seat for each in out]
    taken = Seat.objects.filter(table=table, number__in=numbers, entry__isnull=False)
    seat = taken.select_related("entry__player").first()
    if seat is not None and seat.entry is not None:
        raise Refused(
            _("%(name)s sits in seat %(seat)d now; move that player first.")
            % {"name": seat.entry.player.name, "seat": seat.number},
            code="seat_taken",
        )
    check_not_called(table, numbers)
    arriving = Move.objects.filter(to_table=table, to_seat__in=numbers, status=MoveStatus.WAITING)
    move = arriving.select_related("entry__player", "from_table").first()
    if move is not None:
        raise Refused(
            _("Seat %(seat)d is reserved for %(name)s from table %(table)d; cancel that move first.")
            % {"seat": move.to_seat, "name": move.entry.player.name, "table": move.from_table.number},
            code="seat_kept",
        )


_CHECKS: tuple[Callable[[Table, LogEntry, Sequence[StackInHand]], None], ...] = (
    _table_is_open,
    _nobody_has_bought_back,
    _no_hand_since,
    _seats_are_free,
)


register_undo([PlayersBusted], Undoable(open_lines=_open_busts, undo=_undo))
