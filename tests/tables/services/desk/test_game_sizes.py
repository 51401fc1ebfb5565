"""How many can play a game, wherever players are seated or dealt in: at tables of nine seats, with stud to come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tables.models import Seat, Table
from tables.queries.room.advice import advice
from tables.queries.room.tables import room
from tables.services.desk.alternates import call_alternates, put_on_list
from tables.services.desk.seating import make_seat_draw, open_table, register_and_seat
from tables.services.moves.breaking import redraw_tables
from tables.services.table.planning import plan_tables
from tables.services.table.seats import lock_seat
from tables.services.table.shaping import shape_of, shape_table, widen_every_table
from tests.factories import ACTOR, NOW, PLAN, after, enter, make_account, make_player, make_tournament
from tests.factories.felt import Felt, add_felt, add_table, make_felt
from tests.factories.mixed import LIMIT, STUD, STUD_LEVEL, mixed, sheet
from tests.factories.sales import sell, selling
from tests.tables.looking import screen_of
from tests.tables.services.desk.test_chip_sales import bust
from tournament.models import LogEntry, Tournament
from tournament.rules.structure.levels import Level
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry
from tournament.services.setup.tournaments import create_tournament, edit_tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

HOLDEM = Level(small_blind=25, big_blind=50, duration_seconds=1200)
TRIPLE_DRAW = replace(STUD_LEVEL, game="F2L3D", small_blind=25, big_blind=50)
# Hold'em and stud in turn: whatever a table plays now, stud is to come.
ROUND = mixed(LIMIT, STUD)


def sizes() -> list[int]:
    tables = Table.objects.order_by("number")
    return [Seat.objects.filter(table=table, entry__isnull=False).count() for table in tables]


def play(*levels: Level) -> None:
    """These are the levels now, at tables that were set up under others."""
    Tournament.objects.update(structure_data=sheet(*levels).to_dict())


def felt_of(*counts: int) -> list[Felt]:
    """Tables in play with so many players each at nine seats; registration is closed."""
    first, *others = counts
    felt = make_felt(*[10_000] * first, structure=sheet(ROUND, ROUND), late_registration_level=1)
    more = [
        add_felt(felt.tournament, *[10_000] * count, number=number)
        for number, count in enumerate(others, start=2)
    ]
    Tournament.objects.filter(pk=felt.tournament.pk).update(registration_closed_at=NOW)
    felt.tournament.refresh_from_db()
    return [felt, *more]


@pytest.mark.rule("SIZE-01")
def test_the_draw_puts_eight_at_a_table_of_nine_and_opens_another_for_the_rest() -> None:
    tournament = make_tournament(structure=sheet(ROUND))
    for number in (1, 2):
        add_table(tournament, number=number)
    enter(tournament, *(f"Player {n}" for n in range(17)))
    make_seat_draw(tournament_id=tournament.pk, seed="00" * 16, by=ACTOR.at(NOW))
    assert sizes() == [6, 6, 5]
    assert Table.objects.get(number=3).seats_count == 8


@pytest.mark.rule("SIZE-01")
def test_a_late_entry_sits_down_at_another_table_where_eight_play() -> None:
    felt = make_felt(*[10_000] * 8, structure=sheet(ROUND, ROUND), late_registration_level=1)
    player = make_player("Late Arrival")
    seated = register_and_seat(
        tournament_id=felt.tournament.pk, player_id=player.pk, seed="00" * 16, by=ACTOR.at(NOW)
    )
    assert seated.seat is not None
    assert (seated.seat.table.number, seated.seat.table.seats_count, sizes()) == (2, 8, [8, 1])


@pytest.mark.rule("SIZE-01")
def test_nine_are_dealt_no_stud_and_the_dealer_reads_the_number_and_the_way_out() -> None:
    felt = make_felt(*[10_000] * 9, structure=sheet(STUD_LEVEL), late_registration_level=0)
    with pytest.raises(Refused) as refusal:
        felt.deal()
    assert str(refusal.value) == (
        "Fixed-limit seven-card stud takes 8 players at most, and 9 would be dealt in. Call the floor to move a "
        "player or open a table."
    )
    device, _secret = felt.pair()
    prompt = screen_of(device, now=NOW).prompt
    assert (prompt.refusal, prompt.most, prompt.can_deal) == ("too_many", 8, False)


@pytest.mark.rule("SIZE-01")
def test_a_table_with_more_than_the_book_takes_plays_on_and_gets_nobody_else() -> None:
    """Seven at triple draw, for which WSOP IX names six and the deck has cards for nine: begun under an older rule."""
    seven = make_felt(*[10_000] * 7, structure=sheet(TRIPLE_DRAW, TRIPLE_DRAW), late_registration_level=1)
    short = add_felt(seven.tournament, *[10_000] * 5, number=2)
    assert len(seven.deal().setup.seats) == 7
    device, _secret = seven.pair()
    assert screen_of(device, now=NOW).prompt.refusal == ""
    with pytest.raises(Refused) as refusal:
        short.send(1, seven.table, 8)
    assert str(refusal.value) == (
        "Table 1 is full: Fixed-limit deuce-to-seven triple draw, played in level 1, takes 6 players at most. "
        "Choose another table, or open one."
    )
    views = room(seven.tournament)
    assert [(view.players, view.places, view.free_seats) for view in views][:1] == [(7, 6, ())]
    assert [why.sentence for why in advice(seven.tournament).moves[0].reasons][:1] == [
        "Table 1 has 7 players, and a game still to come takes 6 at most."
    ]


@pytest.mark.rule("SIZE-01")
def test_a_seat_held_for_somebody_is_a_place_and_a_full_table_takes_nobody_for_a_reserved_one() -> None:
    """Seven of eight play stud at nine seats: the first alternate is called to the last place, the second waits."""
    felt = make_felt(*[10_000] * 7, structure=sheet(ROUND, ROUND), late_registration_level=1)
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "by": ACTOR.at(after(1))}
    first, second = (make_player(name) for name in ("Ada First", "Zoe Second"))
    for player in (first, second):
        entry = register_entry(player_id=player.pk, **ids)
        put_on_list(entry, by=ACTOR.at(after(1)))
    assert call_alternates(seed="b", **ids) == 1
    full = room(felt.tournament)[0]
    assert (full.players, full.free_seats, len(full.promised)) == (7, (), 1)
    [free] = {8, 9} - full.promised
    third = make_player("Max Third")
    lock = lock_seat(table_id=felt.table.pk, number=free, locked=True, player_id=third.pk, **ids)
    with pytest.raises(Refused, match="Every seat is taken"):
        register_and_seat(player_id=third.pk, seed="c", when_full="ask", **ids)
    assert lock is not None
    undo_line(line_id=lock.pk, **ids)

    other = add_felt(felt.tournament, *[10_000] * 3, number=2)
    lock_seat(table_id=felt.table.pk, number=free, locked=True, player_id=other.entries[1].player_id, **ids)
    with pytest.raises(Refused, match="Table 1 is full"):
        other.send(1, felt.table, free)


@pytest.mark.rule("SIZE-01")
def test_no_more_seats_are_reserved_at_a_table_than_a_game_still_to_come_is_for() -> None:
    """Nine seats, and stud to come for eight. Nine are reserved while hold'em is played alone: one draws a seat."""
    tournament = make_tournament(structure=sheet(ROUND))
    table = add_table(tournament, number=1)
    nine = enter(tournament, *(f"Player {n}" for n in range(9)))
    ids: dict[str, Any] = {"tournament_id": tournament.pk, "by": ACTOR.at(NOW)}

    def reserve(seat: int, player: int | None) -> None:
        lock_seat(table_id=table.pk, number=seat, locked=True, player_id=player, **ids)

    for seat, entry in enumerate(nine[:8], start=1):
        reserve(seat, entry.player_id)
    with pytest.raises(Refused) as refusal:
        reserve(9, nine[8].player_id)
    assert str(refusal.value) == (
        "8 seats at table 1 are reserved already, and Fixed-limit seven-card stud, played in level 1, takes 8 "
        "players at most. Reserve a seat at another table, or unlock one here first."
    )
    reserve(9, None)
    undo_line(line_id=LogEntry.objects.latest("pk").pk, **ids)

    play(HOLDEM)
    reserve(9, nine[8].player_id)
    play(ROUND)
    make_seat_draw(seed="00" * 16, **ids)
    assert (sizes(), Seat.objects.get(table=table, number=9).entry_id) == ([8, 1], None)


