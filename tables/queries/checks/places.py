from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.models import Entry, EntryStatus, Tournament

# First and last place, and the number of the entry.
_Placed: TypeAlias = tuple[int, int, int]


def check_places(tournament: Tournament) -> Iterator[Finding]:
    """I25 and I26: places run without a gap up to the entries; those who tie share all of theirs. The first places are
    those of seats that stacks have won. One query.
    """
    entries = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    rows = list(entries.values_list("place_first", "place_last", "number", "status"))
    with_seat, others = list[_Placed](), list[_Placed]()
    for first, last, number, status in rows:
        if first is not None and last is not None:
            (with_seat if status == EntryStatus.SEAT_WON else others).append((first, last, number))
    yield from _without_gap(sorted(with_seat), due=1)
    yield from _without_gap(sorted(others), due=len(rows) - len(others) + 1)
    for place, _last, entry, status in rows:
        if status == EntryStatus.ELIMINATED and place is None:
            yield Finding(
                invariant="I26", says=_("Entry %(number)s is out and has no place.") % {"number": entry}
            )


def _without_gap(placed: list[_Placed], *, due: int) -> Iterator[Finding]:
    """`placed` are first and last place and number of the entry, in order; `due` is the first place that is taken."""
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
