"""Hand-for-hand through the services: its rounds, the clock, run-outs, its end, and its undo."""

from __future__ import annotations

import pytest
from django.db import transaction

from tables import engine
from tables.models import Table, TableStatus
from tables.queries.room.stop_board import stop_board
from tables.queries.table.hand import look_at_table
from tables.services.hands.leaving import remove_player
from tables.services.hands.recording import record_operation, think_operation
from tables.services.moves.breaking import break_table, redraw_tables
from tables.services.stops.announcing import deal_next_round, end_stop_by_hand, mark_table_done
from tables.services.table.lease import write_change
from tables.templatetags.prompt import prompt_lines
from tests.factories import ACTOR, NOW, after
from tests.factories.rounds import Rounds
from tests.tables.looking import screen_of
from tournament.changes.change import sentence_of
from tournament.models import Entry, LogEntry, Payout, StopKind
from tournament.rules import clock as clock_rules
from tournament.services.clock import pause_clock
from tournament.services.errors import Refused
from tournament.services.undo import undo_line
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db

THREE = (9000, 9000, 5000)
# Places 7 and 8 are paid 15,000 each.
EIGHT_PAID = (60_000_00, 50_000_00, 40_000_00, 30_000_00, 20_000_00, 16_000_00, 15_000_00, 15_000_00)


def may_deal(room: Rounds) -> list[bool]:
    """By table whether its number allows one more hand."""
    rows = Table.objects.filter(tournament=room.tournament).order_by("number")
    return [row.deals_until is not None and row.hands_dealt < row.deals_until for row in rows]


def seconds_left(room: Rounds) -> int:
    tournament = room.fresh()
    return clock_rules.remaining_seconds(tournament.clock, tournament.structure, now=NOW)


def round_now(room: Rounds) -> tuple[int, bool] | None:
    """The round, and whether it is over; None while tables deal on."""
    stop = room.stop
    return None if stop is None else (stop.round, stop.round_over_at is not None)


def undo_last(room: Rounds, verb: str) -> None:
    line = LogEntry.objects.filter(tournament=room.tournament, verb=verb).order_by("-pk")[0]
    undo_line(tournament_id=room.tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))


def everything(room: Rounds) -> list[tuple[object, ...]]:
    """Who stands where with what, the clock, and what each table may deal."""
    entries = Entry.objects.filter(tournament=room.tournament).order_by("number")
    return [
        *entries.values_list("number", "status", "stack", "place_first", "place_last", "payout__amount"),
        *Table.objects.filter(tournament=room.tournament)
        .order_by("number")
        .values_list("number", "hands_dealt", "deals_until"),
        (round_now(room), seconds_left(room), room.tournament.clock_state),
    ]


# --- One hand a round -------------------------------------------------------------------------------


@pytest.mark.rule("RP-8")
def test_the_hand_in_play_at_the_announcement_is_the_first_of_hand_for_hand() -> None:
    """TDA RP-8: table 1 plays its hand on, table 2 holds; once it is over both deal."""
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.deal(1)
    room.announce(until_left=2)

    assert (round_now(room), may_deal(room)) == ((1, False), [False, False])
    with pytest.raises(Refused, match=r"^Hand-for-hand: table 2 waits for the floor"):
        room.deal(2)
    room.quiet(1, deal=False)

    assert (round_now(room), may_deal(room)) == ((2, False), [True, True])


@pytest.mark.rule("RP-8")
def test_a_table_deals_exactly_one_hand_a_round() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.quiet(1)

    with pytest.raises(Refused) as refusal:
        room.deal(1)
    room.quiet(2)
    room.quiet(1)

    assert refusal.value.code == "round_done"
    assert (round_now(room), may_deal(room)) == ((2, False), [False, True])


def test_a_misdeal_is_dealt_again_in_the_same_round() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.deal(1)
    room.play(1, "x:misdeal,f")
    room.quiet(2)

    assert (round_now(room), may_deal(room)) == ((1, False), [True, False])
    room.quiet(1)
    assert round_now(room) == (2, False)


