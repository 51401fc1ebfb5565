"""Vouchers: seats won in a satellite, used for an entry or paid in cash."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.changes.change import logged
from tournament.changes.kinds import ENTRIES, MONEY
from tournament.changes.payments import Payment
from tournament.changes.people import AmountOfEntry
from tournament.words.writer import Writer


@dataclass(frozen=True, slots=True, kw_only=True)
class OfVoucher(AmountOfEntry):
    """voucher: its code. In the satellite's log the entry is the one that won it, else the one that was bought."""

    voucher: str


@logged(MONEY)
class VoucherGiven(OfVoucher):
    """event: the name of what it is for."""

    says = gettext_noop("Gave %(name)s voucher %(voucher)s, worth %(amount)s in “%(event)s”.")

    event: str


@logged(ENTRIES)
class VoucherUsed(OfVoucher):
    """source: the name of the satellite in which it was won."""

    says = gettext_noop("%(name)s paid %(amount)s with voucher %(voucher)s, won in “%(source)s”.")

    source: str


@logged(MONEY)
class VoucherCashed(Payment):
    """voucher: its code."""

    voucher: str

    def said(self, writer: Writer) -> str:
        return self.with_checks(
            _("Paid %(name)s %(amount)s in cash for voucher %(voucher)s.") % self.in_words(writer)
        )


@logged(MONEY)
class VoucherCashUndone(OfVoucher):
    says = gettext_noop("Voided the payment of %(amount)s to %(name)s for voucher %(voucher)s.")
