"""Stacks of a moment ago, whatever has changed them since."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tables.models import Recording
from tables.queries.room.as_of import stacks_as_of
from tests.factories import after
from tests.factories.felt import make_felt
from tests.tables.services.chips.test_bags import accept, count_all, end_of_day
from tests.tables.services.hands.test_counted import over, results, switch, take_back
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def stacks(event: Tournament, minutes: float) -> list[tuple[int, int | None]]:
    """By the number of the entry, as of so many minutes after the start."""
    told = stacks_as_of(event, then=after(minutes), hands=after(minutes))
    return sorted((stack.number, stack.chips) for stack in told)


def test_a_counted_hand_brings_its_stacks_no_sooner_than_a_recorded_one() -> None:
    felt = results(2000, 2000, 2000)
    over(felt, stacks={1: 1000, 2: 2000, 3: 3000}, minutes=2)
    over(felt, 1, by=(3,), stacks={2: 1500, 3: 4500}, minutes=4)
    event = felt.tournament
    assert stacks(event, 1.9) == [(1, 2000), (2, 2000), (3, 2000)]
    assert stacks(event, 2) == stacks(event, 3.9) == [(1, 1000), (2, 2000), (3, 3000)]
    assert stacks(event, 4) == [(2, 1500), (3, 4500)]


def test_what_nobody_knew_before_a_counted_hand_is_unknown_then() -> None:
    felt = results(2000, 2000, 2000)
    over(felt, minutes=2)
    over(felt, stacks={1: 1000, 2: 2000, 3: 3000}, minutes=4)
    event = felt.tournament
    assert stacks(event, 1) == [(1, 2000), (2, 2000), (3, 2000)]
    assert stacks(event, 3) == [(1, None), (2, None), (3, None)]
    assert stacks(event, 4) == [(1, 1000), (2, 2000), (3, 3000)]


def test_a_counted_hand_that_was_undone_has_brought_nothing() -> None:
    felt = results(2000, 2000, 2000)
    over(felt, 1, by=(3,), minutes=2)
    take_back(felt, minutes=3)
    assert stacks(felt.tournament, 1) == stacks(felt.tournament, 3) == [(1, 2000), (2, 2000), (3, 2000)]


def test_bags_are_the_stacks_from_their_acceptance_on() -> None:
    room = end_of_day()
    count_all(room, 200_000, t1s1=250_000, t3s9=150_000)
    accept(room, minutes=2)
    numbers = {room.entry(1, 1).number: 250_000, room.entry(3, 9).number: 150_000}
    even = [(number, 200_000) for number in range(1, 28)]
    assert stacks(room.tournament, 1.9) == even
    assert stacks(room.tournament, 2) == [(number, numbers.get(number, chips)) for number, chips in even]


@pytest.mark.parametrize("hands", [1, 3])
def test_of_many_hands_each_player_has_the_stack_before_the_first(
    hands: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    felt = make_felt(2000, 2000, 2000)
    felt.deal(after(1))
    felt.play("f3", "f1", now=after(1))
    switch(felt, Recording.RESULTS, minutes=1)
    for hand in range(1, hands + 1):
        over(felt, stacks={1: 2000 - hand * 100, 2: 2000, 3: 2000 + hand * 100}, minutes=1 + hand)
    event = felt.tournament
    with django_assert_num_queries(4):
        assert stacks(event, 0.5) == [(1, 2000), (2, 2000), (3, 2000)]
    assert stacks(event, 1) == [(1, 1975), (2, 2025), (3, 2000)]
    assert stacks(event, 1 + hands) == [(1, 2000 - hands * 100), (2, 2000), (3, 2000 + hands * 100)]
