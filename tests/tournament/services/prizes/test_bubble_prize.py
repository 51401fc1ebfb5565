"""The last player out of the money gets the bubble prize: awarded, shared, paid and taken back like a prize."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from django.db import transaction

from tests.factories import ACTOR, after, enter, make_tournament
from tests.factories.field import bust, entered, started
from tests.tournament.services.prizes.test_locked_ladder import balance, board, ladder, lock, newest
from tournament.changes.prizes import PayoutsLocked
from tournament.models import Entry, Payout, Tournament
from tournament.queries.clock import clock_board
from tournament.rules.payouts.schemes import (
    FixedShares,
    PrizeError,
    SatelliteSeats,
    payout_scheme_to_dict,
)
from tournament.services.cash.payouts import pay_out
from tournament.services.cash.ready import make_ready
from tournament.services.errors import Refused
from tournament.services.field.entries import BustOut, eliminate_entries, reinstate_entries
from tournament.services.locks import lock_tournament
from tournament.services.setup.tournaments import edit_tournament

pytestmark = pytest.mark.django_db

TWO = payout_scheme_to_dict(FixedShares(shares=(600_000, 400_000)))


def set_bubble(tournament: Tournament, amount: int) -> None:
    edit_tournament(
        tournament_id=tournament.pk,
        change=lambda plan: replace(plan, bubble_prize=amount),
        by=ACTOR.at(after(1)),
    )


def awarded() -> list[tuple[int | None, int]]:
    return list(
        Payout.objects.order_by("entry__place_first", "-amount").values_list("entry__place_first", "amount")
    )


def test_the_pages_show_it_below_the_money_and_the_sum_is_the_pool() -> None:
    tournament, _ = entered(5, payout_scheme_data=TWO, bubble_prize=45_00)  # 225: 108, 72 and 45
    seen = board(tournament)
    assert [(row.first, row.amount, row.is_bubble) for row in seen.rows] == [
        (1, 108_00, False),
        (2, 72_00, False),
        (3, 45_00, True),
    ]
    assert (seen.places_paid, sum(ladder(tournament))) == (2, seen.pool)


def test_the_last_player_out_of_the_money_is_paid_it_and_an_undone_bust_takes_it_back() -> None:
    tournament, entries = started(5, payout_scheme_data=TWO, bubble_prize=45_00)
    bust(tournament, entries[4], winner=entries[0], now=after(2))
    wall = clock_board(tournament, now=after(3))
    assert (awarded(), wall.places_paid, wall.next_prize) == ([], 2, None)
    bust(tournament, entries[3], winner=entries[0], now=after(3))
    wall = clock_board(tournament, now=after(3))
    assert (awarded(), wall.moment, wall.next_prize) == ([], "bubble", 45_00)

    bust(tournament, entries[2], winner=entries[0], now=after(4))
    assert awarded() == [(3, 45_00)]
    assert balance(tournament) == 180_00

    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        Entry.objects.filter(pk=entries[0].pk).update(stack=40_000)
        reinstate_entries(tournament=locked, stacks={entries[2].pk: 10_000}, by=ACTOR.at(after(5)))
    assert awarded() == []

    tournament.refresh_from_db()
    bust(tournament, entries[1], winner=entries[0], now=after(6))
    prize = Payout.objects.get()
    assert prize.entry_id == entries[1].pk
    pay_out(tournament_id=tournament.pk, payout_id=prize.pk, by=ACTOR.at(after(7)))
    with pytest.raises(Refused, match="has been paid"), transaction.atomic():
        reinstate_entries(
            tournament=lock_tournament(tournament.pk), stacks={entries[1].pk: 10_000}, by=ACTOR.at(after(8))
        )


@pytest.mark.rule("PRIZE-02")
def test_those_who_go_out_together_across_the_bubble_share_it_with_the_prize() -> None:
    tournament, entries = started(5, payout_scheme_data=TWO, bubble_prize=45_00)
    for loser in (4, 3):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    together = [BustOut(entry_id=entry.pk, starting_stack=500, table_number=1) for entry in entries[1:3]]
    with transaction.atomic():
        Entry.objects.filter(pk__in=[entry.pk for entry in entries[1:3]]).update(stack=0)
        eliminate_entries(
            tournament=lock_tournament(tournament.pk), bust_outs=together, by=ACTOR.at(after(3))
        )
    assert awarded() == [(1, 108_00), (2, 59_00), (2, 58_00)]
    assert balance(tournament) == 0
    assert [row.is_bubble for row in board(tournament).rows] == [False, True, True]


def test_it_does_not_change_while_the_payouts_are_locked() -> None:
    tournament, entries = started(5, payout_scheme_data=TWO)
    set_bubble(tournament, 45_00)
    assert ladder(tournament) == [108_00, 72_00, 45_00]
    lock(tournament)
    with pytest.raises(Refused, match="unlock them"):
        set_bubble(tournament, 0)
    assert ladder(tournament) == [108_00, 72_00, 45_00]
    for loser in (4, 3, 2):
        bust(Tournament.objects.get(), entries[loser], winner=entries[0], now=after(2))
    with pytest.raises(Refused, match="unlock them"):
        set_bubble(tournament, 40_00)
    assert balance(tournament) == 180_00


def test_set_after_the_bubble_it_is_paid_and_set_again_it_is_another_or_none() -> None:
    tournament, entries = started(5, payout_scheme_data=TWO, guarantee=300_00)
    for loser in (4, 3, 2):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    assert (awarded(), balance(tournament)) == ([], 225_00)
    for amount, left in ((45_00, 255_00), (40_00, 260_00), (0, 225_00), (45_00, 255_00)):
        set_bubble(tournament, amount)
        assert (awarded(), balance(tournament)) == ([(3, amount)] if amount else [], left)
    prize = Payout.objects.get()
    for step in (make_ready, pay_out):
        step(tournament_id=tournament.pk, payout_id=prize.pk, by=ACTOR.at(after(3)))
        with pytest.raises(Refused, match="prizes have been awarded"):
            set_bubble(tournament, 40_00)
    assert (awarded(), balance(tournament)) == ([(3, 45_00)], 255_00)


def test_with_a_prize_in_the_money_awarded_it_is_fixed() -> None:
    tournament, entries = started(5, payout_scheme_data=TWO, bubble_prize=45_00)
    for loser in (4, 3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    with pytest.raises(Refused, match="prizes have been awarded"):
        set_bubble(tournament, 0)
    assert awarded() == [(1, 108_00), (2, 72_00), (3, 45_00)]


def test_a_locked_ladder_keeps_it_while_the_pool_moves() -> None:
    tournament, _ = entered(5, payout_scheme_data=TWO, bubble_prize=45_00)
    line = lock(tournament)
    locked = PayoutsLocked.of(line)
    assert locked.total == locked.pool == 180_00
    enter(tournament, "Late Lucia")
    seen = board(tournament).lock
    assert seen is not None
    assert (ladder(tournament), seen.added, seen.moved) == ([108_00, 72_00, 45_00], 0, 45_00)
    lock(tournament, 100_00, 70_00, 55_00, minute=6)
    assert ladder(tournament) == [100_00, 70_00, 55_00, 45_00]
    with pytest.raises(PrizeError, match="above the smallest prize"):
        lock(tournament, 185_00, 40_00, minute=7)
    assert PayoutsLocked.of(newest(tournament, PayoutsLocked.verb)).places == 3


def test_a_bubble_prize_that_does_not_fit_awards_nothing_until_it_is_lowered() -> None:
    tournament, entries = started(5, payout_scheme_data=TWO, bubble_prize=100_00)
    for loser in (4, 3, 2):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    assert awarded() == []
    set_bubble(tournament, 45_00)
    assert awarded() == [(3, 45_00)]


def test_what_the_setting_itself_awarded_goes_with_it_until_a_hand_awards_another_or_one_is_handed_over() -> (
    None
):
    tournament, entries = started(5, payout_scheme_data=TWO, bubble_prize=100_00)
    for loser in (4, 3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    assert (awarded(), balance(tournament)) == ([], 225_00)
    paid = [(1, 108_00), (2, 72_00), (3, 45_00)]
    for amount, prizes in ((45_00, paid), (100_00, []), (0, [(1, 135_00), (2, 90_00)]), (45_00, paid)):
        set_bubble(tournament, amount)
        assert (awarded(), balance(tournament)) == (prizes, 0 if prizes else 225_00)
    make_ready(tournament_id=tournament.pk, payout_id=Payout.objects.earliest("pk").pk, by=ACTOR.at(after(3)))
    with pytest.raises(Refused, match="prizes have been awarded"):
        set_bubble(tournament, 100_00)
    assert (awarded(), balance(tournament)) == (paid, 0)


def test_what_a_setting_awarded_stays_once_a_hand_has_awarded_another_prize() -> None:
    three = payout_scheme_to_dict(FixedShares(shares=(500_000, 300_000, 200_000)))
    tournament, entries = started(5, payout_scheme_data=three, bubble_prize=100_00)
    for loser in (4, 3, 2):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    assert awarded() == []
    set_bubble(tournament, 20_00)
    assert awarded() == [(3, 41_00), (4, 20_00)]
    bust(Tournament.objects.get(), entries[1], winner=entries[0], now=after(4))
    with pytest.raises(Refused, match="prizes have been awarded"):
        set_bubble(tournament, 100_00)
    assert [place for place, _ in awarded()] == [1, 2, 3, 4]


def test_a_scheme_that_awarded_prizes_by_being_changed_can_be_put_back() -> None:
    tournament, entries = started(5, payout_scheme_data=TWO, bubble_prize=100_00)
    for loser in (4, 3, 2, 1):
        bust(tournament, entries[loser], winner=entries[0], now=after(2))
    all_to_one = payout_scheme_to_dict(FixedShares(shares=(1_000_000,)))
    paid = [(1, 125_00), (2, 100_00)]
    for scheme, prizes in ((all_to_one, paid), (TWO, []), (all_to_one, paid)):
        edit_tournament(
            tournament_id=tournament.pk,
            change=partial(replace, payout_scheme_data=scheme),
            by=ACTOR.at(after(3)),
        )
        assert awarded() == prizes


def test_a_satellite_has_none() -> None:
    with pytest.raises(Refused) as refusal:
        make_tournament(
            payout_scheme_data=payout_scheme_to_dict(SatelliteSeats(value=60_00)), bubble_prize=10_00
        )
    assert refusal.value.code == "satellite_without_bubble"
