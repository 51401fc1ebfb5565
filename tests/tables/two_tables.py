"""A room of two tables with a tablet at each, and what may happen in it: one function for each thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from tables import engine
from tables.changes.shaping import TableShape
from tables.models import Device, Dispute, FloorMessage, Move
from tables.services.chips.bags import accept_bags, count_bags, count_bags_again
from tables.services.chips.colour_up import colour_up_table
from tables.services.chips.corrections import correct_stack
from tables.services.chips.counting import count_stacks
from tables.services.desk.alternates import call_alternates, put_on_list
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.players import edit_player, merge_players
from tables.services.desk.rebuy_answers import decline_rebuy
from tables.services.desk.seating import register_and_seat, void_and_unseat
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.decision_clock import think_call_clock
from tables.services.hands.disputes import answer_dispute, open_dispute
from tables.services.hands.leaving import remove_player
from tables.services.hands.penalties import give_penalty
from tables.services.hands.pushing import think_push
from tables.services.hands.recording import undo_operation
from tables.services.hands.rulings import propose_ruling
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import drop_move
from tables.services.stops.announcing import (
    StopOrder,
    announce_stop,
    deal_next_round,
    mark_table_done,
)
from tables.services.stops.computer_time import adopt_computer_time
from tables.services.stops.last_hands import announce_last_hands
from tables.services.table.lease import make_change
from tables.services.table.messages import call_floor, hold_table
from tables.services.table.shaping import shape_table
from tables.services.table.tablets import make_pairing_code, pair_device, take_over_table
from tests.factories import ACTOR, NOW, make_player
from tests.factories.felt import Felt, add_felt, make_felt
from tests.factories.sales import selling
from tests.worlds import kept
from tournament.models import ChipSale, Entry, LogEntry, Payout, StopKind
from tournament.services.cash.collecting import collect_sale
from tournament.services.cash.payouts import pay_out
from tournament.services.field.entries import register_entry
from tournament.services.field.registration import close_registration
from tournament.services.setup.tournaments import edit_tournament
from tournament.services.undo import undo_line
from tournament.timekeeping import ComputerTimeStep

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
        return {"tournament_id": self.one.tournament.pk, "by": ACTOR.at(NOW)}

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


@kept
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


def decline(room: Room) -> None:
    decline_rebuy(entry_id=room.one.entries[3].pk, **room.ids)


def punish(room: Room) -> None:
    give_penalty(
        entry_id=room.one.entries[2].pk, kind="rounds", count=1, offence="conduct", note="", **room.ids
    )


def call_the_clock(room: Room) -> None:
    make_change(
        tournament_id=room.one.tournament.pk,
        table_id=room.one.table.pk,
        lease=None,
        think=lambda look: think_call_clock(look, by=ACTOR.at(NOW)),
    )


def take_over_time(room: Room) -> None:
    step = ComputerTimeStep(by=timedelta(hours=1), at=NOW)
    with patch("tables.services.stops.computer_time.clock_step", return_value=step):
        adopt_computer_time(by=ACTOR.at(NOW))


def wait_for_a_seat(room: Room) -> None:
    entry = register_entry(player_id=make_player("Late Player").pk, **room.ids)
    put_on_list(entry, by=ACTOR.at(NOW))


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


def count_again(room: Room) -> None:
    """The bag of seat 1 a second time."""
    count_bags_again(counts={room.one.entries[1].pk: 9_500}, **room.ids)


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
        think=lambda look: think_push(look, by=ACTOR.at(NOW)),
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
    announce_stop(order=StopOrder(kind=StopKind.HAND_FOR_HAND, until_left=2), **room.ids)


def first_round(room: Room) -> None:
    announce(room)
    deal_next_round(**room.ids)


def all_in(room: Room) -> None:
    first_round(room)
    room.one.deal()
    room.one.play("r3:10000", "c1", "f2")


def mark_done(room: Room) -> None:
    mark_table_done(**room.at_one)