def test_a_redraw_gives_no_reserved_seat_to_a_ninth_beside_those_who_stay_in_theirs() -> None:
    five, four = felt_of(5, 4)
    play(HOLDEM)
    for seat in range(1, 10):
        lock_seat(
            tournament_id=five.tournament.pk,
            table_id=five.table.pk,
            number=seat,
            locked=True,
            player_id=four.entries[seat - 5].player_id if seat > 5 else None,
            by=ACTOR.at(NOW),
        )
    play(ROUND, ROUND)
    redraw_tables(tournament_id=five.tournament.pk, tables_left=2, seed="00", by=ACTOR.at(after(1)))
    assert sizes() == [8, 1]


def test_who_bought_back_too_late_for_the_seat_plays_elsewhere_where_the_games_take_no_more() -> None:
    rebuys = {"structure": sheet(ROUND, ROUND, ROUND), **selling()}
    felt = make_felt(*[10_000] * 7, 300, **rebuys)
    bust(felt, 8, by=2, now=after(2))
    felt.deal(after(3))
    late: dict[str, Any] = {"player_id": make_player("Late Arrival").pk, "by": ACTOR.at(after(4))}
    seated = register_and_seat(tournament_id=felt.tournament.pk, seed="a", **late)
    assert seated.seat is not None
    assert (seated.seat.table_id, seated.seat.number) == (felt.table.pk, 9)
    sell(felt, 8, now=after(5))
    assert sorted(sizes()) == [1, 8]


