from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.change import change_of, verbs
from tournament.changes.hand_levels import LevelsByHands, LevelsByTime
from tournament.changes.setup import KeepsStructure, TournamentCloned, TournamentCreated, TournamentEdited
from tournament.models import LogEntry, Tournament

Period = Mapping[str, Any]


def check_structure(tournament: Tournament) -> Iterator[Finding]:
    """I30: the structure is the one that the line has which changed it last. Two queries.

    A line of before that was kept in it says nothing.
    """
    told = _told(tournament)
    if told is None:
        return
    # Read after the line: it changes under the lock, together with its line.
    stands = _periods(Tournament.objects.values_list("structure_data", flat=True).get(pk=tournament.pk))
    if stands == told or _told(tournament) != told:
        return
    for row, (period, due) in enumerate(zip_longest(stands, told), start=1):
        if period != due:
            yield Finding(invariant="I30", says=_says(row, period, due))


def _says(row: int, period: Period | None, due: Period | None) -> str:
    if period is None:
        return _("Row %(row)s of the structure is missing; the log has it.") % {"row": row}
    if due is None:
        return _("Row %(row)s of the structure is one that the log does not have.") % {"row": row}
    return _("Row %(row)s of the structure has %(stands)s; by the log it is %(told)s.") % {
        "row": row,
        "stands": _values(period, due),
        "told": _values(due, period),
    }


def _told(tournament: Tournament) -> Sequence[Period] | None:
    about = verbs(TournamentCreated, TournamentCloned, TournamentEdited, LevelsByHands, LevelsByTime)
    lines = LogEntry.objects.filter(tournament=tournament, verb__in=about).order_by("-pk")
    for verb, data in lines.values_list("verb", "data").iterator():
        change = change_of(verb, data)
        if isinstance(change, KeepsStructure) and not (
            isinstance(change, TournamentEdited) and not change.has_structure
        ):
            return _periods(change.structure) if change.structure else None
    return None


def _periods(data: Any) -> Sequence[Period]:
    periods = data.get("periods") if isinstance(data, Mapping) else None
    return [each for each in periods if isinstance(each, Mapping)] if isinstance(periods, list) else []


def _values(period: Period, other: Period) -> str:
    """What a row has where the other one has something else."""
    return ", ".join(str(value) for key, value in sorted(period.items()) if other.get(key) != value) or "–"
