from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import Said, said
from tournament.rules.payouts.finishing_places import (
    Elimination,
    FinishingPlace,
    FinishingPlaceError,
    finishing_places,
)
from tournament.rules.payouts.prizes import prize_shares

A, B, C = 1, 2, 3
FIFTY_PAID = (1000_00,) * 49 + (500_00,)  # whatever the rest is: place 50 gets 500


def out(entry: int, *, stack: int, table: int = 1, order: int = 0) -> Elimination:
    return Elimination(entry=entry, starting_stack=stack, table=table, order=order)


def place(first: int, last: int | None = None) -> FinishingPlace:
    return FinishingPlace(first=first, last=last or first)


@pytest.mark.rule("H4H-01..06")
def test_h4h_01_three_tables_lose_a_player_in_the_same_hand_and_share_the_50th_prize() -> None:
    eliminations = [out(A, stack=9000, table=1), out(B, stack=5000, table=2), out(C, stack=7000, table=3)]
    places = finishing_places(eliminations, remaining_after=49, hand_for_hand=True)
    assert places == {A: place(50, 52), B: place(50, 52), C: place(50, 52)}
    assert prize_shares(FIFTY_PAID, first=50, last=52) == (166_67, 166_67, 166_66)


@pytest.mark.rule("H4H-01..06")
def test_h4h_02_two_tables_share_place_50() -> None:
    eliminations = [out(A, stack=8000, table=1), out(B, stack=5000, table=2)]
    places = finishing_places(eliminations, remaining_after=49, hand_for_hand=True)
    assert places == {A: place(50, 51), B: place(50, 51)}
    assert prize_shares(FIFTY_PAID, first=50, last=51) == (250_00, 250_00)


@pytest.mark.rule("H4H-01..06")
@pytest.mark.parametrize("hand_for_hand", [True, False])
def test_h4h_03_at_one_table_the_larger_starting_stack_finishes_higher(hand_for_hand: bool) -> None:
    eliminations = [out(B, stack=5000), out(A, stack=8000)]
    places = finishing_places(eliminations, remaining_after=49, hand_for_hand=hand_for_hand)
    assert places == {A: place(50), B: place(51)}
    assert prize_shares(FIFTY_PAID, first=50, last=50) == (500_00,)
    assert prize_shares(FIFTY_PAID, first=51, last=51) == (0,)


@pytest.mark.rule("H4H-01..06")
@pytest.mark.parametrize("hand_for_hand", [True, False])
def test_h4h_04_equal_starting_stacks_at_one_table_tie(hand_for_hand: bool) -> None:
    eliminations = [out(A, stack=8000), out(B, stack=8000)]
    places = finishing_places(eliminations, remaining_after=49, hand_for_hand=hand_for_hand)
    assert places == {A: place(50, 51), B: place(50, 51)}
    assert prize_shares(FIFTY_PAID, first=50, last=51) == (250_00, 250_00)


@pytest.mark.rule("H4H-01..06")
def test_h4h_06_places_of_several_tables_are_pooled_whatever_the_stacks() -> None:
    eliminations = [out(A, stack=8000), out(B, stack=5000), out(C, stack=6000, table=2)]
    places = finishing_places(eliminations, remaining_after=49, hand_for_hand=True)
    assert places == {A: place(50, 52), B: place(50, 52), C: place(50, 52)}


def test_a_profile_may_rank_hand_for_hand_by_stack_across_tables() -> None:
    eliminations = [out(A, stack=8000), out(B, stack=5000), out(C, stack=6000, table=2)]
    places = finishing_places(eliminations, remaining_after=49, hand_for_hand=True, rule="by_stack")
    assert places == {A: place(50), C: place(51), B: place(52)}


def test_hand_for_hand_does_not_look_at_who_was_faster() -> None:
    eliminations = [out(A, stack=8000, table=1, order=7), out(B, stack=5000, table=2, order=9)]
    assert finishing_places(eliminations, remaining_after=49, hand_for_hand=True)[A] == place(50, 51)


def test_otherwise_the_later_bust_finishes_higher_whatever_the_stack() -> None:
    eliminations = [out(A, stack=8000, table=1, order=7), out(B, stack=500, table=2, order=9)]
    assert finishing_places(eliminations, remaining_after=10, hand_for_hand=False) == {
        B: place(11),
        A: place(12),
    }


