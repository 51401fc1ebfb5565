from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F, Sum
from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.models import ChipSale, Entry, Penalty, Tournament


def check_kept(tournament: Tournament) -> Iterator[Finding]:
    """I27: what is kept with an entry to make deals faster is what it is the sum of. Three queries."""
    penalties = Penalty.objects.filter(entry__tournament=tournament, lifted_at=None)
    owed = dict(penalties.values_list("entry").annotate(left=Sum(F("hands") - F("missed"))))
    sales = ChipSale.objects.filter(tournament=tournament, put_on_at=None, undone_at=None)
    bought = dict(sales.values_list("entry").annotate(chips=Sum("chips")))
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    for pk, number, hands, chips in entries.values_list("pk", "number", "penalty_hands", "chips_to_come"):
        if hands != owed.get(pk, 0):
            yield Finding(
                invariant="I27",
                says=_("Entry %(number)s sits out %(kept)s hands; its penalties say %(owed)s.")
                % {"number": number, "kept": hands, "owed": owed.get(pk, 0)},
            )
        if chips != bought.get(pk, 0):
            yield Finding(
                invariant="I27",
                says=_("Entry %(number)s has %(kept)s chips to come; its rebuys and add-ons say %(bought)s.")
                % {"number": number, "kept": chips, "bought": bought.get(pk, 0)},
            )
