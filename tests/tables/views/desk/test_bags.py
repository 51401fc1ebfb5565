"""The bags of the day's end through their pages: who may, what is shown, what it costs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.models import Bag
from tests.factories import give_role
from tests.factories.rounds import Rounds
from tests.tables.services.chips.test_bags import count_all, end_of_day
from tournament.models import Role

pytestmark = pytest.mark.django_db


def at_the_bags(client: Client, *, tables: int = 1, role: Role = Role.FLOOR) -> Rounds:
    room = end_of_day(tables=tables)
    client.force_login(give_role(room.tournament, role, "lia"))
    return room


def post(client: Client, room: Rounds, path: str, data: dict[str, str], *, follow: bool = True) -> Any:
    address = f"/floor/{room.tournament.code}/bags/{path}"
    return client.post(address, {"key": str(uuid4()), **data}, follow=follow)


def bags(room: Rounds, table: int, chips: int) -> dict[str, str]:
    return {f"bag_{entry.pk}": str(chips) for entry in room.felt(table).entries.values()}


def page(client: Client, room: Rounds, query: str = "") -> Any:
    return client.get(f"/floor/{room.tournament.code}/bags/{query}")


@pytest.mark.parametrize("tables", [1, 3])
def test_the_page_takes_the_same_queries_however_many_tables_there_are(
    client: Client, tables: int, django_assert_num_queries: Any
) -> None:
    room = at_the_bags(client, tables=tables)
    count_all(room, 200_000, tables=tables)

    # session, account, staff; the table; the stop; stacks, bags; its players, their bags
    with django_assert_num_queries(9):
        answer = page(client, room, "?table=1")
    assert answer.status_code == 200


def test_a_table_is_counted_and_the_next_one_that_is_not_opens(client: Client) -> None:
    room = at_the_bags(client, tables=3)

    answer = post(client, room, "2/", bags(room, 2, 200_000))

    assert answer.redirect_chain == [(f"/floor/{room.tournament.code}/bags/?table=3", 302)]
    assert "Counted the bags of table 2: " in answer.content.decode()
    assert Bag.objects.count() == 9
    answer = post(client, room, "3/", bags(room, 3, 200_000))
    assert answer.redirect_chain == [(f"/floor/{room.tournament.code}/bags/?table=1", 302)]
    answer = post(client, room, "1/", bags(room, 1, 200_000))
    assert answer.redirect_chain == [(f"/floor/{room.tournament.code}/bags/", 302)]
    answer = post(client, room, "accept/", {})
    assert "Accepted 27 bags: 5,400,000 chips." in answer.content.decode()
    assert "these are the stacks of the next day" in answer.content.decode()


def test_a_difference_is_said_with_its_table_and_asks_for_a_reason(client: Client) -> None:
    room = at_the_bags(client, tables=3)
    count_all(room, 200_000, t3s9=199_000)

    text = page(client, room).content.decode()
    assert "1,000 chips missing (table 3)." in text
    refused = post(client, room, "accept/", {})
    assert refused.status_code == 422
    assert "1,000 missing, at table 3. Count again, or give a reason" in refused.content.decode()
    accepted = post(client, room, "accept/", {"reason": "a chip fell off"})
    assert "Accepted 27 bags: 5,399,000 chips. 1,000 missing (table 3)." in accepted.content.decode()


def test_a_count_that_cannot_be_is_said_at_its_field_with_all_that_was_typed(client: Client) -> None:
    room = at_the_bags(client)
    typed = bags(room, 1, 200_000) | {f"bag_{room.entry(1, 5).pk}": "200001"}

    answer = post(client, room, "1/", typed)

    assert answer.status_code == 422
    text = answer.content.decode()
    assert "200,001 cannot be made with the chips in play" in text
    assert text.count('value="200000"') == 8
    assert not Bag.objects.exists()


def test_before_the_last_hands_the_page_says_what_comes_first(client: Client) -> None:
    room = Rounds((200_000,) * 9)
    client.force_login(give_role(room.tournament, Role.FLOOR, "lia"))

    assert "announce the last hands on the console first" in page(client, room).content.decode()
    answer = post(client, room, "1/", bags(room, 1, 200_000))
    assert (answer.status_code, Bag.objects.count()) == (422, 0)


def test_slips_have_the_name_the_count_and_the_seat(client: Client) -> None:
    room = at_the_bags(client, tables=3)
    count_all(room, 200_000)

    one = client.get(f"/floor/{room.tournament.code}/bags/slips/?table=2")
    everybody = client.get(f"/floor/{room.tournament.code}/bags/slips/")

    assert (one.content.decode().count('class="slip"'), everybody.content.decode().count('class="slip"')) == (
        9,
        27,
    )
    assert "200,000 chips" in one.content.decode()
    assert [(line.table, line.seat) for line in one.context["lines"]] == [(2, seat) for seat in range(1, 10)]


def test_the_registration_desk_counts_no_bags(client: Client) -> None:
    room = at_the_bags(client, role=Role.REGISTRATION)

    assert page(client, room).status_code == 403
    assert post(client, room, "accept/", {}, follow=False).status_code == 403
