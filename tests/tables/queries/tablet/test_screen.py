from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tables.floor.button.next_hand import first_positions, next_positions
from tables.floor.rules import FLOOR_RULES
from tables.models import Device, Seat, Table, TableStatus
from tables.models.statements import read_tablet
from tables.queries.console.table import table_page
from tables.queries.table.hand import look_at
from tables.queries.tablet.screen import TabletScreen, tablet_screen
from tables.queries.tablet.seats import SeatShown
from tables.services.table.calls import answer_call
from tables.services.table.messages import call_floor, close_message, hold_table, send_message
from tables.services.table.tablets import take_over_table
from tests.factories import ACTOR, NOW, after
from tests.factories.felt import Felt, add_table, make_felt
from tests.tables.looking import screen_of
from tournament.models.tokens import hash_secret
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.clock import pause_clock

pytestmark = pytest.mark.django_db


def screen(felt: Felt, device: Device | None = None, now: datetime = NOW) -> TabletScreen:
    device = device or Device.objects.filter(table=felt.table).first() or felt.pair()[0]
    device.refresh_from_db()
    return screen_of(device, now=now)


def seat_of(shown: TabletScreen, number: int) -> SeatShown:
    return next(seat for seat in shown.felt.seats if seat.number == number)


def test_before_the_first_hand_the_next_button_and_blinds_are_marked() -> None:
    shown = screen(make_felt(1000, 1000, 1000))
    assert (shown.stage, shown.header.hand_number, shown.prompt.can_deal, shown.prompt.undo) == (
        "between",
        1,
        True,
        "",
    )
    assert seat_of(shown, 3).has_button
    assert [seat_of(shown, seat).blind for seat in (1, 2, 3)] == ["small", "big", ""]
    assert [seat_of(shown, 4).state, seat_of(shown, 1).state] == ["empty", "in"]


def test_marks_before_the_deal_are_those_of_the_deal() -> None:
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "f4", "f1")
    before = screen(felt)
    hand = felt.deal()
    dealt = screen(felt)
    marks = [(p.number, p.has_button, p.blind) for p in before.felt.seats]
    assert marks == [(p.number, p.has_button, p.blind) for p in dealt.felt.seats]
    assert seat_of(before, hand.setup.button).has_button


def test_betting_shows_the_actor_his_price_and_the_chips_of_everybody() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("r3:150")
    shown = screen(felt)
    assert shown.actions is not None
    assert (shown.actions.seat, shown.actions.call_amount, shown.actions.raise_min) == (1, 125, 250)
    assert [(p.stack, p.bet, p.is_actor) for p in shown.felt.seats[:3]] == [
        (975, 25, True),
        (950, 50, False),
        (850, 150, False),
    ]
    assert (shown.felt.pot_total, shown.prompt.undo) == (225, "operation")
    assert (shown.feed.last[0].kind, shown.feed.last[0].seat, shown.feed.last[0].amount) == (
        "RaiseTo",
        3,
        150,
    )


def test_board_and_used_cards_are_known_to_the_picker() -> None:
    felt = make_felt(1000, 1000)
    felt.deal()
    felt.play("c2", "k1")
    due = screen(felt)
    assert due.sheets.next_picker is not None
    assert (due.stage, due.sheets.next_picker.operation, due.sheets.next_picker.count) == (
        "deal_board",
        "b",
        3,
    )
    assert len(due.felt.boards[0].gaps) == 5
    felt.play("b:AhTd2c")
    shown = screen(felt)
    assert (shown.felt.boards[0].cards, shown.sheets.used_cards, len(shown.felt.boards[0].gaps)) == (
        "AhTd2c",
        frozenset({"Ah", "Td", "2c"}),
        2,
    )


