from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.db.models import F, Q
from django.utils.translation import gettext as _

from tables.queries.checks.findings import Finding
from tournament.changes.change import verbs
from tournament.changes.entries import EntryEliminated, EntryRegistered, EntryReinstated, TournamentWon
from tournament.models import Entry, EntryStatus, LogEntry, Tournament

TOLD: Final = verbs(EntryEliminated, EntryReinstated, TournamentWon)


def check_log(tournament: Tournament) -> Iterator[Finding]:
    """I30: the log tells of every entry and of every player who went out, once and in their order. Five queries."""
    lines = LogEntry.objects.filter(tournament=tournament)
    entries = Entry.objects.filter(tournament=tournament)
    entered = lines.filter(verb=EntryRegistered.verb).values_list("data__entry", flat=True)
    yield from _compare(
        _("By the log %(told)s entries were registered, %(true)s are there."),
        entered,
        entries.filter(brought_line=None).values_list("pk", flat=True),
    )
    out: list[int] = []
    won: list[int] = []
    for verb, entry in lines.filter(verb__in=TOLD).order_by("pk").values_list("verb", "data__entry"):
        if verb == EntryEliminated.verb:
            out.append(entry)
        elif verb == EntryReinstated.verb:
            # With a second player in it again nobody has won.
            out = [other for other in out if other != entry]
            won = []
        else:
            won.append(entry)
    # An entry that was refunded counts as never made, also if it was out.
    standing = entries.exclude(status=EntryStatus.VOID)
    # A smaller stack from a flight is out with the line that brought it.
    played = Q(brought_line=None) | Q(eliminated_at__gt=F("brought_line__at"))
    counted = set(standing.values_list("pk", flat=True))
    gone = standing.filter(played, status=EntryStatus.ELIMINATED).values_list("pk", flat=True)
    yield from _compare(
        _("By the log %(told)s players went out, by their entries %(true)s."),
        [entry for entry in out if entry in counted],
        gone,
    )
    if tournament.satellite is None:
        yield from _compare(
            _("By the log %(told)s players won, by their entries %(true)s."),
            won,
            standing.filter(place_first=1).values_list("pk", flat=True),
        )


def _compare(says: str, told: Iterable[int], true: Iterable[int]) -> Iterator[Finding]:
    by_the_log, there = sorted(told), sorted(true)
    if by_the_log != there:
        yield Finding(invariant="I30", says=says % {"told": len(by_the_log), "true": len(there)})
