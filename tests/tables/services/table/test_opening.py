"""A table that was broken comes back under its number before one that the club may not own."""

from __future__ import annotations

from typing import Any

import pytest

from tables.changes.tables import TableOpened, TableReopened
from tables.models import Device, Hand, HandStatus, Move, MoveKind, Seat, Table, TableStatus
from tables.queries.table.hand import last_hand
from tables.queries.tablet.prompt import departures
from tables.services.desk.seating import make_seat_draw, open_table, register_and_seat
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import undo_operation
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import move_entry
from tables.services.table.tablets import make_pairing_code, pair_device
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.tables.looking import screen_of
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import can_undo, newest, refused, undo
from tournament.models import Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def room_of(*counts: int, seats: int = 4) -> Tournament:
    """A room in play with tables of four that takes late entries."""
    tournament = make_room(*counts, seats=seats, closed=False)
    Tournament.objects.update(late_registration_level=3)
    tournament.refresh_from_db()
    return tournament


def table(number: int) -> Table:
    return Table.objects.select_related("tournament").get(number=number)


def at(number: int, minutes: float) -> dict[str, Any]:
    found = table(number)
    return {
        "tournament_id": found.tournament_id,
        "table_id": found.pk,
        "by": ACTOR.at(after(minutes)),
    }


def break_up(number: int, *, minutes: float) -> None:
    break_table(**at(number, minutes), seed="seed")


def enter_late(tournament: Tournament, name: str, *, minutes: float) -> tuple[int, int]:
    """Table and seat of one more player."""
    late = register_and_seat(
        tournament_id=tournament.pk, player_id=make_player(name).pk, seed="seed", by=ACTOR.at(after(minutes))
    )
    assert late.seat is not None
    return late.seat.table.number, late.seat.number


def numbers(*statuses: TableStatus) -> list[int]:
    found = Table.objects.filter(status__in=statuses).order_by("number")
    return list(found.values_list("number", flat=True))


def open_one(tournament: Tournament, *, minutes: float = 9, **more: int) -> Table:
    return open_table(tournament_id=tournament.pk, by=ACTOR.at(after(minutes)), **more)


def play_a_hand(number: int, *, minutes: float) -> None:
    start_hand(**at(number, minutes))
    Hand.objects.filter(status=HandStatus.OPEN).update(status=HandStatus.COMPLETE, ended_at=after(minutes))


def test_a_late_entry_in_a_full_room_is_seated_at_the_table_that_was_broken() -> None:
    tournament = room_of(3, 3, 2)
    break_up(3, minutes=1)
    assert (numbers(TableStatus.OPEN), numbers(TableStatus.CLOSED)) == ([1, 2], [3])

    chair = enter_late(tournament, "Late One", minutes=2)

    assert chair[0] == 3
    assert numbers(*TableStatus) == [1, 2, 3]
    assert (table(3).opened_at, table(3).closed_at) == (after(2), None)
    assert TableReopened.of(newest("table_reopened")).table == 3
    # Only with every table of the club open there is a new one.
    for name in ("Late Two", "Late Three", "Late Four"):
        assert enter_late(tournament, name, minutes=3)[0] == 3
    assert enter_late(tournament, "Late Five", minutes=4)[0] == 4
    assert TableOpened.of(newest("table_opened")).table == 4


def test_the_table_that_was_closed_last_comes_back_first() -> None:
    tournament = room_of(2, 1, 1, 1)
    for number, minutes in ((4, 1), (2, 2)):
        break_up(number, minutes=minutes)

    assert [open_one(tournament, minutes=minutes).number for minutes in (3, 4, 5)] == [2, 4, 5]


def test_of_the_tables_that_a_redraw_closed_the_lowest_comes_back_first() -> None:
    tournament = room_of(2, 1, 1)
    redraw_tables(tournament_id=tournament.pk, tables_left=1, seed="seed", by=ACTOR.at(after(1)))

    assert [open_one(tournament, minutes=minutes).number for minutes in (3, 4, 5)] == [2, 3, 4]


def test_a_number_that_was_taken_away_is_used_again_before_a_higher_one() -> None:
    tournament = room_of(2)
    open_one(tournament, minutes=1)
    second = newest("table_opened")
    assert open_one(tournament, minutes=2).number == 3
    undo(second, now=after(3))

    assert [open_one(tournament, minutes=minutes).number for minutes in (4, 5)] == [2, 4]


def test_the_floor_may_open_a_new_table_while_another_one_is_closed() -> None:
    tournament = room_of(2, 2)
    break_up(2, minutes=1)

    assert open_one(tournament, number=7, seats=6).seats_count == 6
    assert (numbers(TableStatus.OPEN), numbers(TableStatus.CLOSED)) == ([1, 7], [2])
    assert open_one(tournament, number=2).number == 2
    with pytest.raises(Refused) as refusal:
        open_one(tournament, number=2)
    assert refusal.value.code == "open_already"


