from __future__ import annotations

from collections.abc import Callable

import pytest

from tables.queries.checks.vouchers import check_vouchers
from tables.services.desk.seating import register_and_seat
from tests.factories import make_player
from tests.factories.festivals import FestivalDay
from tests.tampering import past_the_triggers
from tournament.models import Entry, MoneyKind, MoneyRow, Voucher, VoucherUse

pytestmark = pytest.mark.django_db


def used() -> FestivalDay:
    """The first winner is in the main event with the voucher."""
    day = FestivalDay()
    first, *_others = day.win()
    register_and_seat(
        tournament_id=day.main.pk, player_id=first.entry.player_id, voucher_id=first.pk, by=day.now()
    )
    return day


def spend_twice(day: FestivalDay) -> None:
    VoucherUse.objects.filter(tournament=day.main).update(amount=100_00)


def give_to_another(day: FestivalDay) -> None:
    Entry.objects.filter(tournament=day.main).update(player=make_player("Zoe Estranea"))


def take_back_used(day: FestivalDay) -> None:
    use = VoucherUse.objects.get(tournament=day.main)
    Voucher.objects.filter(pk=use.voucher_id).update(voided_line=use.line)


def give_fewer_seats(day: FestivalDay) -> None:
    with past_the_triggers():
        MoneyRow.objects.filter(tournament=day.satellite, kind=MoneyKind.SEAT).update(amount=-50_00)


@pytest.mark.parametrize(
    ("fault", "of_satellite", "of_main"),
    [
        (lambda _day: None, [], []),
        (spend_twice, ["is worth 6000 and has paid 10000."], []),
        (give_to_another, [], ["paid for entry 1, for which it is not good."]),
        (
            take_back_used,
            ["I34: The ledger has given seats worth 18000, the vouchers are worth 12000."],
            ["paid for entry 1, for which it is not good."],
        ),
        (
            give_fewer_seats,
            ["I34: The ledger has given seats worth 15000, the vouchers are worth 18000."],
            [],
        ),
    ],
)
def test_a_voucher_that_does_not_fit_the_ledgers_is_found(
    fault: Callable[[FestivalDay], None], of_satellite: list[str], of_main: list[str]
) -> None:
    day = used()

    fault(day)

    for event, says in ((day.satellite, of_satellite), (day.main, of_main)):
        found = [str(finding) for finding in check_vouchers(event)]
        assert len(found) == len(says)
        assert all(text.endswith(end) for text, end in zip(found, says, strict=True))
