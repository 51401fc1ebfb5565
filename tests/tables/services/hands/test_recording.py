from __future__ import annotations

from datetime import timedelta

import pytest

from tables import engine
from tables.models import (
    Hand,
    HandOperation,
    HandSeat,
    HandStatus,
    MoveStatus,
    Seat,
    Table,
    TableStatus,
)
from tables.queries.table.hand import load_hand
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import undo_operation
from tables.services.table.lease import Lease, LeaseLost, StaleVersion
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_table, make_felt
from tests.tables.looking import screen_of
from tournament.models import LogEntry, Tournament
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


def undo(felt: Felt) -> None:
    undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


def refusal(felt: Felt) -> str:
    with pytest.raises(Refused) as caught:
        felt.deal()
    return caught.value.code


@pytest.mark.rule("S-013")
def test_first_hand_has_the_button_on_the_last_seat_and_the_blinds_after_it() -> None:
    felt = make_felt(1000, 1000, 1000)
    hand = felt.deal()
    assert hand.setup.button == 3
    assert [(post.seat, post.amount, post.kind) for post in hand.setup.posts] == [
        (1, 25, "small_blind"),
        (2, 50, "big_blind"),
    ]
    assert (hand.number, hand.level_number, hand.game) == (1, 1, "NT")


def test_dealing_takes_no_chips_from_anybody_before_the_hand_is_over() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    assert felt.stacks() == {1: 1000, 2: 1000, 3: 1000}


@pytest.mark.rule("S-012")
def test_button_moves_on_with_the_next_hand() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "f1")
    hand = felt.deal()
    assert (hand.number, hand.setup.button) == (2, 1)


def test_new_level_applies_with_the_next_hand_and_not_with_the_one_in_play() -> None:
    felt = make_felt(1000, 1000, 1000)
    first = felt.deal()
    felt.play("f3", "f1", now=after(21))
    second = start_hand(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(21)))
    assert first.setup.stakes.big_blind == 50
    assert (second.setup.stakes.big_blind, second.level_number) == (100, 2)


@pytest.mark.parametrize(("stacks", "is_dealt"), [((1000, 1000), False), ((1000, 1000, 1000), True)])
def test_a_house_may_want_three_players_for_the_first_hand_of_a_table_until_registration_is_closed(
    stacks: tuple[int, ...], is_dealt: bool
) -> None:
    felt = make_felt(
        *stacks, rule_overrides={"event": {"late_start_min_players": 3}}, late_registration_level=2
    )

    screen = screen_of(felt.pair()[0], now=NOW)
    assert screen.prompt.refusal == ("" if is_dealt else "too_few_at_first")
    if is_dealt:
        felt.deal()
        felt.play("f3", "f1")
        Seat.objects.filter(table=felt.table, number=3).update(entry=None)
    else:
        assert refusal(felt) == "too_few_players"
        Tournament.objects.update(registration_closed_at=NOW)
    assert felt.deal().setup.seats[1].seat == 2


@pytest.mark.rule("LVL-01", "LVL-02")
@pytest.mark.parametrize(("seconds", "big_blind"), [(-1, 50), (1, 100)], ids=["before", "after"])
def test_lvl_01_02_a_hand_has_the_blinds_of_the_level_at_its_deal(seconds: int, big_blind: int) -> None:
    felt = make_felt(1000, 1000, 1000)

    hand = felt.deal(now=after(20) + timedelta(seconds=seconds))

    assert hand.setup.stakes.big_blind == big_blind


@pytest.mark.rule("LVL-04")
def test_lvl_04_old_blinds_by_mistake_stand_once_under_the_gun_has_folded_and_the_next_has_called() -> None:
    """Dealt a minute before the level; the riffle began after it."""
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal(now=after(19))

    state = felt.play("f3", "c4", now=after(21))

    assert state.substantial_action
    hand = Hand.objects.get()
    assert (hand.level_number, hand.setup.stakes.big_blind) == (1, 50)


@pytest.mark.rule("LVL-04")
def test_lvl_04_with_under_the_gun_alone_folded_they_are_corrected_to_the_new_level() -> None:
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal(now=after(19))
    assert not felt.play("f3", now=after(21)).substantial_action

    undo(felt)
    undo(felt)
    again = felt.deal(now=after(21))

    assert (again.level_number, again.setup.stakes.big_blind) == (2, 100)


