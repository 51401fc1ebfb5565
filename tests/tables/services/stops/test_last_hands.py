"""The last hands of the day: so many for each table as the card says, and nobody comes or moves any more."""

from __future__ import annotations

import pytest

from tables.changes.stops import RoomResumed
from tables.models import SeatDraw, Table
from tables.queries.room.advice import advice
from tables.services.stops.last_hands import announce_last_hands, stop_to_bag
from tables.services.stops.resuming import resume_room
from tables.services.table.holds import hold_all_tables
from tests.factories import ACTOR, NOW, after, make_player
from tests.factories.flights import Flights
from tests.factories.rounds import Rounds
from tournament.models import LogEntry, StopKind, Tournament
from tournament.queries.registration import day_began_at
from tournament.services.clock import pause_clock
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.field.registration import reopen_registration
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

NINE = (9000,) * 9


def last_hands(room: Rounds, card: str = "", seed: str = "") -> None:
    announce_last_hands(tournament_id=room.tournament.pk, card=card, seed=seed, by=ACTOR.at(NOW))


@pytest.mark.rule("EOD-01")
def test_eod_01_a_five_lets_each_table_deal_five_hands_and_nobody_is_moved_to_a_short_one() -> None:
    """Table 3 falls to six players, the others stay nine: no move, no halt, no table broken."""
    room = Rounds(NINE, NINE, NINE)
    last_hands(room, card="5h")

    for hand in range(5):
        room.quiet(1)
        room.quiet(2)
        if hand < 3:
            room.lose(3, room.seats(3)[0])
        else:
            room.quiet(3)

    assert [len(room.seats(number)) for number in (1, 2, 3)] == [9, 9, 6]
    # The day is over, also of so few tables that their level was played out.
    assert room.fresh().clock_state == "paused"
    for number in (1, 2, 3):
        with pytest.raises(Refused) as refusal:
            room.deal(number)
        assert refusal.value.code == "round_done"
    advised = advice(room.fresh())
    assert (advised.moves, advised.halts, advised.break_table, advised.redraw_to) == ((), (), None, None)
    resume_room(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    assert advice(room.fresh()).moves != ()


@pytest.mark.rule("EOD-01")
def test_eod_01_nobody_enters_any_more() -> None:
    room = Rounds(NINE, NINE)
    reopen_registration(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    late = make_player("Late Player")
    last_hands(room, card="3c")

    with pytest.raises(Refused, match=r"^The last hands of the day are being dealt"):
        register_entry(tournament_id=room.tournament.pk, player_id=late.pk, by=ACTOR.at(NOW))


@pytest.mark.parametrize(("tables", "state"), [(3, "running"), (4, "paused")])
def test_the_clock_stands_unless_three_tables_play_their_level_out(tables: int, state: str) -> None:
    room = Rounds(*((9000, 9000),) * tables)
    last_hands(room, card="2c")

    assert room.fresh().clock_state == state


def test_the_draw_is_kept_with_its_seed_so_that_it_can_be_made_again() -> None:
    room = Rounds(NINE, NINE)
    last_hands(room, seed="seven")
    draw = SeatDraw.objects.get(kind="last-hands")

    stop = room.stop
    assert stop is not None
    assert (stop.kind, stop.hands) == (StopKind.LAST_HANDS, int(draw.result[0][0]))
    assert draw.seed == "seven"
    line = LogEntry.objects.get(verb="last_hands_drawn")
    assert line.data == {"card": draw.result[0], "hands": stop.hands, "seed": "seven"}


def test_a_card_that_is_not_drawn_from_is_refused_and_nothing_is_announced() -> None:
    room = Rounds(NINE, NINE)

    with pytest.raises(Refused, match=r"^Draw from the cards 3 to 7, and enter the one drawn"):
        last_hands(room, card="8h")

    assert room.stop is None


def test_the_announcement_is_undone_from_the_log() -> None:
    room = Rounds(NINE, NINE)
    last_hands(room, card="3c")
    line = LogEntry.objects.get(verb="stop_announced")

    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))

    assert room.stop is None
    room.quiet(1)


