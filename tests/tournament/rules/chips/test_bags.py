"""The sum of the bags against the chips in play."""

from __future__ import annotations

import pytest

from tournament.rules.chips.bags import TableBags, check_bags, largest_bags


def table(number: int, *, counted: int, bags: int = 9) -> TableBags:
    """Nine players with 200,000 each on record."""
    return TableBags(table=number, players=9, bags=bags, counted=counted, expected=1_800_000)


@pytest.mark.rule("BAG-01")
def test_bag_01_a_thousand_chips_missing_are_flagged_at_their_table() -> None:
    room = check_bags([table(3, counted=1_799_000), table(1, counted=1_800_000), table(2, counted=1_800_000)])

    assert (room.bags, room.counted, room.expected) == (27, 5_399_000, 5_400_000)
    assert (room.difference, room.missing, room.wrong_tables) == (-1_000, 1_000, (3,))
    assert [each.table for each in room.tables] == [1, 2, 3]


def test_nothing_is_missing_until_all_bags_are_counted() -> None:
    room = check_bags([table(1, counted=1_800_000), table(2, counted=900_000, bags=4)])

    assert (room.players, room.bags, room.is_complete) == (18, 13, False)
    assert (room.difference, room.missing, room.wrong_tables) == (0, 0, ())


def test_what_one_table_lacks_and_another_has_too_many_of_is_named_at_both() -> None:
    room = check_bags([table(1, counted=1_801_000), table(2, counted=1_799_000)])

    assert (room.difference, room.wrong_tables) == (0, (1, 2))
    assert [each.missing for each in room.tables] == [0, 1_000]


def test_a_table_without_players_has_no_bags() -> None:
    empty = TableBags(table=4, players=0, bags=0, counted=0, expected=0)

    assert check_bags([empty]).tables == ()


def test_a_table_is_complete_with_its_last_bag_and_lacks_nothing_when_it_has_too_many() -> None:
    tables = [table(1, counted=1_800_500), table(2, counted=0, bags=0), table(3, counted=1_799_000, bags=8)]
    assert [(each.is_complete, each.difference, each.missing) for each in tables] == [
        (True, 500, 0),
        (False, 0, 0),
        (False, 0, 0),
    ]
    room = check_bags(tables[:1])
    assert (room.players, room.is_complete, room.difference, room.missing) == (9, True, 500, 0)


@pytest.mark.parametrize(
    ("count", "found"),
    [(0, ()), (1, (7,)), (2, (7, 3, 5)), (3, (7, 3, 5)), (4, (7, 3, 5, 1)), (9, (7, 3, 5, 1))],
)
def test_those_that_hold_as_much_as_the_last_of_the_largest_bags_are_among_them(
    count: int, found: tuple[int, ...]
) -> None:
    assert largest_bags({1: 100, 3: 400, 5: 400, 7: 900}, count) == found
