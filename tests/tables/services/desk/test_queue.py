"""The desk's queue: joined by phone within limits, sold in its order, dismissed and put back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from tables.models import QueuePlace, QueueState, Seat
from tables.services.desk import queue
from tables.services.desk.queue import (
    PlayerToRegister,
    dismiss_places,
    join_queue,
    leave_queue,
    register_from_queue,
)
from tests.factories import ACTOR, NOW, enter, make_player, make_tournament
from tests.factories.desk import draw
from tests.factories.prices import MEMBER, priced
from tournament.models import Entry, LogEntry, Player, Tournament, TournamentStatus
from tournament.services.errors import Refused
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db


def open_house(**changes: Any) -> Tournament:
    return make_tournament(phone_queue=True, **changes)


def join(tournament: Tournament, name: str, *, key: UUID | None = None, **changes: Any) -> QueuePlace:
    given: dict[str, Any] = {"network": "home", "now": NOW} | changes
    return join_queue(tournament=tournament, name=name, key=key or uuid4(), **given)


def register(place: QueuePlace, **player: Any) -> Entry:
    return register_from_queue(
        tournament_id=place.tournament_id,
        place_id=place.pk,
        player=PlayerToRegister(**player),
        seed="s",
        by=ACTOR.at(NOW),
    ).entry


def dismiss(tournament: Tournament, place: QueuePlace | None, seen: int = 0) -> LogEntry:
    return dismiss_places(
        tournament_id=tournament.pk, place_id=place.pk if place else None, seen=seen, by=ACTOR.at(NOW)
    )


def states() -> dict[str, str]:
    return dict(QueuePlace.objects.order_by("pk").values_list("name", "state"))


def refused(code: str) -> Any:
    return pytest.raises(Refused, check=lambda refusal: refusal.code == code)


# --- Joining --------------------------------------------------------------------------------------------------------


def test_a_form_that_is_sent_twice_is_one_place() -> None:
    tournament, key = open_house(), uuid4()

    first = join(tournament, "  Anna   Verdi ", key=key)
    again = join(tournament, "Anna Verdi", key=key)

    assert (first.pk, first.name, first.state) == (again.pk, "Anna Verdi", QueueState.WAITING)
    assert QueuePlace.objects.count() == 1


def test_a_form_of_another_tournament_gives_no_place_there() -> None:
    tournament, other, key = open_house(), open_house(), uuid4()
    join(other, "Anna", key=key)

    with refused("key_used"):
        join(tournament, "Anna", key=key)


@pytest.mark.parametrize("name", ["", "   ", "x" * 121, "A\u202enna"])
def test_a_name_that_the_desk_could_not_keep_is_refused(name: str) -> None:
    with pytest.raises(Refused):
        join(open_house(), name)


def test_nobody_joins_a_queue_that_the_house_has_closed_or_after_registration() -> None:
    with refused("queue_closed"):
        join(make_tournament(), "Anna")
    over = open_house()
    Tournament.objects.filter(pk=over.pk).update(registration_closed_at=NOW, status=TournamentStatus.RUNNING)
    with refused("registration_closed"):
        join(Tournament.objects.get(pk=over.pk), "Anna")
    assert not QueuePlace.objects.exists()


def test_an_address_and_the_room_have_so_many_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "A_MINUTE", 3)
    monkeypatch.setattr(queue, "A_MINUTE_EACH", 2)
    tournament = open_house()
    join(tournament, "Anna")
    join(tournament, "Bruno")

    with refused("too_fast"):
        join(tournament, "Carla")
    join(tournament, "Dario", network="other")
    later = NOW + timedelta(minutes=1)
    join(tournament, "Carla", now=later)
    # Those of another tournament do not count.
    join(open_house(), "Fabio")

    assert list(states()) == ["Anna", "Bruno", "Dario", "Carla", "Fabio"]


def test_a_flood_from_one_address_leaves_room_for_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "WAITING", 3)
    monkeypatch.setattr(queue, "WAITING_EACH", 2)
    tournament = open_house()
    join(tournament, "Prank 1")
    prank = join(tournament, "Prank 2")

    with refused("queue_full"):
        join(tournament, "Prank 3")
    join(tournament, "Anna", network="other")
    leave_queue(secret=prank.secret)
    join(tournament, "Bruno", network="third")

    assert states() == {"Prank 1": "waiting", "Prank 2": "left", "Anna": "waiting", "Bruno": "waiting"}


def test_a_flood_from_five_addresses_keeps_nobody_else_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """They fill the queue and the minute; the players of the room come from one router."""
    monkeypatch.setattr(queue, "WAITING", 20)
    monkeypatch.setattr(queue, "WAITING_EACH", 4)
    monkeypatch.setattr(queue, "A_MINUTE", 20)
    monkeypatch.setattr(queue, "A_MINUTE_EACH", 4)
    tournament = open_house()
    for number in range(20):
        join(tournament, f"Prank {number}", network=f"prank {number % 5}")

    for name in ("Anna", "Bruno", "Carla"):
        join(tournament, name)
    with refused("queue_full"):
        join(tournament, "Prank again", network="prank 1")

    for number in range(80 - 23):
        join(tournament, f"Swarm {number}", network=f"swarm {number}")
    with refused("queue_full"):
        join(tournament, "Dario", network="one of addresses without end")


def test_the_desk_dismisses_all_of_one_address_and_undoes_it() -> None:
    tournament = open_house()
    pranks = [join(tournament, f"Prank {number}", network="prank") for number in range(3)]
    join(tournament, "Anna")

    line = dismiss_places(
        tournament_id=tournament.pk, place_id=pranks[1].pk, whole_address=True, by=ACTOR.at(NOW)
    )

    assert states() == {f"Prank {number}": "dismissed" for number in range(3)} | {"Anna": "waiting"}
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))
    assert set(states().values()) == {"waiting"}


def test_joining_takes_few_statements_and_a_refusal_writes_nothing(django_assert_num_queries: Any) -> None:
    tournament = open_house()

    # the form, the limits, the place: looked for, and made within a savepoint
    with django_assert_num_queries(6):
        join(tournament, "Anna")
    tournament.phone_queue = False
    with django_assert_num_queries(1), refused("queue_closed"):
        join(tournament, "Bruno")


def test_who_joins_is_told_to_the_desk_alone_and_who_goes_to_the_phones_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise a crowd that joins would have every phone ask again for each of them."""
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(queue, "publish", lambda _code, topics: told.append(tuple(topics)))
    tournament = open_house()

    anna, bruno, carla = (join(tournament, name) for name in ("Anna", "Bruno", "Carla"))
    assert told == [("queue",)] * 3
    told.clear()
    leave_queue(secret=anna.secret)
    leave_queue(secret=anna.secret)
    register(bruno)
    undo_line(tournament_id=tournament.pk, line_id=dismiss(tournament, carla).pk, by=ACTOR.at(NOW))

    assert told == [("queue", "queue-moved")] * 4