@pytest.mark.rule("H4H-08")
def test_in_step_no_table_deals_more_than_so_many_hands_more_than_another() -> None:
    """WPT 2018: a table that is two hands ahead waits, and deals on as soon as the slowest has finished one more."""
    rules = {"event": {"h4h_next_hand": "director"}}
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2], rule_overrides=rules)
    room.announce(until_left=3, kind=StopKind.IN_STEP, hands=2)
    room.quiet(1)
    room.quiet(1)

    assert may_deal(room) == [False, True]
    room.quiet(2)
    assert (round_now(room), may_deal(room)) == ((2, False), [True, True])
    room.quiet(1)
    assert may_deal(room) == [False, True]
    room.quiet(2)
    room.quiet(2)
    assert (round_now(room), may_deal(room)) == ((4, False), [True, True])
    assert room.fresh().clock_state == "running"
    line = LogEntry.objects.get(verb="stop_announced")
    assert sentence_of(line, PageWriter.of(room.tournament)) == (
        "Announced: Soft hand-for-hand. No table is more than 2 hands ahead. Until 3 players are left."
    )


@pytest.mark.rule("H4H-08")
def test_in_step_the_tablet_says_which_table_it_waits_for() -> None:
    room = Rounds(THREE, THREE, THREE, paid=EIGHT_PAID[:2])
    tablet = room.felt(1).pair()[0]
    room.announce(until_left=3, kind=StopKind.IN_STEP, hands=2)
    for table in (1, 1, 2):
        room.quiet(table)

    assert may_deal(room) == [False, True, True]
    board = stop_board(room.fresh(), now=NOW)
    assert board is not None
    assert ([light.ahead for light in board.lights], board.slowest) == ([2, 1, 0], (3,))
    lines = prompt_lines(screen_of(tablet, now=NOW))
    assert (lines.title, lines.text) == ("Done: hold", "Soft hand-for-hand: wait for table 3.")


@pytest.mark.rule("H4H-08")
def test_in_step_the_undo_of_the_slowest_table_holds_the_others_again() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=3, kind=StopKind.IN_STEP, hands=2)
    for table in (1, 1, 2):
        room.quiet(table)
    assert may_deal(room) == [True, True]
    room.undo(2)

    assert (round_now(room), may_deal(room)) == ((1, False), [False, True])
    room.quiet(2, deal=False)
    assert (round_now(room), may_deal(room)) == ((2, False), [True, True])


def test_in_step_a_hand_of_a_table_that_is_ahead_holds_nobody() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=3, kind=StopKind.IN_STEP, hands=2)
    for table in (1, 1, 2):
        room.quiet(table)
    room.undo(1)

    assert (round_now(room), may_deal(room)) == ((2, False), [True, True])


def test_in_step_what_the_others_have_dealt_with_it_stands_when_a_hand_is_undone() -> None:
    """Table 1 has used the hand that table 2 gave it: nobody can take that back, and table 2 deals on."""
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=3, kind=StopKind.IN_STEP, hands=2)
    for table in (1, 1, 2, 1):
        room.quiet(table)
    room.undo(2)

    assert round_now(room) == (2, False)
    room.quiet(2, deal=False)
    assert may_deal(room) == [False, True]


@pytest.mark.rule("H4H-08")
def test_in_step_is_played_to_the_winner() -> None:
    """Announced without a place: the last hand leaves no table that could deal, and no round follows it."""
    room = Rounds((9000, 5000), (9000, 5000), paid=EIGHT_PAID[:2], seats=4)
    room.announce(kind=StopKind.IN_STEP, hands=3)
    room.lose(1, 2)
    break_table(tournament_id=room.tournament.pk, table_id=room.table(1).pk, seed="any", by=ACTOR.at(NOW))
    room.lose(2, 2)
    winner, other = room.seats(2)
    entry = Entry.objects.get(seat__table=room.table(2), seat__number=winner)
    Entry.objects.filter(pk=entry.pk).update(stack=90_000)
    room.lose(2, other)

    assert room.fresh().status == "finished"
    assert Entry.objects.get(pk=entry.pk).place_first == 1
    room.undo(2)
    assert room.fresh().status == "running"
    room.quiet(2, deal=False)
    assert may_deal(room)[1]


