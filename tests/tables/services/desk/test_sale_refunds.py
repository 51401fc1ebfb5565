"""Rebuys that were played with and are refunded by the floor, or written off since nobody has paid them."""

from __future__ import annotations

import pytest

from tables.models import HandStatus
from tables.services.desk.chip_sales import sell_chips
from tables.services.desk.sale_refunds import refund_sale
from tables.services.hands.busting import Out, bust_players
from tables.services.hands.recording import undo_operation
from tests.factories import ACTOR, STRUCTURE, after
from tests.factories.felt import Felt
from tests.factories.sales import REBUY, rebuy_felt, sell
from tests.tables.services.desk.test_chip_sales import books, standing, undo
from tests.tournament.services.cash.test_tills import Cashier
from tournament.changes.sales import SaleRefunded, SaleRefundUndone
from tournament.models import ChipSale, EntryStatus, LogEntry, MoneyRow, Tournament
from tournament.queries.chip_sales import bought_by, sales_owed
from tournament.queries.ledger.reconciliation import reconciliation
from tournament.services.cash.collecting import collect_sale
from tournament.services.errors import Refused
from tournament.services.field.registration import close_registration
from tournament.services.undo import lines_to_undo
from tournament.templatetags.writing import PageWriter

pytestmark = pytest.mark.django_db


def refund(number: int) -> LogEntry:
    """Of the newest sale, in that minute."""
    sale = ChipSale.objects.latest("pk")
    return refund_sale(
        tournament_id=sale.tournament_id, sale_id=sale.pk, reason="Left", by=ACTOR.at(after(number))
    )


def refused(number: int) -> tuple[str, str]:
    rows = MoneyRow.objects.count()
    with pytest.raises(Refused) as refusal:
        refund(number)
    assert MoneyRow.objects.count() == rows
    return refusal.value.code, refusal.value.message


def bust(felt: Felt, seat: int, number: int) -> LogEntry:
    out = Out(entries=[felt.entries[seat].pk], credited_to=[felt.entries[1].pk])
    return bust_players(
        tournament_id=felt.tournament.pk, table_id=felt.table.pk, out=out, by=ACTOR.at(after(number))
    )


@pytest.mark.parametrize("is_owed", [True, False])
def test_a_rebuy_that_was_played_with_leaves_the_books_and_its_chips_stay_in_play(is_owed: bool) -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    before = books(felt)
    sale = sell(felt, 3, now=after(1), is_owed=is_owed)
    felt.deal(after(2))
    felt.play("f3", "f1", now=after(3))
    sold = books(felt)
    with pytest.raises(Refused, match="undo it first, or refund the sale on the player's page"):
        undo(sale, after(4))

    line = refund(5)

    assert books(felt) == (*sold[:2], before[2])
    assert reconciliation(felt.tournament).faults == 0
    corrections = MoneyRow.objects.filter(log_entry=line).select_related("corrects").order_by("pk")
    assert [(row.amount, row.corrects and row.corrects.amount) for row in corrections] == [
        (-REBUY.price.prize, REBUY.price.prize),
        (-REBUY.price.fee, REBUY.price.fee),
        (-REBUY.price.staff, REBUY.price.staff),
    ]
    assert (line.reason, SaleRefunded.of(line).is_owed) == ("Left", is_owed)
    assert sales_owed(felt.tournament) == ()
    assert bought_by(felt.tournament, [felt.entries[3].player_id]) == {}
    assert refused(6)[0] == "sale_undone"
    assert lines_to_undo(felt.tournament, [sale]) == frozenset()

    undo(line, after(7))

    assert books(felt) == sold
    assert [each.is_owed for each in sales_owed(felt.tournament)] == [True] * is_owed
    # And once more.
    refund(8)
    assert books(felt) == (*sold[:2], before[2])


def test_an_owed_rebuy_of_a_player_who_has_lost_it_and_left_is_written_off() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    bust(felt, 3, 1)
    before = books(felt)[2]
    sell(felt, 3, now=after(2), is_owed=True)
    bust(felt, 3, 3)

    refund(4)

    assert (books(felt)[2], sales_owed(felt.tournament)) == (before, ())
    assert standing(felt, 3)[:2] == (EntryStatus.ELIMINATED, 3)


