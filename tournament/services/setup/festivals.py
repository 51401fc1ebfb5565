"""Festivals: started with an event, joined and left by others, and which event the seats of a satellite are in.

An event brings its flights along. No two events of a festival have a table at the same time.
"""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.changes.change import Change
from tournament.changes.festivals import (
    FestivalJoined,
    FestivalLeft,
    FestivalStarted,
    SeatsNamed,
    SeatsUnnamed,
)
from tournament.models import (
    Account,
    Festival,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Tournament,
    Voucher,
    VoucherUse,
)
from tournament.plans.plan import TournamentPlan, plan_of
from tournament.queries.festivals import booking_of, festivals_of, seats_offered, tables_booked
from tournament.realtime import publish
from tournament.rules.festivals import overlaps, table_numbers_text
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_festival, lock_tournament, lock_tournaments
from tournament.services.log import record


@transaction.atomic
def start_festival(*, tournament_id: int, name: str, by: By) -> LogEntry:
    """A festival of this event alone, to which others are added. Raises Refused for a flight, and inside a festival."""
    tournament = _lock_free(tournament_id)
    festival = Festival.objects.create(name=name, created_at=by.now)
    return _put(tournament, festival, FestivalStarted(name=festival.name, code=festival.code), by)


@transaction.atomic
def join_festival(*, tournament_id: int, festival_id: int, account: Account, by: By) -> LogEntry:
    """The event becomes part of a festival of which this account directs an event already.

    Raises Refused for a flight, inside a festival, and where tables are wanted that others have at the same time;
    Festival.DoesNotExist for one of other people.
    """
    tournament = _lock_free(tournament_id)
    mine = [festival for festival in festivals_of(account) if festival.pk == festival_id]
    if not mine:
        raise Festival.DoesNotExist
    line = _put(tournament, mine[0], FestivalJoined(name=mine[0].name, code=mine[0].code), by)
    for each in [tournament, *tournament.flights.order_by("pk")]:
        if not each.is_over:
            check_tables(plan_of(each), festival_id, besides=[each.pk])
    return line


@transaction.atomic
def leave_festival(*, tournament_id: int, by: By) -> LogEntry:
    """The event stands alone again. Raises Refused while seats are won for it or by it."""
    tournament = _lock_all(tournament_id)
    festival = _festival_of(tournament)
    _check_event(tournament)
    lock_festival(tournament)
    if tournament.satellites.exists():
        names = ", ".join(f"“{name}”" for name in tournament.satellites.values_list("name", flat=True))
        raise Refused(
            _("Seats in this event are won in %(names)s: choose another event there first.")
            % {"names": names},
            code="has_satellites",
        )
    used = VoucherUse.objects.filter(Q(tournament=tournament) | Q(tournament__flight_of=tournament))
    if Voucher.objects.filter(tournament=tournament).exists() or used.exists():
        raise Refused(
            _("Vouchers were given or used here: the event stays in the festival."), code="has_vouchers"
        )
    return _put(tournament, None, FestivalLeft(name=festival.name, code=festival.code), by)


@transaction.atomic
def name_seats(*, tournament_id: int, event_id: int | None, by: By) -> LogEntry:
    """The seats of this satellite are in that event of the festival; None: in none.

    With each seat that is handed over its winner gets a voucher. Raises Refused outside a festival, for a flight, where
    prizes are money, and once a seat was handed over; Tournament.DoesNotExist for an event that is not offered.
    """
    tournament = lock_tournament(tournament_id)
    _festival_of(tournament)
    _check_event(tournament)
    lock_festival(tournament)
    if tournament.satellite is None:
        raise Refused(
            _("The prizes of this event are no seats: choose “Satellite: seats” in the settings first."),
            code="no_seats",
        )
    given = MoneyRow.objects.filter(tournament=tournament, kind=MoneyKind.SEAT, amount__lt=0)
    if given.filter(corrected_by=None).exists():
        raise Refused(
            _(
                "Seats of this satellite were handed over: void these payments first, then choose their event."
            ),
            code="has_vouchers",
        )
    event = next((each for each in seats_offered(tournament) if each.pk == event_id), None)
    if event_id is not None and event is None:
        raise Tournament.DoesNotExist
    tournament.seats_for = event
    tournament.save(update_fields=["seats_for"])
    change: Change = SeatsUnnamed() if event is None else SeatsNamed(event=event.name, code=event.code)
    line = record(change, tournament_id=tournament.pk, by=by)
    publish(tournament.code, ["payouts", "log"])
    return line


def check_tables(plan: TournamentPlan, festival_id: int, *, besides: list[int]) -> None:
    """Raise Refused where an event with this plan wants a table that another one of the festival has then."""
    wanted = booking_of(name=plan.name, starts_at=plan.starts_at, structure=plan.structure, options=plan)
    if wanted is None:
        return
    # One at a time: what the other has just booked is read, and not both let through.
    Festival.objects.select_for_update(no_key=True).get(pk=festival_id)
    found = overlaps(wanted, tables_booked(festival_id, besides=besides))
    if found:
        other = found[0].other
        raise Refused(
            _("“%(event)s” has tables %(tables)s from %(begin)s to %(end)s: choose others, or another time.")
            % {
                "event": other.name,
                "tables": table_numbers_text(found[0].tables),
                "begin": _moment(other.begins_at, plan.time_zone),
                "end": _moment(other.ends_at, plan.time_zone),
            },
            code="tables_taken",
            field="table_numbers",
        )


def _moment(at: datetime, time_zone: str) -> str:
    return date_format(at.astimezone(ZoneInfo(time_zone)), "D j M H:i")


def _lock_all(tournament_id: int) -> Tournament:
    """The event with its flights, which come along."""
    flights = Tournament.objects.filter(flight_of=tournament_id).values_list("pk", flat=True)
    lock_tournaments([tournament_id, *flights])
    return Tournament.objects.get(pk=tournament_id)


def _lock_free(tournament_id: int) -> Tournament:
    tournament = _lock_all(tournament_id)
    _check_event(tournament)
    if tournament.festival is not None:
        raise Refused(
            _("This event is part of “%(name)s” already.") % {"name": tournament.festival.name},
            code="in_festival",
        )
    return tournament


def _check_event(tournament: Tournament) -> None:
    if tournament.flight_of_id is not None:
        raise Refused(_("This is a flight: it goes along with its event."), code="is_flight")


def _festival_of(tournament: Tournament) -> Festival:
    if tournament.festival is None:
        raise Refused(_("This event is not part of a festival."), code="no_festival")
    return tournament.festival


def _put(tournament: Tournament, festival: Festival | None, change: Change, by: By) -> LogEntry:
    for each in [tournament, *tournament.flights.order_by("pk")]:
        each.festival = festival
        each.seats_for = each.seats_for if festival is not None else None
        each.save(update_fields=["festival", "seats_for"])
    line = record(change, tournament_id=tournament.pk, by=by)
    publish(tournament.code, ["log"])
    return line
