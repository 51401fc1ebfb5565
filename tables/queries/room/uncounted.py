"""Tables that stand because somebody's stack is not known: where every hand is recorded it is counted first."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count

from tables.models import Recording, TableStatus
from tournament.models import Entry, EntryStatus, Tournament, TournamentStatus


def uncounted_stacks(tournament: Tournament) -> Mapping[int, int]:
    """By the table's number how many stacks are to be counted before its next hand. One query, none out of play."""
    if tournament.status != TournamentStatus.RUNNING:
        return {}
    unknown = Entry.objects.filter(
        tournament=tournament,
        status=EntryStatus.PLAYING,
        is_stack_known=False,
        seat__table__recording=Recording.HANDS,
        seat__table__status__in=(TableStatus.OPEN, TableStatus.HELD),
    )
    rows = unknown.values("seat__table__number").annotate(count=Count("pk")).order_by("seat__table__number")
    return dict(rows.values_list("seat__table__number", "count"))
