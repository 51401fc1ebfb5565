"""The checks of a simulation see what is planted."""

from __future__ import annotations

import pytest
from django.db.models import F
from django.test import Client

from tables.management.simulation import Options, simulate
from tables.management.simulation_checks import (
    InvariantBroken,
    check_log,
    check_places,
    check_room,
)
from tables.models import Seat
from tests.factories import make_account
from tests.factories.floor import Floor
from tournament.models import Entry, LogEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(client: Client) -> Floor:
    return Floor(client, 3)


@pytest.fixture
def played() -> Tournament:
    simulate(Options(entries=3, seed="checks"), account=make_account())
    return Tournament.objects.get()


def test_a_chip_too_many_is_seen(floor: Floor) -> None:
    check_room(floor.tournament.pk)
    Entry.objects.filter(number=1).update(stack=F("stack") + 1)

    with pytest.raises(InvariantBroken, match="chips issued"):
        check_room(floor.tournament.pk)


def test_a_player_without_a_seat_is_seen(floor: Floor) -> None:
    Seat.objects.filter(entry__number=1).update(entry=None)

    with pytest.raises(InvariantBroken, match="3 players in 2 seats"):
        check_room(floor.tournament.pk)


@pytest.mark.parametrize(
    ("places", "what"),
    [
        ([(1, 1, 1), (2, 3, 3)], "place 2 is missing"),
        ([(1, 1, 1), (2, 1, 1)], "place 1 is missing or doubled"),
        ([(1, 1, 1), (2, 2, 3)], "place 2 is missing or doubled"),
    ],
)
def test_places_with_a_gap_or_a_double_are_seen(places: list[tuple[int, int, int]], what: str) -> None:
    check_places([(1, 1, 1), (2, 2, 3), (3, 2, 3)])

    with pytest.raises(InvariantBroken, match=what):
        check_places(places)


@pytest.mark.parametrize("verb", ["entry_registered", "entry_eliminated", "tournament_won"])
def test_a_line_that_the_log_lost_is_seen(played: Tournament, verb: str) -> None:
    check_log(played.pk)
    line = LogEntry.objects.filter(verb=verb).latest("pk")
    LogEntry.objects.filter(pk=line.pk).update(verb="lost")

    with pytest.raises(InvariantBroken, match="by the log"):
        check_log(played.pk)
