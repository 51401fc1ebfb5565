from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.models import Entry, Payout, Tournament
from tournament.queries.payouts.due import prizes_due
from tournament.rules.payouts.schemes import PrizeError


def check_prizes(tournament: Tournament) -> Iterator[Finding]:
    """I07: each prize is what the ladder, or the chop, gives its place, paid or not; and nobody in the money has none.

    A dozen queries, however many prizes.
    """
    try:
        due = prizes_due(tournament)
    except PrizeError:
        # Nothing is decided while the ladder does not fit the pool; the page of the payouts says so.
        return
    awarded = dict(Payout.objects.filter(tournament=tournament).values_list("entry", "amount"))
    if due is None or due == awarded:
        return
    numbers = dict(Entry.objects.filter(pk__in={*due, *awarded}).values_list("pk", "number"))
    for entry in sorted({*due, *awarded}, key=lambda each: numbers.get(each, 0)):
        if due.get(entry, 0) != awarded.get(entry, 0):
            yield Finding(
                invariant="I07",
                says=_("Entry %(number)s is awarded %(awarded)s minor units; its place pays %(due)s.")
                % {
                    "number": numbers.get(entry, "?"),
                    "awarded": awarded.get(entry, 0),
                    "due": due.get(entry, 0),
                },
            )
