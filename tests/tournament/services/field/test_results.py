"""A satellite: seats as prizes, the rest in cash, and play that stops when everybody left has a seat."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from tests.factories import ACTOR, after, make_tournament
from tests.factories.field import bust, started
from tests.tournament.services.prizes.test_locked_ladder import balance, lock, newest
from tournament.models import Entry, Payout, Tournament, TournamentStatus
from tournament.queries.clock import clock_board
from tournament.rules.payouts.schemes import SatelliteSeats, payout_scheme_to_dict
from tournament.services.cash.payouts import pay_out
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration, reopen_registration
from tournament.services.field.results import settle_results, take_back_results
from tournament.services.locks import lock_tournament

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
    pay_out(tournament_id=tournament.pk, payout_id=first.pk, actor=ACTOR, now=after(11))
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
    close_registration(tournament_id=tournament.pk, actor=ACTOR, now=after(11))
    assert Tournament.objects.get().status == TournamentStatus.FINISHED
    assert prizes() == [(1, 3, 60_00)] * 3
    with pytest.raises(Refused):
        reopen_registration(tournament_id=tournament.pk, actor=ACTOR, now=after(12))


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
