"""Vouchers: given with a seat, used for an entry, paid in cash, and each of these undone.

The cash of a seat lies at the satellite's desk. An entry that it pays for is booked in full, and a row of the same
amount takes the money out again: nothing goes into the drawer. Cash for a voucher turns the seat into a payout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournament.changes.people import whose
from tournament.changes.vouchers import VoucherCashed, VoucherCashUndone, VoucherGiven, VoucherUsed
from tournament.models import Entry, LogEntry, MoneyKind, MoneyRow, Payout, Tournament, Voucher, VoucherUse
from tournament.options.vouchers import VoucherTerms
from tournament.queries.staff import confirmers
from tournament.queries.vouchers import is_good, left_of
from tournament.realtime import entry_topic, publish
from tournament.services.actor import By
from tournament.services.cash.holding import check_limits
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

_CASH: Final = (MoneyKind.SEAT, MoneyKind.PAYOUT)


def give_voucher(tournament: Tournament, payout: Payout, *, by: By) -> Voucher | None:
    """With the seat that this prize is; None where it is cash or the satellite's seats are in no event of the festival.

    The caller holds the satellite's lock and has the entry's player loaded.
    """
    satellite, event = tournament.satellite, tournament.seats_for
    value = 0 if satellite is None else satellite.seat_of(payout.amount)
    if event is None or not value:
        return None
    terms = tournament.options.terms_of_voucher
    if event.is_over and terms == VoucherTerms.EVENT:
        raise Refused(
            _(
                "“%(event)s” is over or cancelled, and these seats are good for nothing else. Say in the settings of "
                "this satellite, under “Payouts”, what they are good for; then pay."
            )
            % {"event": event.name},
            code="event_over",
        )
    voucher = Voucher(
        tournament=tournament,
        entry=payout.entry,
        event=event,
        value=value,
        terms=terms,
    )
    given = VoucherGiven(**whose(payout.entry), amount=value, voucher=voucher.code, event=event.name)
    voucher.given_line = record(given, tournament_id=tournament.pk, by=by)
    voucher.save(force_insert=True)
    publish(event.code, ["players"])
    return voucher


def take_voucher_back(entry: Entry, *, line: LogEntry) -> None:
    """The seat of this entry came back to the desk. Raises Refused for one whose voucher was used."""
    voucher = _locked().filter(entry=entry, voided_line=None).first()
    if voucher is None:
        return
    used = voucher.uses.filter(undone_line=None).select_related("tournament").first()
    if used is not None:
        words = (
            _("Voucher %(code)s was paid in cash: undo that first.")
            if used.entry_id is None
            else _("Voucher %(code)s was used in “%(event)s”: undo that first.")
        )
        raise Refused(words % {"code": voucher.code, "event": used.tournament.name}, code="voucher_used")
    voucher.voided_line = line
    voucher.save(update_fields=["voided_line"])


def use_voucher(entry: Entry, *, voucher_id: int, by: By) -> VoucherUse:
    """Pay for an entry that was just made with a voucher of its player, as far as it goes; the rest is paid in cash.

    The caller holds the tournament's lock. Raises Refused for one that is used up, of somebody else, or not good here.
    """
    voucher = _locked().filter(pk=voucher_id, voided_line=None).first()
    if voucher is None or voucher.entry.player_id != entry.player_id:
        raise Refused(_("This player has no such voucher any more: nothing was booked."), code="not_theirs")
    left = left_of([voucher])[voucher.pk]
    if not is_good(voucher, entry.tournament.event, left=left):
        raise Refused(
            _("Voucher %(code)s is used up, or not good for this event: nothing was booked.")
            % {"code": voucher.code},
            code="not_good",
        )
    if not entry.paid_total:
        raise Refused(_("This entry costs nothing: keep the voucher."), code="costs_nothing")
    amount = min(left, entry.paid_total)
    used = VoucherUsed(**whose(entry), amount=amount, voucher=voucher.code, source=voucher.tournament.name)
    line = record(used, tournament_id=entry.tournament_id, by=by)
    use = VoucherUse.objects.create(
        voucher=voucher, tournament=entry.tournament, entry=entry, amount=amount, line=line
    )
    MoneyRow.objects.create(
        tournament=entry.tournament,
        entry=entry,
        kind=MoneyKind.VOUCHER,
        amount=-amount,
        at=by.now,
        log_entry=line,
    )
    publish(voucher.tournament.code, ["payouts"])
    return use


def free_voucher(entry: Entry, *, line: LogEntry) -> int:
    """The entry leaves the books: what a voucher paid of it is on the voucher again, and not in cash. Gives how much.

    The caller has locked the entry's tournament, and books the row of the ledger out with the others of the entry.
    """
    use = VoucherUse.objects.filter(entry=entry, undone_line=None).first()
    if use is None:
        return 0
    use.undone_line = line
    use.save(update_fields=["undone_line"])
    return use.amount


def use_voucher_again(entry: Entry, *, freed: LogEntry) -> None:
    """Undo `free_voucher` by the line `freed`. Raises Refused where the voucher was used elsewhere since."""
    use = VoucherUse.objects.filter(entry=entry, undone_line=freed).first()
    if use is None:
        return
    voucher = _locked().get(pk=use.voucher_id)
    if not _may_be_used_again(use, left_of([voucher])[voucher.pk]):
        raise Refused(
            _(
                "Voucher %(code)s, which paid for this entry, was used or voided since: undo that first, or "
                "register the player again."
            )
            % {"code": voucher.code},
            code="voucher_used",
        )
    use.undone_line = None
    use.save(update_fields=["undone_line"])


def spent_since(lines: Sequence[LogEntry]) -> set[int]:
    """Of these lines, which took entries out of the books, those whose voucher was used elsewhere or voided since."""
    freed = VoucherUse.objects.filter(undone_line__in=lines).select_related(
        "voucher__event", "voucher__tournament", "tournament__flight_of"
    )
    uses = list(freed)
    left = left_of({use.voucher_id: use.voucher for use in uses}.values()) if uses else {}
    return {
        use.undone_line_id
        for use in uses
        if use.undone_line_id is not None and not _may_be_used_again(use, left[use.voucher_id])
    }


def _may_be_used_again(use: VoucherUse, left: int) -> bool:
    voucher = use.voucher
    is_standing = voucher.voided_line_id is None and left >= use.amount
    return is_standing and is_good(voucher, use.tournament.event, left=left)


@transaction.atomic
def cash_voucher(*, tournament_id: int, voucher_id: int, by: By, papers_seen: bool = False) -> LogEntry:
    """Pay what is left of a voucher in cash, at the desk of the satellite that gave it.

    Above the limit for two people the one who gave the seat does not pay it too. Raises Refused for that, where its
    terms do not say so, nothing is left, or papers are due; Voucher.DoesNotExist for another tournament's.
    """
    tournament = lock_tournament(tournament_id)
    voucher = _locked().get(pk=voucher_id, tournament=tournament, voided_line=None)
    left = left_of([voucher])[voucher.pk]
    if voucher.terms != VoucherTerms.CASH:
        raise Refused(_("This voucher is good for entries only, not for cash."), code="no_cash")
    if not left:
        raise Refused(_("Nothing is left of voucher %(code)s.") % {"code": voucher.code}, code="used_up")
    is_same_person = voucher.given_line.account_id == by.actor.account_id
    if tournament.payment_limits.needs_second(left) and is_same_person:
        raise Refused(
            _("You gave this seat yourself: a payment of this amount is made by somebody else on the staff."),
            code="second_person",
        )
    if tournament.payment_limits.needs_second(left) and by.actor.account_id not in {
        member.account_id for member in confirmers(tournament)
    }:
        raise Refused(
            _("A payment of this amount is made by a director or by the floor."), code="second_person"
        )
    checks = check_limits(tournament, left, papers_seen=papers_seen, held=None, is_seconded=True)
    use = VoucherUse(voucher=voucher, tournament=tournament, amount=left)
    cashed = VoucherCashed(**whose(voucher.entry), amount=left, voucher=voucher.code, **checks)
    use.line = record(cashed, tournament_id=tournament.pk, by=by)
    use.save(force_insert=True)
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament=tournament,
            entry=voucher.entry,
            kind=kind,
            amount=amount,
            at=by.now,
            log_entry=use.line,
        )
        for kind, amount in ((MoneyKind.SEAT, left), (MoneyKind.PAYOUT, -left))
    )
    publish(tournament.code, ["payouts", "log", entry_topic(voucher.entry_id)])
    return use.line


@transaction.atomic
def undo_cash(*, tournament_id: int, line: LogEntry, by: By) -> LogEntry:
    """The cash of a voucher came back to the desk: it is open again. The opposite rows name those they correct."""
    tournament = lock_tournament(tournament_id)
    use = VoucherUse.objects.select_related("voucher__entry__player").get(line=line, undone_line=None)
    entry = use.voucher.entry
    undone = VoucherCashUndone(**whose(entry), amount=use.amount, voucher=use.voucher.code)
    back = record(undone, tournament_id=tournament.pk, by=by, undoes=line)
    rows = list(MoneyRow.objects.filter(log_entry=line, kind__in=_CASH))
    MoneyRow.objects.bulk_create(
        MoneyRow(
            tournament=tournament,
            entry=entry,
            kind=row.kind,
            amount=-row.amount,
            at=by.now,
            corrects=row,
            log_entry=back,
        )
        for row in rows
    )
    use.undone_line = back
    use.save(update_fields=["undone_line"])
    publish(tournament.code, ["payouts", "log", entry_topic(entry.pk)])
    return back


def _locked() -> QuerySet[Voucher]:
    return Voucher.objects.select_for_update(of=("self",), no_key=True).select_related(
        "entry__player", "event", "tournament", "given_line"
    )


def _open_cash(_tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    rows = VoucherUse.objects.filter(line__in=lines, entry=None, undone_line=None)
    return set(rows.values_list("line_id", flat=True))


def _undo_cash(line: LogEntry, by: By) -> None:
    undo_cash(tournament_id=line.tournament_id, line=line, by=by)


register_undo([VoucherCashed], Undoable(open_lines=_open_cash, undo=_undo_cash))