def test_two_tables_at_exactly_the_same_moment_tie() -> None:
    eliminations = [out(A, stack=8000, table=1), out(B, stack=500, table=2)]
    assert finishing_places(eliminations, remaining_after=10, hand_for_hand=False) == {
        A: place(11, 12),
        B: place(11, 12),
    }


def test_three_out_in_one_hand_two_of_them_equal() -> None:
    eliminations = [out(A, stack=500), out(B, stack=900), out(C, stack=500)]
    assert finishing_places(eliminations, remaining_after=1, hand_for_hand=False) == {
        B: place(2),
        A: place(3, 4),
        C: place(3, 4),
    }


def test_nobody_out_takes_no_place() -> None:
    assert finishing_places([], remaining_after=9, hand_for_hand=True) == {}
    assert finishing_places([], remaining_after=9, hand_for_hand=False) == {}


def test_impossible_groups_are_refused() -> None:
    with pytest.raises(FinishingPlaceError, match="out twice"):
        finishing_places([out(A, stack=1), out(A, stack=2)], remaining_after=1, hand_for_hand=False)
    with pytest.raises(FinishingPlaceError, match="Entry 1 had no chips"):
        finishing_places([out(A, stack=0)], remaining_after=1, hand_for_hand=False)
    with pytest.raises(FinishingPlaceError, match="would be negative"):
        finishing_places([out(A, stack=1)], remaining_after=-1, hand_for_hand=False)
    with pytest.raises(ValueError, match="no place 3-2"):
        FinishingPlace(first=3, last=2)


@st.composite
def groups(draw: st.DrawFn) -> list[Elimination]:
    return [
        out(
            entry,
            stack=draw(st.integers(1, 4)),
            table=draw(st.integers(1, 3)),
            order=draw(st.integers(0, 2)),
        )
        for entry in range(draw(st.integers(1, 12)))
    ]


@given(groups(), st.integers(0, 500), st.booleans(), st.sampled_from(["tables_tie", "by_stack"]))
def test_places_are_a_permutation_but_for_lawful_ties(
    eliminations: list[Elimination], remaining_after: int, hand_for_hand: bool, rule: str
) -> None:
    places = finishing_places(
        eliminations,
        remaining_after=remaining_after,
        hand_for_hand=hand_for_hand,
        rule="by_stack" if rule == "by_stack" else "tables_tie",
    )
    assert places.keys() == {elimination.entry for elimination in eliminations}
    held = Counter(places.values())
    assert all(count == shared.last - shared.first + 1 for shared, count in held.items())
    numbers = [n for shared in held for n in range(shared.first, shared.last + 1)]
    assert sorted(numbers) == list(range(remaining_after + 1, remaining_after + len(eliminations) + 1))


@given(groups(), st.booleans())
def test_at_one_table_in_one_hand_a_larger_stack_never_finishes_lower(
    eliminations: list[Elimination], hand_for_hand: bool
) -> None:
    places = finishing_places(eliminations, remaining_after=3, hand_for_hand=hand_for_hand)
    for one in eliminations:
        for other in eliminations:
            if (one.table, one.order) == (other.table, other.order) and one.starting_stack > (
                other.starting_stack
            ):
                assert places[one.entry].first <= places[other.entry].first


@given(groups())
def test_places_do_not_depend_on_the_order_of_the_reports(eliminations: list[Elimination]) -> None:
    for hand_for_hand in (True, False):
        assert finishing_places(
            eliminations, remaining_after=3, hand_for_hand=hand_for_hand
        ) == finishing_places(eliminations[::-1], remaining_after=3, hand_for_hand=hand_for_hand)


def test_a_group_that_cannot_be_is_refused_with_its_entry() -> None:
    def refused(*eliminations: Elimination, remaining_after: int = 1) -> Said:
        return said(
            lambda: finishing_places(eliminations, remaining_after=remaining_after, hand_for_hand=False)
        )

    assert [
        refused(out(A, stack=1), remaining_after=-1),
        refused(out(A, stack=1), out(A, stack=2)),
        refused(out(A, stack=1), out(B, stack=0)),
    ] == [
        ("The number of players left would be negative.", "negative_remaining", {}),
        ("An entry is out twice in the same hand.", "entry_twice", {}),
        ("Entry 2 had no chips at the start of the hand.", "no_starting_stack", {"entry": 2}),
    ]
    assert finishing_places([out(A, stack=1)], remaining_after=0, hand_for_hand=False) == {A: place(1)}
    with pytest.raises(ValueError, match=r"^no place 0-1$"):
        FinishingPlace(first=0, last=1)