def test_straddle_is_posted_with_the_deal() -> None:
    felt = make_felt(1000, 1000, 1000, 1000)
    hand = felt.deal(straddles=[(3, 100)])
    assert [post.kind for post in hand.setup.posts] == ["small_blind", "big_blind", "straddle"]


def test_player_without_chips_is_not_dealt_in() -> None:
    felt = make_felt(1000, 0, 1000, 1000)
    hand = felt.deal()
    assert [seat.seat for seat in hand.setup.seats] == [1, 3, 4]


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (TableStatus.HELD, "table_held"),
        (TableStatus.BREAKING, "table_breaking"),
        (TableStatus.CLOSED, "table_closed"),
    ],
)
def test_table_on_hold_being_broken_or_closed_is_not_dealt(status: TableStatus, code: str) -> None:
    felt = make_felt(1000, 1000)
    Table.objects.filter(pk=felt.table.pk).update(status=status)
    assert refusal(felt) == code


def test_hand_in_play_is_finished_in_the_break_and_the_next_one_waits_for_its_end() -> None:
    """Levels of 20 minutes, a break of ten after the second one."""
    felt = make_felt(1000, 1000)
    felt.deal(now=after(39.9))
    felt.play("f2", now=after(40.5))
    assert not Hand.objects.filter(status=HandStatus.OPEN).exists()
    with pytest.raises(Refused) as refused:
        felt.deal(now=after(49.9))
    assert refused.value.code == "in_break"
    assert felt.deal(now=after(50)).number == 2


def test_second_hand_is_refused_while_one_is_open() -> None:
    felt = make_felt(1000, 1000)
    felt.deal()
    assert refusal(felt) == "hand_open"
    assert Hand.objects.count() == 1


def test_one_player_alone_is_not_dealt() -> None:
    assert refusal(make_felt(1000, 0, 0)) == "too_few_players"


def test_operations_are_numbered_without_a_gap_and_each_write_raises_the_version_by_one() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("c3", "c1", "k2", "b:2c3d4h")
    assert list(HandOperation.objects.values_list("number", "code")) == [
        (1, "c3"),
        (2, "c1"),
        (3, "k2"),
        (4, "b:2c3d4h"),
    ]
    assert felt.fresh().version == 5


def test_refused_operation_leaves_nothing_behind() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    with pytest.raises(engine.IllegalAction) as caught:
        felt.play("r3:60")
    assert caught.value.params["minimum"] == 100
    assert HandOperation.objects.count() == 0
    assert felt.fresh().version == 1


def test_operation_without_an_open_hand_is_refused() -> None:
    felt = make_felt(1000, 1000)
    with pytest.raises(Refused) as caught:
        felt.play("f1")
    assert caught.value.code == "no_open_hand"


def test_last_operation_of_a_hand_books_it() -> None:
    felt = make_felt(1000, 1000, 1000)
    hand = felt.deal()
    state = felt.play("f3", "f1")
    assert state.is_complete
    hand.refresh_from_db()
    assert hand.status == HandStatus.COMPLETE
    assert felt.stacks() == {1: 975, 2: 1025, 3: 1000}
    assert dict(HandSeat.objects.values_list("seat_number", "finishing_stack")) == felt.stacks()
    assert felt.fresh().version == 3


def test_a_hand_that_is_over_takes_no_tap_and_is_opened_again_by_an_undo_in_the_log() -> None:
    felt = make_felt(1000, 1000, 1000)
    hand = felt.deal()
    felt.play("f3", "f1")

    with pytest.raises(Refused) as caught:
        felt.play("f2")

    assert caught.value.code == "no_open_hand"
    assert list(hand.operations.order_by("number").values_list("code", flat=True)) == ["f3", "f1"]
    assert felt.stacks() == {1: 975, 2: 1025, 3: 1000}
    undo(felt)
    line = LogEntry.objects.latest("pk")
    assert (line.verb, line.actor, line.data) == ("hand_reopened", ACTOR.label, {"table": 1, "hand": 1})


def test_undo_takes_back_the_last_operation_and_keeps_it_in_the_log() -> None:
    felt = make_felt(1000, 1000, 1000)
    hand = felt.deal()
    felt.play("c3", "f1")
    undo(felt)
    assert [engine.encode(operation) for operation in load_hand(hand).operations] == ["c3", "f1", "u1"]
    assert felt.play("c1").actor == 2


def test_undo_twice_takes_back_two_operations() -> None:
    felt = make_felt(1000, 1000, 1000)
    hand = felt.deal()
    felt.play("c3", "c1")
    undo(felt)
    undo(felt)
    assert load_hand(hand).state.actor == 3


