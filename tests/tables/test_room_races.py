"""Two floor managers at once on the same seat, table, order or alternate: one wins, the other sees why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
import time_machine

from tables.models import Alternate, Seat, Table
from tables.services.desk import alternates
from tables.services.desk.alternates import call_alternates, pass_alternate, seat_alternate
from tables.services.desk.queue import PlayerToRegister, dismiss_places, register_from_queue
from tables.services.desk.seating import register_and_seat
from tables.services.table import planning, shaping
from tables.services.table.planning import plan_tables
from tables.services.table.shaping import shape_of, shape_table
from tests.factories import ACTOR, NOW, after, make_player, make_tournament
from tests.factories.house.things import wait_in_queue
from tests.tables.races import IN_VAIN_SECONDS, Rendezvous, at_once
from tests.tables.services.moves.test_balancing_and_breaking import make_room
from tournament.models import Entry, EntryStatus, Tournament
from tournament.services.errors import Refused

# Row locks are PostgreSQL's: on SQLite one of two writers always waits for the other.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

MANAGERS = 50


@pytest.fixture(autouse=True)
def _first_level() -> Iterator[None]:
    with time_machine.travel(NOW):
        yield


def outcomes(answers: list[Any]) -> Counter[str]:
    """How often it was done, and each reason why it was not."""
    return Counter(
        answer.code
        if isinstance(answer, Refused)
        else type(answer).__name__
        if isinstance(answer, Exception)
        else "done"
        for answer in answers
    )


@pytest.fixture
def waiting() -> tuple[Tournament, Entry]:
    """A full room; somebody of its waiting list has been called to table 1, seat 2."""
    tournament = make_room(4, 4, seats=4, closed=False)
    Tournament.objects.update(late_registration_level=3)
    ids: dict[str, Any] = {"tournament_id": tournament.pk}
    entry = register_and_seat(
        player_id=make_player("Nina Sala").pk, seed="s", when_full="wait", by=ACTOR.at(after(1)), **ids
    ).entry
    found = Seat.objects.get(table__number=1, number=2)
    Entry.objects.filter(seat=found).update(
        status=EntryStatus.ELIMINATED, stack=0, place_first=9, place_last=9
    )
    Seat.objects.filter(pk=found.pk).update(entry=None)
    call_alternates(seed="s", by=ACTOR.at(after(2)), **ids)
    tournament.refresh_from_db()
    return tournament, entry


def test_fifty_who_seat_or_pass_one_alternate_do_one_of_both(waiting: tuple[Tournament, Entry]) -> None:
    tournament, entry = waiting
    one: dict[str, Any] = {"tournament_id": tournament.pk, "entry_id": entry.pk, "by": ACTOR.at(after(3))}
    ways: list[Callable[[], Any]] = [partial(seat_alternate, **one), partial(pass_alternate, seed="s", **one)]

    found = outcomes(at_once(*(ways[number % 2] for number in range(MANAGERS))))

    assert found["done"] == 1
    assert set(found) <= {"done", "not_on_list", "not_called"}
    seated = Seat.objects.filter(entry=entry).count()
    assert seated + Alternate.objects.filter(entry=entry, called_at=None).count() == 1


def test_fifty_desks_that_register_or_dismiss_one_of_the_queue_do_one_of_both() -> None:
    tournament = make_tournament(phone_queue=True)
    place = wait_in_queue(tournament, "Quinta Coda", now=NOW)
    one: dict[str, Any] = {"tournament_id": tournament.pk, "place_id": place.pk, "by": ACTOR.at(NOW)}
    ways: list[Callable[[], Any]] = [
        partial(register_from_queue, player=PlayerToRegister(is_another=True), seed="s", **one),
        partial(dismiss_places, **one),
    ]

    found = outcomes(at_once(*(ways[number % 2] for number in range(MANAGERS))))

    assert found == {"done": 1, "not_in_queue": MANAGERS - 1}
    place.refresh_from_db()
    entries = Entry.objects.filter(tournament=tournament).count()
    assert (place.state, entries) in {("registered", 1), ("dismissed", 0)}


def test_fifty_who_give_two_tables_one_number_give_it_once() -> None:
    tournament = make_room(4, 4)
    tables = list(Table.objects.order_by("number"))

    def give(table: Table) -> Any:
        return shape_table(
            tournament_id=tournament.pk,
            table_id=table.pk,
            shape=replace(shape_of(table), number=31),
            by=ACTOR.at(after(1)),
        )

    answers = at_once(*(partial(give, tables[number % 2]) for number in range(MANAGERS)))

    found = outcomes(answers)
    # The others of the same table find it done, those of the other one find the number taken.
    assert found == {"done": MANAGERS // 2, "number_taken": MANAGERS // 2}
    assert sum(answer is not None for answer in answers if not isinstance(answer, Refused)) == 1
    assert Table.objects.filter(number=31).count() == 1


def test_fifty_who_plan_the_same_tables_plan_them_once() -> None:
    tournament = make_room(4)

    plan = partial(
        plan_tables, tournament_id=tournament.pk, numbers=[21, 22], seats=9, zone="", by=ACTOR.at(after(1))
    )

    assert outcomes(at_once(*[plan] * MANAGERS)) == {"done": 1, "number_taken": MANAGERS - 1}
    assert Table.objects.filter(tournament=tournament).count() == 3


@pytest.mark.usefixtures("without_seals")
def test_control_without_the_lock_two_alternates_are_not_told_apart(
    waiting: tuple[Tournament, Entry],
) -> None:
    """The check of the test itself: without the tournament's lock both see the player called."""
    tournament, entry = waiting
    both_have_looked = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS * 10)
    looked = alternates._called

    def look_together(*of_tap: Any) -> Alternate:
        row = looked(*of_tap)
        both_have_looked.wait()
        return row

    def unlocked(tournament_id: int) -> Tournament:
        return Tournament.objects.get(pk=tournament_id)

    one: dict[str, Any] = {"tournament_id": tournament.pk, "entry_id": entry.pk, "by": ACTOR.at(after(3))}
    with (
        patch.object(alternates, "lock_tournament", unlocked),
        patch.object(alternates, "_called", look_together),
    ):
        found = outcomes(at_once(partial(seat_alternate, **one), partial(pass_alternate, seed="s", **one)))

    assert found != {"done": 1, "not_on_list": 1}
    assert found != {"done": 1, "not_called": 1}


@pytest.mark.usefixtures("without_seals")
def test_control_without_the_lock_one_number_is_given_twice_and_the_constraint_says_no() -> None:
    tournament = make_room(4, 4)
    tables = list(Table.objects.order_by("number"))
    both_have_looked = Rendezvous(2, patience_seconds=IN_VAIN_SECONDS * 10)

    def check_together(tournament: Tournament, numbers: Any) -> None:
        planning.check_numbers_free(tournament, numbers)
        both_have_looked.wait()

    def unlocked(tournament_id: int) -> Tournament:
        return Tournament.objects.get(pk=tournament_id)

    def give(table: Table) -> Any:
        return shape_table(
            tournament_id=tournament.pk,
            table_id=table.pk,
            shape=replace(shape_of(table), number=31),
            by=ACTOR.at(after(1)),
        )

    with (
        patch.object(shaping, "lock_tournament", unlocked),
        patch.object(shaping, "check_numbers_free", check_together),
    ):
        found = outcomes(at_once(*(partial(give, table) for table in tables)))

    assert found == {"done": 1, "IntegrityError": 1}