def test_last_hands_that_are_undone_have_ended_no_day() -> None:
    room = Rounds(NINE, NINE, entries_per_day=1)
    last_hands(room, card="3c")
    for _hand in range(3):
        room.quiet(1)
        room.quiet(2)
    assert day_began_at(room.fresh()) == NOW
    announced = LogEntry.objects.get(verb="stop_announced")

    undo_line(tournament_id=room.tournament.pk, line_id=announced.pk, by=ACTOR.at(after(1)))
    assert day_began_at(room.fresh()) is None

    undo_line(tournament_id=room.tournament.pk, line_id=announced.undone_by.pk, by=ACTOR.at(after(2)))
    assert day_began_at(room.fresh()) == NOW


def test_one_tap_resumes_held_tables_and_the_clock() -> None:
    room = Rounds(NINE, NINE)
    pause_clock(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    last_hands(room, card="3c")

    resume_room(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))

    tournament = Tournament.objects.get(pk=room.tournament.pk)
    assert (tournament.stop, tournament.clock_state) == (None, "running")
    with pytest.raises(Refused, match=r"^Nothing is stopped.$"):
        resume_room(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))


def test_one_tap_undoes_what_one_tap_resumed() -> None:
    room = Rounds(NINE, NINE)
    tournament_id = room.tournament.pk
    pause_clock(tournament_id=tournament_id, by=ACTOR.at(NOW))
    last_hands(room, card="3c")
    hold_all_tables(tournament_id=tournament_id, reason="Fire alarm", by=ACTOR.at(NOW))
    resume_room(tournament_id=tournament_id, by=ACTOR.at(NOW))
    resumed = LogEntry.objects.get(verb="room_resumed")
    parts = LogEntry.objects.filter(pk__in=RoomResumed.of(resumed).parts).order_by("pk")
    assert list(parts.values_list("verb", flat=True)) == [
        "stop_ended",
        "all_tables_released",
        "clock_resumed",
    ]

    undo_line(tournament_id=tournament_id, line_id=resumed.pk, by=ACTOR.at(NOW))

    tournament = Tournament.objects.get(pk=tournament_id)
    assert (tournament.stop is not None, tournament.clock_state) == (True, "paused")
    held = Table.objects.filter(tournament=tournament).values_list("status", "hold_reason")
    assert list(held) == [("held", "Fire alarm")] * 2
    assert LogEntry.objects.filter(verb="undone_together").count() == 2


def test_all_tables_are_put_on_hold_and_released_again_by_one_undo() -> None:
    room = Rounds(NINE, NINE)
    hold_all_tables(tournament_id=room.tournament.pk, reason="", by=ACTOR.at(NOW))
    line = LogEntry.objects.get(verb="all_tables_held")

    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))

    statuses = Table.objects.filter(tournament=room.tournament).values_list("status", flat=True)
    assert list(statuses) == ["open", "open"]


def test_what_one_tap_resumed_stays_where_a_hand_was_dealt_since() -> None:
    room = Rounds(NINE, NINE)
    pause_clock(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    last_hands(room, card="3c")
    resume_room(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    for _hand in range(5):
        room.quiet(1)
    lines = list(LogEntry.objects.filter(verb="room_resumed"))
    assert (len(lines), lines_to_undo(room.tournament, lines)) == (1, frozenset())


def test_at_the_end_of_a_flight_the_hand_in_play_is_the_last() -> None:
    flights = Flights()
    flight = flights.add("Day 1A")
    flights.enter(flight, "Anna", "Bruno", "Carla")
    flights.begin(flight)

    stop = stop_to_bag(tournament_id=flight.pk, by=flights.now())

    table = Table.objects.get(tournament=flight)
    assert (stop.kind, stop.hands) == (StopKind.LAST_HANDS, 0)
    # Without a tablet one is taken to be in play, until the floor says that it is over.
    assert (table.hands_dealt, table.deals_until) == (0, 1)


def test_a_day_that_is_no_flight_ends_with_a_drawn_card() -> None:
    room = Rounds(NINE, NINE)

    with pytest.raises(Refused, match=r"^Only a flight ends at once: draw a card"):
        stop_to_bag(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