def test_undo_opens_a_completed_hand_again() -> None:
    felt = make_felt(1000, 1000, 1000)
    hand = felt.deal()
    felt.play("f3", "f1")
    undo(felt)
    hand.refresh_from_db()
    assert hand.status == HandStatus.OPEN
    assert felt.stacks() == {1: 1000, 2: 1000, 3: 1000}
    felt.play("c1", "k2")
    assert felt.fresh().version == 6


def test_undo_before_the_first_operation_takes_back_the_deal() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "f1")
    before = felt.fresh()
    felt.deal()
    undo(felt)
    table = felt.fresh()
    assert (table.positions_data, table.hands_dealt) == (before.positions_data, 1)
    assert Hand.objects.filter(status=HandStatus.VOID).count() == 1
    assert LogEntry.objects.filter(verb="deal_taken_back").count() == 1
    again = felt.deal()
    assert (again.number, again.setup.button) == (2, 1)


def test_taken_back_deal_leaves_newcomers_newcomers() -> None:
    felt = make_felt(1000, 1000, 1000, 1000, 1000)
    Seat.objects.filter(table=felt.table, number=4).update(entry=None)
    felt.deal()
    felt.play("f3", "f5", "f1")
    Seat.objects.filter(table=felt.table, number=4).update(
        entry=felt.entries[4], is_newcomer=True, came_by_balancing=True
    )
    first = felt.deal()
    undo(felt)
    seat = Seat.objects.get(table=felt.table, number=4)
    assert (seat.is_newcomer, seat.came_by_balancing, seat.told_to_wait) == (True, True, False)
    assert felt.deal().setup == first.setup


def test_whoever_waited_for_a_deal_that_is_taken_back_leaves_at_once() -> None:
    # WSOP 67: a player may be moved until the first card of a hand is dealt.
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=2)
    felt.deal()
    move = felt.send(3, other, 5)
    undo(felt)
    move.refresh_from_db()
    assert move.status == MoveStatus.APPLIED
    assert Seat.objects.get(table=other, number=5).entry_id == felt.entries[3].pk
    assert [seat.seat for seat in felt.deal().setup.seats] == [1, 2]


def test_nothing_to_undo_at_a_table_without_a_hand() -> None:
    felt = make_felt(1000, 1000)
    with pytest.raises(Refused) as caught:
        undo(felt)
    assert caught.value.code == "nothing_to_undo"


def test_old_version_is_stale_for_deal_tap_and_undo() -> None:
    felt = make_felt(1000, 1000, 1000)
    device, _secret = felt.pair()
    lease = felt.lease(device)
    felt.deal(lease=lease)
    with pytest.raises(StaleVersion):
        felt.deal(lease=lease)
    with pytest.raises(StaleVersion):
        felt.play("f3", lease=lease)
    with pytest.raises(StaleVersion):
        undo_operation(
            tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW), lease=lease
        )
    assert felt.fresh().version == 1


def test_device_of_another_table_cannot_write() -> None:
    felt, other = make_felt(1000, 1000), make_felt(1000, 1000)
    device, _secret = other.pair()
    lease = Lease(device_id=device.pk, epoch=device.epoch, version=0)
    with pytest.raises(LeaseLost):
        felt.deal(lease=lease)


def test_table_of_another_tournament_does_not_exist() -> None:
    felt, other = make_felt(1000, 1000), make_felt(1000, 1000)
    with pytest.raises(Table.DoesNotExist):
        start_hand(tournament_id=other.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(NOW))


# --- Chips that are there


def test_a_bet_that_the_chips_cannot_make_is_refused_before_it_reaches_the_pot() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    felt.deal()
    with pytest.raises(engine.IllegalAction, match="430 cannot be made with the chips in play: 425 or 450"):
        felt.play("r3:430")
    assert HandOperation.objects.count() == 0


def test_a_house_that_makes_an_odd_bet_up_records_what_it_became() -> None:
    felt = make_felt(5_000, 5_000, 5_000, rule_profile="home")
    felt.deal()
    assert felt.play("r3:430").bets[3] == 450
    assert HandOperation.objects.get().code == "r3:450"


def test_a_hand_dealt_before_chips_were_held_against_amounts_goes_on_as_it_was() -> None:
    felt = make_felt(5_000, 5_000, 5_000)
    hand = felt.deal()
    del hand.setup_data["stakes"]["unit"]
    hand.save(update_fields=["setup_data"])
    assert felt.play("r3:430").bets[3] == 430
