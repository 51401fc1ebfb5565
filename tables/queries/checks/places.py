from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.models import Entry, EntryStatus, Tournament


def check_places(tournament: Tournament) -> Iterator[Finding]:
    """I25 and I26: places run without a gap up to the entries; those who tie share all of theirs. One query."""
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    rows = list(entries.values_list("place_first", "place_last", "number", "status"))
    placed = sorted((first, last, number) for first, last, number, _status in rows if first is not None)
    due = len(rows) - len(placed) + 1
    while placed:
        first, last, number = placed[0]
        tied = [place for place in placed if place[:2] == (first, last)]
        if first != due or last != due + len(tied) - 1:
            yield Finding(
                invariant="I25",
                says=_("Place %(due)s is missing or taken twice: entry %(number)s has %(first)s to %(last)s.")
                % {"due": due, "number": number, "first": first, "last": last},
            )
            return
        due, placed = last + 1, placed[len(tied) :]
    for place, _last, entry, status in rows:
        if status == EntryStatus.ELIMINATED and place is None:
            yield Finding(
                invariant="I26", says=_("Entry %(number)s is out and has no place.") % {"number": entry}
            )