@pytest.mark.rule("H4H-08")
def test_in_step_a_hand_in_play_is_not_disturbed_when_the_slowest_table_finishes() -> None:
    """Taps that were made for the version of before stay good, and a misdeal does not lose the hand that was given."""
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=3, kind=StopKind.IN_STEP, hands=2)
    room.quiet(1)
    room.deal(1)
    before = room.table(1)
    look = look_at_table(**room.at(1))
    misdeal = think_operation(look, operation=engine.decode("x:misdeal,f"), by=ACTOR.at(NOW))
    room.quiet(2)
    stepped = room.table(1)

    assert round_now(room) == (2, False)
    assert before.deals_until is not None
    assert (stepped.version, stepped.deals_until) == (before.version, before.deals_until + 1)
    with transaction.atomic():
        write_change(misdeal)
    # The redeal is the same hand.
    assert room.table(1).deals_until == before.deals_until + 2


def test_in_step_a_table_marked_as_done_has_dealt_one_hand() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=3, kind=StopKind.IN_STEP, hands=2)
    for table in (1, 1):
        room.quiet(table)
    mark_table_done(tournament_id=room.tournament.pk, table_id=room.felt(2).table.pk, by=ACTOR.at(NOW))
    assert (round_now(room), may_deal(room)) == ((2, False), [True, True])
    undo_last(room, "table_marked_done")

    assert (round_now(room), may_deal(room)) == ((1, False), [False, True])


def test_the_director_may_want_to_release_every_hand() -> None:
    rules = {"event": {"h4h_next_hand": "director"}}
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2], rule_overrides=rules)
    room.announce(until_left=2)

    assert (round_now(room), may_deal(room)) == ((0, True), [False, False])
    deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.quiet(1)
    with pytest.raises(Refused, match=r"^Table 2 has not finished this hand.$"):
        deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.quiet(2)

    assert (round_now(room), may_deal(room)) == ((1, True), [False, False])
    deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    assert (round_now(room), may_deal(room)) == ((2, False), [True, True])


def test_a_table_without_a_tablet_is_marked_as_done_and_that_is_undone() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.quiet(1)
    table = room.table(2)

    mark_table_done(tournament_id=room.tournament.pk, table_id=table.pk, by=ACTOR.at(NOW))
    marked = round_now(room), may_deal(room)
    undo_last(room, "table_marked_done")

    assert marked == ((2, False), [True, True])
    assert (round_now(room), may_deal(room)) == ((1, False), [False, True])


def test_a_round_that_waited_for_one_table_is_over_when_that_table_breaks() -> None:
    room = Rounds((9000, 9000, 5000), (9000, 9000), paid=EIGHT_PAID[:2], seats=6)
    room.announce(until_left=2)
    deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.quiet(1)
    before = round_now(room)

    break_table(tournament_id=room.tournament.pk, table_id=room.table(2).pk, seed="any", by=ACTOR.at(NOW))

    assert (before, round_now(room)) == ((1, False), (2, False))


def test_a_redraw_to_the_final_table_is_the_end_of_a_round_and_of_hand_for_hand() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:4], seats=6)
    room.announce(until_left=4)
    deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.lose(1, 3)
    remove_player(
        tournament_id=room.tournament.pk, entry_id=room.entry(1, 2).pk, why="walked_out", by=ACTOR.at(NOW)
    )
    before = round_now(room)

    redraw_tables(tournament_id=room.tournament.pk, tables_left=1, seed="any", by=ACTOR.at(NOW))

    assert before == (1, False)
    assert room.stop is None


def test_a_table_with_a_hand_in_play_is_not_marked_as_done() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.deal(2)

    with pytest.raises(Refused, match=r"^Table 2 has a hand in play."):
        mark_table_done(tournament_id=room.tournament.pk, table_id=room.table(2).pk, by=ACTOR.at(NOW))


def test_hand_for_hand_begins_by_itself_where_the_house_wants_it() -> None:
    rules = {"event": {"h4h_starts_at": 1}}
    room = Rounds((9000, 9000, 5000, 9000), THREE, paid=EIGHT_PAID[:5], rule_overrides=rules)

    room.lose(1, 3)

    stop = room.stop
    assert stop is not None
    assert (stop.kind, stop.until_left, stop.round) == (StopKind.HAND_FOR_HAND, 5, 1)
    assert LogEntry.objects.get(verb="stop_announced").actor == "floorman"


