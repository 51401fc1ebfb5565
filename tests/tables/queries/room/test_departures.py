"""A tablet sends away who really has yet to leave, by name, and nobody else."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from tables.models import Device, Hand, HandStatus, Move, MoveKind, MoveStatus, Seat, Table, TableStatus
from tables.queries.console.moves import move_list, moves_to_announce
from tables.queries.room.advice import advice, proposed_moves
from tables.queries.tablet.screen import TabletScreen
from tables.services.hands.dealing import start_hand
from tables.services.hands.recording import undo_operation
from tables.services.moves.balancing import apply_balancing_moves
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import drop_move, move_entry
from tests.factories import ACTOR, after
from tests.tables.looking import screen_of
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tests.tables.services.undo.test_one_table import newest, undo
from tournament.models import Tournament
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


class Room:
    """A room in play, by table number; the minutes pass with every step."""

    def __init__(self, *counts: int) -> None:
        self.tournament = make_room(*counts)
        self.minute = 0

    def now(self) -> datetime:
        self.minute += 1
        return after(self.minute)

    def at(self, number: int) -> dict[str, Any]:
        table = Table.objects.get(tournament=self.tournament, number=number)
        return {
            "tournament_id": self.tournament.pk,
            "table_id": table.pk,
            "by": ACTOR.at(self.now()),
        }

    def deal(self, number: int) -> None:
        start_hand(**self.at(number))

    def end_hand(self, number: int) -> None:
        """Without a word of who won: the stacks are those of before."""
        Hand.objects.filter(table__number=number, status=HandStatus.OPEN).update(
            status=HandStatus.COMPLETE, ended_at=self.now()
        )

    def break_up(self, number: int) -> list[Move]:
        return break_table(**self.at(number), seed="seed")

    def take_back(self, verb: str) -> None:
        undo(newest(verb), now=self.now())

    def send(self, seat: tuple[int, int], to: tuple[int, int]) -> Move:
        entry = Seat.objects.get(table__number=seat[0], number=seat[1]).entry_id
        where = self.at(to[0])
        where["to_table_id"] = where.pop("table_id")
        return move_entry(**where, entry_id=entry or 0, to_seat=to[1], kind=MoveKind.FLOOR)

    def screen(self, number: int) -> TabletScreen:
        table = Table.objects.get(tournament=self.tournament, number=number)
        device, _new = Device.objects.get_or_create(
            tournament=self.tournament,
            table=table,
            defaults={
                "name": f"Tablet {number}",
                "token_sha256": str(number),
                "paired_at": after(0),
                "expires_at": after(1_000),
            },
        )
        return screen_of(device, now=after(self.minute))

    def sent(self, number: int) -> dict[str, tuple[int, int]]:
        """Whom the tablet of a table sends away, and where to; the screen says it after every reload."""
        return {move.name: (move.to_table, move.to_seat) for move in self.screen(number).feed.moves}

    def recalled(self, number: int) -> dict[str, tuple[int, int]]:
        return {move.name: (move.to_table, move.to_seat) for move in self.screen(number).feed.recalled}

    def expected(self, number: int) -> dict[int, str]:
        """For whom which empty seat is kept."""
        return {plate.number: plate.expected for plate in self.screen(number).felt.seats if plate.expected}

    def called(self) -> dict[str, tuple[int, int]]:
        lines = moves_to_announce(
            self.tournament, writer=PageWriter.of(self.tournament), now=after(self.minute)
        )
        assert len({line.name for line in lines}) == len(lines)
        return {line.name: (line.to_table, line.to_seat) for line in lines}

    def players(self, number: int) -> dict[str, tuple[int, int]]:
        """Who sits at a table in the books, with the seat."""
        seats = Seat.objects.filter(table__number=number, entry__isnull=False).select_related(
            "table", "entry__player"
        )
        return {seat.entry.player.name: (number, seat.number) for seat in seats if seat.entry}


def test_only_the_players_who_leave_are_sent_after_a_break_was_undone_and_made_again() -> None:
    room = Room(9, 5, 2)
    room.deal(1)
    room.deal(2)
    room.end_hand(1)
    room.end_hand(2)
    broken = room.players(3)
    at_first = {*room.players(1), *room.players(2)}

    room.break_up(3)
    assert {name: room.players(2)[name] for name in broken} == room.sent(3)
    assert (room.sent(1), room.sent(2)) == ({}, {})

    room.take_back("table_broken")
    assert (room.sent(1), room.sent(2), room.sent(3)) == ({}, {}, {})
    assert (room.recalled(2), room.recalled(1), room.recalled(3)) == (broken, {}, {})

    room.break_up(3)
    assert room.recalled(2) == {}
    (balanced,) = apply_balancing_moves(tournament_id=room.tournament.pk, by=ACTOR.at(room.now()))

    # Table 1 gives one of its own to table 2; nobody who has just come is sent anywhere.
    goer = balanced.entry.player.name
    assert goer in at_first
    assert room.sent(1) == {goer: (2, balanced.to_seat)}
    assert room.sent(2) == {}
    assert room.sent(3) == {name: room.players(2)[name] for name in broken}
    assert room.called() == room.sent(1) | room.sent(3)


def test_nobody_is_sent_any_more_once_a_hand_is_dealt_where_they_sit() -> None:
    room = Room(7, 6, 2)
    room.break_up(3)
    assert len(room.sent(3)) == len(room.called()) == 2

    room.deal(2)
    assert set(room.sent(3)) == {name for name in room.sent(3) if name in room.players(1)}
    room.deal(1)

    assert (room.sent(3), room.called()) == ({}, {})
    # The deal was a mistake, perhaps because they had not come yet.
    undo_operation(**room.at(2))
    assert set(room.sent(3)) == set(room.players(2)) & set(room.called())


def test_a_table_that_deals_on_sends_nobody_any_more() -> None:
    room = Room(7, 5)
    room.send((1, 7), (2, 9))
    assert room.sent(1) == {"Player 7": (2, 9)}
    room.deal(1)
    assert room.sent(1) == {}
    assert room.called() == {"Player 7": (2, 9)}


def test_who_waits_for_the_hand_is_sent_until_the_move_is_cancelled_or_made_and_undone() -> None:
    room = Room(4, 4)
    room.deal(1)
    first = room.send((1, 1), (2, 8))
    room.send((1, 2), (2, 9))
    assert room.sent(1) == {"Player 1": (2, 8), "Player 2": (2, 9)}
    assert [move.waits for move in room.screen(1).feed.moves] == [True, True]

    drop_move(tournament_id=room.tournament.pk, move_id=first.pk, by=ACTOR.at(room.now()))
    assert room.sent(1) == {"Player 2": (2, 9)}

    undo_operation(**room.at(1))  # the deal: who waited for the hand goes at once
    assert [(move.name, move.waits) for move in room.screen(1).feed.moves] == [("Player 2", False)]
    room.take_back("entry_moved")
    assert (room.sent(1), room.called()) == ({}, {})
    assert room.recalled(2) == {"Player 2": (1, 2)}
    room.take_back("entry_moved")
    assert (room.sent(1), room.recalled(2)) == ({"Player 2": (2, 9)}, {})
    assert [line.name for line in move_list_of(room.tournament)] == ["Player 2"]


def test_a_kept_seat_names_who_is_on_the_way_until_the_player_comes_or_stays() -> None:
    room = Room(4, 4)
    room.deal(1)
    assert room.expected(2) == {}
    dropped = room.send((1, 1), (2, 8))
    room.send((1, 2), (2, 9))
    assert room.expected(2) == {8: "Player 1", 9: "Player 2"}

    drop_move(tournament_id=room.tournament.pk, move_id=dropped.pk, by=ACTOR.at(room.now()))
    assert room.expected(2) == {9: "Player 2"}
    undo_operation(**room.at(1))
    assert room.expected(2) == {}
    assert room.players(2)["Player 2"] == (2, 9)


def test_who_is_sent_on_goes_straight_to_the_last_seat() -> None:
    room = Room(4, 4, 4)
    room.send((1, 1), (2, 8))
    room.send((2, 8), (3, 9))

    assert room.sent(1) == room.sent(2) == room.called() == {"Player 1": (3, 9)}
    room.send((3, 9), (1, 1))
    assert (room.sent(1), room.sent(2)) == ({}, {"Player 1": (1, 1)})


def test_who_leaves_during_a_hand_that_the_player_is_not_in_is_sent_at_once() -> None:
    room = Room(4, 4)
    room.deal(1)
    room.send((2, 1), (1, 9))
    room.send((1, 9), (2, 8))
    room.send((1, 1), (2, 9))

    shown = room.screen(1)
    assert [move.name for move in shown.feed.going_now] == ["Player 5"]
    assert [move.name for move in shown.feed.going_later] == ["Player 1"]


def test_after_a_redraw_each_tablet_sends_those_who_change_seats() -> None:
    room = Room(5, 4)
    before = room.players(1) | room.players(2)

    draw(room, tables_left=1)

    chairs = room.players(1)
    assert len(chairs) == 9
    changed = {name: chair for name, chair in chairs.items() if before[name] != chair}
    here = {name: chair for name, chair in changed.items() if before[name][0] == 1}
    assert room.sent(1) == here
    assert room.sent(2) == {name: chair for name, chair in changed.items() if name not in here}
    assert room.called() == changed
    room.deal(1)
    assert (room.sent(1), room.sent(2), room.called()) == ({}, {}, {})


def test_who_draws_the_same_seat_again_is_not_sent_from_it_to_itself() -> None:
    room = Room(2, 1)
    stayed = 0
    for seed in range(9):
        before = room.players(1) | room.players(2)
        draw(room, tables_left=1, seed=str(seed))
        stays = {name for name, chair in room.players(1).items() if before[name] == chair}
        assert not stays & {*room.sent(1), *room.sent(2), *room.called()}
        stayed += len(stays)
        room.take_back("tables_redrawn")
    assert stayed > 0


def test_after_an_undone_redraw_nobody_is_sent_anywhere() -> None:
    room = Room(5, 4)
    apart = room.players(1), room.players(2)

    draw(room, tables_left=1)
    room.take_back("tables_redrawn")

    assert (room.players(1), room.players(2)) == apart
    assert (room.sent(1), room.sent(2), room.called()) == ({}, {}, {})
    assert room.recalled(1) == apart[1]


def test_an_undone_move_spares_nobody_from_the_next_one() -> None:
    # Who has moved lately is not moved again; who has not moved may be.
    room = Room(7, 5)
    room.deal(1)
    room.end_hand(1)
    due = proposed_moves(room.tournament)[0]
    assert due.from_seat is not None

    room.send((due.from_table, due.from_seat), (2, 9))
    room.take_back("entry_moved")

    (again,) = proposed_moves(room.tournament)
    assert (again.from_seat, again.reasons[1].code) == (due.from_seat, "due_big_blind")


def test_an_undone_balancing_move_does_not_turn_the_order_of_a_large_room() -> None:
    # WSOP 67: by number, from the table that gave last; above 20 tables by its own rule, here above 2.
    room = Room(9, 9, 7)
    room.tournament.rule_overrides = {"floor": {"source_by_number_above": 2}}
    room.tournament.save(update_fields=["rule_overrides"])
    assert advice(room.tournament).moves[0].from_table == 1

    apply_balancing_moves(tournament_id=room.tournament.pk, by=ACTOR.at(room.now()))
    room.take_back("entry_moved")

    assert advice(room.tournament).moves[0].from_table == 1


def test_a_broken_table_that_was_on_hold_is_on_hold_again() -> None:
    room = Room(4, 4, 2)
    Table.objects.filter(number=3).update(status=TableStatus.HELD, hold_reason="Cards")
    room.break_up(3)
    room.take_back("table_broken")
    table = Table.objects.get(number=3)
    assert (table.status, table.hold_reason) == (TableStatus.HELD, "Cards")


def test_the_list_of_moves_made_leaves_out_what_was_undone() -> None:
    room = Room(4, 4)
    room.send((1, 1), (2, 8))
    room.send((1, 2), (2, 9))
    room.take_back("entry_moved")

    assert [line.name for line in move_list_of(room.tournament)] == ["Player 1"]
    assert set(Move.objects.values_list("status", flat=True)) == {MoveStatus.APPLIED, MoveStatus.UNDONE}


def move_list_of(tournament: Tournament) -> tuple[Any, ...]:
    return move_list(tournament, writer=PageWriter.of(tournament)).applied


def draw(room: Room, *, tables_left: int, seed: str = "final") -> None:
    redraw_tables(
        tournament_id=room.tournament.pk, tables_left=tables_left, seed=seed, by=ACTOR.at(room.now())
    )
