"""From when on the shot clock of the house runs, how long a decision takes, and which stages of chips have come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache

from django.db.models import Count, F, Q

from tables import engine
from tables.floor.shot_clock import (
    EventNow,
    chips_left,
    gives_chips,
    has_begun,
    shot_seconds,
    stages_reached,
)
from tables.models import Table, TimeChip
from tables.models.rules import floor_rules
from tables.queries.table.final_table import is_final_table
from tables.queries.table.hand import TableHand
from tournament.models import Entry, EntryStatus, Stop, Tournament
from tournament.queries.payouts.ladder import places_in_the_money
from tournament.queries.seats_won import seats_won


def decision_seconds(recorded: TableHand) -> int:
    """The seconds of the decision that is due; 0 where it has none, or the shot clock does not run yet.

    No query where it runs from the start, from a level on or once registration is over.
    """
    rules, state = floor_rules(recorded.table.tournament), recorded.state
    raises = sum(isinstance(each, engine.RaiseTo) for each in state.history) if state.street == 0 else 0
    seconds = shot_seconds(rules, street=state.street, raises=raises)
    if not seconds or state.phase != "betting" or state.actor is None:
        return 0
    return seconds if has_begun(rules, event_now(recorded.table, level=recorded.hand.level_number)) else 0


def event_now(table: Table, *, level: int) -> EventNow:
    """Where the event stands, at a table that plays this level; what is counted is asked once, where it is needed."""
    tournament = table.tournament
    return EventNow(
        level=level,
        is_registration_closed=tournament.registration_closed_at is not None,
        players=cache(lambda: _players(tournament)),
        places_paid=cache(lambda: max(0, places_in_the_money(tournament) - seats_won(tournament))),
        is_final_table=cache(lambda: is_final_table(table)),
        days=cache(lambda: _days(tournament)),
        final_size=floor_rules(tournament).final_table_size(tournament.seats_per_table),
    )


def chips_of(table: Table, entries: Collection[int]) -> Mapping[int, int]:
    """By entry how many time-bank chips each has left; empty where the house gives none. One query, and what the
    stages ask. What was used in the flights that brought a player counts.
    """
    rules = floor_rules(table.tournament)
    if not gives_chips(rules):
        return {}
    reached = stages_reached(rules, event_now(table, level=0))
    used: defaultdict[int, list[str]] = defaultdict(list)
    for chip in TimeChip.objects.filter(Q(entry__in=entries) | Q(entry__goes_on_as__in=entries)).annotate(
        became=F("entry__goes_on_as")
    ):
        used[chip.became or chip.entry_id].append(chip.stage_used)
    return {entry: chips_left(rules, reached, used[entry]) for entry in entries}


def _players(tournament: Tournament) -> int:
    return Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).count()


def _days(tournament: Tournament) -> dict[int, int]:
    """By day, from the second on, with how many players it began: a day is over once its bags are counted, and that
    of the flights before their players come here. One query, two where there are flights.
    """
    bagged = Stop.objects.filter(tournament=tournament, bagged_at__isnull=False).order_by("bagged_at")
    began = list(bagged.annotate(count=Count("bags")).values_list("count", flat=True))
    if tournament.has_flights:
        began.insert(0, Entry.objects.filter(tournament=tournament, brought_line__isnull=False).count())
    return dict(enumerate(began, start=2))
