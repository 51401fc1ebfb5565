"""A flight is added to an event: a tournament of its own, with the event's settings, structure and staff."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.flights import FlightAdded, FlightCreated
from tournament.models import Account, EntryStatus, Tournament, TournamentStatus
from tournament.plans.plan import plan_of
from tournament.realtime import publish
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.people.house_log import NOBODY, Visitor
from tournament.services.setup.tournaments import make_copy


@transaction.atomic
def add_flight(
    *,
    tournament_id: int,
    name: str,
    starts_at: datetime | None,
    account: Account,
    by: By,
    visitor: Visitor = NOBODY,
) -> Tournament:
    """A new flight of the event: open for registration, with a clock, a log and tables of its own.

    Guarantee and minimum stay with the event, whose pool it pays into; the number of entries that the event takes is
    over all its flights. Raises Refused for an event that has entries or drawn seats already, one with bounties on
    heads, and a flight itself.
    """
    event = lock_tournament(tournament_id)
    _check_may_have_flights(event)
    plan = replace(
        plan_of(event), name=name, starts_at=starts_at, guarantee=0, min_entries=None, max_entries=None
    )
    if not event.has_flights:
        event.has_flights = True
        event.save(update_fields=["has_flights"])
    created = FlightCreated(name=name, event=event.name, code=event.code, structure=plan.structure.to_dict())
    flight = make_copy(
        event, plan, change=created, account=account, now=by.now, visitor=visitor, flight_of=event
    )
    record(FlightAdded(name=name, code=flight.code), tournament_id=event.pk, by=by)
    publish(event.code, ["clock", "standings", "payouts", "log", "field"])
    return flight


def _check_may_have_flights(event: Tournament) -> None:
    if event.flight_of_id is not None:
        raise Refused(_("This is a flight: add flights to its event."), code="is_flight")
    if event.status != TournamentStatus.REGISTERING or event.stacks_brought_at is not None:
        raise Refused(_("Day 2 has begun: no more flights can be added."), code="day_two_begun")
    if event.draw_made_at is not None:
        raise Refused(
            _("The seats of this event are drawn. Undo the draw in the log, then add a flight."),
            code="seats_drawn",
        )
    if not event.has_flights and event.entries.exclude(status=EntryStatus.VOID).exists():
        raise Refused(
            _(
                "Players have entered this event itself. Make a new event for Day 2, and add the flights there, before "
                "anybody enters."
            ),
            code="has_entries",
        )
    if event.stacks_line_id is not None:
        raise Refused(
            _("Starting stacks from points are loaded here: undo that in the log first."), code="has_stacks"
        )
    if event.has_heads:
        raise Refused(
            _(
                "Bounties on heads cannot go along from a flight to Day 2: an event with flights can have mystery "
                "bounties, which begin on Day 2."
            ),
            code="has_bounties",
        )