def test_showdown_says_who_shows_and_what_may_be_declared() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "c1", "k2", "b:AhTd2c", "k1", "k2", "b:??", "k1", "k2", "b:??", "k1", "k2")
    shown = screen(felt)
    assert (shown.stage, shown.sheets.to_show, shown.sheets.may_muck, shown.felt.has_open_pots) == (
        "showdown",
        1,
        True,
        True,
    )
    assert [seat for seat, _name in shown.felt.pots[0].claimants] == [1, 2]
    picker = shown.sheets.picker_for("")
    assert picker is not None
    assert (picker.operation, picker.count) == ("s1", 2)
    other = shown.sheets.picker_for("s2")
    assert other is not None
    assert other.operation == "s2"
    nonsense = shown.sheets.picker_for("s3")
    assert nonsense is not None
    assert nonsense.operation == "s1"


def test_cards_nobody_has_seen_stay_unseen() -> None:
    felt = make_felt(1000, 1000)
    felt.deal()
    felt.play("h1:AsKs", "c2")
    assert seat_of(screen(felt), 1).cards == ""


def test_after_the_hand_the_winner_and_what_he_won_stay_on_the_screen() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "f1")
    shown = screen(felt)
    assert (shown.stage, shown.header.hand_number, seat_of(shown, 2).won) == ("between", 2, 50)
    assert [p.stack for p in shown.felt.seats[:3]] == [975, 1025, 1000]
    assert shown.prompt.undone is not None
    assert (shown.prompt.undone.kind, shown.prompt.undone.seat) == ("Fold", 1)


def test_new_level_is_announced_while_the_hand_keeps_its_stakes() -> None:
    felt = make_felt(1000, 1000)
    felt.deal()
    stakes = screen(felt, now=after(21)).header.stakes
    assert (stakes.now.big_blind, stakes.coming.stakes.big_blind, stakes.is_new) == (50, 100, True)
    felt.play("f2", now=after(21))
    stakes = screen(felt, now=after(21)).header.stakes
    assert (stakes.level_number, stakes.now.big_blind, stakes.is_new) == (2, 100, False)


def test_break_and_pause_are_told() -> None:
    felt = make_felt(1000, 1000)
    assert screen(felt, now=after(41)).header.stakes.is_break
    pause_clock(tournament_id=felt.tournament.pk, by=ACTOR.at(after(42)))
    stakes = screen(felt, now=after(45)).header.stakes
    assert (stakes.is_paused, stakes.ends_at, stakes.remaining_seconds) == (True, None, 480)


def test_moves_are_shown_before_and_after_the_hand_that_they_wait_for() -> None:
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=12)
    felt.deal()
    felt.send(3, other, 3)
    waiting = screen(felt)
    assert [(m.seat, m.to_table, m.to_seat, m.waits) for m in waiting.feed.moves] == [(3, 12, 3, True)]
    assert seat_of(waiting, 3).move == waiting.feed.moves[0]
    felt.play("f3", "f1")
    gone = screen(felt)
    assert [(m.seat, m.to_table, m.to_seat, m.waits) for m in gone.feed.moves] == [(3, 12, 3, False)]
    assert (seat_of(gone, 3).state, seat_of(gone, 3).move) == ("empty", gone.feed.moves[0])
    felt.deal()
    assert screen(felt).feed.moves == ()


def test_messages_calls_and_holds_are_shown() -> None:
    felt = make_felt(1000, 1000)
    where: dict[str, Any] = {
        "tournament_id": felt.tournament.pk,
        "table_id": felt.table.pk,
        "by": ACTOR.at(NOW),
    }
    send_message(**where, text="First")
    send_message(**where, text="Second")
    call_floor(**where)
    hold_table(**where, reason="Chip race")
    shown = screen(felt)
    assert ([m.text for m in shown.feed.messages], shown.feed.more_messages) == (["First", "Second"], 1)
    assert (
        shown.prompt.floor_called,
        shown.prompt.floor_coming,
        shown.prompt.refusal,
        shown.prompt.hold_reason,
        shown.prompt.can_deal,
    ) == (
        True,
        "",
        "held",
        "Chip race",
        False,
    )


def test_who_answered_the_call_is_named() -> None:
    felt = make_felt(1000, 1000)
    where: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(NOW)}
    call = call_floor(**where, table_id=felt.table.pk)
    answer_call(**where, message_id=call.pk)
    assert screen(felt).prompt.floor_coming == ACTOR.label


