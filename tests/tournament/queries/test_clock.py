"""What the wall says at each moment of an evening: 20-minute levels, a break after the second."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import Seat
from tests.factories import ACTOR, NOW, after
from tests.factories.field import bust, entered, started
from tournament.models import Tournament
from tournament.queries.clock import ClockBoard, clock_board
from tournament.rules.chips.ledger import AverageStack
from tournament.services.clock import pause_clock
from tournament.services.setup.tournaments import cancel_tournament

pytestmark = pytest.mark.django_db


def board(tournament: Tournament, minutes: float) -> ClockBoard:
    return clock_board(Tournament.objects.get(pk=tournament.pk), now=after(minutes))


def test_before_the_start_the_first_level_waits_whole() -> None:
    tournament, _ = entered(3)
    tournament.starts_at = after(30)
    tournament.save()
    seen = board(tournament, 0)
    assert (seen.state, seen.level_number, seen.remaining_seconds, seen.ends_at) == (
        "not_started",
        1,
        1200,
        None,
    )
    assert seen.starts_in_seconds == 1800
    assert seen.elapsed_seconds is None
    assert board(tournament, 31).starts_in_seconds is None


def test_a_running_level_says_when_it_ends() -> None:
    tournament, _ = started(3)
    seen = board(tournament, 5)
    assert (seen.state, seen.level_number, seen.remaining_seconds) == ("running", 1, 900)
    assert seen.ends_at == after(20)
    assert (seen.spent_percent, seen.phase) == ("25.0", "calm")
    assert (seen.level.small_blind, seen.next_level and seen.next_level.small_blind) == (25, 50)
    assert (seen.break_in_seconds, seen.break_at) == (35 * 60, after(40))
    assert seen.elapsed_seconds == 300


@pytest.mark.parametrize(
    ("minutes", "phase"), [(17.9, "calm"), (18, "warn"), (19.4, "warn"), (19.5, "alarm")]
)
def test_the_last_minutes_look_different(minutes: float, phase: str) -> None:
    tournament, _ = started(3)
    assert board(tournament, minutes).phase == phase


@pytest.mark.parametrize(
    ("minutes", "look"), [(-1, "not_started"), (5, "running"), (41, "break"), (93, "overtime")]
)
def test_the_frame_says_what_the_clock_does(minutes: float, look: str) -> None:
    tournament, _ = started(3, late_registration_level=3) if minutes > 0 else entered(3)
    assert board(tournament, minutes).look == look


def test_the_level_is_right_though_nobody_booked_its_change() -> None:
    tournament, _ = started(3)
    seen = board(tournament, 25)
    assert (tournament.clock_index, seen.level_number, seen.remaining_seconds) == (0, 2, 900)


def test_a_break_names_the_chips_that_leave_and_the_level_that_follows() -> None:
    tournament, _ = started(3)
    seen = board(tournament, 42)
    assert seen.state == "break"
    assert seen.break_ is not None
    assert seen.break_.chips_removed == (25,)
    assert seen.next_level is not None
    assert seen.next_level.ante == 200
    assert board(tournament, 39).next_is_break


def test_a_paused_clock_stands_still_and_promises_nothing() -> None:
    tournament, _ = started(3)
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(after(5)))
    seen = board(tournament, 90)
    assert (seen.state, seen.remaining_seconds, seen.ends_at, seen.break_at) == ("paused", 900, None, None)
    assert seen.break_in_seconds == 35 * 60


def test_the_last_level_stays_on_and_counts_overtime() -> None:
    tournament, _ = started(3)
    seen = board(tournament, 93)
    assert (seen.state, seen.is_last, seen.remaining_seconds, seen.overtime_seconds) == (
        "overtime",
        True,
        0,
        180,
    )


def test_registration_is_open_then_closing_then_closed() -> None:
    tournament, _ = started(3, late_registration_level=1)
    assert [board(tournament, m).registration for m in (1, 6, 21)] == ["open", "closing", "closed"]
    assert board(tournament, 6).registration_closes_in == 14 * 60


def test_the_average_follows_from_chips_in_play_and_players_left() -> None:
    tournament, entries = started(4)
    bust(tournament, entries[3], winner=entries[0], now=after(3))
    seen = board(tournament, 5)
    assert (seen.field.entries, seen.field.left, seen.field.chips_in_play) == (4, 3, 40_000)
    assert seen.average == AverageStack(chips=13_333, big_blind_tenths=2666)


def test_the_evening_has_its_moments_once_registration_is_closed() -> None:
    tournament, entries = started(6, seats_per_table=2)
    for loser, moment, prize in (
        (5, "", None),
        (4, "bubble", None),
        (3, "in_the_money", 6 * 4500 * 20 // 100),
        (2, "in_the_money", 6 * 4500 * 30 // 100),
    ):
        bust(tournament, entries[loser], winner=entries[0], now=after(3))
        seen = board(tournament, 4)
        assert (seen.field.left, seen.moment, seen.next_prize) == (loser, moment, prize)
        assert seen.look == (moment or "running") or seen.is_final_table


def test_bubble_and_money_are_told_at_the_final_table_too() -> None:
    tournament, entries = started(6)
    for loser, moment in ((5, ""), (4, "bubble"), (3, "in_the_money")):
        bust(tournament, entries[loser], winner=entries[0], now=after(3))
        seen = board(tournament, 4)
        assert (seen.moment, seen.is_final_table) == (moment, True)
        assert seen.look == ("bubble" if moment == "bubble" else "final_table")


def test_no_table_is_the_final_table_while_two_are_in_play() -> None:
    tournament, entries = started(6, seats_per_table=3)
    here = {entry for entry in entries if entry.seat.table.number == 1}
    first, last = (next(e for e in entries if (e in here) is is_here) for is_here in (True, False))
    out = [entry for entry in entries if entry not in (first, last)]
    for loser in out:
        bust(tournament, loser, winner=first, now=after(3))
    assert not board(tournament, 4).is_final_table
    Seat.objects.filter(entry=last).update(table=first.seat.table, number=9)
    assert board(tournament, 4).is_final_table


def test_no_sign_is_lit_while_somebody_may_still_enter() -> None:
    tournament, entries = started(4, late_registration_level=2)
    bust(tournament, entries[3], winner=entries[0], now=after(3))
    seen = board(tournament, 4)
    assert (seen.moment, seen.is_final_table) == ("", False)


def test_the_end_names_the_winner() -> None:
    tournament, entries = started(2)
    bust(tournament, entries[1], winner=entries[0], now=after(7))
    seen = board(tournament, 30)
    assert (seen.state, seen.winner, seen.next_prize) == ("finished", entries[0].player.shown_name, None)
    assert seen.elapsed_seconds == 7 * 60


def test_a_tournament_called_off_counts_down_to_nothing() -> None:
    tournament, _ = entered(3)
    tournament.starts_at = after(30)
    tournament.save()
    cancel_tournament(tournament_id=tournament.pk, by=ACTOR.at(NOW), reason="Too few")
    seen = board(tournament, 0)
    assert (seen.state, seen.is_over, seen.ends_at, seen.registration) == ("cancelled", True, None, "closed")


def test_the_offset_is_that_of_the_tournaments_place() -> None:
    tournament, _ = entered(2)
    assert board(tournament, 0).utc_offset_seconds == 3600


@pytest.mark.parametrize("entries", [1, 3])
def test_a_board_costs_three_queries(entries: int) -> None:
    tournament, _ = entered(entries)
    with CaptureQueriesContext(connection) as queries:
        clock_board(tournament, now=NOW)
    assert len(queries) == 3
