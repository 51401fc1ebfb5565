"""A player who is out in the rebuy period keeps the seat until the next hand, or says no (REB-02)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tables.models import MoveKind, Recording, Seat, Table
from tables.queries.room.advice import advice
from tables.queries.room.kept_for_rebuys import seats_kept
from tables.queries.room.tables import room
from tables.services.desk.alternates import call_alternates
from tables.services.desk.rebuy_answers import decline_rebuy
from tables.services.desk.seating import register_and_seat
from tables.services.hands.recording import undo_operation
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import move_entry
from tables.services.table.shaping import shape_of, shape_table
from tests.factories import ACTOR, after, make_player
from tests.factories.felt import Felt, add_felt
from tests.factories.sales import rebuy_felt, sell
from tests.tables.services.desk.test_chip_sales import all_in_and_lost, bust, seat_of, undo
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.services.clock import next_period
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration
from tournament.services.undo import lines_to_undo

pytestmark = pytest.mark.django_db


def full(**rebuy: Any) -> Felt:
    """A full table of three, one with a short stack, and an alternate who waits for a seat."""
    felt = rebuy_felt(10_000, 10_000, 300, seats=3, **rebuy)
    wait(felt)
    return felt


def wait(felt: Felt) -> None:
    player = make_player("Zoe Zanni")
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(1))}
    register_and_seat(player_id=player.pk, seed="a", when_full="wait", **ids)


def lose(felt: Felt) -> None:
    """The short stack of seat 3 loses the last chip in a recorded hand."""
    felt.deal(after(2))
    all_in_and_lost(felt, now=after(3))


def called(felt: Felt, minutes: float = 4) -> int:
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(minutes))}
    return call_alternates(seed="b", **ids)


def say_no(felt: Felt, seat: int = 3, minutes: float = 5) -> LogEntry:
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(minutes))}
    return decline_rebuy(entry_id=felt.entries[seat].pk, **ids)


def kept(felt: Felt) -> list[tuple[int, int, str]]:
    tournament = Tournament.objects.get(pk=felt.tournament.pk)
    return [(each.table, each.seat, each.name) for each in seats_kept(tournament)]


@pytest.mark.rule("REB-02")
def test_reb_02_an_alternate_does_not_get_the_seat_before_the_next_hand() -> None:
    felt = full()
    lose(felt)
    assert (kept(felt), called(felt)) == ([(1, 3, "Carla Rossi")], 0)

    felt.deal(after(5))

    assert (kept(felt), called(felt, 6)) == ([], 1)


@pytest.mark.rule("REB-02")
def test_reb_02_the_player_buys_back_into_the_same_seat_with_an_alternate_waiting() -> None:
    felt = full()
    lose(felt)
    called(felt)
    sell(felt, 3, now=after(5))
    assert (seat_of(felt, 3), kept(felt), called(felt, 6)) == ((1, 3, False), [], 0)


def test_a_player_who_says_no_lets_the_alternate_in_and_the_log_takes_the_no_back_before_that() -> None:
    felt = full()
    lose(felt)
    no = say_no(felt)
    assert kept(felt) == []
    with pytest.raises(Refused, match="No seat is reserved for this player any more"):
        say_no(felt)
    undo(no, after(6))
    assert (kept(felt), called(felt, 7)) == ([(1, 3, "Carla Rossi")], 0)

    again = say_no(felt, minutes=8)

    assert called(felt, 9) == 1
    assert lines_to_undo(felt.tournament, [again]) == frozenset()


def test_the_undo_of_the_next_deal_asks_again() -> None:
    felt = full()
    lose(felt)
    felt.deal(after(5))
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(6)))
    assert (kept(felt), called(felt, 7)) == ([(1, 3, "Carla Rossi")], 0)


def over(felt: Felt) -> None:
    for _ in range(3):
        next_period(tournament_id=felt.tournament.pk, by=ACTOR.at(after(1)))


def close(felt: Felt) -> None:
    close_registration(tournament_id=felt.tournament.pk, by=ACTOR.at(after(1)))


def use_up(felt: Felt) -> None:
    sell(felt, 3, now=after(1))
    Entry.objects.filter(pk=felt.entries[3].pk).update(stack=300)


@pytest.mark.parametrize("before", [over, close, use_up], ids=["too late", "closed", "none left"])
def test_nobody_waits_for_a_player_who_may_not_buy_back(before: Any) -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000, per_player=1)
    before(felt)
    bust(felt, 3, by=1, now=after(4))
    assert kept(felt) == []


def test_where_only_busts_are_entered_the_next_one_says_that_a_hand_was_dealt() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000, 10_000)
    Table.objects.update(recording=Recording.BUSTS)
    bust(felt, 3, by=1, now=after(1))
    assert kept(felt) == [(1, 3, "Carla Rossi")]
    bust(felt, 4, by=1, now=after(2))
    assert kept(felt) == [(1, 4, "Dario Conti")]


def test_who_has_entered_again_waits_for_no_rebuy() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    Tournament.objects.update(entries_per_player=2)
    bust(felt, 3, by=1, now=after(1))
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(2))}
    register_and_seat(player_id=felt.entries[3].player_id, seed="a", **ids)
    assert kept(felt) == []


@pytest.mark.rule("REB-02")
def test_reb_02_a_table_is_not_broken_redrawn_or_made_smaller_under_the_empty_chair() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    add_felt(felt.tournament, *[10_000] * 3, number=2)
    bust(felt, 3, by=1, now=after(1))
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(2))}
    smaller = replace(shape_of(felt.table), seats=2)
    acts: list[Callable[[], object]] = [
        lambda: break_table(table_id=felt.table.pk, seed="a", **ids),
        lambda: redraw_tables(tables_left=1, seed="a", **ids),
        lambda: shape_table(table_id=felt.table.pk, shape=smaller, **ids),
    ]
    for act in acts:
        with pytest.raises(Refused) as refusal:
            act()
        assert str(refusal.value) == (
            "Carla Rossi may still rebuy for seat 3 at table 1. Answer “Rebuy?” with no first, or let the table play "
            "its next hand."
        )

    say_no(felt)

    assert len(break_table(table_id=felt.table.pk, seed="a", **ids)) == 2


@pytest.mark.rule("REB-02")
def test_reb_02_balancing_waits_and_nobody_is_sent_to_the_seat() -> None:
    felt = rebuy_felt(*[10_000] * 6)
    other = add_felt(felt.tournament, *[10_000] * 7, number=2)
    bust(felt, 5, 6, by=1, now=after(1))
    view = room(felt.tournament)[0]
    assert (view.players, view.deciding, view.free_seats) == (6, frozenset({5, 6}), (7, 8, 9))
    assert advice(felt.tournament).moves == ()
    with pytest.raises(Refused, match="who may rebuy until the next hand"):
        move_entry(
            tournament_id=felt.tournament.pk,
            entry_id=other.entries[1].pk,
            to_table_id=felt.table.pk,
            to_seat=5,
            kind=MoveKind.FLOOR,
            by=ACTOR.at(after(2)),
        )

    say_no(felt, 5)
    say_no(felt, 6)

    assert [move.to_table for move in advice(felt.tournament).moves] == [1]
    assert not Seat.objects.filter(entry__status=EntryStatus.ELIMINATED).exists()


def test_who_enters_again_in_a_full_room_gets_the_own_seat() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000, seats=3)
    Tournament.objects.update(entries_per_player=2)
    bust(felt, 3, by=1, now=after(1))
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(2))}
    again = register_and_seat(player_id=felt.entries[3].player_id, seed="a", when_full="ask", **ids)
    assert again.seat is not None
    assert again.seat.number == 3
