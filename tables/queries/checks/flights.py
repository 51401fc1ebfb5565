"""The stacks that an event has from its flights, beside those in the bags of the flights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.flights import StacksBrought
from tournament.models import ChipRow, Entry, EntryStatus, LogEntry, Tournament, TournamentStatus
from tournament.rules.flights import SeveralStacks, several_stacks


def check_flights(tournament: Tournament) -> Iterator[Finding]:
    """I33: what the event has issued to each entry from its flights is what the bags there hold, by the rule of the day
    on which it was brought, and no bag is left over. Four queries, none for an event without flights.
    """
    if tournament.stacks_brought_at is None:
        return
    line = LogEntry.objects.filter(tournament=tournament, verb=StacksBrought.verb).latest("pk")
    way = several_stacks(StacksBrought.of(line).way)
    bags: dict[int | None, list[int]] = defaultdict(list)
    through = Entry.objects.filter(
        tournament__flight_of=tournament,
        tournament__status=TournamentStatus.FINISHED,
        status=EntryStatus.PLAYING,
        stack__gt=0,
    )
    for entry, chips in through.values_list("goes_on_as", "stack"):
        bags[entry].append(chips)
    for chips in bags.pop(None, []):
        yield Finding(
            invariant="I33", says=_("A bag of %(chips)s chips of a flight went nowhere.") % {"chips": chips}
        )
    rows = ChipRow.objects.filter(log_entry=line)
    issued = dict(rows.values_list("entry", "amount"))
    brought = Entry.objects.filter(brought_line=line).order_by("number")
    for pk, number in brought.values_list("pk", "number"):
        is_out = pk not in issued
        due = _due(bags.get(pk, []), way, is_out=is_out)
        if due != issued.get(pk, 0):
            yield Finding(
                invariant="I33",
                says=_(
                    "Entry %(number)s has %(issued)s chips from its flights; in the bags there are %(due)s."
                )
                % {"number": number, "issued": issued.get(pk, 0), "due": due},
            )


def _due(bags: Sequence[int], way: SeveralStacks, *, is_out: bool) -> int:
    """What an entry has of the bags that became it. A smaller stack that is out for the smallest prize has nothing."""
    if is_out and way == "smallest_prize":
        return 0
    return sum(bags) if way == "added" else max(bags, default=0)
