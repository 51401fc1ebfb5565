"""A flight is over when its bags are accepted; then the stacks of all flights become entries of the event.

    flight in play --bags accepted--> flight over     all over --stacks brought--> entries of the event, seats to draw

The chips of a flight stay in its own ledger, as they lie in its bags; the event issues those that go on. The money
stays where it was paid: the pool of the event is what it and its flights have collected (queries.payouts.ladder).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Max, Q, Sum
from django.utils.translation import gettext as _

from tournament.changes.flights import FlightPlayed, FlightPlaysOn, StacksBrought, StacksSentBack
from tournament.models import (
    ChipKind,
    ChipRow,
    Entry,
    EntryStatus,
    LogEntry,
    Tournament,
    TournamentStatus,
)
from tournament.queries.flight_board import stacks_through
from tournament.realtime import publish
from tournament.rules import clock as clock_rules
from tournament.rules.clock import Clock
from tournament.rules.flights import GoesOn, where_it_goes_on, who_goes_on
from tournament.services.actor import By
from tournament.services.clock_claim import claim_clock
from tournament.services.errors import Refused
from tournament.services.field.results import require_open_pool
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.undo import Undoable, register_undo

TOPICS = ("clock", "standings", "players", "payouts", "log", "field")


def end_flight(flight: Tournament, *, by: By) -> None:
    """Its bags are accepted: it is over, and those left in it are through. The caller holds its lock."""
    through = Entry.objects.filter(tournament=flight, status=EntryStatus.PLAYING)
    played = FlightPlayed(
        players=through.count(),
        chips=through.aggregate(all=Sum("stack", default=0))["all"],
        clock_ran=flight.clock.state == "running",
    )
    flight.status, flight.finished_at = TournamentStatus.FINISHED, by.now
    flight.save(update_fields=["status", "finished_at"])
    if not claim_clock(flight, clock_rules.finish(flight.clock, flight.structure, now=by.now)):
        raise Refused(_("The clock has just changed. Try again."), code="clock_changed")
    record(played, tournament_id=flight.pk, by=by)
    publish(flight.code, TOPICS)
    publish(flight.event.code, TOPICS)


def play_flight_on(flight: Tournament, *, by: By) -> None:
    """The acceptance of its bags is undone. The caller holds the lock of its event, and its own.

    Raises Refused once its stacks are in the event.
    """
    require_open_pool(flight)
    flight.status, flight.finished_at = TournamentStatus.RUNNING, None
    flight.save(update_fields=["status", "finished_at"])
    played = LogEntry.objects.filter(tournament=flight, verb=FlightPlayed.verb).latest("pk")
    runs_since = by.now if FlightPlayed.of(played).clock_ran else None
    if not claim_clock(flight, clock_rules.reopen(flight.clock, runs_since=runs_since)):
        raise Refused(_("The clock has just changed. Try again."), code="clock_changed")
    record(FlightPlaysOn(), tournament_id=flight.pk, by=by, undoes=played)
    publish(flight.code, TOPICS)
    publish(flight.event.code, TOPICS)


@transaction.atomic
def bring_stacks(*, tournament_id: int, by: By) -> LogEntry:
    """Make entries of the event of the stacks in the bags of its flights, and set its clock to where it goes on.

    What becomes of several stacks of one player is the setting of the event. Raises Refused while a flight is not
    over, where nobody is through, and once it was done.
    """
    event = lock_tournament(tournament_id)
    flights = _lock_flights(event)
    _check_may_bring(event, flights)
    way = event.options.stacks_way
    goes = who_goes_on(stacks_through(event), way=way)
    playing, out = [each for each in goes if not each.is_out], [each for each in goes if each.is_out]
    if not playing:
        raise Refused(_("Nobody is through from the flights."), code="nobody_through")
    brought = StacksBrought(
        players=len(playing),
        chips=sum(each.chips for each in playing),
        given_up=sum(each.given_up for each in goes),
        out=len(out),
        way=way,
        clock_before=event.clock.to_dict(),
    )
    line = record(brought, tournament_id=event.pk, by=by)
    entries = _enter(event, playing, out, line)
    _book_chips(entries, line)
    _link(dict(zip(goes, entries, strict=True)))
    event.stacks_brought_at = by.now
    event.save(update_fields=["stacks_brought_at"])
    clock = where_it_goes_on([(flight.clock, flight.structure) for flight in flights], event.structure)
    if not claim_clock(event, clock):
        raise Refused(_("The clock has just changed. Try again."), code="clock_changed")
    _tell(event, flights)
    return line


def _tell(event: Tournament, flights: Sequence[Tournament]) -> None:
    """Who is through learns on the page of their flight where they go on."""
    for each in (event, *flights):
        publish(each.code, TOPICS)


def _lock_flights(event: Tournament) -> list[Tournament]:
    """Those that were not cancelled, each locked, by rising id."""
    ids = event.flights.exclude(status=TournamentStatus.CANCELLED).order_by("pk").values_list("pk", flat=True)
    return [lock_tournament(pk) for pk in list(ids)]


def _check_may_bring(event: Tournament, flights: Sequence[Tournament]) -> None:
    if not event.has_flights or not flights:
        raise Refused(_("This event has no flights."), code="no_flights")
    if event.stacks_brought_at is not None:
        raise Refused(_("The stacks of the flights are here already."), code="stacks_brought")
    if event.status != TournamentStatus.REGISTERING:
        raise Refused(_("Only an event that has not started takes stacks from its flights."), code="started")
    open_ones = [flight.name for flight in flights if flight.status != TournamentStatus.FINISHED]
    if open_ones:
        raise Refused(
            _("Not over yet: %(flights)s. Accept the bags there, or cancel a flight that is not played.")
            % {"flights": ", ".join(open_ones)},
            code="flight_open",
        )


def _enter(
    event: Tournament, playing: Sequence[GoesOn], out: Sequence[GoesOn], line: LogEntry
) -> list[Entry]:
    """One entry for each, in their order; those who are out share the places below all others."""
    newest = Entry.objects.filter(tournament=event).aggregate(last=Max("number"))["last"] or 0
    free = {"paid_prize": 0, "paid_fee": 0, "paid_staff": 0, "paid_bounty": 0}
    entries = [
        Entry(
            tournament=event,
            player_id=each.player,
            number=number,
            stack=each.chips,
            brought_line=line,
            registered_at=line.at,
            registered_by_id=line.account_id,
            **free,
        )
        for number, each in enumerate([*playing, *out], start=newest + 1)
    ]
    for entry in entries[len(playing) :]:
        entry.status, entry.eliminated_at = EntryStatus.ELIMINATED, line.at
        entry.place_first, entry.place_last = len(playing) + 1, len(entries)
    return Entry.objects.bulk_create(entries)


def _book_chips(entries: Sequence[Entry], line: LogEntry, *, sign: int = 1) -> None:
    kind = ChipKind.ISSUED if sign > 0 else ChipKind.REMOVED
    ChipRow.objects.bulk_create(
        ChipRow(
            tournament_id=entry.tournament_id,
            entry=entry,
            kind=kind,
            amount=sign * entry.stack,
            at=line.at,
            log_entry=line,
        )
        for entry in entries
        if entry.stack
    )


def _link(became: Mapping[GoesOn, Entry]) -> None:
    """Each entry of a flight knows what it has become."""
    of_flight = {source: entry for each, entry in became.items() for source in each.entries}
    rows = list(Entry.objects.filter(pk__in=of_flight))
    for row in rows:
        row.goes_on_as = of_flight[row.pk]
    Entry.objects.bulk_update(rows, ["goes_on_as"], batch_size=500)


# --- Undone -------------------------------------------------------------------------------------------------


def _open_brought(tournament: Tournament, lines: Sequence[LogEntry]) -> set[int]:
    """Until the seats are drawn, an entry is sold for Day 2 itself, or one of these has a side prize."""
    if tournament.stacks_brought_at is None or tournament.draw_made_at is not None:
        return set()
    here = Entry.objects.filter(tournament=tournament).exclude(status=EntryStatus.VOID)
    if here.filter(Q(brought_line=None) | Q(side_prizes__isnull=False)).exists():
        return set()
    return {line.pk for line in lines if line.at == tournament.stacks_brought_at}


def _undo_brought(line: LogEntry, by: By) -> None:
    """The entries stay as void ones: the chips they were issued leave play again by rows of their own."""
    event = lock_tournament(line.tournament_id)
    flights = _lock_flights(event)
    undone = record(StacksSentBack(), tournament_id=event.pk, by=by, undoes=line)
    entries = list(Entry.objects.filter(tournament=event, brought_line=line))
    _book_chips(entries, undone, sign=-1)
    Entry.objects.filter(goes_on_as__in=[entry.pk for entry in entries]).update(goes_on_as=None)
    for entry in entries:
        entry.status, entry.stack = EntryStatus.VOID, 0
        entry.eliminated_at = entry.place_first = entry.place_last = None
    Entry.objects.bulk_update(
        entries, ["status", "stack", "eliminated_at", "place_first", "place_last"], batch_size=500
    )
    event.stacks_brought_at = None
    event.save(update_fields=["stacks_brought_at"])
    if not claim_clock(event, Clock.from_dict(StacksBrought.of(line).clock_before)):
        raise Refused(_("The clock has just changed. Try again."), code="clock_changed")
    _tell(event, flights)


register_undo([StacksBrought], Undoable(open_lines=_open_brought, undo=_undo_brought))
