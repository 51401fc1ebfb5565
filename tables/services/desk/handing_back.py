"""A cancelled event: every player gets back what they have paid, one tap each, with its undo."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from tables.models import Seat
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.seats import vacate
from tournament.changes.people import OfEntry, whose
from tournament.changes.refunds import BuyInHandBackUndone, BuyInHandedBack
from tournament.models import Entry, EntryStatus, LogEntry, MoneyRow, Tournament, TournamentStatus
from tournament.queries.flights import LIVE
from tournament.queries.ledger.handing_back import CASH_OF_PLAYERS
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.cash.vouchers import spent_since
from tournament.services.errors import Refused
from tournament.services.field.refunds import hand_back_cancelled, take_cancelled_again
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


@transaction.atomic
def hand_back_buy_in(*, tournament_id: int, entry_id: int, by: By) -> LogEntry:
    """All that an entry has paid goes back to its player, and its seat is free; gives the line by which it is undone.

    Raises Refused for an event that is not cancelled, and for an entry that has its money already;
    Entry.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    entry.tournament = tournament
    if tournament.status != TournamentStatus.CANCELLED:
        raise Refused(
            _("The event is not cancelled: void the entry, or refund it on the player’s page."),
            code="not_cancelled",
        )
    if entry.status not in LIVE:
        raise Refused(
            _("The buy-in of %(name)s has been handed back already.") % {"name": entry.player.name},
            code="already_paid",
        )
    seat = Seat.objects.filter(entry=entry).first()
    line = _record(entry, seat, by)
    hand_back_cancelled(entry, line=line, now=by.now)
    if seat is not None:
        table = lock_table(tournament_id=tournament_id, table_id=seat.table_id)
        vacate(Seat.objects.filter(pk=seat.pk))
        bump_version(table)
        publish(tournament.code, [f"table-{table.number}"])
    _tell(tournament, entry.pk)
    return line


def _tell(tournament: Tournament, entry_id: int) -> None:
    """Everybody who shows the entry, its seat or its money."""
    publish(
        tournament.code,
        ["players", "standings", "payouts", "clock", "places", "tables", "log", entry_topic(entry_id)],
    )


def _record(entry: Entry, seat: Seat | None, by: By) -> LogEntry:
    paid = MoneyRow.objects.filter(entry=entry, kind__in=CASH_OF_PLAYERS).aggregate(all=Sum("amount"))["all"]
    handed = BuyInHandedBack(
        **whose(entry),
        amount=paid or 0,
        chips=entry.stack,
        is_known=entry.is_stack_known,
        status=EntryStatus(entry.status),
        seat_id=None if seat is None else seat.pk,
        table_id=None if seat is None else seat.table_id,
    )
    return record(handed, tournament_id=entry.tournament_id, by=by)


def _open_hand_backs(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of a cancelled event nothing depends on them: nobody can enter."""
    if tournament.status != TournamentStatus.CANCELLED:
        return set()
    entries = {OfEntry.of(line).entry: line.pk for line in lines}
    out = Entry.objects.filter(pk__in=entries, tournament=tournament, status=EntryStatus.VOID)
    return {entries[pk] for pk in out.values_list("pk", flat=True)} - spent_since(lines)


def _undo_hand_back(line: LogEntry, by: By) -> None:
    was = BuyInHandedBack.of(line)
    entry = Entry.objects.select_related("player", "tournament").get(pk=was.entry)
    back = record(BuyInHandBackUndone.of(line), tournament_id=line.tournament_id, by=by, undoes=line)
    take_cancelled_again(entry, was=was, handed=line, line=back)
    if was.seat_id is not None and was.table_id is not None:
        table = lock_table(tournament_id=line.tournament_id, table_id=was.table_id)
        Seat.objects.filter(pk=was.seat_id, entry=None).update(entry=entry)
        bump_version(table)
    _tell(entry.tournament, entry.pk)


register_undo([BuyInHandedBack], Undoable(open_lines=_open_hand_backs, undo=_undo_hand_back))
