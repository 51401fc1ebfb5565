"""A satellite: seats as prizes, the rest in cash, and play that stops when everybody left has a seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.db.models import Sum

from tests.factories import ACTOR, after, make_tournament
from tests.factories.field import bust, started
from tests.factories.rounds import Rounds
from tests.tournament.services.cash.test_tills import Cashier
from tests.tournament.services.prizes.test_locked_ladder import balance, lock, newest
from tournament.models import Entry, MoneyKind, MoneyRow, Payout, Tournament, TournamentStatus
from tournament.queries.clock import clock_board
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.ledger.statement import statement
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration, reopen_registration
from tournament.services.field.results import settle_results, take_back_results
from tournament.services.locks import lock_tournament
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def satellite(entries: int, *, value: int = 60_00, **changes: Any) -> tuple[Tournament, list[Entry]]:
    """Entries of €45 each for seats of so much."""
    return started(entries, payout_scheme_data=payout_scheme_to_dict(SatelliteSeats(value=value)), **changes)


def prizes() -> list[tuple[int | None, int | None, int]]:
    rows = Payout.objects.order_by("entry__place_first", "-amount")
    return list(rows.values_list("entry__place_first", "entry__place_last", "amount"))


def out(tournament: Tournament, entries: list[Entry], *losers: int, minute: float = 10) -> None:
    for loser in losers:
        bust(tournament, entries[loser], winner=entries[0], now=after(minute))


def settle(tournament: Tournament) -> None:
    """What the services do after any bust: settle what follows from the places."""
    with transaction.atomic():
        settle_results(tournament=lock_tournament(tournament.pk), now=after(12))


def test_play_stops_when_everybody_left_has_a_seat_and_they_all_tie() -> None:
    tournament, entries = satellite(5)  # €225: three seats of €60, and €45
    out(tournament, entries, 4)
    assert tournament.status == TournamentStatus.RUNNING
    out(tournament, entries, 3)

    assert tournament.status == TournamentStatus.FINISHED
    assert prizes() == [(1, 3, 60_00), (1, 3, 60_00), (1, 3, 60_00), (4, 4, 45_00)]
    assert balance(tournament) == 0
    assert newest(tournament, "seats_won").data["names"] == [entries[n].player.name for n in range(3)]
    assert clock_board(tournament, now=after(11)).winner == "3 seats won"


def test_a_seat_is_paid_once_and_the_end_is_undone_with_the_bust() -> None:
    tournament, entries = satellite(4)  # three seats, and nothing left
    out(tournament, entries, 3)
    assert prizes() == [(1, 3, 60_00)] * 3

    first = Payout.objects.order_by("entry__number")[0]
    pay_out(tournament_id=tournament.pk, payout_id=first.pk, by=ACTOR.at(after(11)))
    with pytest.raises(Refused, match="has been paid"):
        take_back_results(tournament=tournament, entry_ids=[entries[3].pk], now=after(12))
    assert tournament.status == TournamentStatus.FINISHED


def test_results_taken_back_let_the_satellite_play_on() -> None:
    tournament, entries = satellite(4)
    out(tournament, entries, 3)
    take_back_results(tournament=tournament, entry_ids=[entries[3].pk], now=after(12))
    tournament.refresh_from_db()
    assert (tournament.status, tournament.clock.state) == (TournamentStatus.RUNNING, "running")
    assert not Payout.objects.exists()
    assert list(Entry.objects.filter(place_first=1)) == []


def test_while_registration_is_open_play_goes_on_and_its_end_gives_the_seats() -> None:
    tournament, entries = satellite(4, late_registration_level=3)
    out(tournament, entries, 3)
    assert (tournament.status, prizes()) == (TournamentStatus.RUNNING, [])
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(after(11)))
    assert Tournament.objects.get().status == TournamentStatus.FINISHED
    assert prizes() == [(1, 3, 60_00)] * 3
    with pytest.raises(Refused):
        reopen_registration(tournament_id=tournament.pk, by=ACTOR.at(after(12)))


def test_two_out_at_once_share_the_last_seat_and_the_cash() -> None:
    tournament, entries = satellite(5)
    out(tournament, entries, 4)
    Entry.objects.filter(pk__in=[entries[2].pk, entries[3].pk]).update(
        status="eliminated", place_first=3, place_last=4, stack=0
    )
    settle(tournament)
    assert prizes() == [(1, 2, 60_00), (1, 2, 60_00), (3, 4, 53_00), (3, 4, 52_00)]
    assert balance(tournament) == 0


def test_a_guarantee_of_seats_is_an_overlay_to_the_cent() -> None:
    tournament, entries = satellite(5, guarantee=240_00)  # €225 came in, four seats are guaranteed
    out(tournament, entries, 4)
    assert prizes() == [(1, 4, 60_00)] * 4
    assert balance(tournament) == 0
    assert newest(tournament, "overlay_added").data == {"amount": 15_00}


def test_a_locked_ladder_says_how_many_seats_there_are() -> None:
    tournament, entries = satellite(5)
    lock(tournament, 60_00, 60_00, 60_00, 25_00, 20_00)
    out(tournament, entries, 4)
    assert tournament.status == TournamentStatus.RUNNING
    out(tournament, entries, 3)
    assert prizes() == [*[(1, 3, 60_00)] * 3, (4, 4, 25_00), (5, 5, 20_00)]
    assert balance(tournament) == 0


def test_a_satellite_has_no_bounties() -> None:
    with pytest.raises(Refused) as refusal:
        make_tournament(
            payout_scheme_data=payout_scheme_to_dict(SatelliteSeats(value=60_00)),
            bounty_kind="fixed",
            buy_in_bounty=5_00,
        )
    assert refusal.value.code == "satellite_without_bounties"


def test_a_seat_given_moves_no_cash_and_only_the_rest_leaves_the_till() -> None:
    """Three seats of 60 and 45 in cash: the till pays out 45, and the money of the seats stays at the desk."""
    tournament, entries = satellite(5, seat_event="Sunday Main")
    desk = Cashier(tournament)
    desk.open(100_00)
    out(tournament, entries, 4, 3)
    for payout in Payout.objects.order_by("pk"):
        pay_out(payout_id=payout.pk, **desk.ids(20))

    assert desk.cash() == [("prizes", 0, 45_00)]
    assert desk.sheet().expected == 55_00
    books = reconciliation(tournament)
    assert books.seats is not None
    assert (books.seats_given, books.seats.difference, books.faults) == (180_00, 0, 0)
    # 250 came in for five entries: 45 for prizes, 3 fee and 2 staff each.
    assert (books.balance, books.cash) == (205_00, 205_00)
    assert [(day.money_out, day.balance) for day in books.days] == [(45_00, 205_00)]
    writer = PageWriter.of(tournament)
    told = statement(tournament, writer=writer)
    assert (told.money_out, told.balance) == (45_00, 205_00)
    seats = [line for line in told.lines if [part.kind for part in line.parts] == [MoneyKind.SEAT]]
    assert [(line.money_out, line.parts[0].amount) for line in seats] == [(0, -60_00)] * 3
    assert statement(tournament, writer=writer, kind="seat").money_out == 180_00


def test_a_seat_with_cash_is_paid_and_voided_in_both_parts() -> None:
    tournament, _entries = satellite(2, value=40_00)  # 90: two seats at once, and 10 to share
    settle(tournament)
    assert prizes() == [(1, 2, 45_00)] * 2
    first = Payout.objects.order_by("entry__number")[0]
    pay_out(tournament_id=tournament.pk, payout_id=first.pk, by=ACTOR.at(after(11)))
    rows = MoneyRow.objects.filter(kind__in=[MoneyKind.SEAT, MoneyKind.PAYOUT])
    assert sorted(rows.values_list("kind", "amount")) == [("payout", -5_00), ("seat", -40_00)]
    void_payment(tournament_id=tournament.pk, payout_id=first.pk, by=ACTOR.at(after(12)))
    assert sorted(rows.values_list("kind").annotate(all=Sum("amount"))) == [("payout", 0), ("seat", 0)]
    assert reconciliation(tournament).faults == 0


def test_hand_for_hand_is_one_place_before_the_last_seat_and_ends_with_it() -> None:
    """€225 for five entries: three seats and 45 in cash. Four left are on the bubble of the seats, five are not."""
    room = Rounds(
        (9000, 9000, 9000),
        (9000, 9000),
        payout_scheme_data=payout_scheme_to_dict(SatelliteSeats(value=60_00)),
        rule_overrides={"event": {"h4h_starts_at": 1}},
    )
    assert clock_board(room.fresh(), now=room.now).moment == ""
    assert room.stop is None
    room.lose(1, 3)
    wall = clock_board(room.fresh(), now=room.now)
    assert (wall.moment, wall.places_paid, wall.next_prize) == ("bubble", 3, 45_00)
    assert room.stop is not None
    assert room.stop.until_left == 3
    room.lose(1, 2)
    room.quiet(2)
    assert room.fresh().status == TournamentStatus.FINISHED
    assert prizes() == [*[(1, 3, 60_00)] * 3, (4, 4, 45_00)]
