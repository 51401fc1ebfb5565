"""Starting flights as they were published: entries and survivors of two Main Events, and what the pages say of them."""

from __future__ import annotations

import pytest
from django.test import Client

from tables.queries.checks.flights import check_flights
from tests.factories import make_account
from tests.factories.flights import Flights
from tournament.queries.standings import field_of

pytestmark = [pytest.mark.django_db, pytest.mark.long(reason="ten thousand entries")]

STACK = 60_000
# By flight the entries, and who was left of them; then who entered on Day 2, and all entries. Of 2023 the survivors of
# two flights were published.
PUBLISHED = {
    2019: ({"1A": (1_334, 962), "1B": (1_914, 1_421), "1C": (4_879, 3_664)}, 98 + 344, 8_569),
    2023: (
        {"1A": (1_037, 721), "1B": (1_115, 800), "1C": (3_075, 2_326), "1D": (4_113, 3_000)},
        196 + 507,
        10_043,
    ),
}


@pytest.mark.parametrize("year", PUBLISHED)
def test_entries_and_survivors_are_those_that_were_published(client: Client, year: int) -> None:
    days, on_day_2, total = PUBLISHED[year]
    flights = Flights(name=f"Main Event {year}", starting_stack=STACK, late_registration_level=2)
    for name, (entries, left) in days.items():
        flight = flights.add(f"Day {name}")
        flights.enter_many(flight, entries)
        flights.leave(flight, entries=entries, left=left)
    flights.event.refresh_from_db()
    client.force_login(make_account())
    page = client.get(f"/floor/{flights.event.code}/flights/")
    text = " ".join(page.content.decode().split())
    for entries, left in days.values():
        assert f'class="number">{entries:,}</td>' in text
        assert f'class="number">{left:,}</td>' in text
    through = sum(left for _entries, left in days.values())
    assert f"<dd>{through:,}</dd>" in text

    flights.bring()
    flights.enter_many(flights.event, on_day_2)

    field = field_of(flights.event)
    assert (field.entries, field.players, field.left) == (total, total, through + on_day_2)
    assert field.chips_in_play == field.chips_issued == total * STACK
    assert [*check_flights(flights.event)] == []
