"""Taps of the staff that arrive at the same moment: one effect, and the last place is sold once."""

from __future__ import annotations

import threading
from collections import Counter
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from tables.models import Seat
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, NOW, enter, make_account, make_player, make_tournament
from tests.factories.flights import Flights
from tests.tables.races import IN_VAIN_SECONDS, SURELY_SECONDS, Rendezvous, at_once
from tournament.models import Entry, EntryStatus, LogEntry, MoneyRow, Payout, Player, Tournament
from tournament.queries.flights import entries_counted
from tournament.services.clock import start_clock
from tournament.services.errors import Refused
from tournament.services.field import entries
from tournament.services.field.entries import BustOut, eliminate_entries, register_entry
from tournament.services.locks import lock_tournament

pytestmark = pytest.mark.django_db(transaction=True)


def clients(number: int) -> list[Client]:
    """Browsers of the director, each logged in on its own."""
    made = [Client() for _ in range(number)]
    for client in made:
        client.force_login(make_account())
    return made


def test_one_tap_sent_ten_times_registers_once_and_answers_ten_times_the_same() -> None:
    tournament = make_tournament()
    data = {"player": make_player("Anna").pk, "key": str(uuid4())}
    address = f"/floor/{tournament.code}/desk/register/"

    answers = at_once(*[partial(c.post, address, data) for c in clients(10)])

    assert Counter((answer.status_code, answer.headers["Location"]) for answer in answers) == {
        (302, f"/floor/{tournament.code}/desk/?ticket={Entry.objects.get().pk}"): 10
    }


def test_ten_desks_sell_the_last_place_once() -> None:
    tournament = make_tournament(max_entries=3)
    enter(tournament, "Anna", "Bruno")
    make_seat_draw(tournament_id=tournament.pk, seed="s", by=ACTOR.at(NOW))
    players = [make_player(f"Player {number}") for number in range(10)]
    address = f"/floor/{tournament.code}/desk/register/"

    answers = at_once(
        *[
            partial(c.post, address, {"player": p.pk, "key": str(uuid4())})
            for c, p in zip(clients(10), players, strict=True)
        ]
    )

    assert Counter(answer.status_code for answer in answers) == {302: 1, 422: 9}
    assert Entry.objects.count() == Seat.objects.filter(entry__isnull=False).count() == 3


def selling_in_flights(players: int) -> tuple[Flights, list[partial[Entry]]]:
    """An event that takes one more entry over its flights, and that many players, each at the desk of another one."""
    flights = Flights(max_entries=3)
    first = flights.add("Day 1A")
    flights.enter(first, "Anna", "Bruno")
    others = [first, *(flights.add(f"Day 1{letter}") for letter in "BCDEF"[: players - 1])]
    return flights, [
        partial(
            register_entry,
            tournament_id=each.pk,
            player_id=make_player(f"At {each.name}").pk,
            by=flights.now(),
        )
        for each in others
    ]


def test_the_desks_of_six_flights_sell_the_last_place_of_their_event_once() -> None:
    flights, sales = selling_in_flights(6)

    answers = at_once(*sales)

    assert Counter(type(answer).__name__ for answer in answers) == {"Entry": 1, "Refused": 5}
    assert entries_counted(Tournament.objects.get(pk=flights.event.pk)) == 3


@pytest.mark.usefixtures("without_seals")
def test_without_the_lock_of_the_event_two_flights_sell_its_last_place_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: each desk locks its own flight alone."""
    has_row_locks = connection.vendor == "postgresql"
    flights, sales = selling_in_flights(2)
    counted = Rendezvous(2, patience_seconds=SURELY_SECONDS if has_row_locks else IN_VAIN_SECONDS)
    check = entries._check_may_enter

    def check_together(*of_call: Any) -> None:
        check(*of_call)
        counted.wait()

    monkeypatch.setattr(entries, "lock_with_event", lock_tournament)
    monkeypatch.setattr(entries, "_check_may_enter", check_together)
    at_once(*sales)

    flights.event.refresh_from_db()
    assert entries_counted(flights.event) == (4 if has_row_locks else 3)


@pytest.mark.usefixtures("without_seals")
def test_without_the_lock_two_desks_sell_the_last_place_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: both have counted before either sells. On SQLite one writer is alone all the same."""
    has_row_locks = connection.vendor == "postgresql"
    tournament = make_tournament(max_entries=3)
    enter(tournament, "Anna", "Bruno")
    players = [make_player(f"Player {number}") for number in range(2)]
    counted = Rendezvous(2, patience_seconds=SURELY_SECONDS if has_row_locks else IN_VAIN_SECONDS)
    goes_first, sold = threading.Lock(), threading.Event()
    check = entries._check_may_enter

    def check_together(*of_call: Any) -> None:
        check(*of_call)
        counted.wait()
        # Two entries have two numbers: the second is made when the first is there.
        if not goes_first.acquire(blocking=False):
            sold.wait(SURELY_SECONDS)

    def sell(player: Player) -> Entry:
        try:
            return register_entry(tournament_id=tournament.pk, player_id=player.pk, by=ACTOR.at(NOW))
        finally:
            sold.set()

    monkeypatch.setattr(entries, "lock_with_event", lambda pk: Tournament.objects.get(pk=pk))
    monkeypatch.setattr(entries, "_check_may_enter", check_together)
    answers = at_once(*[partial(sell, player) for player in players])

    told = Counter(type(answer).__name__ for answer in answers)
    assert told == ({"Entry": 2} if has_row_locks else {"Entry": 1, "Refused": 1})
    assert Entry.objects.count() == (4 if has_row_locks else 3)


