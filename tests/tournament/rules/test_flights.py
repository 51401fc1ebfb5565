from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.rules.structures import level, pause_of, structure
from tournament.rules.clock import Clock
from tournament.rules.flights import (
    SEVERAL_STACKS,
    FlightEnd,
    GoesOn,
    SeveralStacks,
    StackThrough,
    several_stacks,
    where_it_goes_on,
    who_goes_on,
)

ANNA, BRUNO = 1, 2
SHORT = structure(level(), level(200, 400), pause_of(10), level(300, 600))
STACKS = (
    StackThrough(entry=11, player=ANNA, chips=12_000),
    StackThrough(entry=12, player=BRUNO, chips=30_000),
    StackThrough(entry=21, player=ANNA, chips=40_000),
    StackThrough(entry=31, player=ANNA, chips=40_000),
)


@pytest.mark.parametrize(
    ("way", "goes"),
    [
        (
            "best",
            (
                GoesOn(player=ANNA, chips=40_000, entries=(11, 21, 31), given_up=52_000),
                GoesOn(player=BRUNO, chips=30_000, entries=(12,)),
            ),
        ),
        (
            "added",
            (
                GoesOn(player=ANNA, chips=92_000, entries=(11, 21, 31)),
                GoesOn(player=BRUNO, chips=30_000, entries=(12,)),
            ),
        ),
        (
            "smallest_prize",
            (
                # Of equal ones the one that came first.
                GoesOn(player=ANNA, chips=40_000, entries=(21,)),
                GoesOn(player=BRUNO, chips=30_000, entries=(12,)),
                GoesOn(player=ANNA, chips=0, entries=(11,), given_up=12_000),
                GoesOn(player=ANNA, chips=0, entries=(31,), given_up=40_000),
            ),
        ),
    ],
)
def test_several_stacks_of_a_player(way: SeveralStacks, goes: tuple[GoesOn, ...]) -> None:
    assert who_goes_on(STACKS, way=way) == goes


@given(
    st.lists(st.tuples(st.integers(1, 6), st.integers(1, 10**9)), max_size=20),
    st.sampled_from(SEVERAL_STACKS),
)
def test_no_chip_is_lost_or_made_and_each_stack_is_part_of_one_entry(
    held: list[tuple[int, int]], way: SeveralStacks
) -> None:
    stacks = [
        StackThrough(entry=entry, player=player, chips=chips) for entry, (player, chips) in enumerate(held)
    ]

    goes = who_goes_on(stacks, way=way)

    assert sum(each.chips + each.given_up for each in goes) == sum(stack.chips for stack in stacks)
    assert sorted(entry for each in goes for entry in each.entries) == [stack.entry for stack in stacks]
    playing = [each.player for each in goes if not each.is_out]
    assert sorted(playing) == sorted({stack.player for stack in stacks})


def test_a_way_that_nobody_knows_is_the_best_stack() -> None:
    assert [several_stacks(kept) for kept in ("added", "", "of a later release")] == ["added", "best", "best"]


@pytest.mark.parametrize(
    ("end", "left", "level", "is_over", "is_reached"),
    [
        (FlightEnd(), 1, 9, True, False),
        (FlightEnd(level=9), 40, 9, False, False),
        (FlightEnd(level=9), 40, 9, True, True),
        (FlightEnd(level=9), 40, 10, False, True),
        (FlightEnd(players=27), 28, 3, False, False),
        (FlightEnd(players=27), 27, 3, False, True),
        # 12.5 % of 211 are 26.375: rounded up.
        (FlightEnd(share=125_000), 28, 3, False, False),
        (FlightEnd(share=125_000), 27, 3, False, True),
        # What comes first.
        (FlightEnd(share=125_000, level=9), 60, 9, True, True),
        (FlightEnd(players=27), 0, 3, False, False),
    ],
)
def test_a_flight_ends_by_its_level_its_players_or_its_share(
    end: FlightEnd, left: int, level: int, is_over: bool, is_reached: bool
) -> None:
    assert end.is_reached(entries=211, left=left, level=level, is_over=is_over) is is_reached


@pytest.mark.parametrize(
    ("clocks", "goes_on"),
    [
        ([], Clock()),
        ([Clock(index=1, elapsed_ms=420_000, state="finished")], Clock(index=1, elapsed_ms=420_000)),
        # At the end of a level, and in the break behind it, with the next level.
        ([Clock(index=0, elapsed_ms=1_200_000, state="finished")], Clock(index=1)),
        ([Clock(index=2, elapsed_ms=60_000, state="finished")], Clock(index=3)),
        # The earliest that a flight has reached.
        (
            [
                Clock(index=3, elapsed_ms=1, state="finished"),
                Clock(index=1, elapsed_ms=900_000, added_ms=60_000, state="finished"),
                Clock(index=1, elapsed_ms=950_000, state="finished"),
            ],
            Clock(index=1, elapsed_ms=900_000, added_ms=60_000),
        ),
        # The last level stays on.
        ([Clock(index=3, elapsed_ms=9_000_000, state="finished")], Clock(index=3, elapsed_ms=1_200_000)),
    ],
)
def test_day_2_begins_where_the_earliest_flight_stopped(clocks: list[Clock], goes_on: Clock) -> None:
    assert where_it_goes_on([(clock, SHORT) for clock in clocks], SHORT) == goes_on


def test_a_level_is_found_by_its_number_whatever_the_breaks_and_lengths() -> None:
    flight = structure(
        level(minutes=30), pause_of(5), level(200, 400, minutes=30), level(300, 600, minutes=30)
    )
    over = Clock(index=2, elapsed_ms=30 * 60_000, state="finished")
    begun = Clock(index=2, elapsed_ms=25 * 60_000, state="finished")

    # Levels of 20 minutes, with a break behind the second.
    assert where_it_goes_on([(over, flight)], SHORT) == Clock(index=3)
    assert where_it_goes_on([(begun, flight)], SHORT) == Clock(index=1, elapsed_ms=20 * 60_000)
