"""Evenings that are always the same: one in which everything happens once, and one for each kind of prize.

Each gives the steps that were taken, and raises BooksAreWrong where a balance is not what it has to be. It may begin to
look at the first step of a name, where what a test has planted shows; what comes before is only done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from django.db import transaction

from tests.breadth import GOES_LONG
from tests.tables.money_walk.house import House
from tests.tables.money_walk.walk import TAKEN_BACK, UNSEEN, Walk, open_house
from tournament.models import BountyKind, Entry, EntryStatus
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.schemes import FixedShares, SatelliteSeats

# Its prizes are more than was collected.
GUARANTEED: Final = House(
    price=BuyIn(prize=40_00, fee=3_01, staff=2_00, bounty=10_01, other=99),
    rebuy=BuyIn(prize=28_00, fee=1_50, staff=50),
    add_on=BuyIn(prize=20_00, fee=1),
    bounty_kind="progressive",
    scheme=FixedShares(shares=(400_000, 300_000, 200_000, 100_000)),
    guarantee=500_00,
    unit=5_00,
    withheld=200_000,
)
# Nothing is guaranteed and nothing is sold for heads.
PLAIN: Final = replace(
    GUARANTEED, price=replace(GUARANTEED.price, bounty=0), bounty_kind=BountyKind.NONE.value, guarantee=0
)
MYSTERY: Final = replace(GUARANTEED, bounty_kind=BountyKind.MYSTERY.value)


def since(step: str) -> str:
    """From where an evening is looked at; the long one from its first step."""
    return "" if GOES_LONG else step


def whole_evening(looks_from: str = "") -> Sequence[str]:
    """What is sold, a locked ladder, a chop, and what is paid and voided."""
    return _walked(GUARANTEED, _everything_once, looks_from)


def evening_of_sales(looks_from: str = "") -> Sequence[str]:
    """Rebuys that are owed, collected, refunded and written off, and a no-show who had bought one."""
    return _walked(GUARANTEED, _sales, looks_from, is_seen_out=False)


def evening_of_places(looks_from: str = "") -> Sequence[str]:
    """Prizes by place, one more on the bubble, and deductions that change between two payments."""
    return _walked(PLAIN, _places, looks_from)


def evening_of_side_prizes(looks_from: str = "") -> Sequence[str]:
    """Side prizes of the pool and of the house, and a ladder that is locked between them."""
    return _walked(PLAIN, _side_prizes, looks_from, is_seen_out=False)


def evening_of_envelopes(looks_from: str = since("envelopes")) -> Sequence[str]:
    return _walked(MYSTERY, _envelopes, looks_from)


def evening_of_seats(looks_from: str = since("pay")) -> Sequence[str]:
    """A satellite of two seats and a remainder in cash."""
    return _walked(replace(PLAIN, scheme=SatelliteSeats(value=120_00)), _seats, looks_from)


def evening_of_chops(looks_from: str = since("chop")) -> Sequence[str]:
    """A chop that leaves something to two places, and after the next knock-out a further one."""
    return _walked(PLAIN, _chops, looks_from)


def evening_of_rounds(looks_from: str = since("hand_for_hand")) -> Sequence[str]:
    """In hand-for-hand two go out at the same moment and share the last prize."""
    return _walked(PLAIN, _rounds, looks_from, is_seen_out=False)


def _walked(
    house: House, play: Callable[[Walk], None], looks_from: str, *, is_seen_out: bool = True
) -> Sequence[str]:
    """`is_seen_out`: what comes after its own steps, and is as in other evenings, is looked at step by step too."""
    with transaction.atomic():
        walk = open_house(house, is_fixed=True, looks_from=looks_from)
        play(walk)
        if not is_seen_out:
            walk.looks_from = since(UNSEEN)
        walk.play_out()
        walk.pay_all()
        walk.check("end")
        transaction.set_rollback(True)
    return walk.taken


def _everything_once(walk: Walk) -> None:
    walk.do(("enter", 0), ("enter", 2), ("void", 8), ("sponsor", 3), ("add_on", 1), ("bust", 2), ("rebuy", 2))
    walk.do(("bust", 1), ("credit", 1), ("close", 0), ("lock", 1))
    _play_down_to(walk, 4)
    # With this knock-out the first of the prizes is decided.
    walk.do(("bust", 1), ("chop", 1))
    walk.play_out()
    walk.do(("pay", 0), ("void_payment", 0), ("pay_bounty", 0), ("void_bounty", 0))


def _sales(walk: Walk) -> None:
    walk.do(("announce", 0), ("collect", 0), ("add_on", 1), ("add_on", 1), ("add_on", 4), ("announce", 4))
    walk.do(("no_show", 1), ("bust", 0), ("refund_sale", 0), ("hand_back", 0))
    walk.do(("bust", 2), ("refund_sale", 1), ("refund_sale", 0), ("close", 0))


def _places(walk: Walk) -> None:
    walk.do(("bubble", 9_99), ("close", 0), ("reopen", 0), ("refund", 1), ("close", 0))
    walk.play_out()
    walk.do(("deduct", 2), ("pay", 0), ("deduct", 1), ("pay", 0), ("void_payment", 0))


def _side_prizes(walk: Walk) -> None:
    walk.do(("side_of_pool", 2), ("side_of_pool", 1), ("side_of_house", 3))
    walk.do(("remove_side", 1), ("remove_side", 1), ("side_of_house", 2))
    walk.do(("close", 0), ("award", 0), ("pay_side", 0), ("void_side", 0), ("take_award_back", 0))
    walk.do(("lock", 1), ("unlock", 0), ("lock", 1), ("award", 1), ("bust", 2))
    _play_down_to(walk, 3)


def _envelopes(walk: Walk) -> None:
    walk.do(("bust", 1), ("close", 0), ("envelopes", 1), ("bust", 1), ("bust", 2), ("open", 1), ("credit", 1))
    walk.do(("open", 0), ("pay_bounty", 0), ("void_bounty", 0), ("bust", 3))


def _seats(walk: Walk) -> None:
    walk.do(("close", 0))
    walk.play_out()
    walk.do(("pay", 0), ("pay", 0), ("pay", 0), ("void_payment", 0), ("void_payment", 0))


def _chops(walk: Walk) -> None:
    walk.do(("close", 0))
    _play_down_to(walk, 4)
    walk.do(("chop", 1), ("bust", 1), ("chop", 1))


def _rounds(walk: Walk) -> None:
    walk.do(("close", 0))
    _play_down_to(walk, 5)
    walk.do(("hand_for_hand", 1), ("bust_at_two_tables", 0), ("end_stop", 0))


def _play_down_to(walk: Walk, left: int) -> None:
    playing = Entry.objects.filter(tournament=walk.tournament, status=EntryStatus.PLAYING)
    number = 0
    while playing.count() > left:
        walk.take(("bust", 1), and_back=number < TAKEN_BACK) or walk.take(("advise", 1), and_back=False)
        number += 1