@pytest.mark.parametrize("seats", [3, 6])
def test_a_table_comes_back_with_the_seats_that_were_asked_for(seats: int) -> None:
    tournament = room_of(3, 1)
    break_up(2, minutes=1)

    assert open_one(tournament, seats=seats).seats_count == seats
    chairs = Seat.objects.filter(table__number=2).order_by("number").values_list("number", flat=True)
    assert list(chairs) == list(range(1, seats + 1))
    undo(newest("table_reopened"), now=after(10))
    assert (table(2).seats_count, Seat.objects.filter(table__number=2).count()) == (4, 4)


def test_a_table_that_comes_back_begins_anew_and_counts_its_hands_on() -> None:
    tournament = room_of(2, 2)
    play_a_hand(2, minutes=1)
    break_up(2, minutes=2)
    open_one(tournament, minutes=3)
    assert (table(2).positions_data, table(2).hands_dealt, last_hand(table(2))) == (None, 1, None)
    with pytest.raises(Refused) as refusal:
        undo_operation(**at(2, 4))
    assert refusal.value.code == "nothing_to_undo"

    for number, seat in ((1, 1), (1, 2)):
        entry = Seat.objects.get(table__number=number, number=seat).entry_id
        where = at(2, 4)
        where["to_table_id"] = where.pop("table_id")
        move_entry(**where, entry_id=entry or 0, to_seat=seat, kind=MoveKind.FLOOR)
    hand = start_hand(**at(2, 5))

    assert (hand.number, hand.setup.button) == (2, 2)
    assert last_hand(table(2)) == hand


def test_the_tablet_of_a_broken_table_wakes_up_with_it_and_sends_nobody_away() -> None:
    tournament = room_of(2, 2)
    play_a_hand(2, minutes=1)
    code = make_pairing_code(**at(2, 1)).code
    device: Device = pair_device(code=code, now=after(1)).device
    break_up(2, minutes=2)
    asleep = screen_of(device, now=after(2))
    assert (asleep.prompt.refusal, len(asleep.feed.moves)) == ("closed", 2)

    open_one(tournament, minutes=3)

    awake = screen_of(device, now=after(3))
    assert (
        awake.prompt.refusal,
        awake.feed.moves,
        awake.prompt.undo,
        awake.feed.last,
        awake.felt.boards[0].cards,
    ) == (
        "too_few",
        (),
        "",
        (),
        "",
    )
    assert departures(table(2), hand=None).leaving == ()


def test_an_undone_opening_closes_the_table_as_it_was() -> None:
    tournament = room_of(2, 2)
    play_a_hand(2, minutes=1)
    break_up(2, minutes=2)
    broken = newest("table_broken")
    fields = [
        field.attname
        for field in Table._meta.concrete_fields
        if field.attname not in ("version", "lease_epoch")
    ]
    before = Table.objects.values(*fields).get(number=2)
    open_one(tournament, minutes=3)
    line = newest("table_reopened")
    # The break is not what closed the table any more.
    assert (can_undo(broken), can_undo(line)) == (False, True)

    undo(line, now=after(4))

    assert Table.objects.values(*fields).get(number=2) == before
    assert newest("opening_undone").undoes == line
    undo(broken, now=after(5))
    assert Seat.objects.filter(table__number=2, entry__isnull=False).count() == 2


def test_a_table_stays_open_once_somebody_sits_there_or_is_on_the_way() -> None:
    tournament = room_of(3, 1)
    break_up(2, minutes=1)
    open_one(tournament, minutes=2)
    line = newest("table_reopened")
    start_hand(**at(1, 3))
    where = at(2, 4)
    where["to_table_id"] = where.pop("table_id")
    mover = Seat.objects.get(table__number=1, number=1).entry_id or 0
    move_entry(**where, entry_id=mover, to_seat=1, kind=MoveKind.FLOOR)
    assert refused(line)

    undo_operation(**at(1, 5))
    assert Move.objects.get(kind=MoveKind.FLOOR).applied_at == after(5)
    assert refused(line)


def test_the_seat_draw_uses_a_table_that_was_closed_and_leaves_it_when_taken_back() -> None:
    tournament = make_tournament(seats_per_table=4)
    for minutes in (0, 1):
        open_one(tournament, minutes=minutes)
    break_up(1, minutes=2)
    enter(tournament, *(f"Player {n}" for n in range(1, 10)))

    make_seat_draw(tournament_id=tournament.pk, seed="00" * 16, by=ACTOR.at(after(3)))
    assert numbers(TableStatus.OPEN) == [1, 2, 3]

    undo(newest("seats_drawn"), now=after(4))
    assert numbers(*TableStatus) == [1, 2]
    assert table(1).opened_at == after(3) != NOW
