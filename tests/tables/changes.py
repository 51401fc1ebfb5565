"""Everything that changes what a screen shows, by name: what comes before it, and the change itself."""

from __future__ import annotations

from collections.abc import Callable

from tables.services.desk.check_in import open_check_in
from tables.services.desk.seating import open_table
from tables.services.hands.rulings import confirm_ruling, refuse_ruling
from tables.services.stops.announcing import deal_next_round, end_stop_by_hand
from tables.services.stops.run_outs import release_run_outs
from tables.services.table.calls import answer_call
from tables.services.table.halting import waive_halt
from tables.services.table.messages import close_message, release_table, send_message
from tables.services.table.orders import post_order
from tables.services.table.seats import lock_seat
from tables.services.table.tablets import revoke_device
from tests.factories import after
from tests.tables.services.hands.test_button import put as put_button
from tests.tables.two_tables import (
    Room,
    accept,
    all_but_the_last_tap,
    all_in,
    announce,
    announce_rebuy,
    break_one,
    bust,
    call,
    call_alternate,
    call_the_clock,
    change_name,
    close,
    colour_up,
    correct,
    count,
    count_one_table,
    deal,
    decide,
    dispute,
    drop,
    end_the_day,
    enter_late,
    final_table,
    first_round,
    fold,
    heads_up,
    hold,
    last_tap,
    leave_with_chips,
    mark_done,
    merge,
    nothing,
    pair_elsewhere,
    pay_first,
    pay_rebuy,
    punish,
    push,
    put_out,
    rebuy,
    rename,
    renumber,
    send,
    take_over,
    take_over_time,
    then,
    undo_the_tap,
    void_latest_entry,
    wait_for_a_seat,
    win,
)
from tournament.models import Payout
from tournament.services.cash.payouts import void_payment
from tournament.services.clock import next_period, pause_clock
from tournament.services.field.registration import reopen_registration

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
    "the computer's time is taken over": (then(deal, call_the_clock), take_over_time),
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