def test_only_one_stop_is_in_force_and_only_for_a_place_that_is_not_reached() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])

    with pytest.raises(Refused, match=r"^Only 6 players are left: choose a lower place.$"):
        room.announce(until_left=6)
    room.announce(until_left=2)
    with pytest.raises(Refused, match=r"^Hand-for-hand is on. End it before"):
        room.announce(until_left=2)


def test_tables_wait_for_the_floor_when_the_place_is_reached_and_a_redraw_is_due() -> None:
    """Three players are left, and fit at the final table."""
    room = Rounds((9000, 5000), (9000, 9000), paid=EIGHT_PAID[:3], seats=3)
    room.announce(until_left=3)

    room.lose(1, 2)
    room.quiet(2)

    assert round_now(room) is None
    assert [room.table(1).status, room.table(2).status] == [TableStatus.HELD, TableStatus.HELD]


# --- The clock --------------------------------------------------------------------------------------


@pytest.mark.rule("H4H-05")
def test_h4h_05_each_hand_takes_two_minutes_off_a_clock_that_stands() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.deal(1)
    announced = clock_rules.add_seconds
    tournament = room.fresh()
    clock = announced(tournament.clock, tournament.structure, seconds=-150, now=NOW)
    type(tournament).objects.filter(pk=tournament.pk).update(clock_added_ms=clock.added_ms)
    room.announce(until_left=2)

    left = [seconds_left(room)]
    room.quiet(1, deal=False)
    left.append(seconds_left(room))
    room.quiet(1)
    left.append(seconds_left(room))
    room.quiet(2)
    left.append(seconds_left(room))

    assert left == [17 * 60 + 30, 15 * 60 + 30, 15 * 60 + 30, 13 * 60 + 30]
    assert room.tournament.clock_state == "paused"
    end_stop_by_hand(tournament_id=room.tournament.pk, by=ACTOR.at(after(7)))
    assert (room.fresh().clock_state, seconds_left(room)) == ("running", 13 * 60 + 30)


def test_a_clock_that_was_paused_before_stays_so() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    pause_clock(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.announce(until_left=2)
    end_stop_by_hand(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))

    assert room.fresh().clock_state == "paused"


# --- Undo -------------------------------------------------------------------------------------------


def test_the_undo_of_a_hand_that_released_the_next_one_restores_everything() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.lose(1, 3)
    room.deal(2)
    room.fold_all_but_last(2)
    before = everything(room)

    room.finish(2)
    released = round_now(room)
    room.undo(2)

    assert released == (2, False)
    assert everything(room) == before


def test_the_undo_of_the_last_hand_brings_back_the_bubble_with_prizes_clock_and_places() -> None:
    room = Rounds(THREE, (9000, 9000, 7000), paid=EIGHT_PAID[:5])
    room.announce(until_left=5)
    room.lose(1, 3)
    room.lose(2, 3, release=False)
    room.release(2)
    before = everything(room)

    room.lose(2, 3, deal=False)
    shared = [room.place(1, 3), room.place(2, 3)], Payout.objects.count()
    steps = 0
    while not room.is_run_out(2):
        room.undo(2)
        steps += 1

    assert shared == ([(5, 6), (5, 6)], 2)
    assert steps > 0
    assert everything(room) == before


def test_a_hand_stands_once_another_table_has_dealt_the_next_one() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.quiet(1)
    room.quiet(2)
    room.deal(1)

    with pytest.raises(Refused, match=r"^The next hand was dealt at table 1. Undo that deal first"):
        room.undo(2)
    room.undo(1)
    room.undo(2)

    assert round_now(room) == (1, False)


def test_the_announcement_is_undone_and_done_again() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    before = everything(room)
    room.announce(until_left=2)
    announced = everything(room)

    undo_last(room, "stop_announced")
    undone = room.stop, room.tournament.clock_state
    undo_last(room, "stop_ended")

    assert undone == (None, "running")
    assert before != announced
    assert everything(room) == announced


def test_a_released_hand_is_held_again_while_nobody_has_dealt_it() -> None:
    rules = {"event": {"h4h_next_hand": "director"}}
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2], rule_overrides=rules)
    room.announce(until_left=2)
    held = everything(room)
    deal_next_round(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))

    undo_last(room, "round_dealt")

    assert everything(room) == held


