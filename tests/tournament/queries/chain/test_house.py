from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from tests.factories import NOW
from tests.tampering import past_the_triggers
from tournament.changes.house import LogInFailed
from tournament.models import HouseLine
from tournament.queries.chain.house import broken_house_lines
from tournament.services.people.house_log import MACHINE, write_house_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines() -> list[HouseLine]:
    return [
        write_house_line(LogInFailed(name="Vera", count=count), visitor=MACHINE, now=NOW)
        for count in range(1, 6)
    ]


def test_lines_are_numbered_from_one_and_whole(lines: list[HouseLine]) -> None:
    assert [line.number for line in HouseLine.objects.order_by("pk")] == [1, 2, 3, 4, 5]
    assert len({line.hash for line in lines}) == 5
    assert list(broken_house_lines()) == []


def test_f20_an_altered_line_is_named(lines: list[HouseLine]) -> None:
    with past_the_triggers():
        HouseLine.objects.filter(number=3).update(address="192.0.2.1")

    assert list(broken_house_lines()) == [
        "Log-ins and access: line 3 (log_in_failed) was altered after it was written."
    ]


def test_f20_removed_lines_are_named(lines: list[HouseLine]) -> None:
    with past_the_triggers():
        HouseLine.objects.filter(number__in=[1, 3, 4]).delete()

    assert list(broken_house_lines()) == [
        "Log-ins and access: line 1 was removed.",
        "Log-ins and access: lines 3 to 4 were removed.",
    ]


def test_f20_a_line_that_was_put_in_or_exchanged_is_named(lines: list[HouseLine]) -> None:
    with past_the_triggers():
        HouseLine.objects.filter(number=2).delete()
    (false,) = HouseLine.objects.bulk_create(
        [HouseLine(number=2, hash="0" * 64, at=NOW, verb="log_in_failed")]
    )

    assert list(broken_house_lines()) == [
        f"Log-ins and access: line {number} (log_in_failed) was altered after it was written."
        for number in (false.number, 3)
    ]


def test_i32_the_database_refuses_to_change_or_remove_a_line(lines: list[HouseLine]) -> None:
    with pytest.raises(IntegrityError, match="never changed or removed"), transaction.atomic():
        HouseLine.objects.update(address="")
    with pytest.raises(IntegrityError, match="never changed or removed"), transaction.atomic():
        HouseLine.objects.all()._raw_delete("default")

    assert HouseLine.objects.count() == 5