def test_a_seat_taken_again_no_longer_shows_who_left_it() -> None:
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=2)
    felt.send(3, other, 5)
    assert seat_of(screen(felt), 3).move is not None
    Seat.objects.filter(table=felt.table, number=1).update(entry=None)
    Seat.objects.filter(table=felt.table, number=3).update(entry=felt.entries[1])
    assert seat_of(screen(felt), 3).move is None


def test_a_big_blind_posted_twice_running_is_explained_on_the_tablet_and_the_table_page() -> None:
    # Robert's 4.2a, moving button: seats 4, 5 and 1 have posted it, and the first of them is next.
    felt = make_felt(1000, 1000, 1000, 1000, 1000, rule_profile="draw_room")
    rules = FLOOR_RULES["draw_room"]
    three = next_positions(
        first_positions(live=range(1, 6), button=1, rules=rules), live={1, 4, 5}, rules=rules
    )
    Seat.objects.filter(table=felt.table, number__in=[2, 3]).update(entry=None)
    Table.objects.filter(pk=felt.table.pk).update(positions_data=three.to_dict())

    def on_the_page() -> list[tuple[str, object]]:
        page = table_page(felt.tournament, number=1, seat=None, now=NOW)
        assert page is not None
        return [(remark.code, remark.params["seat"]) for remark in page.remarks]

    assert [(remark.code, remark.params["seat"]) for remark in screen(felt).feed.remarks] == [
        ("big_blind_again", 4)
    ]
    assert on_the_page() == [("big_blind_again", 4)]
    felt.deal()
    assert on_the_page() == [("big_blind_again", 4)]


def test_of_blinds_nothing_is_said_in_a_game_without_them() -> None:
    # Draw poker with antes is dealt around a button, but nobody posts a blind.
    antes = Level(
        small_blind=0,
        big_blind=0,
        ante=25,
        ante_kind="classic",
        duration_seconds=1200,
        game="N5DJ",
        min_bet=50,
    )
    felt = make_felt(1000, 1000, 1000, 1000, structure=Structure(periods=(antes,)))
    first = first_positions(live=range(1, 5), button=1)
    Table.objects.filter(pk=felt.table.pk).update(positions_data=first.to_dict())
    Seat.objects.filter(table=felt.table, number__in=[3]).update(entry=None)
    assert screen(felt).feed.remarks == ()
    page = table_page(felt.tournament, number=1, seat=None, now=NOW)
    assert page is not None
    assert page.remarks == ()


def test_dead_small_blind_is_explained_before_the_deal_and_during_the_hand() -> None:
    felt = make_felt(1000, 1000, 1000, 1000)
    felt.deal()
    felt.play("f3", "f4", "f1")
    assert screen(felt).feed.remarks == ()
    # The player who had the big blind leaves; seat 1 has the button next.
    Seat.objects.filter(table=felt.table, number=2).update(entry=None)
    assert [remark.code for remark in screen(felt).feed.remarks] == ["dead_small_blind"]
    felt.deal()
    assert [remark.params["seat"] for remark in screen(felt).feed.remarks] == [2]
    felt.play("f4")
    assert [remark.code for remark in screen(felt).feed.remarks] == ["dead_small_blind"]


def test_a_player_who_waits_for_the_button_is_explained_during_the_hand() -> None:
    felt = make_felt(*[1000] * 7)
    Seat.objects.filter(table=felt.table, number__in=[2, 6]).update(entry=None)
    Seat.objects.filter(table=felt.table, number=4).update(is_newcomer=True)
    dealt = first_positions(live=[1, 3, 5, 7], button=1)
    Table.objects.filter(pk=felt.table.pk).update(positions_data=dealt.to_dict())
    said = [("newcomer_waits", 4)]
    assert [(remark.code, remark.params["seat"]) for remark in screen(felt).feed.remarks] == said

    felt.deal()

    assert [(remark.code, remark.params["seat"]) for remark in screen(felt).feed.remarks] == said


def test_only_the_tablet_that_holds_the_table_may_write() -> None:
    felt = make_felt(1000, 1000)
    first, _secret = felt.pair()
    second, _secret = felt.pair()
    assert (screen(felt, first).may_write, screen(felt, second).may_write) == (True, False)
    take_over_table(device_id=second.pk, now=NOW)
    assert (screen(felt, first).may_write, screen(felt, second).may_write) == (False, True)


