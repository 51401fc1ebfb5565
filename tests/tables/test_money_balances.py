"""Whatever is entered, bought and undone in whatever order: the money balances to the minor unit, the chips to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.management.simulation_checks import check_bounties, check_money, check_room
from tables.models import Seat
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.seating import register_and_seat, void_and_unseat
from tables.services.hands.busting import Out, bust_players
from tables.services.moves.refunds import refund_and_unseat
from tests.breadth import sample
from tests.factories import ACTOR, after, make_player
from tests.factories.felt import Felt, make_felt
from tests.factories.sales import selling
from tournament.models import Entry, EntryStatus, Giver, LogEntry, MoneyRow, Tournament
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.prices import desk_prices
from tournament.rules.chip_sales import ChipOffer
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.prices import PriceProfile, read_quote
from tournament.services.errors import Refused
from tournament.services.prizes.added_money import add_money
from tournament.services.setup.prices import change_price, remove_price
from tournament.services.undo import lines_to_undo, undo_line

pytestmark = pytest.mark.django_db

Step = tuple[str, int]
STEPS: Final = ("enter", "rebuy", "add_on", "bust", "undo", "void", "refund", "sponsor", "reprice")
money = st.integers(min_value=0, max_value=10_000)
prices = st.builds(BuyIn, prize=money, fee=money, staff=money)
entry_prices = st.builds(BuyIn, prize=money, fee=money, staff=money, bounty=money, other=money)


def do(felt: Felt, step: Step, now: Any) -> None:
    """One thing that the desk or the floor does; what the rules refuse changes nothing."""
    what, which = step
    ids: dict[str, Any] = {"tournament_id": felt.tournament.pk, "actor": ACTOR, "now": now}
    entries = list(Entry.objects.filter(tournament=felt.tournament).order_by("pk"))
    entry = entries[which % len(entries)]
    if what == "enter":
        player = entry.player if which % 2 else make_player(f"Player {len(entries)}")
        offered = desk_prices(Tournament.objects.get(pk=felt.tournament.pk), now=now).all
        quote = read_quote(offered[which % len(offered)].quote)
        register_and_seat(player_id=player.pk, seed=str(which), quote=quote, **ids)
    elif what == "void":
        void_and_unseat(entry_id=entry.pk, reason="left", **ids)
    elif what == "refund":
        refund_and_unseat(entry_id=entry.pk, reason="ineligible", **ids)
    elif what == "sponsor":
        add_money(amount=1 + which, giver=Giver.SPONSOR, is_cash=bool(which % 2), reason="", **ids)
    elif what == "reprice":
        reprice(Tournament.objects.get(pk=felt.tournament.pk), which, ids)
    elif what == "bust":
        seat = Seat.objects.get(entry=entry)
        others = Seat.objects.filter(table=seat.table, entry__isnull=False).exclude(entry=entry)
        winner = others.order_by("number").values_list("entry", flat=True)[0]
        bust_players(table_id=seat.table_id, out=Out(entries=[entry.pk], by=[winner]), **ids)
    elif what == "undo":
        newest = LogEntry.objects.filter(tournament=felt.tournament).select_related("undone_by")
        lines = list(newest.order_by("-pk")[: 1 + which % 8])
        open_lines = lines_to_undo(felt.tournament, lines)
        line = next(each for each in lines if each.pk in open_lines and each.verb != "clock_started")
        undo_line(line_id=line.pk, **ids)
    else:
        sell_chips(entry_id=entry.pk, kind=what, seed=str(which), **ids)  # type: ignore[arg-type]  # a kind


def reprice(tournament: Tournament, which: int, ids: dict[str, Any]) -> None:
    """Change or remove one of the prices: what entries have paid stays."""
    price = tournament.prices[which % max(1, len(tournament.prices))]
    if which % 3:
        dearer = replace(price, price=replace(price.price, fee=price.price.fee + which))
        change_price(name=price.name, price=dearer, **ids)
    else:
        remove_price(name=price.name, **ids)


@settings(max_examples=sample(12, long=300))
@given(
    price=entry_prices,
    others=st.lists(entry_prices, max_size=3),
    rebuy=prices,
    add_on=prices,
    steps=st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 11)), min_size=4, max_size=16),
)
def test_money_and_chips_balance_whatever_is_entered_bought_and_undone(
    price: BuyIn, others: Sequence[BuyIn], rebuy: BuyIn, add_on: BuyIn, steps: Sequence[Step]
) -> None:
    with transaction.atomic():
        offers = selling(price=rebuy, holding="any")
        offers["add_on_data"] = ChipOffer(
            price=add_on, chips=5_000, last_level=2, per_player=2, holding="any"
        ).to_dict()
        felt = make_felt(
            10_000,
            10_000,
            10_000,
            now=after(0),
            entries_per_player=None,
            **{f"buy_in_{part}": amount for part, amount in price.to_dict().items()},
            bounty_kind="progressive",
            price_data=tuple(each.to_dict() for each in profiles(others)),
            **offers,
        )
        for number, step in enumerate(steps, start=1):
            before = MoneyRow.objects.count()
            try:
                with transaction.atomic():
                    do(felt, step, after(number / 10))
            except (Refused, Seat.DoesNotExist, IndexError, StopIteration):
                assert MoneyRow.objects.count() == before
            check_money(felt.tournament.pk)
            assert reconciliation(felt.tournament).faults == 0
            check_bounties(felt.tournament.pk)
            check_room(felt.tournament.pk)
            check_places_so_far(felt)
        transaction.set_rollback(True)


def profiles(prices: Sequence[BuyIn]) -> list[PriceProfile]:
    """The first of them is the price to pay while the others are chosen by hand."""
    return [
        PriceProfile(name=f"Price {number}", price=price, ends_at=None if number else after(1))
        for number, price in enumerate(prices)
    ]


def check_places_so_far(felt: Felt) -> None:
    """Those who are out hold the places from the number of entries up, without a gap."""
    entries = Entry.objects.filter(tournament=felt.tournament).exclude(status=EntryStatus.VOID)
    out = entries.filter(status=EntryStatus.ELIMINATED)
    left = entries.count() - out.count()
    held = sorted(out.values_list("place_first", "place_last"))
    expected = left + 1
    while held:
        tied = [place for place in held if place == held[0]]
        assert tied[0] == (expected, expected + len(tied) - 1)
        held, expected = held[len(tied) :], expected + len(tied)
    assert expected == entries.count() + 1