def test_ten_desks_that_add_the_same_new_person_at_once_keep_one_and_are_asked() -> None:
    tournament = make_tournament()
    address = f"/floor/{tournament.code}/desk/add/"

    answers = at_once(
        *[partial(c.post, address, {"name": "Anna Verdi", "key": str(uuid4())}) for c in clients(10)]
    )

    assert Counter(answer.status_code for answer in answers) == {302: 1, 422: 9}
    assert (Player.objects.count(), Entry.objects.count()) == (1, 1)


def test_a_double_that_is_registered_while_it_is_merged_is_one_player_with_one_live_entry() -> None:
    tournament = make_tournament()
    kept, double = make_player("Mario Rossi"), make_player("Mario Rossi")
    vera, *desks = clients(5)
    register = f"/floor/{tournament.code}/desk/register/"
    merge = f"/floor/{tournament.code}/people/{kept.pk}/merge/"

    at_once(
        partial(vera.post, merge, {"other": double.pk, "keep": "this", "key": str(uuid4())}),
        *[
            partial(c.post, register, {"player": player.pk, "key": str(uuid4())})
            for c, player in zip(desks, (kept, double, kept, double), strict=True)
        ],
    )

    double.refresh_from_db()
    live = Entry.objects.values_list("player", flat=True)
    # Merged with the one entry of both, or refused because both were in already.
    assert list(live) == [kept.pk] if double.merged_into_id else sorted(live) == [kept.pk, double.pk]


def test_late_seats_drawn_at_the_same_moment_are_different_seats() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna", "Bruno")
    make_seat_draw(tournament_id=tournament.pk, seed="s", by=ACTOR.at(NOW))
    players = [make_player(f"Player {number}") for number in range(10)]
    address = f"/floor/{tournament.code}/desk/register/"

    at_once(
        *[
            # The tenth and those after it are asked, and have the next table opened.
            partial(c.post, address, {"player": p.pk, "key": str(uuid4()), "full": "open"})
            for c, p in zip(clients(10), players, strict=True)
        ]
    )

    assert Seat.objects.filter(entry__isnull=False).count() == 12
    assert sorted(Entry.objects.values_list("number", flat=True)) == list(range(1, 13))


def test_two_people_who_press_next_at_once_skip_one_level() -> None:
    tournament = make_tournament()
    enter(tournament, "Anna", "Bruno")
    Tournament.objects.update(draw_made_at=timezone.now())
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    version = Tournament.objects.get().clock_version
    address = f"/floor/{tournament.code}/clock/next/"

    answers = at_once(
        *[
            partial(
                c.post, address, {"key": str(uuid4()), "version": version}, headers={"HX-Request": "true"}
            )
            for c in clients(5)
        ]
    )

    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 4}
    assert Tournament.objects.get().clock_index == 1
    assert LogEntry.objects.filter(verb="level_skipped").count() == 1


def test_five_desks_pay_a_prize_once() -> None:
    tournament = make_tournament()
    _anna, bruno = enter(tournament, "Anna", "Bruno")
    Tournament.objects.update(draw_made_at=NOW)
    Entry.objects.update(status=EntryStatus.PLAYING)
    start_clock(tournament_id=tournament.pk, by=ACTOR.at(NOW))
    with transaction.atomic():
        Entry.objects.filter(pk=bruno.pk).update(stack=0)
        eliminate_entries(
            tournament=lock_tournament(tournament.pk),
            bust_outs=[BustOut(entry_id=bruno.pk, starting_stack=500, table_number=1)],
            by=ACTOR.at(NOW),
        )
    prize = Payout.objects.get(entry__place_first=1)
    address = f"/floor/{tournament.code}/payouts/{prize.pk}/pay/"

    answers = at_once(
        *[partial(c.post, address, {"key": str(uuid4())}, headers={"HX-Request": "true"}) for c in clients(5)]
    )

    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 4}
    assert list(MoneyRow.objects.filter(kind="payout").values_list("amount", flat=True)) == [-prize.amount]


def test_two_clerks_who_give_the_same_club_number_at_once_are_told_which_is_taken() -> None:
    def add(name: str) -> str:
        try:
            return make_player(name, club_number="17").name
        except Refused as refusal:
            return refusal.code

    answers = at_once(*[partial(add, f"Clerk {n}") for n in range(4)])

    assert Counter(answer == "club_number_taken" for answer in answers) == {True: 3, False: 1}
    assert Player.objects.get().club_number == "17"
