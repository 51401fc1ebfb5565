"""Undoing a rebuy or an add-on, and money that was taken for one: chips and money go back while nothing has followed.

A player whom the rebuy had brought back is out again, behind those who went out later.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tables.models import Bust, Seat
from tables.queries.room.kept_for_rebuys import DECLINED, seats_asked
from tables.services.desk.rebuy_answers import ask_again
from tables.services.desk.sale_refunds import TOPICS, check_nothing_followed
from tables.services.moves.moving import drop_moves
from tables.services.table.lease import bump_version, lock_table
from tables.services.table.seats import vacate
from tournament.models import (
    BountyShare,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    Tournament,
    TournamentStatus,
)
from tournament.realtime import entry_topic, publish
from tournament.rules.payouts.finishing_places import FinishingPlace
from tournament.services.actor import By
from tournament.services.cash.bounties import settle_knockout, takers_before
from tournament.services.cash.chip_sales import book_back, book_money_again
from tournament.services.errors import Refused
from tournament.services.field.placing import eliminate_again
from tournament.services.field.refunds import may_put_back
from tournament.services.log import write_log
from tournament.services.undo import Undoable, register_together, register_undo


def register() -> None:
    """Called once, when the application starts."""
    register_undo(["rebuy_sold", "add_on_sold"], Undoable(open_lines=_open_sales, undo=_undo_sale))
    register_undo(["sale_refunded"], Undoable(open_lines=_open_refunds, undo=_undo_refund))
    register_undo(["sale_collected"], Undoable(open_lines=_open_collected, undo=_undo_collected))
    register_together(["sales_together"])
    register_undo([DECLINED], Undoable(open_lines=_open_answers, undo=_undo_answer))


def _open_sales(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Those that stand, in play. What keeps one from being undone is said when it is tried, with the cure."""
    if tournament.status != TournamentStatus.RUNNING:
        return set()
    standing = ChipSale.objects.filter(log_entry__in=lines, undone_at=None)
    return set(standing.values_list("log_entry_id", flat=True))


def _undo_sale(line: LogEntry, by: By) -> None:
    tournament = Tournament.objects.get(pk=line.tournament_id)
    sale = ChipSale.objects.select_related("entry__player").get(log_entry=line)
    seat = Seat.objects.filter(entry=sale.entry_id).first()
    table = None if seat is None else lock_table(tournament_id=tournament.pk, table_id=seat.table_id)
    check_nothing_followed(tournament, sale)
    back = write_log(
        tournament_id=tournament.pk,
        by=by,
        verb="sale_undone",
        data={
            "kind": sale.kind,
            **{key: line.data[key] for key in ("entry", "number", "name", "paid", "chips")},
        },
        undoes=line,
    )
    book_back(sale, line=back, now=by.now)
    if line.data["back"] is not None:
        _put_out_again(tournament, sale.entry, line, back, by)
    if table is not None:
        bump_version(table)
    tables = ["tables", f"table-{table.number}"] if table is not None else []
    publish(
        tournament.code,
        [*tables, "standings", "players", "payouts", "clock", "log", "field", entry_topic(sale.entry_id)],
    )


def _put_out_again(tournament: Tournament, entry: Entry, line: LogEntry, back: LogEntry, by: By) -> None:
    was = line.data["back"]
    entry.refresh_from_db()
    if entry.stack:
        raise Refused(
            _("%(name)s has other chips by now; undo what came after first.") % {"name": entry.player.name},
            code="has_chips",
        )
    vacate(Seat.objects.filter(entry=entry))
    Bust.objects.filter(entry=entry, back_at=line.at).update(back_at=None)
    drop_moves(tournament, [entry.pk])
    first, last = was["places"]
    eliminate_again(
        tournament=tournament,
        entry=entry,
        place=FinishingPlace(first=first, last=last),
        of_entries=was["of_entries"],
        out_at=datetime.fromisoformat(was["out_at"]),
        by=by,
    )
    if BountyShare.objects.filter(eliminated=entry, undone_at=line.at).exists():
        # The rebuy had put the bounty back on the head: it goes to those who had won it.
        takers = takers_before(entry.pk)
        settle_knockout(tournament=tournament, entry_id=entry.pk, won_by=takers, line=back, now=by.now)


# --- Money that was owed ------------------------------------------------------------------------------------


def _open_collected(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """The payments that stand, of sales that do."""
    sales = {line.data["sale"]: line.pk for line in lines}
    standing = ChipSale.objects.filter(
        tournament=tournament, pk__in=sales, undone_at=None, collected_at__isnull=False
    )
    return {sales[pk] for pk in standing.values_list("pk", flat=True)}


def _undo_collected(line: LogEntry, by: By) -> None:
    """The player owes the money again."""
    ChipSale.objects.filter(pk=line.data["sale"]).update(collected_at=None)
    write_log(tournament_id=line.tournament_id, by=by, verb="sale_owed_again", data=line.data, undoes=line)
    publish(line.tournament.code, ["players", "payouts", "log"])


# --- Money that was refunded, or written off ------------------------------------------------------------------


def _open_refunds(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Before prizes, of entries that stand."""
    if not may_put_back(tournament):
        return set()
    sales = {line.data["sale"]: line.pk for line in lines if not hasattr(line, "undone_by")}
    refunded = ChipSale.objects.filter(tournament=tournament, pk__in=sales, undone_at__isnull=False)
    standing = refunded.exclude(entry__status=EntryStatus.VOID)
    return {sales[pk] for pk in standing.values_list("pk", flat=True)}


def _undo_refund(line: LogEntry, by: By) -> None:
    """The sale stands again: paid, or owed as before."""
    sale = ChipSale.objects.get(pk=line.data["sale"])
    back = write_log(
        tournament_id=line.tournament_id, by=by, verb="sale_refund_undone", data=line.data, undoes=line
    )
    book_money_again(sale, refund=line, line=back, now=by.now)
    publish(line.tournament.code, [*TOPICS, entry_topic(sale.entry_id)])


# --- “Rebuy?” “No” ---------------------------------------------------------------------------------------------


def _open_answers(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """While the seat is free, and no hand was dealt since."""
    out_at = {kept.entry_id: kept.out_at for kept in seats_asked(tournament)}
    return {line.pk for line in lines if (at := out_at.get(line.data["entry"])) is not None and at <= line.at}


def _undo_answer(line: LogEntry, by: By) -> None:
    ask_again(line, by=by)
