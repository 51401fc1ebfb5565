"""The seat maps of the console: who sits where, with what, and the same button as on the page of the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tables.queries.console.grid import table_grid
from tables.queries.console.seat_maps import MOST_MAPS, MapSeat, SeatMark
from tables.queries.console.table import table_page
from tables.services.table.seats import lock_seat
from tests.factories import ACTOR
from tests.factories.floor import Floor
from tests.factories.mixed import STUD_LEVEL, mixed_felt

pytestmark = pytest.mark.django_db


def maps(floor: Floor) -> dict[int, tuple[MapSeat, ...]]:
    return {card.number: card.seat_map for card in table_grid(floor.tournament, now=timezone.now()).cards}


def seat(
    number: int,
    name: str = "",
    stack: int = 0,
    *marks: SeatMark,
    expected: str = "",
    lock: tuple[str, str] = ("", ""),
) -> MapSeat:
    return MapSeat(
        number=number,
        name=name,
        stack=stack,
        marks=marks,
        leaves_to=None,
        expected=expected,
        lock_name=lock[0],
        lock_reason=lock[1],
    )


def test_a_map_has_every_seat_with_name_stack_button_and_blinds(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "f3", "f1")
    lock_seat(
        tournament_id=floor.tournament.pk,
        table_id=floor.table(1).pk,
        number=9,
        locked=True,
        name="Sponsor",
        reason="Needs the end of the table",
        by=ACTOR.at(timezone.now()),
    )

    free = tuple(seat(number) for number in range(4, 9))
    assert maps(floor)[1] == (
        seat(1, "Anna Verdi", 9_975, "next_button"),
        seat(2, "Bruno Neri", 10_025, "small_blind"),
        seat(3, "Carla Rossi", 10_000, "big_blind"),
        *free,
        seat(9, "", 0, "locked", lock=("Sponsor", "Needs the end of the table")),
    )


def test_during_a_hand_a_map_shows_what_players_began_it_with(client: Client) -> None:
    floor = Floor(client, 3)
    floor.deal(1, "r3:150", "c1")

    assert maps(floor)[1][:3] == (
        seat(1, "Anna Verdi", 10_000, "small_blind"),
        seat(2, "Bruno Neri", 10_000, "big_blind"),
        seat(3, "Carla Rossi", 10_000, "button"),
    )


def test_a_player_on_the_move_is_seen_at_both_tables(client: Client) -> None:
    floor = Floor(client, 3, 3)
    floor.deal(1)
    floor.post("tables/1/move/", entry=floor.seats[1, 2].pk, to="2-7")

    shown = maps(floor)

    assert shown[1][1].leaves_to == (2, 7)
    assert shown[2][6] == seat(7, expected="Bruno Neri")


def nothing(_floor: Floor) -> None:
    pass


def in_hand(floor: Floor) -> None:
    floor.deal(1, "r3:150")


def between_hands(floor: Floor) -> None:
    floor.deal(1, "f3", "f4", "f1")


def misdealt(floor: Floor) -> None:
    floor.deal(1, "f3", "f4", "f1")
    floor.deal(1, "x:misdeal,f")


def redealt(floor: Floor) -> None:
    misdealt(floor)
    floor.deal(1)


def without_the_button(floor: Floor) -> None:
    """The player with the button is sent away: it lies dead at an empty seat."""
    floor.deal(1, "f3", "f4", "f1")
    floor.post("tables/1/move/", entry=floor.seats[1, 1].pk, to="2-7")


@pytest.mark.parametrize(
    "happens",
    [nothing, in_hand, between_hands, misdealt, redealt, without_the_button],
    ids=lambda f: f.__name__,
)
def test_the_button_lies_where_the_page_of_the_table_has_it(
    client: Client, happens: Callable[[Floor], None]
) -> None:
    floor = Floor(client, 4, 3)
    happens(floor)

    for number, seats in maps(floor).items():
        page = table_page(floor.tournament, number=number, seat=None, now=timezone.now())
        assert page is not None
        on_page = [
            (shown.number, "next_button" if page.next_button else "button")
            for shown in page.seats
            if shown.has_button
        ]
        assert [
            (shown.number, mark) for shown in seats for mark in shown.marks if mark.endswith("button")
        ] == on_page
        assert len(on_page) == 1


def test_at_stud_there_is_neither_button_nor_blind() -> None:
    felt = mixed_felt(STUD_LEVEL, STUD_LEVEL)
    felt.deal()

    (card,) = table_grid(felt.tournament, now=timezone.now()).cards

    assert [shown.marks for shown in card.seat_map] == [()] * 9


@pytest.mark.parametrize(("tables", "queries"), [(1, 13), (MOST_MAPS, 13), (MOST_MAPS + 1, 11)])
def test_a_small_room_has_maps_and_a_large_one_has_not(
    client: Client, tables: int, queries: int, django_assert_num_queries: Any
) -> None:
    floor = Floor(client, *[3] * tables)
    for number in range(1, tables + 1):
        floor.deal(number, "f3", "f1")

    with django_assert_num_queries(queries):
        shown = table_grid(floor.tournament, now=timezone.now()).cards

    assert {len(card.seat_map) for card in shown} == ({9} if tables <= MOST_MAPS else {0})


def test_the_map_says_that_it_shows_the_stacks_before_the_hand_while_one_is_in_play(client: Client) -> None:
    floor = Floor(client, 3)
    assert "Stacks before this hand" not in floor.get().content.decode()

    floor.deal(1, "r3:150")

    assert floor.get().content.decode().count("Stacks before this hand") == 1