# --- Registering ----------------------------------------------------------------------------------------------------


def test_the_desk_registers_a_player_of_the_house_a_new_one_and_another_of_the_same_name() -> None:
    tournament = open_house()
    known = make_player("Anna Verdi", club_number="7")
    places = [join(tournament, name) for name in ("Verdi Anna", "Bruno Neri", "Anna Verdi")]

    entries = [
        register(places[0], player_id=known.pk),
        register(places[1]),
        register(places[2], is_another=True),
    ]

    assert [(entry.player.name, entry.player.club_number) for entry in entries] == [
        ("Anna Verdi", "7"),
        ("Bruno Neri", ""),
        ("Anna Verdi", ""),
    ]
    assert [place.entry_id for place in QueuePlace.objects.order_by("pk")] == [entry.pk for entry in entries]
    assert Player.objects.count() == 3


def test_after_the_draw_the_player_is_seated_at_once() -> None:
    tournament = open_house(late_registration_level=2)
    enter(tournament, "Anna", "Bruno")
    draw(tournament)

    entry = register(join(tournament, "Carla"))

    assert Seat.objects.filter(entry=entry).exists()


def test_a_place_is_sold_once_and_a_refusal_leaves_it_waiting() -> None:
    tournament = open_house()
    make_player("Anna Verdi")
    place = join(tournament, "Anna Verdi")

    with refused("same_name"):
        register(place)
    assert states() == {"Anna Verdi": "waiting"}
    register(place, is_another=True)
    with refused("not_in_queue"):
        register(place, is_another=True)

    assert Entry.objects.count() == 1
    assert not leave_queue(secret=place.secret)
    assert states() == {"Anna Verdi": "registered"}


# --- Dismissing -----------------------------------------------------------------------------------------------------


def test_a_place_is_dismissed_and_the_undo_gives_it_back_where_it_was() -> None:
    tournament = open_house()
    anna, _bruno = join(tournament, "Anna"), join(tournament, "Bruno")

    line = dismiss(tournament, anna)
    with refused("not_in_queue"):
        dismiss(tournament, anna)
    assert states() == {"Anna": "dismissed", "Bruno": "waiting"}
    assert lines_to_undo(tournament, [line]) == {line.pk}
    undo_line(tournament_id=tournament.pk, line_id=line.pk, by=ACTOR.at(NOW))

    assert states() == {"Anna": "waiting", "Bruno": "waiting"}
    assert not lines_to_undo(tournament, [LogEntry.objects.select_related("undone_by").get(pk=line.pk)])


def test_clearing_dismisses_all_that_the_desk_has_seen_and_nobody_who_came_later() -> None:
    tournament = open_house()
    other = join(open_house(), "Elsewhere")
    anna, bruno = join(tournament, "Anna"), join(tournament, "Bruno")
    join(tournament, "Carla")
    leave_queue(secret=anna.secret)

    line = dismiss(tournament, None, seen=bruno.pk)

    assert states() == {"Elsewhere": "waiting", "Anna": "left", "Bruno": "dismissed", "Carla": "waiting"}
    assert line.data == {"places": [bruno.pk]}
    with refused("queue_empty"):
        dismiss(tournament, None, seen=bruno.pk)
    with pytest.raises(QueuePlace.DoesNotExist):
        dismiss(tournament, other)


# --- After the event ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [TournamentStatus.FINISHED, TournamentStatus.CANCELLED])
def test_the_places_go_when_the_event_is_over_and_those_of_others_stay(state: TournamentStatus) -> None:
    over, running = open_house(), open_house()
    register(join(over, "Anna"))
    dismiss(over, join(over, "Bruno"))
    join(over, "Carla")
    join(running, "Dario")
    assert queue.forget_queues() == 0
    Tournament.objects.filter(pk=over.pk).update(status=state)

    assert queue.forget_queues() == 3

    assert states() == {"Dario": "waiting"}
    # The entry that was sold stays, and a dismissal whose place is forgotten has no undo.
    assert Entry.objects.get().player.name == "Anna"
    assert not lines_to_undo(over, list(LogEntry.objects.filter(verb="queue_dismissed")))


# --- The price that a player says -----------------------------------------------------------------------------------


def test_a_place_keeps_the_price_that_the_player_says_and_the_desk_sells_at_its_own() -> None:
    tournament = open_house(**priced(MEMBER))
    place = join(tournament, "Anna", price_name="Member")

    entry = register(place)

    assert (place.price_name, entry.price_name) == ("Member", "")
