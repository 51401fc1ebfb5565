"""Flights of an event and the day on which they come together, from the set-up to the winner."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from tables.queries.checks.every import findings_in
from tables.services.chips.bags import accept_bags
from tables.services.desk.seating import make_seat_draw
from tables.services.stops.announcing import end_stop_by_hand
from tests.factories import after
from tests.factories.field import bust
from tests.factories.flights import Flights
from tournament.changes.change import sentence_of
from tournament.models import Entry, EntryStatus, LogEntry, Payout, Tournament, TournamentStatus
from tournament.queries.flight_board import flight_board
from tournament.queries.flights import entries_counted
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.payouts.bounties import bounty_money
from tournament.queries.payouts.ladder import prize_board, prize_pool
from tournament.queries.registration import registration_is_open
from tournament.queries.standings import field_of
from tournament.rules.clock import Clock
from tournament.rules.payouts.mystery import EnvelopeLine
from tournament.rules.payouts.schemes import FieldCurve, payout_scheme_to_dict
from tournament.services.cash.mystery import begin_mystery
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import void_entry
from tournament.services.field.refunds import check_refundable
from tournament.services.field.registration import reopen_registration
from tournament.services.setup.tournaments import cancel_tournament, edit_tournament
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def two_flights(**settings: Any) -> Flights:
    """Anna plays both flights to the end, with 15,000 and 12,000; Bruno and Carla one each, Dario is out of both."""
    flights = Flights(**settings)
    flights.play("Day 1A", ["Anna", "Bruno", "Dario"], {"Anna": 15_000, "Bruno": 15_000})
    flights.play("Day 1B", ["Anna", "Carla", "Dario"], {"Anna": 12_000, "Carla": 18_000})
    flights.event.refresh_from_db()
    return flights


def findings(flights: Flights) -> list[str]:
    flights.event.refresh_from_db()
    return [str(finding) for finding in findings_in(flights.event, *flights.event.flights.all())]


def test_a_stack_goes_on_from_each_flight_and_several_of_one_player_as_the_house_has_set() -> None:
    found = {}
    for way in ("best", "added", "smallest_prize"):
        flights = two_flights(flight_stacks=way)
        line = flights.bring()
        rows = Entry.objects.filter(tournament=flights.event).order_by("number")
        entries = [(each.player.name, each.status, each.stack) for each in rows]
        found[way] = [*entries, sentence_of(line, PageWriter.of(flights.event))]
        assert findings(flights) == []

    others = [("Bruno", "registered", 15_000), ("Carla", "registered", 18_000)]
    assert found == {
        "best": [
            ("Anna", "registered", 15_000),
            *others,
            "Brought the stacks of 3 players from the flights: 48,000 chips. 12,000 chips of smaller stacks left play.",
        ],
        "added": [
            ("Anna", "registered", 27_000),
            *others,
            "Brought the stacks of 3 players from the flights: 60,000 chips.",
        ],
        "smallest_prize": [
            ("Anna", "registered", 15_000),
            *others,
            ("Anna", "eliminated", 0),
            (
                "Brought the stacks of 3 players from the flights: 48,000 chips. "
                "12,000 chips of smaller stacks left play. 1 smaller stack is out for the smallest prize."
            ),
        ],
    }


def test_two_flights_and_a_day_2_share_one_pool_to_the_cent_and_every_chip_is_accounted_for() -> None:
    flights = two_flights(flight_stacks="smallest_prize", payout_scheme_data=payouts(50, 30, 15, 5))
    event = flights.event
    assert (prize_pool(event).total, entries_counted(event), field_of(event).left) == (27_000, 6, 0)
    day_1a = event.flights.get(name="Day 1A")
    assert prize_pool(day_1a).total == 27_000

    flights.bring()
    make_seat_draw(tournament_id=event.pk, seed="1", by=flights.now())
    start_clock(tournament_id=event.pk, by=flights.now())
    event.refresh_from_db()
    assert not registration_is_open(event, now=after(60))
    anna, bruno, carla = Entry.objects.filter(tournament=event, status=EntryStatus.PLAYING).order_by("number")
    bust(event, carla, winner=anna, now=after(60))
    bust(event, bruno, winner=anna, now=after(61))

    assert event.status == TournamentStatus.FINISHED
    prizes = Payout.objects.filter(tournament=event).order_by("entry__place_first")
    assert [(prize.entry.player.name, prize.amount) for prize in prizes] == [
        ("Anna", 13_600),
        ("Bruno", 8_100),
        ("Carla", 4_000),
        ("Anna", 1_300),
    ]
    assert [reconciliation(each).faults for each in (event, day_1a)] == [0, 0]
    assert findings(flights) == []


CURVE = payout_scheme_to_dict(FieldCurve(paid=150_000))


def test_everybody_through_is_in_the_money_where_flights_end_in_it() -> None:
    """As the $600 of MGM National Harbor was played: smaller stacks are paid the smallest prizes too."""
    flights = two_flights(flight_stacks="smallest_prize", payout_scheme_data=CURVE, flights_paid=True)
    event = flights.event
    # Six entries: 15 % of them is one place, which is all that is known before the bags are together.
    assert prize_board(event, entries=6, next_place=6).places_paid == 1
    board = flight_board(event).day_two
    assert board is not None
    assert (board.places_paid, board.is_short_of_prizes, board.has_stacks_without_prize) == (4, False, False)

    flights.bring()

    assert prize_board(event, entries=6, next_place=4).places_paid == 4
    make_seat_draw(tournament_id=event.pk, seed="1", by=flights.now())
    start_clock(tournament_id=event.pk, by=flights.now())
    assert list(Payout.objects.values_list("entry__player__name", "entry__place_first")) == [("Anna", 4)]
    assert findings(flights) == []


def test_a_pool_that_is_too_small_for_all_who_are_through_is_said() -> None:
    """€270 in prizes: half of them is enough for three smallest prizes of €45."""
    curve = payout_scheme_to_dict(FieldCurve(paid=150_000, min_cash=45_00))
    board = flight_board(
        two_flights(flight_stacks="smallest_prize", payout_scheme_data=curve, flights_paid=True).event
    ).day_two
    assert board is not None
    assert (board.places_paid, board.is_short_of_prizes) == (3, True)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        (
            {"payout_scheme_data": {"kind": "fixed", "shares": [1_000_000]}},
            "Only a curve pays as many places",
        ),
        ({"payout_scheme_data": CURVE, "bubble_prize": 10_00}, "nobody is on the bubble"),
    ],
)
def test_flights_that_end_in_the_money_need_a_curve_without_a_bubble(
    changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(Refused, match=says):
        Flights(flights_paid=True, **changes)


def payouts(*shares: int) -> dict[str, object]:
    return {"kind": "fixed", "shares": [share * 10_000 for share in shares]}


def test_bounty_money_of_the_flights_goes_into_the_envelopes_of_day_2() -> None:
    flights = two_flights(bounty_kind="mystery", buy_in_bounty=5_00)
    event, day_1a = flights.event, flights.event.flights.get(name="Day 1A")
    assert [bounty_money(each).in_pot for each in (event, day_1a)] == [30_00, 0]
    with pytest.raises(Refused) as refused:
        begin_mystery(tournament_id=day_1a.pk, lines=[], seed="1", reserve="2", by=flights.now())
    assert refused.value.code == "is_flight"
    flights.bring()
    make_seat_draw(tournament_id=event.pk, seed="1", by=flights.now())
    start_clock(tournament_id=event.pk, by=flights.now())

    envelopes = [EnvelopeLine(value=20_00, count=1), EnvelopeLine(value=5_00, count=2)]
    begin_mystery(tournament_id=event.pk, lines=envelopes, seed="1", reserve="2", by=flights.now())

    event.refresh_from_db()
    books = [reconciliation(each) for each in (event, day_1a)]
    assert [each.faults for each in books] == [0, 0]
    # The desk of the event has what its flights have taken for prizes and bounties, and they have the fees.
    assert [each.cash for each in books] == [6 * 45_00 + 30_00, 3 * 5_00]
    assert findings(flights) == []


def test_day_2_waits_for_the_bags_of_every_flight() -> None:
    flights = Flights()
    day_1a = flights.play("Day 1A", ["Anna", "Bruno"], {"Anna": 12_000, "Bruno": 8_000})
    day_1b = flights.add("Day 1B")
    event = flights.event
    event.refresh_from_db()

    assert day_1a.status == TournamentStatus.FINISHED
    assert not registration_is_open(event, now=after(60))
    with pytest.raises(Refused) as refused:
        make_seat_draw(tournament_id=event.pk, by=flights.now())
    assert refused.value.code == "waits_for_flights"
    with pytest.raises(Refused) as refused:
        flights.bring()
    assert refused.value.message == (
        "Not over yet: Day 1B. Accept the bags there, or cancel a flight that is not played."
    )

    cancel_tournament(tournament_id=day_1b.pk, by=flights.now(), reason="Too few")
    flights.bring()
    assert flights.in_event() == {"Anna": ("registered", 12_000), "Bruno": ("registered", 8_000)}


def test_brought_stacks_go_back_into_their_bags_and_the_flight_can_be_counted_again() -> None:
    flights = two_flights()
    event, day_1b = flights.event, flights.event.flights.get(name="Day 1B")
    accepted = LogEntry.objects.get(tournament=day_1b, verb="bags_accepted")
    line = flights.bring()
    with pytest.raises(Refused) as refused:
        undo_line(tournament_id=day_1b.pk, line_id=accepted.pk, by=flights.now())
    assert refused.value.code == "stacks_brought"

    undo_line(tournament_id=event.pk, line_id=line.pk, by=flights.now())
    undo_line(tournament_id=day_1b.pk, line_id=accepted.pk, by=flights.now())
    day_1b.refresh_from_db()
    assert day_1b.status == TournamentStatus.RUNNING
    assert findings(flights) == []

    flights.bag_again(day_1b, {"Anna": 18_000, "Carla": 12_000})
    flights.bring()
    assert {name: stack for name, (_status, stack) in flights.in_event().items()} == {
        "Anna": 18_000,
        "Bruno": 15_000,
        "Carla": 12_000,
    }
    assert (field_of(event).chips_in_play, field_of(event).chips_issued) == (45_000, 45_000)
    assert findings(flights) == []


def test_a_flight_that_is_over_is_opened_again_by_its_bags_alone() -> None:
    flights = Flights()
    day_1a = flights.play("Day 1A", ["Anna", "Bruno"], {"Anna": 12_000, "Bruno": 8_000})
    announced = LogEntry.objects.get(tournament=day_1a, verb="stop_announced")

    with pytest.raises(Refused):
        undo_line(tournament_id=day_1a.pk, line_id=announced.pk, by=flights.now())
    with pytest.raises(Refused) as refused:
        end_stop_by_hand(tournament_id=day_1a.pk, by=flights.now())
    assert refused.value.code == "tournament_over"

    accepted = LogEntry.objects.get(tournament=day_1a, verb="bags_accepted")
    undo_line(tournament_id=day_1a.pk, line_id=accepted.pk, by=flights.now())
    end_stop_by_hand(tournament_id=day_1a.pk, by=flights.now())
    assert findings(flights) == []


def test_who_has_paid_and_never_sat_holds_up_the_bags() -> None:
    flights = Flights(seats_per_table=2)
    day_1a = flights.add("Day 1A")
    flights.enter(day_1a, "Anna", "Bruno")
    flights.begin(day_1a)
    reopen_registration(tournament_id=day_1a.pk, by=flights.now())
    (eva,) = flights.enter(day_1a, "Eva")
    flights.stop(day_1a)

    with pytest.raises(Refused) as refused:
        flights.bag_again(day_1a, {"Anna": 12_000, "Bruno": 8_000})
    assert refused.value.message == "Without a seat in this flight: Eva. Void or refund these entries first."

    void_entry(tournament_id=day_1a.pk, entry_id=eva.pk, by=flights.now(), reason="no seat")
    accept_bags(tournament_id=day_1a.pk, by=flights.now())
    assert findings(flights) == []


def test_money_of_a_flight_stays_once_its_stacks_are_on_day_2_and_an_entry_there_keeps_them() -> None:
    flights = two_flights(late_registration_level=2)
    event, day_1b = flights.event, flights.event.flights.get(name="Day 1B")
    line = flights.bring()
    for name in ("Carla", "Dario"):
        entry = Entry.objects.select_related("tournament__flight_of", "player").get(
            tournament=day_1b, player__name=name
        )
        with pytest.raises(Refused) as refused:
            check_refundable(entry)
        assert refused.value.code == "stacks_brought"

    flights.enter(event, "Zoe")
    with pytest.raises(Refused):
        undo_line(tournament_id=event.pk, line_id=line.pk, by=flights.now())
    assert findings(flights) == []


def test_an_event_and_its_flights_share_currency_and_bounties_and_the_guarantee_is_the_events() -> None:
    flights = Flights()
    flight = flights.add("Day 1A")
    fields = []
    for tournament, change in (
        (flights.event, {"currency": "USD"}),
        (flight, {"currency": "USD"}),
        (flights.event, {"bounty_kind": "mystery"}),
        (flight, {"guarantee": 100_00}),
    ):
        with pytest.raises(Refused) as refused:
            edit_tournament(
                tournament_id=tournament.pk,
                change=partial(replace, **change),
                by=flights.now(),
            )
        fields.append(refused.value.field)
    assert fields == ["currency", "currency", "bounty_kind", "guarantee"]


def test_the_buy_ins_of_a_flight_that_is_cancelled_are_handed_back_and_in_no_pool() -> None:
    flights = Flights(bounty_kind="mystery", buy_in_bounty=5_00)
    flights.play("Day 1A", ["Anna", "Bruno"], {"Anna": 20_000})
    day_1b = flights.add("Day 1B")
    flights.enter(day_1b, "Carla", "Dario")
    event = flights.event
    event.refresh_from_db()
    assert (prize_pool(event).total, entries_counted(event)) == (4 * 45_00, 4)
    with pytest.raises(Refused) as refused:
        cancel_tournament(tournament_id=event.pk, by=flights.now(), reason="Storm")
    assert refused.value.code == "has_flights"

    cancel_tournament(tournament_id=day_1b.pk, by=flights.now(), reason="Storm")

    event.refresh_from_db()
    day_1b.refresh_from_db()
    assert (prize_pool(event).total, entries_counted(event)) == (2 * 45_00, 2)
    assert (bounty_money(event).in_pot, bounty_money(day_1b).to_event) == (10_00, 0)
    assert reconciliation(day_1b).cash == 2 * 55_00
    assert findings(flights) == []


def test_entries_are_limited_over_all_flights() -> None:
    flights = Flights(max_entries=5, entries_per_player=2, flight_stacks="one")
    day_1a = flights.play("Day 1A", ["Anna", "Bruno"], {"Anna": 20_000})
    day_1b, day_1c = flights.add("Day 1B"), flights.add("Day 1C")
    said = []

    def refused(flight: Tournament, name: str) -> None:
        with pytest.raises(Refused) as found:
            flights.enter(flight, name)
        said.append(found.value.message)

    refused(day_1b, "Anna")
    flights.enter(day_1b, "Bruno")
    refused(day_1c, "Bruno")
    flights.enter(day_1c, "Carla")
    refused(day_1b, "Carla")
    flights.enter(day_1c, "Elena")
    refused(day_1b, "Dario")
    refused(day_1a, "Dario")

    assert said == [
        "This player is through from another flight, and this event takes one stack for each player.",
        (
            "This player has used 2 of 2 entries over all flights. "
            "The director can allow more in the settings of the event."
        ),
        "This player still has chips in the flight “Day 1C”.",
        "The event is full: the limit is 5 entries over all flights.",
        "Late registration is closed.",
    ]


def test_day_2_begins_at_the_earliest_point_that_a_flight_has_reached() -> None:
    flights = two_flights()
    day_1a, day_1b = flights.event.flights.order_by("pk")
    Tournament.objects.filter(pk=day_1a.pk).update(clock_index=2, clock_elapsed_ms=0)
    Tournament.objects.filter(pk=day_1b.pk).update(clock_index=1, clock_elapsed_ms=420_000)

    line = flights.bring()

    assert flights.event.clock == Clock(index=1, elapsed_ms=420_000)
    undo_line(tournament_id=flights.event.pk, line_id=line.pk, by=flights.now())
    flights.event.refresh_from_db()
    assert flights.event.clock == Clock()


def test_flights_are_added_to_an_event_that_nobody_has_entered() -> None:
    flights = Flights(guarantee=1_000_000, max_entries=300, min_entries=20)
    event = flights.event
    flight = flights.add("Day 1A")
    assert (flight.guarantee, flight.max_entries, flight.min_entries) == (0, None, None)
    assert flight.structure == event.structure
    assert prize_pool(flight).total == 1_000_000

    entered = Flights(name="Friday")
    entered.enter(entered.event, "Anna", "Bruno")
    said = []
    on_heads = Flights(bounty_kind="fixed", buy_in_bounty=5_00)
    for each, to in ((flights, flight), (entered, entered.event), (on_heads, None)):
        each.event = to or each.event
        with pytest.raises(Refused) as refused:
            each.add("Day 1B")
        said.append(refused.value.code)
    assert said == ["is_flight", "has_entries", "has_bounties"]

    event.refresh_from_db()
    assert event.has_flights
    cancel_tournament(tournament_id=flight.pk, by=flights.now(), reason="Storm")
    event.refresh_from_db()
    assert not event.has_flights
