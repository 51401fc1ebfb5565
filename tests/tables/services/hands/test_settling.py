from __future__ import annotations

import pytest
from django.db import transaction

from tables import engine
from tables.models import (
    FloorMessage,
    Hand,
    HandStatus,
    MessageKind,
    Move,
    MoveKind,
    MoveStatus,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.table.hand import look_at_table
from tables.services.desk.seating import void_and_unseat
from tables.services.hands.recording import think_operation, undo_operation
from tables.services.moves.moving import move_entry
from tables.services.table.lease import write_change
from tests.factories import ACTOR, NOW
from tests.factories.felt import Felt, add_felt, add_table, make_felt
from tests.worlds import kept
from tournament.models import Entry, EntryStatus, LogEntry, Payout, TournamentStatus
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.field.registration import close_registration

pytestmark = pytest.mark.django_db


def undo(felt: Felt) -> None:
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


def seated(table: Table) -> list[int]:
    return list(
        Seat.objects.filter(table=table, entry__isnull=False)
        .order_by("number")
        .values_list("number", flat=True)
    )


def all_in_and_lost(felt: Felt) -> None:
    """Seat 3 (button) and the small blind are all-in against the big blind, who wins it all."""
    felt.deal()
    felt.play("r3:300", "c1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s1:KhKd", "s2:AhAd", "s3:QhQd")


def places(felt: Felt) -> dict[int, tuple[int | None, int | None]]:
    rows = {entry.pk: entry for entry in Entry.objects.filter(tournament=felt.tournament)}
    return {
        seat: (rows[entry.pk].place_first, rows[entry.pk].place_last) for seat, entry in felt.entries.items()
    }


def test_several_busts_in_one_hand_rank_by_the_stack_the_hand_began_with() -> None:
    felt = make_felt(200, 1000, 300, 1000)
    felt.deal()
    felt.play("r3:300", "f4", "c1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s2:AhAd", "s3:QhQd", "s1:KhKd")
    assert felt.stacks() == {1: 0, 2: 1500, 3: 0, 4: 1000}
    assert places(felt) == {1: (4, 4), 2: (None, None), 3: (3, 3), 4: (None, None)}


def test_equal_stacks_that_bust_in_one_hand_share_their_places() -> None:
    felt = make_felt(300, 1000, 300, 1000)
    felt.deal()
    felt.play("r3:300", "f4", "c1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s1:KhKd", "s2:AhAd", "s3:QhQd")
    assert places(felt) == {1: (3, 4), 2: (None, None), 3: (3, 4), 4: (None, None)}


def test_seat_of_a_bust_out_is_free_at_once() -> None:
    felt = make_felt(300, 1000, 300)
    all_in_and_lost(felt)
    assert seated(felt.table) == [2]
    statuses = dict(Entry.objects.values_list("pk", "status"))
    assert [statuses[felt.entries[n].pk] for n in (1, 2, 3)] == [
        EntryStatus.ELIMINATED,
        EntryStatus.PLAYING,
        EntryStatus.ELIMINATED,
    ]


def test_no_chip_is_lost_or_made_in_a_hand() -> None:
    felt = make_felt(300, 1000, 300)
    all_in_and_lost(felt)
    assert sum(felt.stacks().values()) == 1600


def test_last_player_with_chips_ends_the_tournament() -> None:
    felt = make_felt(300, 1000, 300)
    all_in_and_lost(felt)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED
    assert places(felt)[2] == (1, 1)
    assert sum(Payout.objects.values_list("amount", flat=True)) == 3 * 45_00


def test_tournament_goes_on_while_somebody_may_still_register() -> None:
    felt = make_felt(300, 1000, 300, late_registration_level=2)
    all_in_and_lost(felt)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.RUNNING
    assert Payout.objects.count() == 0


def test_undo_of_the_last_hand_brings_everybody_and_the_tournament_back() -> None:
    felt = make_felt(300, 1000, 300)
    all_in_and_lost(felt)
    undo(felt)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.RUNNING
    assert felt.stacks() == {1: 300, 2: 1000, 3: 300}
    assert seated(felt.table) == [1, 2, 3]
    assert places(felt) == dict.fromkeys((1, 2, 3), (None, None))
    assert Payout.objects.count() == 0
    assert Hand.objects.get().status == HandStatus.OPEN


@pytest.mark.parametrize("seat", [1, 7])
def test_a_hand_is_not_undone_while_its_bust_out_is_in_again_in_whichever_seat(seat: int) -> None:
    felt = make_felt(300, 1000, 300, late_registration_level=2, entries_per_player=2)
    all_in_and_lost(felt)
    again = register_entry(
        tournament_id=felt.tournament.pk, player_id=felt.entries[1].player_id, by=ACTOR.at(NOW)
    )
    Entry.objects.filter(pk=again.pk).update(status=EntryStatus.PLAYING)
    Seat.objects.filter(table=felt.table, number=seat).update(entry=again)

    with pytest.raises(Refused, match="Anna Verdi is in again with entry 4; void that entry first"):
        undo(felt)

    assert (felt.stacks(), Hand.objects.get().status) == ({1: 0, 2: 1600, 3: 0}, HandStatus.COMPLETE)
    void_and_unseat(tournament_id=felt.tournament.pk, entry_id=again.pk, reason="typo", by=ACTOR.at(NOW))
    undo(felt)
    assert (felt.stacks(), seated(felt.table)) == ({1: 300, 2: 1000, 3: 300}, [1, 2, 3])


@pytest.mark.rule("DSP-01")
def test_hand_can_be_finished_another_way_after_its_undo() -> None:
    felt = make_felt(300, 1000, 300)
    felt.deal()
    felt.play("r3:300", "c1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s1:AhKd", "s2:AsAd", "s3:QhQd")
    undo(felt)
    felt.play("s3:9c9d")
    assert felt.stacks() == {1: 0, 2: 700, 3: 900}
    assert LogEntry.objects.filter(verb="hand_reopened").count() == 1


def test_completed_hand_stays_closed_once_an_empty_seat_was_filled() -> None:
    felt = make_felt(300, 1000, 300, 1000)
    felt.deal()
    felt.play("r3:300", "f4", "f1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s2:AhAd")
    Seat.objects.filter(table=felt.table, number=4).update(entry=None)
    Seat.objects.filter(table=felt.table, number=3).update(entry=felt.entries[4])
    with pytest.raises(Refused) as caught:
        undo(felt)
    assert caught.value.code == "seats_changed"
    assert Hand.objects.get().status == HandStatus.COMPLETE
    assert felt.stacks() == {1: 275, 2: 1325, 3: 0, 4: 1000}


def test_completed_hand_stays_closed_once_its_prize_was_paid() -> None:
    felt = make_felt(300, 1000, 300)
    all_in_and_lost(felt)
    Payout.objects.update(paid_at=NOW)
    with pytest.raises(Refused) as caught:
        undo(felt)
    assert caught.value.code == "prize_paid"
    assert Hand.objects.get().status == HandStatus.COMPLETE


def test_waiting_move_is_carried_out_with_the_end_of_the_hand() -> None:
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    move = felt.send(3, other, 5)
    assert (move.status, seated(other)) == (MoveStatus.WAITING, [])
    felt.play("f3", "f1")
    move.refresh_from_db()
    assert (move.status, seated(felt.table), seated(other)) == (MoveStatus.APPLIED, [1, 2], [5])


def test_undo_is_refused_after_a_move_that_followed_from_the_hand() -> None:
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    felt.send(3, other, 5)
    felt.play("f3", "f1")
    with pytest.raises(Refused) as caught:
        undo(felt)
    assert caught.value.code == "seats_changed"


def test_move_of_a_player_who_busts_is_dropped() -> None:
    felt = make_felt(300, 1000, 300, 1000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    move = felt.send(3, other, 5)
    felt.play("r3:300", "f4", "f1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s2:AhAd")
    move.refresh_from_db()
    assert (move.status, seated(other)) == (MoveStatus.DROPPED, [])


def test_broken_table_closes_with_its_last_player() -> None:
    felt = make_felt(1000, 1000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    Table.objects.filter(pk=felt.table.pk).update(status=TableStatus.BREAKING)
    for seat in (1, 2):
        move_entry(
            tournament_id=felt.tournament.pk,
            entry_id=felt.entries[seat].pk,
            to_table_id=other.pk,
            to_seat=seat,
            kind=MoveKind.BREAK,
            by=ACTOR.at(NOW),
        )
    felt.play("f2")
    assert felt.fresh().status == TableStatus.CLOSED
    assert Move.objects.filter(status=MoveStatus.APPLIED).count() == 2


@kept
def seat_promised_while_a_hand_is_played() -> tuple[Felt, Felt, Move]:
    """Seat 3 of table 1 has bust out; seat 2 of table 2, in a hand, is to take that seat."""
    felt = make_felt(300, 1000, 300, 1000, late_registration_level=2)
    other = add_felt(felt.tournament, 1000, 1000, 1000, number=2)
    felt.deal()
    felt.play("r3:300", "f4", "f1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s2:AhAd")
    other.deal()
    move = move_entry(
        tournament_id=felt.tournament.pk,
        entry_id=other.entries[2].pk,
        to_table_id=felt.table.pk,
        to_seat=3,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(NOW),
    )
    return felt, other, move


def test_completed_hand_stays_closed_while_a_seat_is_kept_for_somebody() -> None:
    felt, other, move = seat_promised_while_a_hand_is_played()

    with pytest.raises(Refused) as caught:
        undo(felt)

    assert caught.value.code == "seat_kept"
    assert other.entries[2].player.name in caught.value.message
    other.play("f3", "f1")
    move.refresh_from_db()
    assert (move.status, seated(felt.table)) == (MoveStatus.APPLIED, [1, 2, 3, 4])


def test_a_player_whose_seat_is_taken_after_all_stays_and_the_floor_is_called() -> None:
    felt, other, move = seat_promised_while_a_hand_is_played()
    Seat.objects.filter(table=felt.table, number=4).update(entry=None)
    Seat.objects.filter(table=felt.table, number=3).update(entry=felt.entries[4])

    state = other.play("f3", "f1")

    assert state.is_complete
    move.refresh_from_db()
    assert (move.status, seated(other.table)) == (MoveStatus.DROPPED, [1, 2, 3])
    call = FloorMessage.objects.get(table=other.table, kind=MessageKind.CALL)
    assert call.text == "Fabio Riva stays in seat 2: seat 3 at table 1 is taken."
    assert LogEntry.objects.filter(verb="move_dropped").count() == 1


@pytest.mark.parametrize(("game", "is_newcomer"), [("F7S", True), ("NT", False)])
def test_who_was_to_wait_while_the_button_rested_waits_again_when_the_last_tap_is_undone(
    game: str, is_newcomer: bool
) -> None:
    felt = make_felt(5_000, 500, 5_000)
    felt.deal()
    felt.play("r3:5000", "f1", "c2", "b:2c7d9h", "b:Js", "b:3c", "s3:AsAd", "s2:KsQd")
    # As a hand without a button keeps it: seat 2 had just sat down, and was told to wait.
    Hand.objects.update(game=game, arrivals_before=[[2, True, True]])

    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))

    chair = Seat.objects.get(entry=felt.entries[2])
    assert (chair.number, chair.is_newcomer, chair.came_by_balancing, chair.told_to_wait) == (
        2,
        *[is_newcomer] * 3,
    )


def test_a_hand_is_booked_into_the_tournament_as_it_is_then_and_not_as_the_tap_saw_it() -> None:
    """Registration is closed between the look of the last tap and its write: the winner is known all the same."""
    felt = make_felt(1000, 500, late_registration_level=2)
    felt.deal()
    felt.play("r2:500", "c1", "b:2c7d9h", "b:Js", "b:4s", "s2:QhQd")
    look = look_at_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk)
    change = think_operation(look, operation=engine.decode("s1:AhAd"), by=ACTOR.at(NOW))
    close_registration(tournament_id=felt.tournament.pk, by=ACTOR.at(NOW))
    with transaction.atomic():
        write_change(change)
    felt.tournament.refresh_from_db()
    assert (felt.tournament.status, places(felt)) == (TournamentStatus.FINISHED, {1: (1, 1), 2: (2, 2)})