def test_eight_of_nine_are_dealt_in_again_once_one_has_moved() -> None:
    felt = make_felt(*[10_000] * 9, structure=sheet(STUD_LEVEL), late_registration_level=0)
    felt.send(9, add_table(felt.tournament, number=2), 1)
    assert len(felt.deal().setup.seats) == 8


@pytest.mark.rule("SIZE-01")
def test_with_nine_left_horse_plays_five_and_four_and_with_eight_the_final_table() -> None:
    five, four = felt_of(5, 4)
    due = advice(five.tournament)
    assert (due.redraw_to, due.break_table, due.moves) == (None, None, ())
    with pytest.raises(Refused) as refusal:
        redraw_tables(tournament_id=five.tournament.pk, tables_left=1, seed="00", by=ACTOR.at(after(1)))
    assert str(refusal.value) == (
        "9 players do not fit at 1 table: Fixed-limit seven-card stud, played in level 1, takes 8 at most."
    )
    Seat.objects.filter(table=four.table, number=4).update(entry=None)
    entry = four.entries[4]
    entry.stack, entry.status = 0, "eliminated"
    entry.place_first = entry.place_last = 9
    entry.save()
    assert advice(five.tournament).redraw_to == 1
    redraw_tables(tournament_id=five.tournament.pk, tables_left=1, seed="00", by=ACTOR.at(after(1)))
    assert sorted(sizes()) == [0, 8]


def test_a_table_of_nine_sends_one_on_before_stud_comes() -> None:
    nine, _seven = felt_of(9, 7)
    moves = advice(nine.tournament).moves
    assert [(move.from_table, move.to_table, move.reasons[0].code) for move in moves] == [
        (1, 2, "too_many_to_deal")
    ]


def test_where_nobody_can_be_moved_the_console_opens_a_table(client: Client) -> None:
    [nine] = felt_of(9)
    assert [why.sentence for why in advice(nine.tournament).too_full] == [
        "Table 1 has 9 players, and a game still to come takes 8 at most."
    ]
    client.force_login(make_account())
    page = client.get(reverse("tables:console", args=[nine.tournament.code])).content.decode()
    assert 'id="open-for-game"' in page
    open_table(tournament_id=nine.tournament.pk, by=ACTOR.at(after(1)))
    due = advice(nine.tournament)
    assert (due.too_full, [move.from_table for move in due.moves][:1]) == ((), [1])


@pytest.mark.rule("SIZE-01")
def test_a_table_is_opened_and_made_no_larger_than_its_games_are_for() -> None:
    tournament = make_tournament(structure=sheet(HOLDEM, STUD_LEVEL))
    says = "Fixed-limit seven-card stud, played in level 2, takes 8 players at most: enter 8 seats or fewer."
    with pytest.raises(Refused) as refusal:
        open_table(tournament_id=tournament.pk, seats=9, by=ACTOR.at(NOW))
    assert (str(refusal.value), refusal.value.field) == (says, "seats")
    with pytest.raises(Refused, match="enter 8 seats or fewer"):
        plan_tables(tournament_id=tournament.pk, numbers=[4], seats=9, zone="", by=ACTOR.at(NOW))
    table = open_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    assert table.seats_count == 8
    with pytest.raises(Refused) as refusal:
        shape_table(
            tournament_id=tournament.pk,
            table_id=table.pk,
            shape=replace(shape_of(table), seats=9),
            by=ACTOR.at(NOW),
        )
    assert str(refusal.value) == says
    with pytest.raises(Refused, match="enter 8 seats or fewer"):
        widen_every_table(tournament_id=tournament.pk, by=ACTOR.at(NOW))


@pytest.mark.rule("SIZE-01")
def test_the_settings_name_the_game_its_level_and_the_number() -> None:
    plan = replace(PLAN, structure=sheet(HOLDEM, STUD_LEVEL), seats_per_table=9)
    says = "Fixed-limit seven-card stud, played in level 2, takes 8 players at most: enter 8 seats or fewer."
    with pytest.raises(Refused) as refusal:
        create_tournament(plan=plan, account=make_account(), now=NOW)
    assert (str(refusal.value), refusal.value.field) == (says, "seats_per_table")
    tournament = create_tournament(plan=replace(plan, seats_per_table=8), account=make_account(), now=NOW)
    with pytest.raises(Refused):
        edit_tournament(
            tournament_id=tournament.pk,
            change=lambda before: replace(before, seats_per_table=9),
            by=ACTOR.at(NOW),
        )
