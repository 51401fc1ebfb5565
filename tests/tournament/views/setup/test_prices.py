from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import after, as_vera
from tests.factories.prices import EARLY, LATE, MEMBER, STAFF, priced
from tournament.models import LogEntry, Tournament
from tournament.rules.payouts.money import BuyIn
from tournament.rules.payouts.prices import PriceProfile

pytestmark = pytest.mark.django_db


def typed(**changes: str) -> dict[str, str]:
    """What the form sends for an early price with a part that is no whole euro."""
    early = {
        "name": "Early",
        "total": "40,01",
        "prize": "38",
        "fee": "1.50",
        "staff": "0,50",
        "other": "0.01",
    }
    until = {"starts_at": "", "ends_at": "2026-03-14T21:15", "is_public": "on", "key": str(uuid4())}
    return early | until | changes


def test_a_price_is_added_with_its_split_and_the_local_time_of_the_venue(client: Client) -> None:
    tournament = as_vera(client)

    response = client.post(f"/floor/{tournament.code}/prices/", typed(), follow=True)

    assert Tournament.objects.get().prices == (EARLY,)
    text = " ".join(response.content.decode().split())
    assert "Added the price Early €40.01." in text
    assert "Prize pool €38 · House fee €1.50 · Staff €0.50 · Other deductions €0.01" in text
    assert "until Sat 14 March 2026, 21:15" in text


def test_a_price_is_changed_where_it_stands(client: Client) -> None:
    tournament = as_vera(client, **priced(EARLY, MEMBER))
    page = f"/floor/{tournament.code}/prices/?change=Early"
    form = client.get(page).context["form"]

    client.post(page, typed(name="Early bird", ends_at=""))

    assert {name: form[name].value() for name in form.fields} == {
        "name": "Early",
        "total": "40.01",
        "prize": "38",
        "fee": "1.50",
        "staff": "0.50",
        "other": "0.01",
        "starts_at": None,
        "ends_at": "2026-03-14T21:15",
        "is_public": True,
        "first_entries": "",
    }
    assert Tournament.objects.get().prices == (replace(EARLY, name="Early bird", ends_at=None), MEMBER)


def test_a_price_is_removed_in_one_tap_and_undone_by_the_log(client: Client) -> None:
    tournament = as_vera(client, **priced(EARLY, MEMBER))
    floor = f"/floor/{tournament.code}"

    client.post(f"{floor}/prices/remove/", {"name": "Early", "key": str(uuid4())})
    removed = Tournament.objects.get().prices
    line = LogEntry.objects.get(verb="price_removed")
    client.post(f"{floor}/log/{line.pk}/undo/", {"key": str(uuid4())})

    assert (removed, Tournament.objects.get().prices) == ((MEMBER,), (EARLY, MEMBER))


def test_the_same_tap_twice_adds_one_price(client: Client) -> None:
    tournament = as_vera(client)
    data = typed()

    answers = [client.post(f"/floor/{tournament.code}/prices/", data).status_code for _each in range(2)]

    assert (answers, len(Tournament.objects.get().prices)) == ([302, 302], 1)


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"prize": "37"}, "total", "The parts add up to 39.01: add 1 to one of them, or correct the price."),
        ({"name": ""}, "name", "This field is required."),
        ({"name": "x" * 31}, "name", "shorten it to 30"),
        ({"name": "member"}, "name", "There is a price of this name already."),
        ({"starts_at": "2026-03-14T22:00"}, "ends_at", "The price ends before it begins."),
        ({"ends_at": "1026-03-14T22:00"}, "ends_at", "Choose a year from 2000 to 2100."),
        ({"ends_at": "2026-03-14T23:00"}, "starts_at", "would both be the price to pay at the same time"),
        ({"total": "-1"}, "total", "at most two decimals"),
    ],
)
def test_a_price_that_cannot_be_is_refused_at_its_field_and_kept(
    client: Client, changes: dict[str, str], field: str, words: str
) -> None:
    tournament = as_vera(client, **priced(MEMBER, replace(LATE, starts_at=after(60))))

    response = client.post(f"/floor/{tournament.code}/prices/", typed(**changes))

    assert response.status_code == 422
    assert words in " ".join(response.context["form"].errors[field])
    assert len(Tournament.objects.get().prices) == 2


def test_a_part_for_bounties_is_asked_only_where_there_are_bounties(client: Client) -> None:
    with_bounty = PriceProfile(name="Member", price=BuyIn(prize=30_00, bounty=10_00))
    tournament = as_vera(client, bounty_kind="fixed", **priced(with_bounty))
    other = as_vera(client, name="Without")

    fields = [
        "bounty" in client.get(f"/floor/{each.code}/prices/").context["form"].fields
        for each in (tournament, other)
    ]

    assert fields == [True, False]


def test_a_price_that_is_gone_is_not_found(client: Client) -> None:
    tournament = as_vera(client)

    assert client.get(f"/floor/{tournament.code}/prices/?change=Early").status_code == 404


@pytest.mark.parametrize("prices", [(MEMBER,), (MEMBER, STAFF, LATE)], ids=["one", "three"])
def test_the_page_takes_the_same_queries_however_many_prices(
    client: Client, prices: tuple[PriceProfile, ...], django_assert_num_queries: Any
) -> None:
    tournament = as_vera(client, **priced(*prices))

    with django_assert_num_queries(3):  # session, account, staff
        client.get(f"/floor/{tournament.code}/prices/")
