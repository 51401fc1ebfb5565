"""Lines of the house's own log: one is one, and a thousand of the same are a handful."""

from __future__ import annotations

import pytest

from tests.factories import NOW, make_account
from tournament.changes.house import LogInFailed, RightRefused, UnknownName
from tournament.models import HouseLine
from tournament.services.people.house_log import Visitor, write_burst_line, write_house_line

pytestmark = pytest.mark.django_db


def refused(path: str) -> RightRefused:
    return RightRefused(name="Vera", role="floor", method="GET", path=path)


def test_a_thousand_knocks_of_a_stranger_are_four_lines_wherever_they_come_from() -> None:
    for number in range(1_500):
        write_burst_line(
            UnknownName(), visitor=Visitor(address=f"10.0.{number % 250}.1"), now=NOW, one_by_one=1
        )
    assert [line.data["count"] for line in HouseLine.objects.order_by("pk")] == [1, 10, 100, 1_000]


def test_the_first_failures_of_a_name_are_lines_of_their_own() -> None:
    vera = make_account()
    for _ in range(12):
        write_burst_line(LogInFailed(name="Vera"), visitor=Visitor(), now=NOW, subject=vera)
    assert [line.data["count"] for line in HouseLine.objects.order_by("pk")] == [1, 2, 3, 4, 5, 10]


def test_each_person_and_each_page_is_a_burst_of_its_own() -> None:
    vera, ugo = make_account(), make_account("ugo")
    for subject, about in [(vera, "a"), (vera, "b"), (ugo, "a"), (vera, "a")]:
        write_burst_line(refused("/"), visitor=Visitor(), now=NOW, subject=subject, about=about, one_by_one=1)
    assert HouseLine.objects.count() == 3


def test_no_text_of_a_line_begins_another_one() -> None:
    line = write_house_line(
        refused("/floor/\r\nforged\u2028line/" + "x" * 400),
        visitor=Visitor(device="Fire\r\nfox", address="10.0.0.1\n"),
        now=NOW,
    )
    line.refresh_from_db()
    text = f"{line.device}{line.address}{line.data['path']}"
    assert text.isprintable()
    assert len(line.data["path"]) == 200
