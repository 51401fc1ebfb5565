"""The stacks that an event has from its flights, beside those in the bags of the flights."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.flights import StacksBrought
from tournament.models import ChipRow, Entry, LogEntry, Tournament
from tournament.queries.flight_board import stacks_through
from tournament.rules.flights import several_stacks, who_goes_on


def check_flights(tournament: Tournament) -> Iterator[Finding]:
    """I33: what the event has issued to those from its flights is what the bags there hold, by the rule of the day on
    which it was brought, stack by stack. Five queries, none for an event without flights.
    """
    if tournament.stacks_brought_at is None:
        return
    line = LogEntry.objects.filter(tournament=tournament, verb=StacksBrought.verb).latest("pk")
    stacks = stacks_through(tournament)
    goes = who_goes_on(stacks, way=several_stacks(StacksBrought.of(line).way))
    due = {source: each.chips for each in goes for source in each.entries}
    linked = dict(Entry.objects.filter(pk__in=due).values_list("pk", "goes_on_as"))
    issued = dict.fromkeys(Entry.objects.filter(brought_line=line).values_list("pk", flat=True), 0)
    rows = ChipRow.objects.filter(log_entry=line)
    issued |= {row.entry_id: row.amount for row in rows if row.entry_id is not None}
    numbers = dict(Entry.objects.filter(pk__in=due).values_list("pk", "number"))
    for source, chips in sorted(due.items()):
        became = linked.get(source)
        if became is None or issued.get(became) != chips:
            yield Finding(
                invariant="I33",
                says=_(
                    "Entry %(number)s of a flight is worth %(due)s chips on Day 2; %(issued)s were issued for it."
                )
                % {
                    "number": numbers[source],
                    "due": chips,
                    "issued": issued.get(became, 0) if became is not None else 0,
                },
            )
    if len(issued) != len(goes):
        yield Finding(
            invariant="I33",
            says=_("%(there)s entries came from flights, by the bags there are %(due)s.")
            % {"there": len(issued), "due": len(goes)},
        )
