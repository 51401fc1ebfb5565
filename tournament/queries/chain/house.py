from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournament.models import HouseLine
from tournament.models.house_log import seal_of
from tournament.models.links import NOTHING
from tournament.queries.chain.reading import CHUNK


def broken_house_lines() -> Iterator[str]:
    """A sentence for each line of the house's own log that was altered, removed or added past Floorman."""
    expected, before = 1, NOTHING
    for line in HouseLine.objects.order_by("number").iterator(chunk_size=CHUNK):
        if line.number != expected:
            yield _gone(expected, line.number - 1)
        elif line.hash != seal_of(line, before):
            yield _("Log-ins and access: line %(number)d (%(verb)s) was altered after it was written.") % {
                "number": line.number,
                "verb": line.verb,
            }
        expected, before = line.number + 1, line.hash


def _gone(first: int, last: int) -> str:
    if first == last:
        return _("Log-ins and access: line %(number)d was removed.") % {"number": first}
    return _("Log-ins and access: lines %(first)d to %(last)d were removed.") % {"first": first, "last": last}
