"""Whatever is sold, played, divided, paid and undone in whatever order: the money balances to the minor unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.management.simulation_checks import InvariantBroken
from tables.services.undo import chip_sales as undo_sales
from tests.breadth import sample
from tests.tables import money_walk
from tests.tables.money_walk import (
    EVERY,
    PAYING,
    PLAYING,
    SELLING,
    BooksAreWrong,
    House,
    Step,
    open_house,
)
from tournament.models import (
    BountyKind,
    ChipSale,
    Entry,
    EntryStatus,
    LogEntry,
    MoneyKind,
    MoneyRow,
    Payout,
    Tournament,
    TournamentStatus,
)
from tournament.queries.payouts.chops import agreed_amounts
from tournament.rules.payouts.locked import LockedLadder
from tournament.rules.payouts.money import BuyIn, PrizePool
from tournament.rules.payouts.prizes import prize_shares
from tournament.rules.payouts.schemes import FieldCurve, FixedShares, PayoutScheme, SatelliteSeats
from tournament.services.cash import payouts
from tournament.services.cash.chip_sales import book_back
from tournament.services.field import entries, results

pytestmark = pytest.mark.django_db

money = st.integers(min_value=0, max_value=10_000)
prices = st.builds(BuyIn, prize=money, fee=money, staff=money)
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
    bounty: st.SearchStrategy[int], kind: st.SearchStrategy[str], scheme: st.SearchStrategy[PayoutScheme]
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
    )


with_bounties = houses(money, st.sampled_from(KINDS), cash)
# Play stops while several are left, so that it sells no bounties.
satellites = houses(st.just(0), st.just(BountyKind.NONE.value), seats)


def steps(often: Sequence[str], *, least: int, most: int) -> st.SearchStrategy[list[Step]]:
    """Mostly these; anything else may come in between."""
    what = st.one_of(st.sampled_from(often), st.sampled_from(often), st.sampled_from(EVERY))
    return st.lists(st.tuples(what, st.integers(0, 11)), min_size=least, max_size=most)


@settings(max_examples=sample(5, long=150))
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


# One evening in which everything happens once; its prizes are more than was collected.
EVENING: Final = House(
    price=BuyIn(prize=40_00, fee=3_01, staff=2_00, bounty=10_01, other=99),
    rebuy=BuyIn(prize=28_00, fee=1_50, staff=50),
    add_on=BuyIn(prize=20_00, fee=1),
    bounty_kind="progressive",
    scheme=FixedShares(shares=(400_000, 300_000, 200_000, 100_000)),
    guarantee=500_00,
    unit=5_00,
    withheld=200_000,
)
SOLD: Final[Sequence[Step]] = (
    *(("enter", 0), ("enter", 2), ("void", 8), ("sponsor", 3), ("add_on", 1), ("bust", 2), ("rebuy", 2)),
    *(("bust", 1), ("credit", 1), ("close", 0), ("lock", 1)),
)


def whole_evening(**changes: Any) -> Sequence[str]:
    """What was done in it."""
    with transaction.atomic():
        walk = open_house(replace(EVENING, **changes))
        for step in SOLD:
            assert walk.take(step), step
        while Entry.objects.filter(tournament=walk.tournament, status=EntryStatus.PLAYING).count() > 3:
            walk.take(("bust", 1)) or walk.take(("advise", 1), and_back=False)
        assert walk.take(("chop", 1))
        walk.play_out()
        assert all(walk.take(step) for step in (("pay", 0), ("void_payment", 0)))
        assert all(walk.take(step) for step in (("pay_bounty", 0), ("void_bounty", 0)))
        walk.pay_all()
        transaction.set_rollback(True)
    return walk.taken


def test_the_evening_with_everything_in_it_balances() -> None:
    assert set(whole_evening()) >= {"rebuy", "credit", "lock", "chop", "bust", "pay", "pay_bounty"}


def one_cent_less(shares: Sequence[int]) -> tuple[int, ...]:
    first, *others = shares
    return (first - 1, *others)


def keep_a_cent(patch: pytest.MonkeyPatch) -> None:
    """The refund of a void entry is a cent short."""
    book_out = entries.book_out

    def short(entry: Entry, line: LogEntry, now: datetime) -> None:
        book_out(entry, line, now)
        rows = {"tournament": entry.tournament, "entry": entry, "kind": MoneyKind.FEE, "log_entry": line}
        MoneyRow.objects.create(**rows, amount=1, at=now)

    patch.setattr(entries, "book_out", short)


def lose_the_odd_unit(patch: pytest.MonkeyPatch) -> None:
    """Prizes of a place are a cent short."""
    patch.setattr(
        results, "prize_shares", lambda *args, **kwargs: one_cent_less(prize_shares(*args, **kwargs))
    )


def forget_heads(patch: pytest.MonkeyPatch) -> None:
    """A bust that is undone leaves the bounty with those who had won it."""
    patch.setattr(entries, "give_bounties_back", lambda **_kwargs: None)


def pay_a_cent_more(patch: pytest.MonkeyPatch) -> None:
    """The desk hands over more than the prize."""
    find = payouts._payout

    def dearer(tournament_id: int, payout_id: int) -> Payout:
        payout = find(tournament_id, payout_id)
        payout.amount += 1
        return payout

    patch.setattr(payouts, "_payout", dearer)


def undo_half_a_sale(patch: pytest.MonkeyPatch) -> None:
    """The fee of a rebuy that is undone stays in the ledger."""

    def half(sale: ChipSale, *, line: LogEntry, now: datetime) -> None:
        book_back(sale, line=line, now=now)
        MoneyRow.objects.filter(log_entry=line, kind=MoneyKind.FEE).delete()

    patch.setattr(undo_sales, "book_back", half)


def chop_off_a_cent(patch: pytest.MonkeyPatch) -> None:
    """The largest share of a chop is paid a cent short."""

    def short(tournament: Tournament) -> dict[int, int]:
        amounts = agreed_amounts(tournament)
        return {entry: amount - (amount == max(amounts.values())) for entry, amount in amounts.items()}

    patch.setattr(results, "agreed_amounts", short)


def keep_the_overlay(patch: pytest.MonkeyPatch) -> None:
    """What the house adds stays booked though no prize is decided by it any more."""
    book = results._book_overlay

    def only_once(tournament: Tournament, pool: PrizePool, now: datetime) -> None:
        if Payout.objects.filter(tournament=tournament).exists():
            book(tournament, pool, now)

    patch.setattr(results, "_book_overlay", only_once)


def forget_what_the_house_adds(patch: pytest.MonkeyPatch) -> None:
    """Of a locked ladder that pays more than the pool."""
    patch.setattr(LockedLadder, "added", 0)


def rewrite_the_ledger(patch: pytest.MonkeyPatch) -> None:
    """A payment changes a row that was there."""

    def and_rewrite(**kwargs: Any) -> Payout:
        MoneyRow.objects.filter(pk=MoneyRow.objects.earliest("pk").pk).update(at=kwargs["now"])
        return payouts.pay_out(**kwargs)

    patch.setattr(money_walk, "pay_out", and_rewrite)


@pytest.mark.parametrize(
    ("plant", "says"),
    [
        (keep_a_cent, "the ledger holds"),
        (lose_the_odd_unit, "prizes"),
        (forget_heads, "taken back"),
        (pay_a_cent_more, "kinds that differ"),
        (undo_half_a_sale, "the ledger holds"),
        (chop_off_a_cent, "prizes due and paid"),
        (keep_the_overlay, "kinds that differ"),
        (forget_what_the_house_adds, "what no prize pays"),
        (rewrite_the_ledger, "rows that were there"),
    ],
)
def test_a_planted_fault_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    with pytest.raises((BooksAreWrong, InvariantBroken), match=says):
        whole_evening()
