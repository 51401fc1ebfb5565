"""Vouchers beside the ledgers of the satellites that gave them and of the events in which they were used."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Sum
from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.models import MoneyKind, MoneyRow, Tournament, VoucherUse
from tournament.options.vouchers import VoucherTerms
from tournament.queries.vouchers import left_of, standing


def check_vouchers(tournament: Tournament) -> Iterator[Finding]:
    """I34: no voucher has paid more than it is worth, none was used by another player or where its terms do not reach,
    and a satellite's vouchers are worth the seats that its ledger has given. Eight queries at most, none outside a
    festival.
    """
    if tournament.festival_id is None:
        return
    yield from _spent(tournament)
    yield from _used(tournament)
    if standing().filter(tournament=tournament).exists():
        yield from _given(tournament)


def _spent(tournament: Tournament) -> Iterator[Finding]:
    given = list(standing().filter(tournament=tournament))
    left = left_of(given)
    for voucher in given:
        if left[voucher.pk] < 0:
            yield _finding(
                _("Voucher %(code)s is worth %(value)s and has paid %(used)s."),
                code=voucher.code,
                value=voucher.value,
                used=voucher.value - left[voucher.pk],
            )


def _used(tournament: Tournament) -> Iterator[Finding]:
    uses = VoucherUse.objects.filter(tournament=tournament, undone_line=None, entry__isnull=False)
    event = tournament.event
    for use in uses.select_related("voucher__event", "voucher__entry__player", "entry").order_by("pk"):
        voucher, entry = use.voucher, use.entry
        is_theirs = entry is not None and voucher.entry.player_id == entry.player_id
        is_here = (
            voucher.event_id == event.pk
            if voucher.terms == VoucherTerms.EVENT
            else voucher.event.festival_id == event.festival_id
        )
        if not is_theirs or not is_here or voucher.voided_line_id is not None:
            yield _finding(
                _("Voucher %(code)s paid for entry %(number)s, for which it is not good."),
                code=voucher.code,
                number=0 if entry is None else entry.number,
            )


def _given(tournament: Tournament) -> Iterator[Finding]:
    seats = MoneyRow.objects.filter(tournament=tournament, kind=MoneyKind.SEAT)
    booked = -seats.aggregate(all=Sum("amount", default=0))["all"]
    cashed = VoucherUse.objects.filter(tournament=tournament, undone_line=None, entry=None)
    worth = standing().filter(tournament=tournament).aggregate(all=Sum("value", default=0))["all"]
    worth -= cashed.aggregate(all=Sum("amount", default=0))["all"]
    if booked != worth:
        yield _finding(
            _("The ledger has given seats worth %(booked)s, the vouchers are worth %(worth)s."),
            booked=booked,
            worth=worth,
        )


def _finding(says: str, **figures: object) -> Finding:
    return Finding(invariant="I34", says=says % figures)
