"""Steps at the desk before play is over: what is sold, at which price, and what else goes into the pool."""

from __future__ import annotations

from dataclasses import replace

from tables.services.desk.check_in import remove_no_shows
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.sale_refunds import refund_sale as refund_chips
from tables.services.desk.seating import register_and_seat, void_and_unseat
from tables.services.moves.refunds import refund_and_unseat
from tests.factories import make_player
from tests.tables.money_walk.house import Evening, NothingToDo, pick
from tournament.models import Arrival, ChipSale, Entry, Giver
from tournament.queries.chip_sales import sales_owed
from tournament.queries.ledger.handing_back import hand_back_page
from tournament.queries.prices import desk_prices
from tournament.rules.payouts.deductions import Deduction
from tournament.rules.payouts.prices import read_quote
from tournament.services.cash.collecting import collect_sale
from tournament.services.field.no_shows import hand_back_no_show
from tournament.services.field.registration import close_registration, reopen_registration
from tournament.services.prizes.added_money import add_money
from tournament.services.setup.deductions import set_deductions
from tournament.services.setup.prices import change_price, remove_price


def enter(walk: Evening, which: int) -> None:
    """Somebody new, or a player who is out."""
    player = walk.entry(which).player if which % 2 else make_player(f"Player {Entry.objects.count()}")
    offered = desk_prices(walk.fresh(), now=walk.now).all
    quote = read_quote(pick(offered, which).quote)
    register_and_seat(player_id=player.pk, seed=str(which), quote=quote, **walk.ids)


def void_newest(walk: Evening, _which: int) -> None:
    """A void entry stays void: a mistaken one is taken back at the desk."""
    entry = Entry.objects.filter(tournament=walk.tournament).latest("pk")
    void_and_unseat(entry_id=entry.pk, reason="mistake", **walk.ids)


def rebuy(walk: Evening, which: int) -> None:
    sell_chips(entry_id=walk.entry(which).pk, kind="rebuy", seed=str(which), **walk.ids)


def add_on(walk: Evening, which: int) -> None:
    sell_chips(entry_id=walk.entry(which).pk, kind="add_on", seed=str(which), **walk.ids)


def announce(walk: Evening, which: int) -> None:
    """A rebuy at the table, whose money the desk takes later."""
    sell_chips(entry_id=walk.entry(which).pk, kind="rebuy", seed=str(which), is_owed=True, **walk.ids)


def collect(walk: Evening, which: int) -> None:
    collect_sale(sale_id=pick(sales_owed(walk.fresh()), which).id, **walk.ids)


def refund_sale(walk: Evening, which: int) -> None:
    """What was played with goes back, or is owed no more; the chips stay in play."""
    sales = ChipSale.objects.filter(tournament=walk.tournament, undone_at=None).order_by("pk")
    refund_chips(sale_id=pick(sales, which).pk, reason="mistake", **walk.ids)


def no_show(walk: Evening, which: int) -> None:
    """One of those who sit has never come: taken out with everything that was bought for the seat."""
    seat = walk.seat(which)
    Entry.objects.filter(pk=seat.entry_id or 0).update(arrival=Arrival.AWAITED)
    remove_no_shows(**walk.ids)


def hand_back(walk: Evening, which: int) -> None:
    """The buy-in of a no-show who was taken out."""
    hand_back_no_show(entry_id=pick(hand_back_page(walk.fresh()).lines, which).entry, **walk.ids)


def void(walk: Evening, which: int) -> None:
    void_and_unseat(entry_id=walk.entry(which).pk, reason="left", **walk.ids)


def refund(walk: Evening, which: int) -> None:
    """To somebody who sits and has played."""
    refund_and_unseat(entry_id=walk.seat(which).entry_id or 0, reason="ineligible", **walk.ids)


def sponsor(walk: Evening, which: int) -> None:
    add_money(amount=1 + which, giver=Giver.SPONSOR, is_cash=bool(which % 2), reason="", **walk.ids)


def reprice(walk: Evening, which: int) -> None:
    """Change or remove one of the prices: what entries have paid stays."""
    price = pick(walk.fresh().prices, which)
    if which % 3:
        dearer = replace(price, price=replace(price.price, fee=price.price.fee + which))
        change_price(name=price.name, price=dearer, **walk.ids)
    else:
        remove_price(name=price.name, **walk.ids)


def deduct(walk: Evening, which: int) -> None:
    """None, one of what lies above an amount, or that and one of the whole prize: of prizes paid from now on."""
    rules = (
        Deduction(name="Tax", share=123_457, above=which * 10),
        Deduction(name="Staff", share=30_001, above=which, of_whole=True),
    )
    if set_deductions(deductions=rules[: which % 3], **walk.ids) is None:
        raise NothingToDo


def close(walk: Evening, _which: int) -> None:
    close_registration(**walk.ids)


def reopen(walk: Evening, _which: int) -> None:
    reopen_registration(**walk.ids)