def test_where_nothing_was_played_the_sale_is_undone_instead() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    sell(felt, 3, now=after(1))
    assert refused(2) == (
        "undo_instead",
        "Nothing was played with these chips: undo the sale in the log, and they leave play too.",
    )


def test_once_prizes_were_awarded_the_house_pays_and_the_desk_closes_the_debt() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    sell(felt, 3, now=after(1), is_owed=True)
    close_registration(tournament_id=felt.tournament.pk, by=ACTOR.at(after(2)))
    bust(felt, 3, 3)
    bust(felt, 2, 4)
    assert Tournament.objects.get().status == "finished"
    assert refused(5) == (
        "prizes_decided",
        (
            "Prizes were awarded with this money in the prize pool: it stays. If the player does not pay, the house "
            "puts in the amount; then tap “Paid”."
        ),
    )
    sale = ChipSale.objects.get()
    collect_sale(tournament_id=felt.tournament.pk, sale_id=sale.pk, by=ACTOR.at(after(6)))
    assert sales_owed(felt.tournament) == ()
    assert refused(7)[1].endswith("As a favour the house may pay from its own money.")


def test_a_hand_in_which_chips_were_bought_that_are_refunded_is_not_undone() -> None:
    felt = rebuy_felt(10_000, 10_000, 300)
    felt.deal(after(1))
    sell(felt, 3, now=after(2))
    felt.play("r3:300", "f1", "c2", "b:2c7d9h", "b:Js", "b:4s", "s2:AhAd", "s3:QhQd", now=after(3))
    out = bust(felt, 3, 4)
    line = refund(5)
    undo(out, after(6))

    def undo_tap() -> None:
        undo_operation(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(after(7)))

    with pytest.raises(Refused, match="Carla Rossi has bought in this hand was refunded since"):
        undo_tap()
    undo(line, after(8))
    undo_tap()
    assert felt.stack(3) == 300
    assert felt.table.hands.latest("pk").status == HandStatus.OPEN


@pytest.mark.parametrize(
    ("kind", "is_owed", "said", "undone"),
    [
        (
            *("rebuy", True),
            "Wrote off €30 that Anna owed for the rebuy; its chips stay in play.",
            "Anna owes €30 again.",
        ),
        (
            *("add_on", True),
            "Wrote off €30 that Anna owed for the add-on; its chips stay in play.",
            "Anna owes €30 again.",
        ),
        (
            *("rebuy", False),
            "Refunded the rebuy of Anna: €30; its chips stay in play.",
            "Undid the refund of the rebuy of Anna: €30 is at the desk again.",
        ),
        (
            *("add_on", False),
            "Refunded the add-on of Anna: €30; its chips stay in play.",
            "Undid the refund of the add-on of Anna: €30 is at the desk again.",
        ),
    ],
)
def test_the_log_says_what_became_of_the_money(kind: str, is_owed: bool, said: str, undone: str) -> None:
    of = {"sale": 1, "entry": 2, "number": 2, "name": "Anna", "kind": kind, "paid": 30_00}
    writer = PageWriter(currency="EUR", structure=STRUCTURE)
    assert SaleRefunded.from_data({**of, "is_owed": is_owed}).said(writer) == said
    assert SaleRefundUndone.from_data({**of, "is_owed": is_owed}).said(writer) == undone


def test_a_refund_is_cash_out_of_the_till_and_what_nobody_has_paid_is_not() -> None:
    felt = rebuy_felt(10_000, 10_000, 10_000)
    rita = Cashier(felt.tournament)
    rita.open()
    lines = []
    for seat, is_owed in ((2, False), (3, True)):
        entry = felt.entries[seat].pk
        sell_chips(entry_id=entry, kind="rebuy", seed="seed", is_owed=is_owed, **rita.ids(2))
        sale = ChipSale.objects.latest("pk")
        bust(felt, seat, 3 + seat)
        lines.append(refund_sale(sale_id=sale.pk, reason="Left", **rita.ids(10 + seat)))

    assert rita.cash() == [("sales", REBUY.price.total, REBUY.price.total)]
    rita.undo(lines[0])
    assert rita.cash() == [("sales", 2 * REBUY.price.total, REBUY.price.total)]