def test_table_being_broken_deals_no_more() -> None:
    felt = make_felt(1000, 1000)
    Table.objects.filter(pk=felt.table.pk).update(status=TableStatus.BREAKING)
    shown = screen(felt)
    assert (shown.prompt.can_deal, shown.prompt.refusal) == (False, "breaking")


def test_table_with_one_player_waits() -> None:
    shown = screen(make_felt(1000, 0))
    assert (shown.prompt.refusal, shown.prompt.can_deal) == ("too_few", False)


def test_nothing_is_dealt_in_a_break() -> None:
    felt = make_felt(1000, 1000)
    device, _secret = felt.pair()
    shown = screen_of(device, now=after(45))
    assert (shown.prompt.refusal, shown.prompt.can_deal, shown.header.stakes.ends_at) == (
        "break",
        False,
        after(50),
    )
    assert screen_of(device, now=after(50)).prompt.can_deal


def test_newcomer_between_button_and_small_blind_is_shown_waiting() -> None:
    felt = make_felt(1000, 1000, 1000, 1000, 1000)
    Seat.objects.filter(table=felt.table, number=1).update(entry=None)
    Table.objects.filter(pk=felt.table.pk).update(first_button=5)
    felt.deal()
    felt.play("f4", "f5", "f2")
    Seat.objects.filter(table=felt.table, number=1).update(entry=felt.entries[1], is_newcomer=True)
    before = screen(felt)
    hand = felt.deal()
    dealt_in = {seat.seat for seat in hand.setup.seats}
    waiting = {p.number for p in before.felt.seats if p.state == "waiting"}
    assert waiting == {1, 2, 3, 4, 5} - dealt_in


def test_meaning_changes_with_the_actor_and_not_with_a_message() -> None:
    felt = make_felt(1000, 1000, 1000)
    felt.deal()
    before = screen(felt).meaning
    send_message(tournament_id=felt.tournament.pk, table_id=felt.table.pk, text="Hello", by=ACTOR.at(NOW))
    assert screen(felt).meaning == before
    felt.play("f3")
    assert screen(felt).meaning != before


@pytest.mark.parametrize("players", [2, 9])
def test_screen_takes_the_same_queries_for_two_players_and_for_nine(
    players: int, django_assert_num_queries: Any
) -> None:
    """The table, with the hand and its operations and the seats; nobody has a message or a move to tell."""
    felt = make_felt(*[1000] * players)
    device, _secret = felt.pair()
    felt.deal()
    with django_assert_num_queries(1):
        screen_of(device, now=NOW)


def test_screen_of_a_tablet_asks_nothing_more_where_nothing_is_to_be_told(
    django_assert_num_queries: Any,
) -> None:
    felt = make_felt(1000, 1000, 1000)
    _device, secret = felt.pair()
    felt.deal()
    tablet = read_tablet(hash_secret(secret))
    assert tablet is not None
    look = look_at(tablet.stands)
    with django_assert_num_queries(0):
        tablet_screen(tablet.device, look, now=NOW)


def test_tablet_that_is_read_knows_what_there_is_to_tell() -> None:
    felt = make_felt(1000, 1000, 1000)
    other = add_table(felt.tournament, number=2)
    _device, secret = felt.pair()

    def told() -> tuple[bool, bool]:
        tablet = read_tablet(hash_secret(secret))
        assert tablet is not None
        return tablet.stands.has_messages, tablet.stands.has_moves

    assert told() == (False, False)
    felt.deal()
    move = felt.send(3, other, 5)
    assert told() == (False, True)
    felt.play("f3", "f1")
    move.refresh_from_db()
    assert (move.status, told()) == ("applied", (False, True))
    felt.deal(now=after(1))
    assert told() == (False, False)
    message = send_message(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, text="Hello", by=ACTOR.at(NOW)
    )
    assert told() == (True, False)
    close_message(tournament_id=felt.tournament.pk, message_id=message.pk, by=ACTOR.at(NOW))
    assert told() == (False, False)
