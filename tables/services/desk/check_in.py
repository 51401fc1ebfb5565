"""Check-in: opened for those who were not seen yet, and no-shows taken out by the house's rule (WSOP 16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from tables.changes.arrivals import ArrivalUndone, CheckIn, CheckInClosed, CheckInOpened, PlayerArrived
from tables.models import Alternate, HandSeat, HandStatus, Seat, Table, TableStatus
from tables.queries.room.arrivals import never_came, no_shows, not_asked_for
from tables.services.desk.alternates import put_on_list, take_off_list
from tables.services.desk.late_seats import seat_again
from tables.services.moves.leaving import free_seat, tell_all
from tables.services.table.lease import lock_table, lock_tables
from tables.services.table.many_rows import bump_versions
from tournament.changes.people import OfEntry, whose
from tournament.changes.refunds import NoShowRemoved, NoShowsRemoved, NoShowUndone
from tournament.models import Arrival, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.queries.flights import LIVE
from tournament.queries.vouchers import paid_by_voucher
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.cash.vouchers import spent_since
from tournament.services.errors import Refused
from tournament.services.field.no_shows import bought_by, handed_back, put_back_no_show, take_out_no_show
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.over import check_not_over
from tournament.services.undo import Undoable, register_together, register_undo


@transaction.atomic
def open_check_in(*, tournament_id: int, by: By) -> LogEntry:
    """From now on players who were not seen are awaited: absent until somebody checks them in.

    Raises Refused if there is nobody to wait for, and once the tournament is over.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    entries = list(not_asked_for(tournament).values_list("pk", flat=True))
    if not entries:
        raise Refused(_("Every player has arrived or played."), code="nobody_awaited")
    set_arrival(tournament, entries, arrival=Arrival.AWAITED, absent=True)
    opened = CheckInOpened(players=len(entries), entries=tuple(entries))
    return record(opened, tournament_id=tournament_id, by=by)


@transaction.atomic
def check_in_unseated(*, tournament_id: int, entry_id: int, by: By) -> LogEntry:
    """A player has arrived before the draw. Raises Refused if nobody waits for them now."""
    tournament = lock_tournament(tournament_id)
    entry = (
        Entry.objects.filter(pk=entry_id, tournament=tournament, arrival=Arrival.AWAITED, seat=None)
        .select_related("player")
        .first()
    )
    if entry is None:
        raise Refused(_("This player was checked in already."), code="checked_in")
    set_arrival(tournament, [entry.pk], arrival=Arrival.ARRIVED, absent=False)
    return record(PlayerArrived(**whose(entry)), tournament_id=tournament_id, by=by)


def set_arrival(tournament: Tournament, entries: Iterable[int], *, arrival: str, absent: bool) -> None:
    """Write the mark, and count a version of every table at which one of them sits. The caller has the lock."""
    chosen = list(entries)
    seats = Seat.objects.filter(entry__in=chosen).exclude(table__status=TableStatus.CLOSED)
    tables = lock_tables(tournament_id=tournament.pk, table_ids=seats.values_list("table_id", flat=True))
    Entry.objects.filter(pk__in=chosen).update(arrival=arrival, is_absent=absent)
    bump_versions(tables.values())
    publish(
        tournament.code, ["players", "tables", "log", *(f"table-{each.number}" for each in tables.values())]
    )