# --- Run-outs ---------------------------------------------------------------------------------------


@pytest.mark.rule("H4H-07")
def test_h4h_07_after_an_all_in_and_a_call_the_cards_wait_for_the_floor() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.lose(1, 3, release=False)

    assert room.table(1).run_out == "waiting"
    for code in ("b:2c7d9h", "s2:AhAd"):
        with pytest.raises(Refused, match="the cards stay face down until the floor releases the run-out"):
            room.play(1, code)
    room.release(1)
    room.lose(1, 3, deal=False)

    assert (room.place(1, 3), room.table(1).run_out) == ((6, 6), "")


@pytest.mark.rule("H4H-07")
def test_a_release_is_undone_until_a_card_is_recorded() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.lose(1, 3, release=False)
    room.release(1)
    undo_last(room, "run_out_released")
    locked = room.table(1).run_out
    room.release(1)
    record_operation(**room.at(1), operation=engine.decode("b:2c7d9h"), by=ACTOR.at(after(1)))

    assert locked == "waiting"
    with pytest.raises(Refused, match=r"^This can no longer be undone"):
        undo_last(room, "run_out_released")


@pytest.mark.rule("H4H-07")
def test_an_all_in_that_is_undone_locks_nothing() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.lose(1, 3, release=False)
    room.undo(1)

    assert room.table(1).run_out == ""


@pytest.mark.rule("H4H-07")
def test_a_house_may_let_run_outs_go_on() -> None:
    rules = {"event": {"h4h_run_outs": "free"}}
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2], rule_overrides=rules)
    room.announce(until_left=2)
    room.lose(1, 3, release=False)

    assert room.table(1).run_out == ""


# --- Soft hand-for-hand and stops after a number of hands -------------------------------------------


@pytest.mark.rule("RP-19")
def test_orbit_for_orbit_lets_each_table_deal_as_many_hands_as_it_has_players() -> None:
    """TDA RP-19; places go by time, not by round."""
    room = Rounds((9000, 9000, 9000), (9000, 9000), paid=EIGHT_PAID[:2])
    room.announce(kind=StopKind.ORBITS, hands=0)
    for _ in range(2):
        room.quiet(2)
    for _ in range(2):
        room.quiet(1)
    waiting = round_now(room), may_deal(room)
    room.quiet(1)

    assert waiting == ((1, False), [True, False])
    assert (round_now(room), may_deal(room)) == ((2, False), [True, True])
    assert room.tournament.clock_state == "running"


def test_an_orbit_that_a_table_has_begun_is_not_taken_back() -> None:
    """The next one would give it three hands more than the others."""
    room = Rounds((9000, 9000, 9000), (9000, 9000), paid=EIGHT_PAID[:2])
    room.announce(kind=StopKind.ORBITS, hands=0)
    for number in (1, 1, 1, 2, 2):
        room.quiet(number)
    assert round_now(room) == (2, False)
    room.now = after(1)
    room.quiet(1)

    with pytest.raises(Refused, match="later changes depend on it"):
        undo_last(room, "round_dealt")
    for _step in ("fold", "fold", "deal"):
        room.undo(1)
    undo_last(room, "round_dealt")

    assert round_now(room) == (1, True)


@pytest.mark.rule("RP-19")
def test_fixed_hands_a_level_raise_the_level_once_every_table_has_dealt_them() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(kind=StopKind.HANDS_PER_LEVEL, hands=2)
    for number in (1, 1, 2, 2):
        assert room.fresh().clock_index == 0
        room.quiet(number)

    assert (room.fresh().clock_index, room.tournament.clock_state) == (1, "paused")
    assert may_deal(room) == [True, True]


def test_after_so_many_hands_every_table_holds_until_all_are_resumed() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.deal(1)
    room.announce(kind=StopKind.AFTER_HANDS, hands=2)
    room.quiet(1, deal=False)
    for number in (1, 1, 2, 2):
        room.quiet(number)

    assert (round_now(room), may_deal(room)) == ((1, True), [False, False])
    with pytest.raises(Refused) as refusal:
        room.deal(1)
    assert refusal.value.code == "round_done"
    end_stop_by_hand(tournament_id=room.tournament.pk, by=ACTOR.at(NOW))
    room.quiet(1)
