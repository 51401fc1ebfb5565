"""Places, knock-outs and prizes: by the last buy-in, by the hitmen, by what the file awards."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.tournament.rules.past.ttd_files import BuyInMade, codes, make_ttd_file, one, places, prize, prizes
from tournament.rules.past.events import EarlierNote
from tournament.rules.past.literal import Made
from tournament.rules.past.ttd import read_ttd

# --- Places


def test_places_follow_from_the_last_buy_in() -> None:
    """Out first of all, and back to win."""
    field = (
        one(BuyInMade(out=10), BuyInMade(), first="Ada"),
        one(BuyInMade(out=20), first="Bo"),
        one(BuyInMade(out=5), BuyInMade(out=30), first="Cleo"),
    )
    event = read_ttd(make_ttd_file(field))
    assert places(event) == [1, 3, 2]


def test_of_those_out_in_one_moment_the_later_in_the_file_is_ahead_and_a_note_names_them() -> None:
    field = (one(BuyInMade()), one(BuyInMade(out=9), first="Bo"), one(BuyInMade(out=9), first="Cleo"))
    event = read_ttd(make_ttd_file(field, prizes=()))
    assert places(event) == [1, 3, 2]
    assert event.notes == (EarlierNote(code="same_time", data={"names": "Bo, Cleo"}),)


def test_a_note_names_ten_at_most() -> None:
    field = (one(BuyInMade()), *(one(BuyInMade(out=9), first=f"P{number}") for number in range(11)))
    (note,) = read_ttd(make_ttd_file(field, prizes=())).notes
    assert note.data == {"names": "P0, P1, P2, P3, P4, P5, P6, P7, P8, P9, …"}


def test_of_those_out_in_one_moment_the_prizes_decide() -> None:
    field = (one(BuyInMade()), one(BuyInMade(out=9), first="Bo"), one(BuyInMade(out=9), first="Cleo"))
    awarded = prizes(
        prize(30, place=1, to=(0,)),
        prize(20, place=2, to=(1,)),
        prize(10, place=3, to=(2,)),
        prize(5, to=(1,)),
    )
    event = read_ttd(make_ttd_file(field, **awarded))
    assert places(event) == [1, 2, 3]
    assert codes(event) == ["same_time"]


def test_an_event_that_was_not_finished_has_places_for_those_who_are_out_only() -> None:
    field = (one(BuyInMade(), first="Ada"), one(BuyInMade(), first="Bo"), one(BuyInMade(out=9), first="Cleo"))
    event = read_ttd(make_ttd_file(field, prizes=()))
    assert places(event) == [0, 0, 3]
    assert event.notes == (EarlierNote(code="not_finished", data={"count": 2}),)
    assert str(event.notes[0]) == "The event was not finished: 2 players were left, and have no place."


def test_where_everybody_is_out_the_last_one_is_taken_for_the_winner() -> None:
    event = read_ttd(make_ttd_file((one(BuyInMade(out=8)), one(BuyInMade(out=9), first="Bo")), prizes=()))
    assert places(event) == [2, 1]
    assert codes(event) == ["everyone_out"]


# --- Knock-outs


def test_a_hitman_who_is_not_there_is_noted_and_a_surrender_has_none() -> None:
    field = (
        one(BuyInMade()),
        one(BuyInMade(out=9, by=(77, 0)), first="Bo"),
        one(BuyInMade(out=8), first="Cleo"),
    )
    event = read_ttd(make_ttd_file(field, prizes=()))
    assert event.hits == ((1, 0),)
    assert [each.knocked_out_by for each in event.players] == [(), (0,), ()]
    assert event.notes == (EarlierNote(code="unknown_hitman", data={"name": "Bo"}),)


def test_who_never_bought_in_is_left_out() -> None:
    field = (one(first="Ada"), one(BuyInMade(), first="Bo"), one(BuyInMade(out=9, by=(1,)), first="Cleo"))
    event = read_ttd(make_ttd_file(field, prizes=()))
    assert [(each.name, each.place) for each in event.players] == [("Bo", 1), ("Cleo", 2)]
    assert event.hits == ((1, 0),)
    assert event.notes == (EarlierNote(code="never_bought_in", data={"count": 1}),)


# --- Money


@pytest.mark.parametrize(
    ("made", "paid", "planned", "noted"),
    [
        ((prize(70, place=1, to=(0,)),), [70_00, 0, 0, 0], (70_00,), []),
        ((prize(70, place=1),), [70_00, 0, 0, 0], (70_00,), ["awarded_by_place"]),
        ((prize(70, place=1, to=(1,)),), [0, 70_00, 0, 0], (70_00,), ["prize_elsewhere"]),
        ((prize(Decimal("10.01"), place=1, to=(0, 1)),), [5_01, 5_00, 0, 0], (10_01,), ["prize_shared"]),
        ((prize(70, place=1, to=(88,)),), [0, 0, 0, 0], (70_00,), ["unknown_winner"]),
        ((prize(70, place=9),), [0, 0, 0, 0], (), ["not_awarded"]),
        ((prize(25, to=(3,)),), [0, 0, 0, 25_00], (), []),
        ((prize(0, place=1),), [0, 0, 0, 0], (), []),
        ((prize(Decimal("33.333333"), place=1, to=(0,)),), [33_33, 0, 0, 0], (33_33,), []),
        ((prize(Decimal("0.005"), place=1, to=(0,)),), [1, 0, 0, 0], (1,), []),
    ],
)
def test_prizes_go_where_the_file_says(
    made: tuple[Made, ...], paid: list[int], planned: tuple[int, ...], noted: list[str]
) -> None:
    event = read_ttd(make_ttd_file(**prizes(*made)))
    assert [each.prize for each in event.players] == paid
    assert (event.prizes, codes(event)) == (planned, noted)
    assert event.difference == 109_00 - sum(paid)


def test_a_rake_that_a_payment_does_not_name_is_that_of_its_price() -> None:
    field = (one(BuyInMade(rake=None)), one(BuyInMade(rake=(1, 0.5), out=9), first="Bo"))
    event = read_ttd(make_ttd_file(field, prizes=()))
    assert (event.pool, event.fees) == (36_50, 3_50)


def test_without_payments_the_pool_is_the_sum_of_the_prizes() -> None:
    field = tuple(
        one(BuyInMade(amount=0, rake=(), out=out), first=name) for name, out in (("Ada", None), ("Bo", 9))
    )
    event = read_ttd(make_ttd_file(field, prizes=(60, 40)))
    assert (event.pool, event.difference, codes(event)) == (100_00, 0, ["pool_from_prizes"])


def test_bounties_and_a_fixed_rake_are_said() -> None:
    financials = Made("FinancialConfig", {"FixedRake": Made("FixedRakeConfig", {"Amount": 30})})
    event = read_ttd(make_ttd_file((one(BuyInMade(bounty=5)),), prizes=(), Financials=financials))
    assert event.notes == (
        EarlierNote(code="fixed_rake"),
        EarlierNote(code="bounties", data={"amount": "5.00"}),
    )
