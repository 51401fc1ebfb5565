"""Whatever is sold, played, divided, won, paid and undone in whatever order: the money balances to the minor unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.management.simulation_checks import InvariantBroken
from tests.breadth import sample
from tests.tables.money_walk import evenings
from tests.tables.money_walk.books import BooksAreWrong
from tests.tables.money_walk.faults import FAULTS, MORE_FAULTS, Plant
from tests.tables.money_walk.house import House
from tests.tables.money_walk.walk import EVERY, PAYING, PLAYING, SELLING, Step, open_house
from tournament.models import BountyKind, TournamentStatus
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import FieldCurve, FixedShares, PayoutScheme, SatelliteSeats

pytestmark = pytest.mark.django_db

money = st.integers(min_value=0, max_value=10_000)
prices = st.builds(BuyIn, prize=money, fee=money, staff=money)
ONE_BY_ONE = pytest.mark.long_on_postgresql(reason="the services it calls are asked one by one there")
KINDS: Final = [kind.value for kind in BountyKind if kind != BountyKind.NONE]
cash = st.one_of(
    st.sampled_from(
        [
            FixedShares(shares=(500_000, 300_000, 200_000)),
            FixedShares(shares=(334_567, 245_433, 180_000, 140_000, 100_000)),
            FixedShares(shares=(1_000_000,)),
        ]
    ),
    st.builds(
        FieldCurve,
        paid=st.integers(150_000, 700_000),
        min_cash=st.integers(0, 3_000),
        flatness=st.integers(0, 3),
    ),
)
seats = st.builds(SatelliteSeats, value=st.integers(5_000, 30_000))


def houses(
    bounty: st.SearchStrategy[int],
    kind: st.SearchStrategy[str],
    scheme: st.SearchStrategy[PayoutScheme],
    *,
    bubble: st.SearchStrategy[int],
) -> st.SearchStrategy[House]:
    entry = st.builds(BuyIn, prize=st.integers(1, 10_000), fee=money, staff=money, bounty=bounty, other=money)
    return st.builds(
        House,
        price=entry,
        prices=st.lists(entry, max_size=2),
        rebuy=prices,
        add_on=prices,
        bounty_kind=kind,
        scheme=scheme,
        guarantee=st.one_of(st.just(0), st.integers(1, 100_000)),
        unit=st.sampled_from([1, 5, 100, 500, 1_000]),
        withheld=st.sampled_from([0, 0, 33_333, 200_000]),
        bubble=bubble,
    )


with_bounties = houses(money, st.sampled_from(KINDS), cash, bubble=st.sampled_from([0, 0, 7, 1_000]))
# Play stops while several are left, so that it sells no bounties.
satellites = houses(st.just(0), st.just(BountyKind.NONE.value), seats, bubble=st.just(0))


def steps(often: Sequence[str], *, least: int, most: int) -> st.SearchStrategy[list[Step]]:
    """Mostly these; anything else may come in between."""
    what = st.one_of(st.sampled_from(often), st.sampled_from(often), st.sampled_from(EVERY))
    return st.lists(st.tuples(what, st.integers(0, 15)), min_size=least, max_size=most)


@pytest.mark.slow(minutes=3)
@pytest.mark.long(
    reason="the evenings below take every kind of step; one example would always be the plainest"
)
@settings(max_examples=sample("evenings of money"))
@given(
    house=st.one_of(with_bounties, with_bounties, satellites),
    selling=steps(SELLING, least=6, most=10),
    playing=steps(PLAYING, least=8, most=14),
    paying=steps(PAYING, least=6, most=12),
)
def test_money_balances_whatever_is_sold_played_divided_paid_and_undone(
    house: House, selling: Sequence[Step], playing: Sequence[Step], paying: Sequence[Step]
) -> None:
    with transaction.atomic():
        walk = open_house(house)
        for step in selling:
            walk.take(step)
        walk.take(("close", 0))
        for step in playing:
            walk.take(step)
        walk.play_out()
        for step in paying:
            walk.take(step)
        walk.play_out()
        walk.pay_all()
        assert walk.fresh().status == TournamentStatus.FINISHED
        transaction.set_rollback(True)


@pytest.mark.sampled
@ONE_BY_ONE
@pytest.mark.parametrize(
    ("evening", "steps"),
    [
        (evenings.whole_evening, {"rebuy", "credit", "lock", "chop", "bust", "pay", "pay_bounty"}),
        (evenings.evening_of_sales, {"announce", "collect", "refund_sale", "no_show", "hand_back"}),
        (evenings.evening_of_places, {"bubble", "deduct", "pay"}),
        (evenings.evening_of_side_prizes, {"side_of_pool", "side_of_house", "award", "pay_side"}),
        (evenings.evening_of_envelopes, {"envelopes", "open", "pay_bounty"}),
        (evenings.evening_of_seats, {"pay", "void_payment"}),
        (evenings.evening_of_chops, {"chop", "pay"}),
        (evenings.evening_of_rounds, {"hand_for_hand", "bust_at_two_tables", "end_stop", "pay"}),
    ],
)
def test_an_evening_that_is_always_the_same_balances(
    evening: Callable[[], Sequence[str]], steps: set[str]
) -> None:
    assert set(evening()) >= steps


WHOLE = pytest.mark.long(reason="the same faults, looked for from the first step on")
ANOTHER = pytest.mark.long(reason="the same evenings, with a further fault of a kind that is caught already")


@ONE_BY_ONE
@pytest.mark.parametrize(
    ("plant", "evening", "looks_from", "says"),
    [
        *FAULTS,
        *(
            pytest.param(plant, evening, "", says, marks=WHOLE)
            for plant, evening, _looks_from, says in FAULTS
        ),
        *(pytest.param(*fault, marks=ANOTHER) for fault in MORE_FAULTS),
    ],
)
def test_a_planted_fault_is_caught(
    plant: Plant,
    evening: Callable[[str], object],
    looks_from: str,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)

    with pytest.raises((BooksAreWrong, InvariantBroken), match=says):
        evening(looks_from)
