"""The room as the next advice sees it, with the moves that are still under way."""

from __future__ import annotations

from typing import Any

import pytest

from tables.floor.room import TableView
from tables.models import MoveKind, MoveStatus, Seat
from tables.models.rules import floor_rules
from tables.queries.room.tables import room
from tables.services.desk.seating import open_table, register_and_seat
from tables.services.moves.breaking import break_table
from tables.services.moves.moving import move_entry
from tests.factories import ACTOR, after, make_player
from tests.factories.felt import Felt, add_felt, make_felt

pytestmark = pytest.mark.django_db


def send_to_wait(felt: Felt, seat: int, other: Felt, to_seat: int, *, told_to_wait: bool = True) -> str:
    """A balancing move whose player is to get no cards until the button has passed; give its status."""
    move = move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=felt.entries[seat].pk,
        to_table_id=other.table.pk,
        to_seat=to_seat,
        kind=MoveKind.BALANCE,
        told_to_wait=told_to_wait,
        by=ACTOR.at(after(2)),
    )
    return move.status


def two_tables() -> tuple[Felt, Felt]:
    """A hand in play at table 1. At table 2 one is over, and its big blind, seat 2, has left: the seat
    is in the small blind next.
    """
    felt = make_felt(5_000, 5_000, 5_000, late_registration_level=3)
    other = add_felt(felt.tournament, 5_000, 5_000, 5_000, 5_000, number=2)
    felt.deal(now=after(1))
    other.deal(now=after(1))
    other.play("f3", "f4", "f1", now=after(1))
    other.send(2, felt.table, 9)
    return felt, other


def waiting_at(other: Felt) -> frozenset[int]:
    view = next(view for view in room(other.tournament) if view.table == 2)
    following = view.next_hand(floor_rules(other.tournament))
    assert following is not None
    return following.waiting


@pytest.mark.parametrize("told_to_wait", [True, False])
def test_a_player_on_the_way_who_is_to_wait_is_not_taken_to_be_dealt_in(told_to_wait: bool) -> None:
    felt, other = two_tables()

    assert send_to_wait(felt, 2, other, 2, told_to_wait=told_to_wait) == MoveStatus.WAITING
    on_the_way = waiting_at(other)
    felt.play("f3", "f1", now=after(3))

    # The same before the player has sat down and after.
    assert on_the_way == waiting_at(other) == (frozenset({2}) if told_to_wait else frozenset())


def test_who_takes_the_seat_of_a_player_who_waited_and_went_out_does_not_wait() -> None:
    # While the button rests in stud, who is to wait waits through the hand and may go out in it.
    felt = make_felt(5_000, 500, 5_000, seats=3, late_registration_level=3)
    felt.deal(now=after(1))
    Seat.objects.filter(entry=felt.entries[2]).update(
        is_newcomer=True, came_by_balancing=True, told_to_wait=True
    )
    felt.play("r3:5000", "f1", "c2", "b:2c7d9h", "b:Js", "b:3c", "s3:AsAd", "s2:KsQd", now=after(2))

    register_and_seat(
        tournament_id=felt.tournament.pk,
        player_id=make_player("Late One").pk,
        seed="1",
        by=ACTOR.at(after(3)),
    )

    chair = Seat.objects.get(entry__player__name="Late One")
    assert (chair.table.number, chair.number) == (1, 2)
    assert (chair.is_newcomer, chair.came_by_balancing, chair.told_to_wait) == (True, False, False)


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_table_that_comes_back_is_not_short_of_those_who_went_out_there_before(comes_back: bool) -> None:
    # TDA 11-D: a table halts that is short by elimination, not one that was opened with few players.
    felt = make_felt(5_000, 500, 5_000, late_registration_level=3)
    add_felt(felt.tournament, 5_000, 5_000, number=2)
    felt.deal(now=after(1))
    felt.play("r3:5000", "f1", "c2", "b:2c7d9h", "b:Js", "b:3c", "s3:AsAd", "s2:KsQd", now=after(2))
    if comes_back:
        ids: dict[str, Any] = {"tournament_id": felt.tournament.pk}
        break_table(**ids, table_id=felt.table.pk, seed="seed", by=ACTOR.at(after(3)))
        open_table(**ids, by=ACTOR.at(after(4)))

    first = next(view for view in room(felt.tournament) if view.table == 1)

    assert (first.eliminated, first.left) == ((0, ()) if comes_back else (1, (2,)))


def test_every_kind_of_seat_is_told_apart() -> None:
    """Seat 1 is locked, 2 waits to move, 3 came by balancing and waits; a player is on the way to seat 9."""
    felt = make_felt(5_000, 5_000, 5_000, 5_000, late_registration_level=3)
    other = add_felt(felt.tournament, 5_000, 5_000, number=2)
    felt.deal(now=after(1))
    other.deal(now=after(1))
    chairs = Seat.objects.filter(table=felt.table)
    chairs.filter(number__in=(1, 8)).update(is_locked=True)
    chairs.filter(number__in=(2, 3)).update(is_newcomer=True, came_by_balancing=True, told_to_wait=True)
    chairs.filter(number=4).update(is_newcomer=True)
    send_to_wait(felt, 2, other, 5, told_to_wait=False)
    send_to_wait(other, 1, felt, 9)

    first, second = room(felt.tournament)

    positions = {view.table: felt_.fresh().positions for view, felt_ in ((first, felt), (second, other))}
    assert first == TableView(
        table=1,
        capacity=9,
        seats=frozenset({1, 3, 4, 9}),
        positions=positions[1],
        in_hand=True,
        # Seat 2 plays its hand to the end: an undo may bring the player back.
        locked_seats=frozenset({1, 2, 8, 9}),
        newcomers=frozenset({3, 4, 9}),
        moved_by_balancing=frozenset({3, 9}),
        told_to_wait=frozenset({3, 9}),
        most_players=10,
    )
    assert second == TableView(
        table=2,
        capacity=9,
        seats=frozenset({2, 5}),
        positions=positions[2],
        in_hand=True,
        locked_seats=frozenset({1, 5}),
        newcomers=frozenset({5}),
        moved_by_balancing=frozenset({5}),
        most_players=10,
    )
    assert None not in positions.values()


def test_what_has_changed_since_the_room_was_read_last_is_seen() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    before = room(felt.tournament)
    felt.deal(now=after(1))
    dealt = room(felt.tournament)
    felt.play("f3", "f1", now=after(2))
    over = room(felt.tournament)

    assert [(view.in_hand, view.positions is None) for view in (*before, *dealt, *over)] == [
        (False, True),
        (True, False),
        (False, False),
    ]
