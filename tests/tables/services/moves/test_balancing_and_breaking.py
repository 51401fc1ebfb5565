"""Balancing moves, broken tables, redraws, and the floor that follows the advice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tables.changes.breaks import TablesRedrawn
from tables.changes.moves import EntryMoved
from tables.floor.errors import FloorError
from tables.floor.moves.breaking import BreakCards, break_by_cards
from tables.floor.room import TableSeat
from tables.management.scripted_floor import follow_advice
from tables.models import (
    Hand,
    HandStatus,
    Move,
    MoveKind,
    MoveStatus,
    Recording,
    Seat,
    SeatDraw,
    Table,
    TableStatus,
)
from tables.models.rules import floor_rules
from tables.queries.room.advice import advice, proposed_moves
from tables.queries.room.tables import room
from tables.services.hands.dealing import start_hand
from tables.services.moves.balancing import apply_balancing_move, apply_balancing_moves
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.moves.moving import move_entry
from tables.services.table.messages import hold_table
from tests.factories import ACTOR, NOW, after, enter, make_tournament
from tests.factories.felt import add_felt, add_table, make_felt
from tests.worlds import kept
from tournament.models import Entry, EntryStatus, LogEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.clock import start_clock, sweep_clock
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@kept
def make_room(*counts: int, seats: int = 9, closed: bool = True) -> Tournament:
    """A running tournament with a table of each size, the first seats taken."""
    tournament = make_tournament(seats_per_table=seats)
    entries = iter(enter(tournament, *(f"Player {n}" for n in range(1, sum(counts) + 1))))
    for number, count in enumerate(counts, start=1):
        table = add_table(tournament, number=number, seats=seats)
        for seat in range(1, count + 1):
            entry = next(entries)
            entry.status = EntryStatus.PLAYING
            entry.save(update_fields=["status"])
            Seat.objects.filter(table=table, number=seat).update(entry=entry)
    tournament.draw_made_at = NOW
    tournament.save(update_fields=["draw_made_at"])
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    tournament.refresh_from_db()
    if not closed:
        Tournament.objects.filter(pk=tournament.pk).update(registration_closed_at=None)
        tournament.refresh_from_db()
    return tournament


def sizes(tournament: Tournament) -> list[int]:
    taken = Seat.objects.filter(table__tournament=tournament, entry__isnull=False)
    counts = Counter(taken.values_list("table__number", flat=True))
    return [counts[table.number] for table in Table.objects.filter(tournament=tournament).order_by("number")]


def deal_everywhere(tournament: Tournament) -> None:
    for table in Table.objects.filter(tournament=tournament):
        start_hand(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(NOW))


def test_a_room_out_of_balance_gets_the_fewest_moves() -> None:
    tournament = make_room(9, 9, 6)

    moves = apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(NOW))

    assert sizes(tournament) == [8, 8, 8]
    assert [(m.kind, m.status) for m in moves] == [(MoveKind.BALANCE, MoveStatus.APPLIED)] * 2
    assert all(m.reasons[0]["sentence"] for m in moves)


@pytest.mark.parametrize("sizes_before", [(9, 9, 6), (7, 7, 3)])
def test_the_log_says_of_each_player_who_is_moved_by_whom_and_why(
    sizes_before: tuple[int, int, int],
) -> None:
    tournament = make_room(*sizes_before)
    table = Table.objects.get(tournament=tournament, number=3)
    moves = (
        apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(NOW))
        if sizes_before[2] == 6
        else break_table(tournament_id=tournament.pk, table_id=table.pk, seed="s", by=ACTOR.at(NOW))
    )

    lines = LogEntry.objects.filter(verb="entry_moved")
    assert {EntryMoved.of(line).move for line in lines} == {move.pk for move in moves} != set()
    for line in lines:
        assert line.actor == ACTOR.label
        assert line.reason.startswith(
            str(Move.objects.get(pk=EntryMoved.of(line).move).reasons[0]["sentence"])
        )


def test_one_proposed_move_is_applied_with_one_tap() -> None:
    tournament = make_room(9, 6)
    (proposal,) = advice(tournament).moves
    assert proposal.from_seat is not None

    move = apply_balancing_move(
        tournament_id=tournament.pk,
        from_table=proposal.from_table,
        from_seat=proposal.from_seat,
        to_table=proposal.to_table,
        to_seat=proposal.to_seat,
        by=ACTOR.at(NOW),
    )

    assert (move.from_table.number, move.to_table.number) == (1, 2)
    assert sizes(tournament) == [8, 7]


def test_who_has_just_been_moved_is_not_moved_again_for_two_hands() -> None:
    # Not twice in short succession.
    tournament = make_room(9, 6)
    arrived = Seat.objects.get(table__tournament=tournament, table__number=1, number=2)
    came_from(arrived, table=2, kind=MoveKind.BREAK)

    def leaves() -> tuple[int | None, str]:
        (move,) = advice(tournament).moves
        return move.from_seat, move.reasons[1].code

    seats = []
    for minutes in (1, 2):
        seats.append(leaves())
        start_hand(tournament_id=tournament.pk, table_id=arrived.table_id, by=ACTOR.at(after(minutes)))
        Hand.objects.update(status=HandStatus.COMPLETE)
    # The first button is on seat 9, so seat 2 is due, and after the first hand seat 3.
    assert seats == [(3, "due_after_others"), (3, "due_big_blind")]
    Table.objects.filter(pk=arrived.table_id).update(positions_data=None)
    assert leaves() == (2, "due_big_blind")


def test_after_a_redraw_anybody_may_be_moved() -> None:
    tournament = make_room(9, 6)
    for seat in Seat.objects.filter(table__tournament=tournament, entry__isnull=False):
        came_from(seat, table=2, kind=MoveKind.REDRAW)

    (move,) = advice(tournament).moves

    assert (move.from_seat, move.reasons[1].code) == (2, "due_big_blind")


def test_a_large_room_takes_the_next_player_from_the_next_table_by_number() -> None:
    # WSOP 67; above 20 tables by its own rule, here above 3.
    tournament = make_room(9, 9, 9, 7)
    tournament.rule_overrides = {"floor": {"source_by_number_above": 3}}
    tournament.save(update_fields=["rule_overrides"])
    assert advice(tournament).moves[0].from_table == 1

    arrived = Seat.objects.get(table__tournament=tournament, table__number=4, number=7)
    came_from(arrived, table=2, kind=MoveKind.BALANCE)

    assert advice(tournament).moves[0].from_table == 3


def came_from(seat: Seat, *, table: int, kind: MoveKind) -> None:
    """Who sits there was sent from seat 9 of that table."""
    Move.objects.create(
        tournament=seat.table.tournament,
        entry_id=seat.entry_id or 0,
        kind=kind,
        status=MoveStatus.APPLIED,
        from_table=Table.objects.get(tournament=seat.table.tournament, number=table),
        from_seat=9,
        to_table=seat.table,
        to_seat=seat.number,
        created_at=NOW,
        applied_at=NOW,
    )


def test_an_outdated_proposal_is_refused() -> None:
    tournament = make_room(9, 6)
    (proposal,) = advice(tournament).moves
    assert proposal.from_seat is not None
    apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(NOW))

    with pytest.raises(Refused) as refusal:
        apply_balancing_move(
            tournament_id=tournament.pk,
            from_table=proposal.from_table,
            from_seat=proposal.from_seat,
            to_table=proposal.to_table,
            to_seat=proposal.to_seat,
            by=ACTOR.at(NOW),
        )

    assert refusal.value.code == "proposal_outdated"
    assert sizes(tournament) == [8, 7]


def test_during_a_hand_the_moves_wait_and_no_more_are_proposed() -> None:
    tournament = make_room(9, 6)
    deal_everywhere(tournament)

    (move,) = apply_balancing_moves(tournament_id=tournament.pk, by=ACTOR.at(NOW))

    assert move.status == MoveStatus.WAITING
    assert sizes(tournament) == [9, 6]
    assert advice(tournament).moves == ()


def test_a_broken_table_closes_with_its_last_player() -> None:
    tournament = make_room(7, 7, 3)
    table = Table.objects.get(tournament=tournament, number=3)

    moves = break_table(tournament_id=tournament.pk, table_id=table.pk, seed="seed", by=ACTOR.at(NOW))

    table.refresh_from_db()
    assert table.status == TableStatus.CLOSED
    assert [m.kind for m in moves] == [MoveKind.BREAK] * 3
    assert sizes(tournament)[2] == 0
    assert sorted(sizes(tournament)[:2]) == [8, 9]
    assert SeatDraw.objects.get(tournament=tournament).kind == "break"


def seat_cards(*places: tuple[int, int]) -> tuple[TableSeat, ...]:
    return tuple(TableSeat(table=table, seat=seat) for table, seat in places)


def test_a_table_broken_with_real_cards_goes_where_they_said_and_is_no_draw_of_ours() -> None:
    tournament = make_room(7, 7, 3)
    table = Table.objects.get(tournament=tournament, number=3)
    dealt = BreakCards(cards=("9c", "As", "Ad"), stack=seat_cards((2, 8), (1, 9), (1, 8)))

    moves = break_table(tournament_id=tournament.pk, table_id=table.pk, dealt=dealt, by=ACTOR.at(NOW))

    # The highest card takes the top seat card; of two aces that of spades.
    places = {move.from_seat: (move.to_table.number, move.to_seat) for move in moves}
    assert places == {2: (2, 8), 3: (1, 9), 1: (1, 8)}
    assert not SeatDraw.objects.filter(tournament=tournament).exists()
    line = LogEntry.objects.get(tournament=tournament, verb="table_broken")
    assert line.data["seed"] == ""
    assert line.data["stack"] == [[2, 8], [1, 9], [1, 8]]


@pytest.mark.parametrize(
    ("cards", "stack", "says"),
    [
        (("9c", "As"), ((2, 8), (1, 9), (1, 8)), "3 players draw"),
        (("9c", "As", "Ad"), ((2, 8), (1, 9)), "3 players draw"),
        (("9c", "As", "Ad"), ((2, 8), (1, 9), (1, 9)), "3 players draw"),
        (("9c", "As", "As"), ((2, 8), (1, 9), (1, 8)), "The As was entered twice."),
        (("9c", "As", "1x"), ((2, 8), (1, 9), (1, 8)), "“1x” is not a card."),
        (("9c", "As", "Ad"), ((2, 7), (1, 9), (1, 8)), "Seat 7 at table 2 is not free"),
        (("9c", "As", "Ad"), ((2, 8), (1, 9), (3, 8)), "Seat 8 at table 3 is not free"),
    ],
)
def test_cards_that_cannot_have_been_dealt_break_no_table(
    cards: tuple[str, ...], stack: tuple[tuple[int, int], ...], says: str
) -> None:
    tournament = make_room(7, 7, 3)
    table = Table.objects.get(tournament=tournament, number=3)
    dealt = BreakCards(cards=cards, stack=seat_cards(*stack))

    with pytest.raises(Refused, match=says):
        break_table(tournament_id=tournament.pk, table_id=table.pk, dealt=dealt, by=ACTOR.at(NOW))

    table.refresh_from_db()
    assert table.status == TableStatus.OPEN


def test_seat_cards_give_a_table_no_more_players_than_its_games_are_for() -> None:
    """Of a game for six: at a table of nine with five players one more finds a place."""
    tournament = make_room(5, 5, 2, seats=9)
    tables = room(tournament)
    full = [replace(view, most_players=6) if view.table == 1 else view for view in tables]
    dealt = BreakCards(cards=("9c", "As"), stack=seat_cards((1, 8), (1, 9)))
    with pytest.raises(FloorError) as error:
        break_by_cards(full, 3, floor_rules(tournament), dealt)
    assert error.value.code == "too_many_for_table"


def test_a_table_that_plays_a_hand_breaks_when_it_is_over() -> None:
    tournament = make_room(7, 7, 3)
    table = Table.objects.get(tournament=tournament, number=3)
    deal_everywhere(tournament)

    break_table(tournament_id=tournament.pk, table_id=table.pk, seed="seed", by=ACTOR.at(NOW))

    table.refresh_from_db()
    assert table.status == TableStatus.BREAKING
    assert Move.objects.filter(status=MoveStatus.WAITING).count() == 3


def test_a_player_who_was_on_the_way_to_a_broken_table_is_sent_on() -> None:
    tournament = make_room(6, 6, 3)
    deal_everywhere(tournament)
    table = Table.objects.get(tournament=tournament, number=3)
    traveller = Seat.objects.get(table__number=1, number=2)
    assert traveller.entry_id is not None
    move_entry(
        tournament_id=tournament.pk,
        entry_id=traveller.entry_id,
        to_table_id=table.pk,
        to_seat=9,
        kind=MoveKind.FLOOR,
        by=ACTOR.at(NOW),
    )

    break_table(tournament_id=tournament.pk, table_id=table.pk, seed="seed", by=ACTOR.at(NOW))

    waiting = Move.objects.get(entry_id=traveller.entry_id, status=MoveStatus.WAITING)
    assert waiting.to_table.number in (1, 2)
    assert not Move.objects.filter(to_table=table, status=MoveStatus.WAITING).exists()


def test_a_table_whose_players_do_not_fit_is_not_broken() -> None:
    tournament = make_room(9, 9, 3)
    table = Table.objects.get(tournament=tournament, number=3)

    with pytest.raises(Refused):
        break_table(tournament_id=tournament.pk, table_id=table.pk, seed="s", by=ACTOR.at(NOW))

    table.refresh_from_db()
    assert table.status == TableStatus.OPEN


def test_no_table_is_broken_while_registration_is_open() -> None:
    assert advice(make_room(6, 6, 3, closed=False)).break_table is None
    closed = advice(make_room(6, 6, 3))
    assert closed.break_table == 3
    assert closed.why_break is not None
    assert dict(closed.why_break.params) == {"from_table": 3, "players": 3, "seats": 6}


def test_the_final_table_is_drawn_anew_with_its_button() -> None:
    tournament = make_room(5, 4)
    assert advice(tournament).redraw_to == 1

    redraw_tables(tournament_id=tournament.pk, tables_left=1, seed="final", by=ACTOR.at(NOW))

    final, closed = Table.objects.filter(tournament=tournament).order_by("number")
    assert sizes(tournament) == [9, 0]
    assert closed.status == TableStatus.CLOSED
    assert final.first_button in range(1, 10)
    hand = start_hand(tournament_id=tournament.pk, table_id=final.pk, by=ACTOR.at(NOW))
    assert hand.setup.button == final.first_button
    assert TablesRedrawn.of(LogEntry.objects.get(verb="tables_redrawn")).seed == "final"


def test_a_redraw_leaves_locked_seats_as_they_are() -> None:
    # TDA 9: who needs that seat keeps it; a broken one stays empty.
    tournament = make_room(6, 6, 6)
    Seat.objects.filter(table__tournament=tournament, table__number=1, number__in=[1, 2]).update(
        is_locked=True
    )
    Seat.objects.filter(table__tournament=tournament, table__number=2, number=9).update(is_locked=True)
    Seat.objects.filter(table__tournament=tournament, table__number=3, number=6).update(is_locked=True)
    Seat.objects.filter(table__tournament=tournament, table__number=3, number=6).update(entry=None)
    keeps = set(Seat.objects.filter(table__number=1, number__in=[1, 2]).values_list("number", "entry_id"))

    redraw_tables(tournament_id=tournament.pk, tables_left=2, seed="two", by=ACTOR.at(NOW))

    assert sizes(tournament) == [9, 8, 0]
    assert keeps == set(
        Seat.objects.filter(table__number=1, number__in=[1, 2]).values_list("number", "entry_id")
    )
    assert Seat.objects.get(table__tournament=tournament, table__number=2, number=9).entry is None
    assert Move.objects.filter(kind=MoveKind.REDRAW).count() == 15


def test_a_final_table_with_a_locked_seat_is_as_much_wider() -> None:
    tournament = make_room(5, 4)
    Seat.objects.filter(table__tournament=tournament, table__number=1, number=9).update(is_locked=True)

    redraw_tables(tournament_id=tournament.pk, tables_left=1, seed="final", by=ACTOR.at(NOW))

    taken = Seat.objects.filter(table__tournament=tournament, table__number=1, entry__isnull=False)
    assert set(taken.values_list("number", flat=True)) == {1, 2, 3, 4, 5, 6, 7, 8, 10}


def test_a_redraw_waits_for_the_hands_in_play() -> None:
    tournament = make_room(5, 4)
    deal_everywhere(tournament)

    with pytest.raises(Refused) as refusal:
        redraw_tables(tournament_id=tournament.pk, tables_left=1, seed="x", by=ACTOR.at(NOW))

    assert refusal.value.code == "hands_in_play"
    assert sizes(tournament) == [5, 4]


def test_the_house_floor_holds_the_tables_before_a_redraw() -> None:
    tournament = make_room(5, 4)
    deal_everywhere(tournament)

    assert not follow_advice(tournament_id=tournament.pk, seed="x", by=ACTOR.at(NOW))
    held = Table.objects.filter(tournament=tournament, status=TableStatus.HELD)
    assert held.count() == 2

    Hand.objects.filter(table__tournament=tournament).update(status=HandStatus.VOID)
    assert follow_advice(tournament_id=tournament.pk, seed="x", by=ACTOR.at(NOW))
    assert sizes(tournament) == [9, 0]


def test_the_house_floor_releases_what_it_held_and_nothing_else() -> None:
    tournament = make_room(6, 6)
    for number, actor in ((1, ACTOR), (2, Actor(label="flora"))):
        table = Table.objects.get(tournament=tournament, number=number)
        hold_table(tournament_id=tournament.pk, table_id=table.pk, reason="", by=actor.at(NOW))

    follow_advice(tournament_id=tournament.pk, seed="x", by=ACTOR.at(NOW))

    held = Table.objects.filter(tournament=tournament, status=TableStatus.HELD)
    assert [table.number for table in held] == [2]


def test_the_house_floor_does_not_redraw_over_the_hold_of_another() -> None:
    tournament = make_room(5, 4)
    table = Table.objects.get(tournament=tournament, number=1)
    hold_table(tournament_id=tournament.pk, table_id=table.pk, reason="Wait", by=Actor(label="flora").at(NOW))

    assert not follow_advice(tournament_id=tournament.pk, seed="x", by=ACTOR.at(NOW))

    assert sizes(tournament) == [5, 4]
    table.refresh_from_db()
    assert (table.status, table.hold_reason) == (TableStatus.HELD, "Wait")


# --- Where nobody follows the button ------------------------------------------------------------------------------


def test_a_move_between_tables_of_busts_only_says_that_the_button_is_unknown() -> None:
    felt = make_felt(*[10_000] * 7, late_registration_level=3)
    add_felt(felt.tournament, *[10_000] * 3, number=2)
    Table.objects.update(recording=Recording.BUSTS)

    first = proposed_moves(felt.tournament)[0]

    assert (first.from_table, first.from_seat, first.to_table, first.to_seat) == (1, 1, 2, 4)
    codes = [reason.code for reason in first.reasons]
    assert codes[-2:] == ["source_button_unknown", "seat_button_unknown"]


def test_a_redraw_keeps_stacks_known_where_they_were_until_the_next_level() -> None:
    """Table 1 is of busts only and stays; one stack of table 2 was not known."""
    felt = make_felt(*[10_000] * 4, late_registration_level=3)
    other = add_felt(felt.tournament, *[10_000] * 3, number=2)
    Table.objects.filter(pk=felt.table.pk).update(recording=Recording.BUSTS)
    unknown = other.entries[1].pk
    Entry.objects.filter(pk=unknown).update(is_stack_known=False)

    draw = redraw_tables(tournament_id=felt.tournament.pk, tables_left=1, seed="7", by=ACTOR.at(after(1)))

    assert draw.log_entry is not None
    assert TablesRedrawn.of(draw.log_entry).busts_only == (1,)
    not_known = Entry.objects.filter(is_stack_known=False)
    assert list(not_known.values_list("pk", flat=True)) == [unknown]
    sweep_clock(tournament_id=felt.tournament.pk, now=after(25))
    assert not_known.count() == 7
