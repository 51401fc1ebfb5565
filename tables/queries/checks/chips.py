from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from tables.models import Table, TableStatus
from tables.queries.checks.findings import Finding
from tournament.models import ChipRow, Entry, EntryStatus, Tournament
from tournament.queries.flights import LIVE


def check_chips(tournament: Tournament) -> Iterator[Finding]:
    """I01 and I02: the chips issued are the chips in stacks, and nobody has fewer than none. Three queries."""
    issued = ChipRow.objects.filter(tournament=tournament).aggregate(all=Sum("amount", default=0))["all"]
    entries = Entry.objects.filter(tournament=tournament)
    # Chips are issued with the sale, before the seats are drawn.
    held = entries.filter(status__in=LIVE).aggregate(all=Sum("stack", default=0))["all"]
    if issued != held:
        yield Finding(
            invariant="I01",
            says=_("%(issued)s chips were issued, %(held)s are in stacks.")
            % {"issued": issued, "held": held},
        )
    lost = entries.exclude(status__in=LIVE).exclude(stack=0).values_list("number", "stack")
    for number, stack in [*lost, *entries.filter(stack__lt=0).values_list("number", "stack")]:
        yield Finding(
            invariant="I02",
            says=_("Entry %(number)s holds %(stack)s chips, which it cannot.")
            % {"number": number, "stack": stack},
        )


def check_seats(tournament: Tournament) -> Iterator[Finding]:
    """I10 and I11: each player in play sits in one seat of an open table, and nobody else does. Two queries."""
    entries = Entry.objects.filter(tournament=tournament)
    drawn = tournament.draw_made_at is not None
    standing = entries.filter(status=EntryStatus.PLAYING).filter(
        Q(seat=None) | Q(seat__table__status=TableStatus.CLOSED)
    )
    for number in standing.values_list("number", flat=True) if drawn else ():
        yield Finding(
            invariant="I10",
            says=_("Entry %(number)s plays and has no seat at an open table.") % {"number": number},
        )
    sitting = entries.exclude(seat=None).exclude(status=EntryStatus.PLAYING)
    for number, at in sitting.values_list("number", "seat__table__number"):
        yield Finding(
            invariant="I10",
            says=_("Entry %(number)s sits at table %(table)s and does not play.")
            % {"number": number, "table": at},
        )
    for table in Table.objects.filter(tournament=tournament).prefetch_related("seats"):
        beyond = [
            seat.number for seat in table.seats.all() if seat.entry_id and seat.number > table.seats_count
        ]
        if beyond:
            yield Finding(
                invariant="I11",
                says=_("Table %(table)s has %(seats)s seats; somebody sits in seat %(seat)s.")
                % {"table": table.number, "seats": table.seats_count, "seat": beyond[0]},
            )
