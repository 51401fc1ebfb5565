"""Entries whose player never came: taken out with chips and buy-in, and put back (WSOP 16, LATE-04).

    taken out --handed back--> with the player
        ^                        |
        +---------undone---------+

The buy-in leaves the prize pool when the player is taken out, with what rebuys and add-ons have brought, and stays at
the desk as money of its own kind. The house may hand it back then or long after, when prizes are paid too: no prize is
made of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.entries import NoShowHandBackUndone, NoShowHandedBack
from tournament.changes.refunds import NoShow
from tournament.models import (
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.queries.vouchers import paid_by_voucher
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.cash.mystery import require_no_envelopes
from tournament.services.errors import Refused
from tournament.services.field.entries import check_no_side_prize, check_not_brought, shift_places
from tournament.services.field.refunds import bring_back, check_no_bounty_won, take_out, went_out_in_play
from tournament.services.field.results import require_no_chop, require_open_pool, settle_results
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo


def take_out_no_show(entry: Entry, *, line: LogEntry, now: datetime) -> None:
    """Chips and buy-in of an entry leave the tournament, with what it has bought; it no longer counts.

    What its blinds have cost stays with those who won them. The caller holds the tournament's lock and frees the seat.
    Raises Refused once prizes were awarded or divided, or bounty money put into envelopes: they would no longer add up
    to what was paid in; where prizes would be awarded by it; and for a player who has won a bounty.
    """
    _check_prizes_are_open(entry.tournament)
    check_no_side_prize(entry)
    check_not_brought(entry)
    check_no_bounty_won(entry)
    paid = entry.paid_total + bought_by(entry).paid - paid_by_voucher(entry.tournament, entry.pk)
    take_out(entry, line, now)
    if paid:
        _book(entry, paid, line, now)
    shift_places(entry.tournament, by=-1)
    settle_results(tournament=entry.tournament, now=now)
    is_over = entry.tournament.status == TournamentStatus.FINISHED
    if is_over or Payout.objects.filter(tournament=entry.tournament).exists():
        raise Refused(
            _(
                "Without the no-shows prizes would be awarded at once. Mark those who are here as arrived, and play on."
            ),
            code="decides_prizes",
        )


def put_back_no_show(entry: Entry, *, was: NoShow, removal: LogEntry, line: LogEntry, now: datetime) -> None:
    """The same entry as it `was` (status, chips, whether they are known), by further rows.

    Raises Refused like `take_out_no_show`, and where the buy-in was handed back.
    """
    _check_prizes_are_open(entry.tournament)
    if entry.pk in handed_back([entry.pk]):
        raise Refused(
            _("The buy-in of %(name)s has been handed back: undo that first.") % {"name": entry.player.name},
            code="handed_back",
        )
    held = _at_the_desk(entry)
    if held is not None:
        _book(entry, -held.amount, line, now, corrects=held)
    bring_back(entry, was=was, refund=removal, line=line)
    shift_places(entry.tournament, by=1)
    settle_results(tournament=entry.tournament, now=now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bought:
    """How many rebuys and add-ons of an entry stand, and what was paid for them, in minor units; not what is owed."""

    sales: int
    paid: int


def bought_by(entry: Entry) -> Bought:
    sales = list(ChipSale.objects.filter(entry=entry, undone_at=None))
    return Bought(
        sales=len(sales), paid=sum(sale.paid_total for sale in sales if sale.collected_at is not None)
    )


@transaction.atomic
def hand_back_no_show(*, tournament_id: int, entry_id: int, by: By) -> LogEntry:
    """The buy-in of a no-show who was taken out goes to the player; gives the line by which it is undone.

    Raises Refused where there is none at the desk, Entry.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    entry = Entry.objects.select_related("player").get(pk=entry_id, tournament=tournament)
    held = _at_the_desk(entry)
    if held is None:
        raise _nothing_held(entry)
    back = NoShowHandedBack(entry=entry.pk, number=entry.number, name=entry.player.name, amount=held.amount)
    line = record(back, tournament_id=tournament.pk, by=by)
    _book(entry, -held.amount, line, by.now, corrects=held)
    _tell(entry)
    return line


def take_no_show_money_again(line: LogEntry, by: By) -> None:
    """Undo `hand_back_no_show`. The caller holds the tournament's lock, and has asked `hand_backs_to_undo`."""
    row = MoneyRow.objects.select_related("entry__player", "entry__tournament").get(
        log_entry=line, kind=MoneyKind.NO_SHOW
    )
    assert row.entry is not None  # noqa: S101  # as `hand_back_no_show` has booked it
    undone = NoShowHandBackUndone.of(line)
    back = record(undone, tournament_id=line.tournament_id, by=by, undoes=line)
    _book(row.entry, -row.amount, back, by.now, corrects=row)
    _tell(row.entry)


def hand_backs_to_undo(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines those whose money is still with the player."""
    rows = MoneyRow.objects.filter(log_entry__in=lines, kind=MoneyKind.NO_SHOW, corrected_by=None)
    return set(rows.values_list("log_entry", flat=True))


def handed_back(entry_ids: Collection[int]) -> set[int]:
    """Of these entries the no-shows whose buy-in is with the player."""
    rows = MoneyRow.objects.filter(
        entry__in=entry_ids,
        kind=MoneyKind.NO_SHOW,
        corrected_by=None,
        log_entry__verb=NoShowHandedBack.verb,
    )
    return set(rows.values_list("entry", flat=True))


def _at_the_desk(entry: Entry) -> MoneyRow | None:
    """The row that holds the buy-in of a no-show now."""
    rows = MoneyRow.objects.filter(entry=entry, kind=MoneyKind.NO_SHOW, amount__gt=0, corrected_by=None)
    return rows.first()


def _nothing_held(entry: Entry) -> Refused:
    """Why there is no buy-in of a no-show to hand back, with the way round."""
    name = {"name": entry.player.name}
    if entry.pk in handed_back([entry.pk]):
        return Refused(_("The buy-in of %(name)s has been handed back already.") % name, code="already_paid")
    if entry.status == EntryStatus.VOID:
        return Refused(_("This entry is void."), code="entry_void")
    if entry.status == EntryStatus.ELIMINATED:
        return went_out_in_play(entry)
    return Refused(
        _("%(name)s is still in: remove the no-show at check-in first, or void or refund the entry.") % name,
        code="still_in",
    )


def _book(
    entry: Entry, amount: int, line: LogEntry, now: datetime, *, corrects: MoneyRow | None = None
) -> None:
    MoneyRow.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind=MoneyKind.NO_SHOW,
        amount=amount,
        at=now,
        corrects=corrects,
        log_entry=line,
    )


def _tell(entry: Entry) -> None:
    publish(entry.tournament.code, ["payouts", "players", "log", entry_topic(entry.pk)])


def _check_prizes_are_open(tournament: Tournament) -> None:
    require_open_pool(tournament)
    require_no_chop(tournament)
    require_no_envelopes(tournament)
    if Payout.objects.filter(tournament=tournament).exists():
        raise Refused(
            _("Prizes were awarded with this buy-in in the prize pool; it stays as it is."),
            code="prizes_decided",
        )


register_undo([NoShowHandedBack], Undoable(open_lines=hand_backs_to_undo, undo=take_no_show_money_again))
