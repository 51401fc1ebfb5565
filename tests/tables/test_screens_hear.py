"""Whatever changes a screen sends a hint that this screen hears: nobody has to reload a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tables import engine
from tables.models import Device, Dispute, FloorMessage, Move, Table
from tables.services.chips.bags import accept_bags, count_bags
from tables.services.chips.colour_up import colour_up_table
from tables.services.chips.corrections import correct_stack
from tables.services.chips.counting import count_stacks
from tables.services.desk.alternates import call_alternates, put_on_list
from tables.services.desk.check_in import open_check_in
from tables.services.desk.chip_sales import collect_sale, sell_chips
from tables.services.desk.players import edit_player, merge_players
from tables.services.desk.seating import make_seat_draw, open_table, register_and_seat, void_and_unseat
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.clock import think_call_clock
from tables.services.hands.disputes import answer_dispute, open_dispute
from tables.services.hands.leaving import remove_player
from tables.services.hands.penalties import give_penalty
from tables.services.hands.pushing import think_push
from tables.services.hands.recording import undo_operation
from tables.services.hands.rulings import confirm_ruling, propose_ruling, refuse_ruling
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import drop_move
from tables.services.stops.announcing import (
    Order,
    announce_stop,
    deal_next_round,
    end_stop_by_hand,
    mark_table_done,
)
from tables.services.stops.last_hands import announce_last_hands
from tables.services.stops.run_outs import release_run_outs
from tables.services.table.calls import answer_call
from tables.services.table.halting import waive_halt
from tables.services.table.lease import make_change
from tables.services.table.messages import call_floor, close_message, hold_table, release_table, send_message
from tables.services.table.orders import post_order
from tables.services.table.seats import lock_seat
from tables.services.table.shaping import TableShape, shape_table
from tables.services.table.tablets import make_pairing_code, pair_device, revoke_device, take_over_table
from tests.factories import ACTOR, NOW, after, enter, make_player, make_tournament
from tests.factories.felt import Felt, add_felt, make_felt
from tests.factories.sales import selling
from tests.tables.screens import unheard
from tests.tables.services.hands.test_button import put as put_button
from tournament.models import ChipSale, Entry, LogEntry, Payout, StopKind, Tournament
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.clock import next_period, pause_clock, start_clock, sweep_clock
from tournament.services.field.entries import register_entry
from tournament.services.field.registration import close_registration, reopen_registration
from tournament.services.setup.tournaments import cancel_tournament, edit_tournament
from tournament.services.undo import undo_line

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.long_on_postgresql(
        reason="whole pages before and after; the services have their own tests there"
    ),
]

OUT = ("r3:10000", "c1", "f2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s1:AhAd")
"""Seat 1 wins everything seat 3 has."""


@dataclass(slots=True, kw_only=True)
class Room:
    """Two tables of three players each, a tablet at each, registration open."""

    one: Felt
    two: Felt
    tablets: tuple[Device, Device]
    loser: int = 0

    @property
    def ids(self) -> dict[str, Any]:
        return {"tournament_id": self.one.tournament.pk, "actor": ACTOR, "now": NOW}

    @property
    def at_one(self) -> dict[str, Any]:
        return {**self.ids, "table_id": self.one.table.pk}

    def close(self) -> None:
        close_registration(**self.ids)

    def undo(self, verb: str) -> None:
        line = LogEntry.objects.filter(verb=verb).latest("pk")
        undo_line(line_id=line.pk, **self.ids)

    def message(self) -> dict[str, Any]:
        return {**self.ids, "message_id": FloorMessage.objects.latest("pk").pk}

    def propose(self) -> None:
        self.one.deal()
        ruling = engine.decode("x:misdeal")
        assert isinstance(ruling, engine.Ruling)
        propose_ruling(ruling=ruling, **self.at_one)


def make_room() -> Room:
    one = make_felt(10_000, 10_000, 10_000, **selling())
    two = add_felt(one.tournament, 10_000, 10_000, 10_000, number=2)
    return Room(one=one, two=two, tablets=(one.pair()[0], two.pair()[0]))


def nothing(_room: Room) -> None:
    pass


def then(*steps: Callable[[Room], object]) -> Callable[[Room], None]:
    def do(room: Room) -> None:
        for step in steps:
            step(room)

    return do


def deal(room: Room) -> None:
    room.one.deal()


def bust(room: Room) -> None:
    room.one.deal()
    room.one.play(*OUT)


def last_tap(room: Room) -> None:
    room.one.play(OUT[-1])


def all_but_the_last_tap(room: Room) -> None:
    room.one.deal()
    room.one.play(*OUT[:-1])


def undo_the_tap(room: Room) -> None:
    undo_operation(**room.at_one)


def close(room: Room) -> None:
    room.close()


def send(room: Room) -> None:
    room.one.send(1, room.two.table, 7)


def drop(room: Room) -> None:
    drop_move(move_id=Move.objects.latest("pk").pk, **room.ids)


def break_one(room: Room) -> None:
    break_table(seed="1", **room.at_one)


def final_table(room: Room) -> None:
    redraw_tables(tables_left=1, seed="1", **room.ids)


def hold(room: Room) -> None:
    hold_table(reason="Chip race", **room.at_one)


def call(room: Room) -> None:
    call_floor(text="Chip count", **room.at_one)


def correct(room: Room) -> None:
    correct_stack(entry_id=room.one.entries[1].pk, stack=9_000, reason="counted", **room.ids)


def colour_up(room: Room) -> None:
    colour_up_table(stacks={1: 10_100}, **room.at_one)


def leave_with_chips(room: Room) -> None:
    remove_player(entry_id=room.one.entries[2].pk, why="walked_out", **room.ids)


def rebuy(room: Room) -> None:
    sell_chips(entry_id=room.one.entries[2].pk, kind="rebuy", seed="1", **room.ids)


def announce_rebuy(room: Room) -> None:
    sell_chips(entry_id=room.one.entries[2].pk, kind="rebuy", seed="1", is_owed=True, **room.ids)


def pay_rebuy(room: Room) -> None:
    collect_sale(sale_id=ChipSale.objects.get().pk, **room.ids)


def punish(room: Room) -> None:
    give_penalty(
        entry_id=room.one.entries[2].pk, kind="rounds", count=1, offence="conduct", note="", **room.ids
    )


def call_the_clock(room: Room) -> None:
    make_change(
        tournament_id=room.one.tournament.pk,
        table_id=room.one.table.pk,
        lease=None,
        think=lambda look: think_call_clock(look, actor=ACTOR, now=NOW),
    )


def wait_for_a_seat(room: Room) -> None:
    entry = register_entry(player_id=make_player("Late Player").pk, **room.ids)
    put_on_list(entry, actor=ACTOR, now=NOW)


def call_alternate(room: Room) -> None:
    call_alternates(seed="1", **room.ids)


def put_out(room: Room) -> None:
    bust_players(out=Out(entries=[room.one.entries[3].pk]), **room.at_one)


def count(room: Room) -> None:
    count_stacks(counts={1: 17_000, 2: 13_000}, **room.at_one)


def end_the_day(room: Room) -> None:
    """A card of three hands, and bags that are counted but for those of table 1."""
    room.close()
    announce_last_hands(card="3c", **room.ids)
    counts = {entry.pk: 10_000 for entry in room.two.entries.values()}
    count_bags(counts=counts, table_id=room.two.table.pk, **room.ids)


def count_one_table(room: Room) -> None:
    """500 chips are missing in the bag of seat 1."""
    counts = {entry.pk: 10_000 for entry in room.one.entries.values()}
    count_bags(counts=counts | {room.one.entries[1].pk: 9_500}, **room.at_one)


def accept(room: Room) -> None:
    accept_bags(reason="counted twice", **room.ids)


def fold(room: Room) -> None:
    room.one.deal()
    room.one.play("f3", "f1")


def dispute(room: Room) -> None:
    hand = room.one.table.hands.get()
    open_dispute(hand_id=hand.pk, about="reading", said="seat 2 had a flush", **room.ids)


def decide(room: Room) -> None:
    answer_dispute(dispute_id=Dispute.objects.get().pk, answer="the pot stands", **room.ids)


def push(room: Room) -> None:
    make_change(
        tournament_id=room.one.tournament.pk,
        table_id=room.one.table.pk,
        lease=None,
        think=lambda look: think_push(look, actor=ACTOR, now=NOW),
    )


def enter_late(room: Room) -> None:
    register_and_seat(player_id=make_player("Late Player").pk, seed="1", **room.ids)


def void_latest_entry(room: Room) -> None:
    void_and_unseat(entry_id=Entry.objects.latest("pk").pk, reason="", **room.ids)


def heads_up(room: Room) -> None:
    """Seats 1 and 9 of table 1 are left, both all-in with the board out; three places are paid."""
    room.close()
    for felt in (room.one, room.two):
        felt.deal()
        felt.play("r3:10000", "c1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s3:QhQd", "s1:AhAd", "s2:KhKd")
    room.two.send(1, room.one.table, 9)
    button = room.one.deal().setup.button
    other = 10 - button
    room.one.play(f"r{button}:30000", f"c{other}", "b:2c7d9h", "b:Js", "b:4s", f"s{button}:AhAd")
    room.loser = other


def win(room: Room) -> None:
    room.one.play(f"s{room.loser}:QhQd")


def pay_first(room: Room) -> None:
    pay_out(payout_id=Payout.objects.earliest("pk").pk, **room.ids)


def rename(room: Room) -> None:
    edit_player(
        player_id=room.one.entries[1].player_id,
        name="Anna Bianchi",
        public_name="",
        club_number="17",
        **room.ids,
    )


def merge(room: Room) -> None:
    """Carla Rossi, who is out, turns out to be Bruno Neri."""
    merge_players(kept_id=room.one.entries[2].player_id, double_id=room.one.entries[3].player_id, **room.ids)


def change_name(room: Room) -> None:
    edit_tournament(change=lambda plan: replace(plan, name="Another name"), **room.ids)


def pair_elsewhere(room: Room) -> None:
    """The tablet of table 1 is paired with table 2."""
    code = make_pairing_code(table_id=room.two.table.pk, **room.ids)
    pair_device(code=code.code, now=NOW, replaces_device_id=room.tablets[0].pk)


def take_over(_room: Room) -> None:
    take_over_table(device_id=Device.objects.latest("pk").pk, now=NOW)


def renumber(room: Room) -> None:
    shape = TableShape(number=31, name="Feature", seats=9, zone="")
    shape_table(shape=shape, **room.at_one)


def announce(room: Room) -> None:
    """Hand-for-hand until two are left. A table could be broken: the floor deals the first hand."""
    room.close()
    announce_stop(order=Order(kind=StopKind.HAND_FOR_HAND, until_left=2), **room.ids)


def first_round(room: Room) -> None:
    announce(room)
    deal_next_round(**room.ids)


def all_in(room: Room) -> None:
    first_round(room)
    room.one.deal()
    room.one.play("r3:10000", "c1", "f2")


def mark_done(room: Room) -> None:
    mark_table_done(**room.at_one)


CHANGES: dict[str, tuple[Callable[[Room], object], Callable[[Room], object]]] = {
    "a hand is dealt": (nothing, deal),
    "a deal is undone": (deal, undo_the_tap),
    "a player raises": (deal, lambda room: room.one.play("r3:200")),
    "a player is out while registration is open": (all_but_the_last_tap, last_tap),
    "a player who was out is back while registration is open": (bust, undo_the_tap),
    "a player is out after registration": (then(close, all_but_the_last_tap), last_tap),
    "a player who was out is back after registration": (then(close, bust), undo_the_tap),
    "a hand ends and a player leaves": (then(deal, send), lambda room: room.one.play("f3", "f1")),
    "a player is moved": (nothing, send),
    "a move waits": (deal, send),
    "a waiting move is dropped": (then(deal, send), drop),
    "a move is undone": (send, lambda room: room.undo("entry_moved")),
    "a table is broken": (close, break_one),
    "a table is broken during its hand": (then(close, deal), break_one),
    "a broken table empties with its hand": (
        then(close, deal, break_one),
        lambda room: room.one.play("f3", "f1"),
    ),
    "a break is undone": (then(close, break_one), lambda room: room.undo("table_broken")),
    "the final table is drawn": (close, final_table),
    "the final table is undone": (
        then(close, final_table),
        lambda room: room.undo("tables_redrawn"),
    ),
    "a hand is dealt where a player has come": (send, lambda room: room.two.deal(now=after(1))),
    "a player goes out for whom a seat is kept": (
        then(all_but_the_last_tap, lambda room: room.one.send(3, room.two.table, 7)),
        last_tap,
    ),
    "a broken table is opened again": (then(close, break_one), lambda room: open_table(**room.ids)),
    "an opening again is undone": (
        then(close, break_one, lambda room: open_table(**room.ids)),
        lambda room: room.undo("table_reopened"),
    ),
    "a table is held": (nothing, hold),
    "a table is released": (hold, lambda room: release_table(**room.at_one)),
    "a hold is undone": (hold, lambda room: room.undo("table_held")),
    "hand-for-hand is announced": (deal, announce),
    "an announcement is undone": (then(deal, announce), lambda room: room.undo("stop_announced")),
    "the next hand is released": (announce, lambda room: deal_next_round(**room.ids)),
    "a table is marked as done": (first_round, mark_done),
    "a marked table is not done": (then(first_round, mark_done), lambda room: room.undo("table_marked_done")),
    "a table plays its hand of hand-for-hand": (
        first_round,
        lambda room: (room.one.deal(), room.one.play("f3", "f1")),
    ),
    "an all-in waits for the floor": (
        then(first_round, deal, lambda room: room.one.play("r3:10000", "c1")),
        lambda room: room.one.play("f2"),
    ),
    "a run-out is released": (all_in, lambda room: release_run_outs(**room.at_one)),
    "hand-for-hand ends": (announce, lambda room: end_stop_by_hand(**room.ids)),
    "the floor is called": (nothing, call),
    "a call is answered": (call, lambda room: answer_call(**room.message())),
    "a call is closed": (call, lambda room: close_message(**room.message())),
    "a message is sent": (nothing, lambda room: send_message(text="Deal on", **room.at_one)),
    "a ruling is proposed": (nothing, Room.propose),
    "a ruling is confirmed": (Room.propose, lambda room: confirm_ruling(**room.message())),
    "a ruling is overruled": (Room.propose, lambda room: refuse_ruling(**room.message())),
    "a stack is corrected": (nothing, correct),
    "a correction is undone": (correct, lambda room: room.undo("stack_corrected")),
    "a player is put out by hand": (nothing, put_out),
    "a bust by hand is undone": (put_out, lambda room: room.undo("players_busted")),
    "a player leaves with chips": (nothing, leave_with_chips),
    "a player in a hand leaves with chips": (deal, leave_with_chips),
    "a player leaves who folded": (
        then(deal, lambda room: room.one.play("c3", "c1", "k2", "b:2c7d9h", "k1", "f2")),
        leave_with_chips,
    ),
    "a player who left in a hand stays": (
        then(deal, leave_with_chips),
        lambda room: room.undo("player_leaving"),
    ),
    "a player who left is back": (leave_with_chips, lambda room: room.undo("player_left")),
    "a rebuy is sold": (nothing, rebuy),
    "a rebuy is undone": (rebuy, lambda room: room.undo("rebuy_sold")),
    "a rebuy is paid": (announce_rebuy, pay_rebuy),
    "a rebuy is owed again": (
        then(announce_rebuy, pay_rebuy),
        lambda room: room.undo("sale_collected"),
    ),
    "a player gets a penalty": (nothing, punish),
    "the clock is called on a player": (deal, call_the_clock),
    "a clock that was called is withdrawn": (
        then(deal, call_the_clock),
        lambda room: room.undo("clock_called"),
    ),
    "a hand is disputed": (fold, dispute),
    "a dispute is decided": (then(fold, dispute), decide),
    "a dispute is withdrawn": (then(fold, dispute), lambda room: room.undo("dispute_opened")),
    "a decision is undone": (then(fold, dispute, decide), lambda room: room.undo("dispute_answered")),
    "dealers change": (nothing, push),
    "a dealer change is undone": (push, lambda room: room.undo("dealer_pushed")),
    "check-in is opened": (nothing, lambda room: open_check_in(**room.ids)),
    "an alternate is called": (wait_for_a_seat, call_alternate),
    "stacks are counted": (put_out, count),
    "a count is undone": (then(put_out, count), lambda room: room.undo("stacks_counted")),
    "bags are counted": (end_the_day, count_one_table),
    "a count of bags is undone": (
        then(end_the_day, count_one_table),
        lambda room: room.undo("bags_counted"),
    ),
    "the bags are accepted": (then(end_the_day, count_one_table), accept),
    "the acceptance of the bags is undone": (
        then(end_the_day, count_one_table, accept),
        lambda room: room.undo("bags_accepted"),
    ),
    "a table is coloured up": (nothing, colour_up),
    "a colour-up is undone": (colour_up, lambda room: room.undo("table_coloured_up")),
    "the button is set": (nothing, lambda room: put_button(room.one, 1, 2)),
    "a button that was set is put back": (
        lambda room: put_button(room.one, 1, 2),
        lambda room: room.undo("button_set"),
    ),
    "the button of a hand in play is corrected": (deal, lambda room: put_button(room.one, 1, 2)),
    "a short table plays on": (nothing, lambda room: waive_halt(**room.at_one)),
    "a seat is locked": (nothing, lambda room: lock_seat(number=9, locked=True, **room.at_one)),
    "a table gets another number": (nothing, renumber),
    "the breaking order is posted": (
        then(close),
        lambda room: post_order(order="breaking", numbers=[1, 2], **room.ids),
    ),
    "a late player is seated": (nothing, enter_late),
    "a late entry is voided": (enter_late, void_latest_entry),
    "a table is opened": (nothing, lambda room: open_table(**room.ids)),
    "an opening is undone": (
        lambda room: open_table(**room.ids),
        lambda room: room.undo("table_opened"),
    ),
    "the start of the clock is undone": (nothing, lambda room: room.undo("clock_started")),
    "the clock is paused": (nothing, lambda room: pause_clock(**room.ids)),
    "a pause is undone": (
        lambda room: pause_clock(**room.ids),
        lambda room: room.undo("clock_paused"),
    ),
    "a level is skipped": (nothing, lambda room: next_period(**room.ids)),
    "registration is closed by hand": (nothing, close),
    "registration is opened again": (close, lambda room: reopen_registration(**room.ids)),
    "the tournament is won": (heads_up, win),
    "the last hand is undone": (then(heads_up, win), undo_the_tap),
    "a prize is paid": (then(heads_up, win), pay_first),
    "a payment is voided": (
        then(heads_up, win, pay_first),
        lambda room: void_payment(payout_id=Payout.objects.earliest("pk").pk, **room.ids),
    ),
    "the tournament gets another name": (nothing, change_name),
    "a player is renamed": (nothing, rename),
    "two rows of one player are merged": (bust, merge),
    "a second tablet is paired": (nothing, lambda room: room.one.pair()),
    "a second tablet takes over": (
        lambda room: room.one.pair(),
        take_over,
    ),
    "a tablet is unpaired": (nothing, lambda room: revoke_device(device_id=room.tablets[0].pk, **room.ids)),
    "a tablet is paired with another table": (nothing, pair_elsewhere),
}


ANOTHER = pytest.mark.long(reason="the same look at every screen, after one change more")


# Each third is from another part of the list: moves, hands, money, people.
@pytest.mark.parametrize(
    "change",
    [
        change if not number % 3 else pytest.param(change, marks=ANOTHER)
        for number, change in enumerate(CHANGES)
    ],
)
def test_no_screen_has_to_be_reloaded_when(change: str, django_capture_on_commit_callbacks: Any) -> None:
    room = make_room()
    before, do = CHANGES[change]
    before(room)

    assert unheard(lambda: do(room), room.one.tournament, NOW, django_capture_on_commit_callbacks) == []


@pytest.mark.parametrize("step", ["enter", "draw", "undo the draw", "start", "cancel"])
def test_no_screen_has_to_be_reloaded_before_the_start(
    step: str, django_capture_on_commit_callbacks: Any
) -> None:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "actor": ACTOR, "now": NOW}
    if step in ("undo the draw", "start"):
        make_seat_draw(seed="1", **ids)
    late = make_player("Dario Conti")
    steps: dict[str, Callable[[], object]] = {
        "enter": lambda: register_entry(player_id=late.pk, **ids),
        "draw": lambda: make_seat_draw(seed="1", **ids),
        "undo the draw": lambda: undo_line(line_id=LogEntry.objects.get(verb="seats_drawn").pk, **ids),
        "start": lambda: start_clock(**ids),
        "cancel": lambda: cancel_tournament(reason="", **ids),
    }

    assert unheard(steps[step], tournament, NOW, django_capture_on_commit_callbacks) == []


def test_no_screen_has_to_be_reloaded_when_registration_closes_with_its_level(
    django_capture_on_commit_callbacks: Any,
) -> None:
    """The sweep of the clock books it, after the break behind the last level with registration."""
    room = make_room()
    tournament = Tournament.objects.get(pk=room.one.tournament.pk)
    now = after(120)

    assert (
        unheard(
            lambda: sweep_clock(tournament_id=tournament.pk, now=now),
            tournament,
            now,
            django_capture_on_commit_callbacks,
        )
        == []
    )
    tournament.refresh_from_db()
    assert tournament.registration_closed_at is not None


def test_a_screen_that_is_left_behind_is_found(django_capture_on_commit_callbacks: Any) -> None:
    """The check itself: a change without any hint names every screen that shows it."""
    room = make_room()

    def silently() -> None:
        Table.objects.filter(pk=room.one.table.pk).update(status="held", hold_reason="Chip race")

    assert unheard(silently, room.one.tournament, NOW, django_capture_on_commit_callbacks) == [
        "console advice",
        "console grid",
        "plan",
        "table felt #1",
        "table tools #1",
        "tablet #1",
    ]
