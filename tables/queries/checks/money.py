from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F
from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.models import MoneyRow, Tournament
from tournament.queries.ledger.reconciliation import KindLine, reconciliation


def check_ledger(tournament: Tournament) -> Iterator[Finding]:
    """I04: a row that corrects another one takes back exactly what that moved. One query."""
    rows = MoneyRow.objects.filter(tournament=tournament).exclude(corrects=None)
    wrong = rows.exclude(
        amount=-1 * F("corrects__amount"), kind=F("corrects__kind"), tournament=F("corrects__tournament")
    )
    for pk, corrected in wrong.values_list("pk", "corrects"):
        yield Finding(
            invariant="I04",
            says=_("Row %(row)s of the ledger corrects row %(corrected)s by another amount.")
            % {"row": pk, "corrected": corrected},
        )


def check_money(tournament: Tournament) -> Iterator[Finding]:
    """I05 to I08: what was sold, awarded and paid is what the ledger says, and the pool is what is awarded of it."""
    books = reconciliation(tournament)
    for line in (*books.kinds, *(() if books.seats is None else (books.seats,))):
        yield from _differences(line)
    if books.pool.difference:
        yield Finding(
            invariant="I06",
            says=_("The prizes differ from the pool by %(amount)s minor units.")
            % {"amount": books.pool.difference},
        )
    if books.bounties is not None and books.bounties.difference:
        yield Finding(
            invariant="I08",
            says=_("Bounties on heads, due and paid differ from those sold by %(amount)s minor units.")
            % {"amount": books.bounties.difference},
        )


def _differences(line: KindLine) -> Iterator[Finding]:
    for difference in line.differences:
        yield Finding(
            invariant="I05",
            says=_(
                "%(kind)s, entry %(number)s: %(booked)s in the ledger, %(expected)s by what was sold and paid."
            )
            % {
                "kind": line.label,
                "number": difference.number,
                "booked": difference.booked,
                "expected": difference.expected,
            },
        )
