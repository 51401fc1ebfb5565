"""Milestone satellites: a stack that wins a seat at once leaves with it, the others play for the seats left.

No rule book knows them; Poker Dream's satellites are played so: the chips leave play, and play ends when a seat is left
for everybody.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tables.models import Seat
from tables.queries.checks.every import CHECKS
from tables.queries.checks.places import check_places
from tables.queries.desk.entries import matches_of
from tables.queries.room.milestones import stacks_that_win_seats
from tables.queries.room.stop_board import stop_board
from tables.services.desk.seating import register_and_seat
from tables.services.hands.leaving import remove_player
from tables.services.stops.announcing import StopOrder, announce_stop
from tests.factories import ACTOR, NOW, after, make_tournament
from tests.factories.felt import Felt, add_table, make_felt
from tournament.models import Entry, EntryStatus, LogEntry, Payout, StopKind, Tournament, TournamentStatus
from tournament.queries.chip_count import chip_count
from tournament.queries.clock import clock_board
from tournament.queries.registration import registration_now
from tournament.rules.payouts.schemes import FixedShares, SatelliteSeats, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration
from tournament.services.setup.tournaments import edit_tournament
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

SEATS = payout_scheme_to_dict(SatelliteSeats(value=90_00))


def satellite(**changes: Any) -> Felt:
    """Nine entries of €45 for seats of €90: four, and €45 in cash. 25,000 chips win one at once."""
    return make_felt(30_000, 26_000, *[10_000] * 7, payout_scheme_data=SEATS, milestone=25_000, **changes)


def win(felt: Felt, seat: int) -> LogEntry:
    return remove_player(
        tournament_id=felt.tournament.pk, entry_id=felt.entries[seat].pk, why="won_seat", by=ACTOR.at(NOW)
    )


def go_out(felt: Felt, *seats: int) -> LogEntry:
    """One after the other; the line of the last."""
    return [
        remove_player(
            tournament_id=felt.tournament.pk,
            entry_id=felt.entries[seat].pk,
            why="walked_out",
            by=ACTOR.at(NOW),
        )
        for seat in seats
    ][-1]


def undo(line: LogEntry) -> None:
    undo_line(tournament_id=line.tournament_id, line_id=line.pk, by=ACTOR.at(NOW))


def places(felt: Felt) -> dict[int, tuple[int | None, int | None]]:
    """By seat, of those who have one. Nothing but stacks that this test has made up is found wrong."""
    for entry in felt.entries.values():
        entry.refresh_from_db()
    checks = {name: check for name, check in CHECKS.items() if name not in ("chips", "stacks")}
    assert [found for check in checks.values() for found in check(felt.tournament)] == []
    return {n: (e.place_first, e.place_last) for n, e in felt.entries.items() if e.place_first}


def prizes(felt: Felt) -> dict[int, int]:
    """By seat."""
    won = dict(Payout.objects.values_list("entry", "amount"))
    return {n: won[e.pk] for n, e in felt.entries.items() if e.pk in won}


def test_a_stack_that_wins_a_seat_leaves_with_it_and_the_others_play_for_those_left() -> None:
    felt = satellite()
    in_play = chip_count(felt.tournament.pk).in_play
    win(felt, 1)
    win(felt, 2)

    assert places(felt) == {1: (1, 1), 2: (2, 2)}
    assert felt.entries[1].status == EntryStatus.SEAT_WON
    assert (felt.entries[1].stack, Seat.objects.filter(entry=felt.entries[1]).exists()) == (0, False)
    assert chip_count(felt.tournament.pk).in_play == in_play - 30_000 - 26_000
    # Both seats are won for good: neither waits for the end.
    assert prizes(felt) == {1: 90_00, 2: 90_00}

    # Seven are left for two seats and €45 in cash; two with a seat stand before all of them.
    go_out(felt, 9, 8, 7)
    board = clock_board(felt.tournament, now=after(1))
    assert (board.field.left, board.next_prize, board.moment) == (4, None, "")
    go_out(felt, 6)
    board = clock_board(felt.tournament, now=after(1))
    assert (board.field.left, board.next_prize, board.moment) == (3, 45_00, "bubble")
    go_out(felt, 5)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED
    assert places(felt) == {
        1: (1, 1),
        2: (2, 2),
        3: (3, 4),
        4: (3, 4),
        5: (5, 5),
        6: (6, 6),
        7: (7, 7),
        8: (8, 8),
        9: (9, 9),
    }
    assert prizes(felt) == {1: 90_00, 2: 90_00, 3: 90_00, 4: 90_00, 5: 45_00}
    assert clock_board(felt.tournament, now=after(1)).winner == "4 seats won"


def test_a_seat_that_was_won_is_undone_and_later_ones_move_up() -> None:
    felt = satellite()
    first, _second = win(felt, 1), win(felt, 2)
    go_out(felt, 9)
    undo(first)

    assert places(felt) == {2: (1, 1), 9: (9, 9)}
    assert (felt.entries[1].status, felt.entries[1].stack) == (EntryStatus.PLAYING, 30_000)
    assert Seat.objects.get(entry=felt.entries[1]).number == 1
    assert prizes(felt) == {2: 90_00}
    win(felt, 1)
    assert places(felt) == {1: (2, 2), 2: (1, 1), 9: (9, 9)}
    Entry.objects.filter(pk=felt.entries[1].pk).update(place_first=3, place_last=3)
    assert [found.invariant for found in check_places(felt.tournament)] == ["I25"]


def test_the_end_is_undone_with_a_seat_and_a_seat_that_was_paid_outlives_the_end() -> None:
    felt = satellite()
    first, second = win(felt, 1), win(felt, 2)
    last = go_out(felt, 9, 8, 7, 6, 5)
    payout = Payout.objects.get(entry=felt.entries[1])
    pay_out(tournament_id=felt.tournament.pk, payout_id=payout.pk, by=ACTOR.at(after(1)))

    undo(last)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.RUNNING
    assert prizes(felt) == {1: 90_00, 2: 90_00}
    go_out(felt, 5)
    with pytest.raises(Refused, match="has been paid"):
        undo(first)
    undo(second)

    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED
    assert places(felt)[3] == places(felt)[2] == (2, 4)


@pytest.mark.parametrize(
    ("seat", "code", "says"),
    [
        (3, "below_milestone", "has 10,000 chips on record, and 25,000 win a seat"),
        (4, "stack_unknown", "Count the stack of Dario Conti first: 25,000 chips win a seat."),
    ],
)
def test_what_wins_no_seat_is_said(seat: int, code: str, says: str) -> None:
    felt = satellite()
    Entry.objects.filter(pk=felt.entries[4].pk).update(is_stack_known=False, stack=40_000)
    with pytest.raises(Refused, match=says) as refusal:
        win(felt, seat)
    assert refusal.value.code == code
    assert places(felt) == {}


def test_a_seat_is_not_given_in_a_hand_and_the_last_one_is_played_out() -> None:
    felt = satellite()
    felt.deal()
    with pytest.raises(Refused, match="is in hand 1"):
        win(felt, 1)
    assert [(stack.seat, stack.is_in_hand) for stack in stacks_that_win_seats(felt.tournament)] == [
        (1, True),
        (2, True),
    ]
    felt.play("x:misdeal,f")
    Entry.objects.filter(pk__in=[felt.entries[3].pk, felt.entries[4].pk]).update(stack=25_000)
    win(felt, 1)
    win(felt, 2)
    win(felt, 3)
    with pytest.raises(Refused, match="The last seat has to be played for"):
        win(felt, 4)


def test_an_event_in_which_seats_were_won_stays_a_satellite() -> None:
    felt = satellite(late_registration_level=2)
    line = win(felt, 1)
    # The pool still grows: the seat is won, what it is paid with is decided when it is known.
    assert (places(felt), prizes(felt)) == ({1: (1, 1)}, {})
    shares = payout_scheme_to_dict(FixedShares(shares=(1_000_000,)))

    def as_money() -> None:
        edit_tournament(
            tournament_id=felt.tournament.pk,
            change=lambda plan: replace(plan, payout_scheme_data=shares, milestone=0),
            by=ACTOR.at(NOW),
        )

    with pytest.raises(Refused, match="so this stays a satellite"):
        as_money()
    undo(line)
    as_money()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"milestone": 25_000}, "Only a satellite has seats to win"),
        ({"milestone": 10_000, "payout_scheme_data": SEATS}, "A starting stack of 10,000 would win"),
    ],
)
def test_a_milestone_needs_seats_and_more_than_a_starting_stack(changes: dict[str, Any], says: str) -> None:
    felt = make_felt(10_000, 10_000)
    with pytest.raises(Refused, match=says):
        edit_tournament(
            tournament_id=felt.tournament.pk,
            change=lambda plan: replace(plan, **changes),
            by=ACTOR.at(NOW),
        )


def test_where_the_pool_has_shrunk_below_the_seats_won_the_last_player_still_ends_it() -> None:
    felt = satellite(late_registration_level=2)
    for seat in (3, 4):
        Entry.objects.filter(pk=felt.entries[seat].pk).update(stack=25_000)
    for seat in (1, 2, 3):
        win(felt, seat)
    for seat in (9, 8, 7):
        go_out(felt, seat)
    # €405 for four seats of €90 are now €270 at most for any: two of €135.
    dearer = payout_scheme_to_dict(SatelliteSeats(value=135_00))
    Tournament.objects.filter(pk=felt.tournament.pk).update(payout_scheme_data=dearer)
    close_registration(tournament_id=felt.tournament.pk, by=ACTOR.at(after(1)))
    go_out(felt, 6, 5)
    felt.tournament.refresh_from_db()
    assert felt.tournament.status == TournamentStatus.FINISHED
    assert places(felt)[4] == (4, 4)


def test_prizes_with_fewer_seats_than_were_won_are_refused_and_a_winner_enters_no_more() -> None:
    felt = satellite(late_registration_level=2)
    win(felt, 1)
    win(felt, 2)
    dearer = payout_scheme_to_dict(SatelliteSeats(value=200_00))
    with pytest.raises(Refused, match="2 seats have been won already"):
        edit_tournament(
            tournament_id=felt.tournament.pk,
            change=lambda plan: replace(plan, payout_scheme_data=dearer),
            by=ACTOR.at(NOW),
        )
    player = felt.entries[1].player
    with pytest.raises(Refused, match="has won a seat here already"):
        register_and_seat(tournament_id=felt.tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))
    registration = registration_now(felt.tournament, now=NOW)
    [found] = matches_of(felt.tournament, [player], registration=registration, now=NOW)
    assert found.refusal == "Has won a seat here already."


def test_hand_for_hand_counts_the_seats_that_were_won_before_it_and_in_it() -> None:
    """Nine players for four seats, of which one is won: it begins with one more left than the three seats to come."""
    felt = satellite()
    second = add_table(felt.tournament, number=2, seats=9)
    for seat in (6, 7, 8, 9):
        Seat.objects.filter(table=felt.table, number=seat).update(entry=None)
        Seat.objects.filter(table=second, number=seat).update(entry=felt.entries[seat])
    win(felt, 1)
    go_out(felt, 9, 8, 7)
    announce_stop(
        tournament_id=felt.tournament.pk,
        order=StopOrder(kind=StopKind.HAND_FOR_HAND, until_left=3),
        by=ACTOR.at(NOW),
    )
    felt.tournament.refresh_from_db()
    board = stop_board(felt.tournament, now=NOW)
    assert board is not None
    assert (board.players, board.until_left, board.to_go) == (5, 3, 2)
    win(felt, 2)
    felt.tournament.refresh_from_db()
    board = stop_board(felt.tournament, now=NOW)
    # A player and a seat are gone: still two to go.
    assert board is not None
    assert (board.players, board.until_left, board.to_go) == (4, 2, 2)
    assert [found.invariant for found in check_places(felt.tournament)] == []


def test_in_a_flight_no_seat_is_won() -> None:
    felt = satellite()
    event = make_tournament(name="Event", payout_scheme_data=SEATS)
    Tournament.objects.filter(pk=event.pk).update(has_flights=True)
    Tournament.objects.filter(pk=felt.tournament.pk).update(flight_of=event)
    with pytest.raises(Refused, match="seats are won on Day 2"):
        win(felt, 1)
