"""The refund of an entry that has played, by a decision of the floor: an ineligible player, an illness.

The entry counts as never made, as that of a no-show (WSOP 16): what it has paid, its rebuys and add-ons with it, leaves
the books by rows that name those they correct, its chips leave play, and those who are out finished one place higher.
What its chips have won or lost stays where it is. Put back by further rows that name the ones of the refund.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.changes.refunds import EntryTakenOut
from tournament.models import (
    ChipKind,
    ChipRow,
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
from tournament.services.cash.mystery import has_envelopes, require_no_envelopes
from tournament.services.cash.vouchers import free_voucher, use_voucher_again
from tournament.services.errors import Refused
from tournament.services.field.entries import (
    check_no_side_prize,
    check_not_brought,
    paid_parts,
    shift_places,
)
from tournament.services.field.results import settle_results


def check_refundable(entry: Entry) -> None:
    """Raise Refused, with the way round, where money or places that stand depend on this entry."""
    tournament, name = entry.tournament, entry.player.name
    check_not_brought(entry)
    if tournament.chop_id is not None or Payout.objects.filter(tournament=tournament).exists():
        raise Refused(
            _(
                "Prizes were awarded with this buy-in in the prize pool: it stays. Take the player out at the table "
                "instead, as a walk-out."
            ),
            code="prizes_decided",
        )
    if entry.paid_bounty:
        require_no_envelopes(tournament)
    if ChipSale.objects.filter(entry=entry, undone_at=None, collected_at=None).exists():
        raise Refused(
            _("%(name)s still owes a rebuy or an add-on: collect the money or write it off, then refund.")
            % {"name": name},
            code="owes",
        )
    check_no_side_prize(entry)
    check_no_bounty_won(entry)
    if entry.bounties_lost.filter(undone_at=None).exists():
        raise Refused(
            _(
                "The bounty on %(name)s was won before the rebuy: no refund. As a favour the house may pay "
                "from its own money."
            )
            % {"name": name},
            code="bounty_won",
        )


def check_no_bounty_won(entry: Entry) -> None:
    """Raise Refused, with the way round, for an entry that has knocked somebody out."""
    if entry.bounties_won.filter(undone_at=None).exists():
        raise Refused(
            _(
                "%(name)s has won bounties: change who knocked those players out, on their own pages, then refund the "
                "entry."
            )
            % {"name": entry.player.name},
            code="won_bounties",
        )


def refund_entry(entry: Entry, *, line: LogEntry, now: datetime) -> None:
    """Money and chips of the entry out again. The caller holds the tournament's lock and frees the seat.

    Raises Refused like `check_refundable`, and where a player who is out would be in the money by it.
    """
    check_refundable(entry)
    tournament = entry.tournament
    take_out(entry, line, now)
    shift_places(tournament, by=-1)
    settle_results(tournament=tournament, now=now)
    if (
        tournament.status == TournamentStatus.FINISHED
        or Payout.objects.filter(tournament=tournament).exists()
    ):
        raise Refused(
            _(
                "Without this entry prizes would be awarded at once. Take the player out at the table instead, as a "
                "walk-out."
            ),
            code="decides_prizes",
        )


def put_back_refund(entry: Entry, *, was: EntryTakenOut, refund: LogEntry, line: LogEntry) -> None:
    """The same entry as it `was` (status, chips, whether they are known), with what it had bought.

    Raises Refused once prizes were awarded without it.
    """
    tournament, now = entry.tournament, line.at
    require_no_envelopes(tournament)
    if not may_put_back(tournament):
        raise Refused(
            _("Prizes were awarded without this buy-in in the prize pool; the refund stays."),
            code="prizes_decided",
        )
    bring_back(entry, was=was, refund=refund, line=line)
    shift_places(tournament, by=1)
    settle_results(tournament=tournament, now=now)


def hand_back_cancelled(entry: Entry, *, line: LogEntry, now: datetime) -> None:
    """Money and chips of an entry of an event that was cancelled. The caller holds the tournament's lock.

    Raises Refused where a side prize is awarded to it.
    """
    check_no_side_prize(entry)
    take_out(entry, line, now)


def take_cancelled_again(entry: Entry, *, was: EntryTakenOut, handed: LogEntry, line: LogEntry) -> None:
    """Undo `hand_back_cancelled` by the line `handed`: the buy-in is at the desk again."""
    bring_back(entry, was=was, refund=handed, line=line)


def went_out_in_play(entry: Entry) -> Refused:
    """Why the buy-in of a player who went out stays, with the way round.

    The others have played for a pool with it, and against its chips; places and prizes follow from both.
    """
    return Refused(
        _(
            "%(name)s went out in play: the buy-in stays in the prize pool. If the bust is a mistake, undo "
            "it in the log, then refund the entry. As a favour the house may pay from its own money."
        )
        % {"name": entry.player.name},
        code="went_out",
    )


def may_put_back(tournament: Tournament) -> bool:
    """Whether no prize was awarded, or divided, and no envelope filled without the entries that were refunded."""
    if tournament.chop_id is not None or has_envelopes(tournament):
        return False
    if tournament.flight_of is not None and tournament.flight_of.stacks_brought_at is not None:
        return False
    return not Payout.objects.filter(tournament=tournament).exists()


def take_out(entry: Entry, line: LogEntry, now: datetime) -> None:
    """All that the entry has paid, with what it has bought, and its chips out again; it is void."""
    # Refunded or voided before, they are corrected already.
    booked = Q(kind__in=paid_parts(entry), amount__gt=0) | Q(kind=MoneyKind.VOUCHER, amount__lt=0)
    paid = MoneyRow.objects.filter(booked, entry=entry, corrected_by=None)
    _counter(list(paid), line, now)
    free_voucher(entry, line=line)
    ChipSale.objects.filter(entry=entry, undone_at=None).update(undone_at=now)
    _book_chips(entry, -entry.stack, ChipKind.REMOVED, line, now)
    entry.status, entry.stack, entry.is_stack_known = EntryStatus.VOID, 0, True
    entry.save(update_fields=["status", "stack", "is_stack_known"])


def bring_back(entry: Entry, *, was: EntryTakenOut, refund: LogEntry, line: LogEntry) -> None:
    """Undo the `take_out` of the line `refund`: the entry as it `was`."""
    now = line.at
    use_voucher_again(entry, freed=refund)
    kinds = (*paid_parts(entry), MoneyKind.VOUCHER)
    _counter(list(MoneyRow.objects.filter(log_entry=refund, entry=entry, kind__in=kinds)), line, now)
    ChipSale.objects.filter(entry=entry, undone_at=refund.at).update(undone_at=None)
    _book_chips(entry, was.chips, ChipKind.RETURNED, line, now)
    entry.status, entry.stack, entry.is_stack_known = was.status, was.chips, was.is_known
    entry.save(update_fields=["status", "stack", "is_stack_known"])


def _counter(rows: Sequence[MoneyRow], line: LogEntry, now: datetime) -> None:
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament_id=row.tournament_id,
            entry_id=row.entry_id,
            kind=row.kind,
            amount=-row.amount,
            at=now,
            corrects=row,
            log_entry=line,
        )
        for row in rows
    )


def _book_chips(entry: Entry, amount: int, kind: ChipKind, line: LogEntry, now: datetime) -> None:
    if amount:
        ChipRow.objects.create(
            tournament_id=entry.tournament_id, entry=entry, kind=kind, amount=amount, at=now, log_entry=line
        )
