"""The other tournaments of the house's director, each in a state of its own."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tables import engine
from tables.changes.bags import BagTag
from tables.models import (
    Recording,
    Table,
)
from tables.services.chips.bags import accept_bags, count_bags
from tables.services.desk.alternates import put_on_list
from tables.services.desk.check_in import open_check_in, remove_no_shows
from tables.services.desk.chip_sales import announce_sale
from tables.services.desk.seating import make_seat_draw
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.counted import count_hand
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import record_operation
from tables.services.stops.announcing import StopOrder, announce_stop, mark_table_done
from tables.services.stops.last_hands import announce_last_hands, stop_to_bag
from tables.services.table.ways import set_recording
from tests.factories import ACTOR, enter, make_tournament
from tests.factories.field import bust, started
from tests.factories.house.tables import Tablet, pair, seated
from tests.factories.sales import selling
from tournament.models import (
    Account,
    Arrival,
    Entry,
    StopKind,
    Tournament,
)
from tournament.rules.payouts.mystery import EnvelopeLine
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict
from tournament.services.cash.mystery import begin_mystery
from tournament.services.clock import pause_clock, start_clock
from tournament.services.setup.flights import add_flight


def make_deserted(account: Account, name: str, *, now: datetime) -> Tournament:
    """In play: the last of four players has not come and was removed."""
    rules = {"event": {"no_show_level": 1}}
    tournament, entries = started(4, now=now, account=account, name=name, rule_overrides=rules)
    open_check_in(tournament_id=tournament.pk, by=ACTOR.at(now))
    came = [entry.pk for entry in entries[:-1]]
    Entry.objects.filter(pk__in=came).update(arrival=Arrival.ARRIVED, is_absent=False)
    remove_no_shows(tournament_id=tournament.pk, by=ACTOR.at(now))
    return tournament


def make_mystery(account: Account, name: str, *, now: datetime) -> Tournament:
    """Mystery bounties have begun, and one of four players is out: an envelope is to be opened. Three places are paid,
    and the clock stands.
    """
    tournament, (anna, *_others, out) = started(
        4,
        now=now,
        account=account,
        name=name,
        buy_in_bounty=10_00,
        bounty_kind="mystery",
        payout_scheme_data=payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000))),
    )
    begin_mystery(
        tournament_id=tournament.pk,
        lines=[EnvelopeLine(value=10_00, count=4)],
        seed="closed",
        reserve="reserve",
        by=ACTOR.at(now),
    )
    bust(tournament, out, winner=anna, now=now)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(now))
    return tournament


def make_uneven(account: Account, name: str, *, now: datetime, **changes: Any) -> Tournament:
    """Six players at one table, two at the other."""
    tournament, _ = started(
        12, now=now, account=account, name=name, seats_per_table=6, late_registration_level=3, **changes
    )
    second = seated(Table.objects.get(tournament=tournament, number=2))
    for loser in second[2:]:
        bust(tournament, loser, winner=second[0], now=now)
    return tournament


def make_bubble(account: Account, name: str, *, now: datetime, **changes: Any) -> Tournament:
    """Two tables of two in hand-for-hand; where hands go on by themselves the first has an all-in that waits."""
    tournament, _ = started(4, now=now, account=account, name=name, seats_per_table=2, **changes)
    announce_stop(
        tournament_id=tournament.pk,
        order=StopOrder(kind=StopKind.HAND_FOR_HAND, until_left=3),
        by=ACTOR.at(now),
    )
    first, second = Table.objects.filter(tournament=tournament).order_by("number")
    if changes:
        for table in (first, second):
            mark_table_done(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(now))
        return tournament
    pair(second, now)
    hand = start_hand(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    button = hand.setup.button or 0
    blind = next(each.seat for each in hand.setup.seats if each.seat != button)
    for operation in (engine.RaiseTo(button, 10_000), engine.Call(blind)):
        record_operation(
            tournament_id=tournament.pk, table_id=first.pk, operation=operation, by=ACTOR.at(now)
        )
    return tournament


def make_counted(account: Account, name: str, *, now: datetime) -> tuple[Tournament, Tablet]:
    """The first of two tables has counted a hand, with its tablet; four of the six at the other are out."""
    tournament, _ = started(12, now=now, account=account, name=name, seats_per_table=6, stacks_reported=True)
    first, second = Table.objects.filter(tournament=tournament).order_by("number")
    set_recording(
        tournament_id=tournament.pk, table_id=first.pk, recording=Recording.RESULTS, by=ACTOR.at(now)
    )
    count_hand(tournament_id=tournament.pk, table_id=first.pk, by=ACTOR.at(now))
    winner, _, *losers = [entry.pk for entry in seated(second)]
    out = Out(
        entries=losers, credited_to=[winner], order={pk: turn for turn, pk in enumerate(losers, start=1)}
    )
    bust_players(tournament_id=tournament.pk, table_id=second.pk, out=out, by=ACTOR.at(now))
    return tournament, pair(first, now)


def make_awaited(account: Account, name: str, *, now: datetime) -> tuple[Tournament, Tablet]:
    """One full table with its tablet, check-in open, no-shows taken out from the first level, one player waiting for a
    seat; rebuys are sold, one is announced, and a player who is out may buy one.
    """
    tournament, entries = started(
        4,
        now=now,
        account=account,
        name=name,
        seats_per_table=4,
        rule_overrides={"event": {"no_show_level": 1}},
        **selling(),
    )
    table = Table.objects.get(tournament=tournament)
    announce_sale(
        tournament_id=tournament.pk,
        table_id=table.pk,
        entry_id=entries[0].pk,
        kind="rebuy",
        seed="1",
        by=ACTOR.at(now),
    )
    out = Out(entries=[entries[3].pk], credited_to=[entries[2].pk])
    bust_players(tournament_id=tournament.pk, table_id=table.pk, out=out, by=ACTOR.at(now))
    open_check_in(tournament_id=tournament.pk, by=ACTOR.at(now))
    (waiting,) = enter(tournament, "Nina Sala", now=now)
    put_on_list(waiting, by=ACTOR.at(now))
    return tournament, pair(table, now)


def make_flights(account: Account, *, now: datetime) -> tuple[Tournament, Tournament]:
    """An event with a flight whose bags are accepted, and a flight of another event that has come to its end."""
    by = ACTOR.at(now)
    flights = []
    for name in ("Spring Open", "Autumn Open"):
        event = make_tournament(account=account, name=name, flight_players=3)
        flight = add_flight(
            tournament_id=event.pk, name=f"{name}, Day 1A", starts_at=now, account=account, by=by
        )
        enter(flight, *(f"{name.split()[0]} {family}" for family in ("Prima", "Seconda", "Terza")), now=now)
        make_seat_draw(tournament_id=flight.pk, seed="flights", by=by)
        start_clock(tournament_id=flight.pk, by=by)
        flights.append(flight)
    over, played = flights
    stop_to_bag(tournament_id=over.pk, by=by)
    counts = {entry.pk: entry.stack for entry in Entry.objects.filter(tournament=over)}
    table = Table.objects.get(tournament=over)
    count_bags(tournament_id=over.pk, table_id=table.pk, counts=counts, by=by)
    accept_bags(tournament_id=over.pk, by=by)
    played.refresh_from_db()
    return Tournament.objects.get(flights=over), played


def make_bagged(account: Account, name: str, *, now: datetime) -> Tournament:
    """One table after the last hands of its day; a bag, to be counted twice, has 100 chips more than it should."""
    tournament, entries = started(
        4,
        now=now,
        account=account,
        name=name,
        seats_per_table=4,
        bag_tags="numbers",
        bags_counted_twice=1,
    )
    announce_last_hands(tournament_id=tournament.pk, card="2c", by=ACTOR.at(now))
    count_bags(
        tournament_id=tournament.pk,
        table_id=Table.objects.get(tournament=tournament).pk,
        counts={entry.pk: 10_000 for entry in entries} | {entries[0].pk: 10_100},
        tags={entry.pk: BagTag(number=f"B{entry.number}") for entry in entries},
        by=ACTOR.at(now),
    )
    return tournament
