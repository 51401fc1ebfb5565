"""Whatever is sold, paid, carried, counted and undone at the tills of an evening in whatever order: all cash is where
the tills and the safe say, and the ledger knows nothing of what was carried.

The walk keeps its own books of every drawer: nothing of them is read from what it checks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unittest.mock import patch

import pytest
from django.db import transaction
from django.db.models import Sum
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.breadth import sample
from tests.factories import after, make_account, make_player, make_tournament
from tests.factories.books import played_for_money
from tournament.models import CashTransfer, Entry, EntryStatus, LogEntry, MoneyRow, Payout, Till, Tournament
from tournament.queries.ledger import tills as queries
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.queries.ledger.tills import till_sheets
from tournament.queries.ledger.transfers import safe_of
from tournament.services.actor import Actor
from tournament.services.cash.payouts import pay_out, void_payment
from tournament.services.cash.tills import close_till, open_till
from tournament.services.cash.transfers import transfer_cash
from tournament.services.errors import Refused
from tournament.services.field.entries import register_entry, void_entry
from tournament.services.undo import undo_line

pytestmark = pytest.mark.django_db

PEOPLE: Final = ("rita", "ugo", "pia")
Step = tuple[str, int, int, int]


@dataclass(slots=True)
class Drawer:
    """What the walk knows of one till: `late` was moved by its person while it was closed."""

    person: str
    opening_float: int
    holds: int
    counted: int | None = None
    late: int = 0
    is_gone: bool = False


@dataclass(slots=True)
class Evening:
    """Prizes are paid in one event, whose tills these are; entries are sold in another of the same currency."""

    home: Tournament
    side: Tournament
    drawers: dict[int, Drawer] = field(default_factory=dict)
    safe: int = 0
    minutes: int = 0
    # Of transfers that stand: line -> from, to, amount.
    carried: dict[int, tuple[int | None, int | None, int]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)

    def take(self, step: Step) -> None:
        what, who, which, amount = step
        self.minutes += 1
        try:
            with transaction.atomic():
                STEPS[what](self, PEOPLE[who % len(PEOPLE)], which, amount)
        except (Refused, IndexError):
            pass
        else:
            self.done.append(what)
        self.check()

    def by(self, person: str, at: Tournament | None = None) -> dict[str, Any]:
        actor = Actor(label=person, account_id=make_account(person).pk)
        return {"tournament_id": (at or self.home).pk, "by": actor.at(after(100 + self.minutes))}

    def newest(self, person: str) -> int:
        return [pk for pk, drawer in self.drawers.items() if drawer.person == person and not drawer.is_gone][
            -1
        ]

    def open_one(self, person: str) -> int:
        pk = self.newest(person)
        if self.drawers[pk].counted is not None:
            raise IndexError
        return pk

    def move(self, person: str, amount: int) -> None:
        """What this person has taken in, or paid out if it is below nothing."""
        try:
            drawer = self.drawers[self.newest(person)]
        except IndexError:
            return
        if drawer.counted is None:
            drawer.holds += amount
        else:
            drawer.late += amount

    def shift(self, source: int | None, target: int | None, amount: int) -> None:
        for till, way in ((source, -1), (target, 1)):
            if till is None:
                self.safe += way * amount
            else:
                self.drawers[till].holds += way * amount

    # --- The steps --------------------------------------------------------------------------------------------

    def open(self, person: str, _which: int, amount: int) -> None:
        line = open_till(account_id=make_account(person).pk, opening_float=amount, **self.by(person))
        till = Till.objects.get(opened_line=line)
        self.drawers[till.pk] = Drawer(person, amount, amount)

    def undo_opening(self, person: str, _which: int, _amount: int) -> None:
        pk = self.open_one(person)
        undo_line(line_id=Till.objects.get(pk=pk).opened_line_id, **self.by(person))
        assert self.drawers[pk].holds == self.drawers[pk].opening_float
        self.drawers[pk].is_gone = True

    def sell(self, person: str, which: int, _amount: int) -> None:
        player = make_player(f"Guest {self.minutes} {which}")
        register_entry(player_id=player.pk, **self.by(person, self.side))
        self.move(person, 50_00)

    def refund(self, person: str, which: int, _amount: int) -> None:
        sold = list(
            Entry.objects.filter(tournament=self.side).exclude(status=EntryStatus.VOID).order_by("pk")
        )
        void_entry(entry_id=sold[which % max(1, len(sold))].pk, reason="x", **self.by(person, self.side))
        self.move(person, -50_00)

    def pay(self, person: str, which: int, _amount: int) -> None:
        due = list(Payout.objects.filter(tournament=self.home, paid_at=None).order_by("pk"))
        prize = due[which % max(1, len(due))]
        pay_out(payout_id=prize.pk, **self.by(person))
        self.move(person, -prize.amount)

    def void(self, person: str, which: int, _amount: int) -> None:
        paid = list(Payout.objects.filter(tournament=self.home).exclude(paid_at=None).order_by("pk"))
        prize = paid[which % max(1, len(paid))]
        void_payment(payout_id=prize.pk, reason="x", **self.by(person))
        self.move(person, prize.amount)

    def drop(self, person: str, _which: int, amount: int) -> None:
        self.carry(person, self.open_one(person), None, amount)

    def fill(self, person: str, _which: int, amount: int) -> None:
        self.carry(person, None, self.open_one(person), amount)

    def carry_to_colleague(self, person: str, which: int, amount: int) -> None:
        other = PEOPLE[(PEOPLE.index(person) + 1 + which % 2) % 3]
        self.carry(person, self.open_one(person), self.newest(other), amount)

    def carry(self, person: str, source: int | None, target: int | None, amount: int) -> None:
        rows = MoneyRow.objects.count()
        line = transfer_cash(from_till=source, to_till=target, amount=amount, reason="", **self.by(person))
        assert MoneyRow.objects.count() == rows
        assert amount > 0
        assert source is None or amount <= self.drawers[source].holds
        for till in (source, target):
            assert till is None or self.drawers[till].counted is None
        self.shift(source, target, amount)
        self.carried[line.pk] = (source, target, amount)

    def undo_carrying(self, person: str, which: int, _amount: int) -> None:
        line = list(self.carried)[which % max(1, len(self.carried))]
        source, target, amount = self.carried[line]
        undo_line(line_id=line, **self.by(person))
        self.shift(target, source, amount)
        del self.carried[line]

    def close(self, person: str, which: int, _amount: int) -> None:
        pk = self.open_one(person)
        drawer = self.drawers[pk]
        # Now and then a coin is missing, or one too many is there; below nothing there is nothing to count.
        counted = max(0, drawer.holds + (0, 0, 1_00, -1_00)[which % 4])
        close_till(till_id=pk, counted=counted, reason="x", **self.by(person))
        drawer.counted = counted

    def reopen(self, person: str, _which: int, _amount: int) -> None:
        pk = self.newest(person)
        line = Till.objects.get(pk=pk).closed_line
        if line is None:
            raise IndexError
        undo_line(line_id=line.pk, **self.by(person))
        drawer = self.drawers[pk]
        drawer.holds, drawer.late, drawer.counted = drawer.holds + drawer.late, 0, None

    # --- What holds after each --------------------------------------------------------------------------------

    def check(self) -> None:
        sheets = {sheet.id: sheet for sheet in till_sheets(self.home)}
        standing = {pk: drawer for pk, drawer in self.drawers.items() if not drawer.is_gone}
        assert {pk: sheet.expected for pk, sheet in sheets.items()} == {
            pk: drawer.holds for pk, drawer in standing.items()
        }, self.done
        safe = safe_of(self.home)
        in_safe = 0 if safe is None else safe.balance
        assert in_safe == self.safe, self.done
        moved = sum(sheet.money_in - sheet.money_out for sheet in sheets.values())
        floats = sum(sheet.opening_float for sheet in sheets.values())
        assert sum(sheet.expected for sheet in sheets.values()) + in_safe == floats + moved, self.done
        for till in Till.objects.filter(undone_at=None):
            sheet, drawer = sheets[till.pk], standing[till.pk]
            assert (sheet.counted, till.counted) == (drawer.counted, drawer.counted), self.done
            if drawer.counted is not None:
                in_and_out = sheet.opening_float + sheet.money_in - sheet.money_out + sheet.transferred
                assert (till.expected, in_and_out) == (drawer.holds, drawer.holds), self.done
                assert sheet.difference == drawer.counted - drawer.holds, self.done
        undone = CashTransfer.objects.exclude(corrects=None).count()
        assert CashTransfer.objects.count() == len(self.carried) + 2 * undone, self.done


STEPS: Final[dict[str, Callable[[Evening, str, int, int], None]]] = {
    "open": Evening.open,
    "undo_opening": Evening.undo_opening,
    "sell": Evening.sell,
    "refund": Evening.refund,
    "pay": Evening.pay,
    "void": Evening.void,
    "drop": Evening.drop,
    "fill": Evening.fill,
    "carry_to_colleague": Evening.carry_to_colleague,
    "undo_carrying": Evening.undo_carrying,
    "close": Evening.close,
    "reopen": Evening.reopen,
}
OFTEN: Final = ("sell", "drop", "fill", "carry_to_colleague", "undo_carrying")

amounts = st.sampled_from([0, 5_00, 20_00, 45_50, 120_00, 300_00])
steps = st.lists(
    st.tuples(st.sampled_from([*STEPS, *OFTEN]), st.integers(0, 2), st.integers(0, 7), amounts),
    min_size=8,
    max_size=24,
)


def evening() -> Evening:
    """Three tills with 100 each, of which 300 were guaranteed for prizes."""
    home, _entries = played_for_money()
    found = Evening(home, make_tournament(name="Side Event"))
    for person in range(len(PEOPLE)):
        found.take(("open", person, 0, 100_00))
    assert len(found.drawers) == len(PEOPLE)
    return found


@pytest.mark.slow
@settings(max_examples=sample("evenings of tills"))
@given(steps=steps)
def test_all_cash_is_where_the_tills_and_the_safe_say(steps: Sequence[Step]) -> None:
    with transaction.atomic():
        walk = evening()
        for step in steps:
            walk.take(step)
        assert (reconciliation(walk.home).faults, reconciliation(walk.side).faults) == (0, 0)
        transaction.set_rollback(True)


EVERY: Final[Sequence[Step]] = [
    ("sell", 0, 0, 0),
    ("refund", 1, 0, 0),
    ("sell", 2, 1, 0),
    ("fill", 0, 0, 300_00),
    ("drop", 0, 0, 45_50),
    ("carry_to_colleague", 0, 0, 120_00),
    ("pay", 1, 2, 0),
    ("void", 1, 0, 0),
    ("close", 2, 2, 0),
    ("sell", 2, 2, 0),
    ("undo_carrying", 0, 2, 0),
    ("undo_carrying", 0, 0, 0),
    ("reopen", 2, 0, 0),
    ("close", 2, 3, 0),
    ("open", 2, 0, 20_00),
    ("undo_opening", 2, 0, 0),
]


def test_one_evening_has_every_step() -> None:
    walk = evening()
    for step in EVERY:
        walk.take(step)
    assert set(walk.done) == set(STEPS)
    assert Till.objects.exclude(counted=None).count() == 1
    assert MoneyRow.objects.filter(tournament=walk.side).aggregate(all=Sum("amount"))["all"] == 100_00
    assert LogEntry.objects.filter(verb="transfer_undone").count() == 2


def test_the_control_a_till_that_forgets_a_transfer_is_seen() -> None:
    walk = evening()
    with (
        patch.object(queries, "transferred_of", lambda tills: dict.fromkeys(tills, 0)),
        pytest.raises(AssertionError),
    ):
        walk.take(("drop", 0, 0, 20_00))
