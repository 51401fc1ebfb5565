"""Hand-for-hand through the services: the places and prizes of those who go out in one round."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tables.services.hands.busting import Out, bust_players
from tables.services.stops.announcing import end_stop_by_hand, mark_table_done
from tests.factories import ACTOR, NOW, after
from tests.factories.rounds import Rounds
from tests.tables.services.stops.test_rounds import EIGHT_PAID, THREE, round_now, undo_last
from tournament.models import EntryStatus, Payout, RoundBust, TournamentStatus
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.mark.rule("H4H-01..06")
def test_three_way_bubble_makes_two_prizes_of_15000_into_three_of_10000() -> None:
    """The golden test: three players bust in one hand at three tables, two paid places are left."""
    room = Rounds(THREE, (9000, 9000, 7000), (9000, 9000, 8000), paid=EIGHT_PAID)
    for number in (1, 2, 3):
        room.deal(number)
    room.announce(until_left=8)

    room.lose(1, 3, deal=False)
    first = room.place(1, 3), room.prize(1, 3)
    room.lose(2, 3, deal=False)
    second = room.place(1, 3), room.place(2, 3), room.prize(1, 3)
    room.lose(3, 3, deal=False)

    assert first == ((9, 9), None)
    assert second == ((8, 9), (8, 9), None)
    assert [room.place(number, 3) for number in (1, 2, 3)] == [(7, 9)] * 3
    assert [room.prize(number, 3) for number in (1, 2, 3)] == [10_000_00] * 3
    assert round_now(room) is None


def of_fifty_paid(players: int, first: tuple[int, ...] = (), second: tuple[int, ...] = ()) -> Rounds:
    """Six tables with so many players in all, 9,000 each but for the first seats of two tables; 50 places are paid,
    1,500.00 for the 50th.
    """
    tables = [(9000,) * (players // 6 + (table < players % 6)) for table in range(6)]
    tables[0] = first + tables[0][len(first) :]
    tables[1] = second + tables[1][len(second) :]
    return Rounds(*tables, paid=(*[2_000_00] * 49, 1_500_00))


def quiet(room: Rounds, *tables: int) -> None:
    for number in tables:
        room.quiet(number)


def left(room: Rounds) -> int:
    return room.fresh().entries.filter(status=EntryStatus.PLAYING).count()


@pytest.mark.rule("H4H-01..06")
def test_h4h_01_of_52_players_three_bust_in_the_hand_of_the_announcement_and_share_the_50th_prize() -> None:
    room = of_fifty_paid(52)
    for number in range(1, 7):
        room.deal(number)
    room.announce(until_left=50)

    for number in (4, 5, 6):
        room.quiet(number, deal=False)
    for number in (1, 2, 3):
        room.lose(number, 3, deal=False)

    assert [room.place(number, 3) for number in (1, 2, 3)] == [(50, 52)] * 3
    assert [room.prize(number, 3) for number in (1, 2, 3)] == [500_00] * 3
    assert (left(room), round_now(room)) == (49, None)


@pytest.mark.rule("H4H-01..06")
def test_h4h_02_of_51_players_two_bust_at_two_tables_and_share_the_50th_prize() -> None:
    room = of_fifty_paid(51)
    room.announce(until_left=50)

    quiet(room, 3, 4, 5, 6)
    room.lose(1, 3)
    assert (room.place(1, 3), room.prize(1, 3), round_now(room)) == ((51, 51), None, (1, False))
    room.lose(2, 3)

    assert [room.place(1, 3), room.place(2, 3)] == [(50, 51), (50, 51)]
    assert [room.prize(1, 3), room.prize(2, 3)] == [750_00, 750_00]
    assert (left(room), round_now(room)) == (49, None)


@pytest.mark.rule("H4H-01..06")
def test_h4h_03_at_one_table_8000_finishes_50th_with_the_prize_and_5000_51st_without() -> None:
    room = of_fifty_paid(51, (8000, 20_000, 5000))
    room.announce(until_left=50)

    quiet(room, 2, 3, 4, 5, 6)
    room.lose(1, 1, 3)

    assert [room.place(1, 1), room.place(1, 3)] == [(50, 50), (51, 51)]
    assert [room.prize(1, 1), room.prize(1, 3)] == [1_500_00, None]
    assert (left(room), round_now(room)) == (49, None)


@pytest.mark.rule("H4H-01..06")
def test_h4h_04_equal_stacks_at_one_table_tie_and_have_half_of_both_prizes() -> None:
    room = of_fifty_paid(51, (8000, 20_000, 8000))
    room.announce(until_left=50)

    quiet(room, 2, 3, 4, 5, 6)
    room.lose(1, 1, 3)

    assert [room.place(1, 1), room.place(1, 3)] == [(50, 51), (50, 51)]
    assert [room.prize(1, 1), room.prize(1, 3)] == [750_00, 750_00]


@pytest.mark.rule("H4H-01..06")
def test_h4h_06_places_are_pooled_once_two_tables_lost_players_whatever_the_stacks() -> None:
    """Of 52 A (8,000) is before B (5,000) at table 1, until table 2 loses C (6,000): all three share the 50th prize."""
    room = of_fifty_paid(52, (8000, 20_000, 5000), (9000, 20_000, 6000))
    room.announce(until_left=50)

    quiet(room, 3, 4, 5, 6)
    room.lose(1, 1, 3)
    assert [room.place(1, 1), room.place(1, 3)] == [(51, 51), (52, 52)]
    room.lose(2, 3)

    assert [room.place(1, 1), room.place(1, 3), room.place(2, 3)] == [(50, 52)] * 3
    assert [room.prize(1, 1), room.prize(1, 3), room.prize(2, 3)] == [500_00] * 3


@pytest.mark.rule("H4H-01..06")
def test_a_house_that_ranks_by_stack_across_tables_does_so_in_the_round() -> None:
    rules = {"event": {"simultaneous_bust": "by_stack"}}
    room = Rounds(THREE, (9000, 9000, 7000), paid=EIGHT_PAID[:5], rule_overrides=rules)
    room.announce(until_left=5)

    room.lose(1, 3)
    room.lose(2, 3)

    assert [room.place(1, 3), room.place(2, 3)] == [(6, 6), (5, 5)]


def test_who_goes_out_in_the_next_round_is_ranked_alone() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    room.lose(1, 3)
    room.quiet(2)
    room.quiet(1)
    room.lose(2, 3)

    assert [room.place(1, 3), room.place(2, 3)] == [(6, 6), (5, 5)]
    assert sorted(RoundBust.objects.values_list("round", "table_number")) == [(1, 1), (2, 2)]


# --- A round that is in play again ------------------------------------------------------------------

BY_THE_DIRECTOR: Final[dict[str, Any]] = {"rule_overrides": {"event": {"h4h_next_hand": "director"}}}


def mark_done(room: Rounds, number: int) -> None:
    mark_table_done(**room.at(number), by=ACTOR.at(NOW))


def test_a_prize_waits_again_where_the_end_of_hand_for_hand_was_a_mistake() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:6])
    room.announce()
    room.lose(1, 3)
    end_stop_by_hand(tournament_id=room.tournament.pk, by=ACTOR.at(after(1)))
    ended = room.prize(1, 3)
    undo_last(room, "stop_ended")
    waits = room.prize(1, 3)
    room.lose(2, 3)

    assert (ended, waits) == (16_000_00, None)
    assert [room.prize(1, 3), room.prize(2, 3)] == [18_000_00, 18_000_00]


def test_hand_for_hand_stays_over_once_somebody_has_gone_out_after_it() -> None:
    """Their place is above those of its rounds: nobody could be ranked with these any more."""
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:6])
    room.announce()
    room.lose(1, 3)
    end_stop_by_hand(tournament_id=room.tournament.pk, by=ACTOR.at(after(1)))
    later = room.entry(2, 3)
    out = Out(entries=[later.pk], credited_to=[])
    bust_players(tournament_id=room.tournament.pk, table_id=room.table(2).pk, out=out, by=ACTOR.at(after(2)))

    with pytest.raises(Refused, match="later changes depend on it"):
        undo_last(room, "stop_ended")
    undo_last(room, "players_busted")
    undo_last(room, "stop_ended")

    assert round_now(room) is not None


def test_a_round_is_not_reopened_once_somebody_has_gone_out_in_the_next() -> None:
    """No tablet says that the next hand was dealt: who went out in it does."""
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:2])
    room.announce(until_left=2)
    mark_done(room, 1)
    mark_done(room, 2)
    begun = round_now(room)
    out = Out(entries=[room.entry(1, 3).pk], credited_to=[])
    bust_players(**room.at(1), out=out, by=ACTOR.at(after(1)))

    with pytest.raises(Refused, match="later changes depend on it"):
        undo_last(room, "table_marked_done")
    undo_last(room, "players_busted")
    undo_last(room, "table_marked_done")

    assert (begun, round_now(room)) == ((2, False), (1, False))


def test_a_prize_is_shared_with_a_table_that_was_not_done_after_all() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:6], **BY_THE_DIRECTOR)
    room.deal(1)
    room.deal(2)
    room.announce()
    room.lose(1, 3, deal=False)
    room.quiet(2, deal=False)
    over = room.prize(1, 3)

    room.undo(2)
    waits = room.prize(1, 3)
    room.play(2, "x:misdeal,f")
    room.lose(2, 3)

    assert (over, waits) == (16_000_00, None)
    assert [room.place(1, 3), room.place(2, 3)] == [(5, 6), (5, 6)]
    assert [room.prize(1, 3), room.prize(2, 3)] == [18_000_00, 18_000_00]


def test_a_table_is_done_as_long_as_a_prize_of_its_round_is_paid() -> None:
    room = Rounds(THREE, THREE, paid=EIGHT_PAID[:6])
    room.announce()
    room.lose(1, 3)
    mark_done(room, 2)
    payout = Payout.objects.get(entry=room.entry(1, 3))
    pay_out(tournament_id=room.tournament.pk, payout_id=payout.pk, by=ACTOR.at(NOW))

    with pytest.raises(Refused) as refusal:
        undo_last(room, "table_marked_done")

    assert refusal.value.code == "prize_paid"
    assert room.prize(1, 3) == 16_000_00


def test_the_seats_of_a_satellite_are_taken_back_with_the_round_that_gave_them() -> None:
    seats = payout_scheme_to_dict(SatelliteSeats(value=150))
    room = Rounds(THREE, THREE, buy_in_prize=1_00, payout_scheme_data=seats, **BY_THE_DIRECTOR)
    room.deal(1)
    room.deal(2)
    room.announce()
    room.lose(1, 2, 3, deal=False)
    room.play(2, "x:misdeal,f")
    mark_done(room, 2)
    won = room.fresh().status, Payout.objects.count()
    undo_last(room, "table_marked_done")
    goes_on = room.fresh().status, Payout.objects.count()
    mark_done(room, 2)

    assert won == (TournamentStatus.FINISHED, 4)
    assert goes_on == (TournamentStatus.RUNNING, 0)
    assert (room.fresh().status, Payout.objects.count()) == won