@transaction.atomic
def remove_no_shows(*, tournament_id: int, by: By) -> list[LogEntry]:
    """Take out every awaited player who has not taken a hand, with chips and buy-in; a line of the log for each, and
    a further one by which all are undone together.

    Those who are dealt into a hand in play stay until it is over. Raises Refused before the level of the house's rule,
    if there is nobody to take out, or once prizes were awarded.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    found = list(no_shows(tournament, now=by.now).select_related("player", "seat__table").order_by("number"))
    if not found:
        raise Refused(_("There is no no-show to remove now."), code="no_no_show")
    in_hand = _in_hand(found)
    free = [entry for entry in found if entry.pk not in in_hand]
    if not free:
        raise Refused(
            _("These players are dealt into hands in play. Remove them when the hands are over."),
            code="in_hand",
        )
    _check_others_stay(tournament, free)
    lines = [_remove(tournament, entry, by) for entry in free]
    if len(lines) > 1:
        removed = NoShowsRemoved(parts=tuple(line.pk for line in lines), count=len(lines))
        record(removed, tournament_id=tournament_id, by=by)
    return lines


@transaction.atomic
def remove_no_show(*, tournament_id: int, entry_id: int, by: By) -> LogEntry:
    """Take out one player who never came, at any time and without check-in; undone by this line.

    Raises Refused for a player who is there (`never_came`) or out, in a hand in play, before the start, and as for
    all of them.
    """
    tournament = lock_tournament(tournament_id)
    check_not_over(tournament)
    if tournament.status != TournamentStatus.RUNNING:
        raise Refused(_("The tournament is not in play."), code="not_in_play")
    entry = (
        Entry.objects.select_related("player", "seat__table")
        .filter(pk=entry_id, tournament=tournament, status__in=LIVE)
        .first()
    )
    if entry is None:
        raise Refused(_("This entry is no longer in play."), code="entry_not_live")
    if not never_came(tournament).filter(pk=entry.pk).exists():
        raise Refused(
            _(
                "%(name)s has been here: a hand, a rebuy, a knock-out or a counted stack shows it. Record "
                "the player as leaving, or refund the entry."
            )
            % {"name": entry.player.name},
            code="is_there",
        )
    if _in_hand([entry]):
        raise Refused(
            _("%(name)s is in a hand in play: remove the no-show when it is over.")
            % {"name": entry.player.name},
            code="in_hand",
        )
    _check_others_stay(tournament, [entry])
    return _remove(tournament, entry, by, is_single=True)


def _in_hand(entries: Sequence[Entry]) -> set[int]:
    """Those dealt into a hand in play: one that was killed still counts its chips until it is over."""
    rows = HandSeat.objects.filter(entry__in=entries, hand__status=HandStatus.OPEN)
    return set(rows.values_list("entry", flat=True))


def _check_others_stay(tournament: Tournament, out: Sequence[Entry]) -> None:
    others = Entry.objects.filter(tournament=tournament, status__in=LIVE).exclude(pk__in=[e.pk for e in out])
    if not others.exists():
        raise Refused(
            _("Nobody would be left in play: check in those who are here, then remove the no-shows."),
            code="nobody_left",
        )


def _remove(tournament: Tournament, entry: Entry, by: By, *, is_single: bool = False) -> LogEntry:
    """`is_single`: by the floor's decision, not by the level of the house's rule."""
    entry.tournament = tournament
    seat: Seat | None = getattr(entry, "seat", None)
    table: Table | None = None
    if seat is not None:
        table = lock_table(tournament_id=tournament.pk, table_id=seat.table_id)
    bought = bought_by(entry)
    removed = NoShowRemoved(
        **whose(entry),
        chips=entry.stack,
        is_known=entry.is_stack_known,
        sales=bought.sales,
        bought=bought.paid,
        status=EntryStatus(entry.status),
        table=table.number if table else None,
        table_id=table.pk if table else None,
        seat=seat.number if seat else None,
        level=0 if is_single else tournament.event_rules.no_show_level,
        paid=entry.paid_total - paid_by_voucher(tournament, entry.pk),
        was_waiting=Alternate.objects.filter(entry=entry).exists(),
    )
    line = record(removed, tournament_id=tournament.pk, by=by)
    take_off_list(entry)
    take_out_no_show(entry, line=line, now=by.now)
    if table is not None:
        free_seat(tournament, table, entry, now=by.now)
        tell_all(tournament, table, entry.pk)
    publish(tournament.code, ["players", "standings", "payouts", "clock", "places", "log"])
    return line


# --- Undo ---------------------------------------------------------------------------------------------------


def _open_check_ins(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While one of those it waits for has not come."""
    awaited = set(
        Entry.objects.filter(tournament=tournament, arrival=Arrival.AWAITED).values_list("pk", flat=True)
    )
    return {line.pk for line in lines if awaited.intersection(CheckIn.of(line).entries)}


def _undo_check_in(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    closed = CheckInClosed.of(line)
    awaited = Entry.objects.filter(pk__in=closed.entries, arrival=Arrival.AWAITED)
    set_arrival(tournament, list(awaited.values_list("pk", flat=True)), arrival="", absent=False)
    record(closed, tournament_id=line.tournament_id, by=by, undoes=line)


def _open_arrivals(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the player has no seat: at a table the mark is that of the absent."""
    entries = {OfEntry.of(line).entry: line.pk for line in lines}
    found = Entry.objects.filter(
        tournament=tournament,
        pk__in=entries,
        arrival=Arrival.ARRIVED,
        status=EntryStatus.REGISTERED,
        seat=None,
    )
    return {entries[pk] for pk in found.values_list("pk", flat=True)}


def _undo_arrival(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    undone = ArrivalUndone.of(line)
    set_arrival(tournament, [undone.entry], arrival=Arrival.AWAITED, absent=True)
    record(undone, tournament_id=line.tournament_id, by=by, undoes=line)


def _open_no_shows(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those still out, whose player has neither the buy-in back nor entered again."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    entries = {OfEntry.of(line).entry: line.pk for line in lines}
    back_in = Entry.objects.filter(tournament=tournament, status__in=LIVE).values("player")
    out = Entry.objects.filter(pk__in=entries, status=EntryStatus.VOID).exclude(player__in=back_in)
    standing = {entries[pk] for pk in set(out.values_list("pk", flat=True)) - handed_back(entries)}
    return standing - spent_since(lines)


def _undo_no_show(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    was = NoShowRemoved.of(line)
    entry = Entry.objects.select_related("player").get(pk=was.entry)
    entry.tournament = tournament
    table = None
    if was.table_id is not None:
        table = lock_table(tournament_id=tournament.pk, table_id=was.table_id)
    back = record(NoShowUndone.of(line), tournament_id=tournament.pk, by=by, undoes=line)
    put_back_no_show(entry, was=was, removal=line, line=back, now=by.now)
    Entry.objects.filter(pk=entry.pk).update(is_absent=True)
    if was.was_waiting:
        # Who had come later has the place in the list by now.
        put_on_list(entry, by=by)
    if table is not None and was.seat is not None:
        seat_again(tournament, table, entry_id=entry.pk, number=was.seat, by=by)
        tell_all(tournament, table, entry.pk)


register_undo([CheckInOpened], Undoable(open_lines=_open_check_ins, undo=_undo_check_in))
register_undo([PlayerArrived], Undoable(open_lines=_open_arrivals, undo=_undo_arrival))
register_undo([NoShowRemoved], Undoable(open_lines=_open_no_shows, undo=_undo_no_show))
register_together([NoShowsRemoved])
