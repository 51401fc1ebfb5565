"""What an entry costs, at the desk: on the buttons, on the ticket, in a list of players, in the log and for players."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.printing.tickets import printed_ticket
from tables.queries.desk.entries import seat_ticket
from tests.factories import NOW, enter, make_player
from tests.factories.desk import at_the_desk
from tests.factories.house.things import wait_in_queue
from tests.factories.prices import EARLY, LATE, MEMBER, STAFF, priced
from tournament.models import Entry, Role, Tournament
from tournament.rules.payouts.money import BuyIn

pytestmark = pytest.mark.django_db

# The pages ask the clock on the wall.
NOW_EARLY = replace(EARLY, ends_at=datetime(2099, 3, 14, 20, 15, tzinfo=UTC))
BUTTON = re.compile(r'<button[^>]*id="([^"]+)" name="price"\s+value="([^"]*)"')


def offered(client: Client, tournament: Tournament, typed: str) -> dict[str, str]:
    """By the id of its button what each price at the desk is sold by."""
    page = client.get(f"/floor/{tournament.code}/desk/", {"q": typed}, headers={"HX-Request": "true"})
    return dict(BUTTON.findall(page.content.decode()))


def tapped(client: Client, tournament: Tournament, **data: Any) -> Any:
    return client.post(f"/floor/{tournament.code}/desk/register/", {"key": str(uuid4()), **data})


def test_one_button_sells_at_the_price_to_pay_and_the_others_stand_beside_it(client: Client) -> None:
    tournament = at_the_desk(client, **priced(NOW_EARLY, LATE, MEMBER))
    anna = make_player("Anna Verdi")

    buttons = offered(client, tournament, "anna")
    tapped(client, tournament, player=anna.pk, price=buttons[f"register-{anna.pk}"])

    assert buttons == {
        f"register-{anna.pk}": "now:4001:Early",
        f"price-{anna.pk}-1": "hand:5000:",
        f"price-{anna.pk}-2": "hand:6000:Late",
        f"price-{anna.pk}-3": "hand:4700:Member",
    }
    assert Entry.objects.values_list("price_name", "paid_prize").get() == ("Early", 38_00)


def test_another_price_is_one_tap_too_and_stands_on_ticket_and_log(client: Client) -> None:
    tournament = at_the_desk(client, Role.FLOOR, **priced(NOW_EARLY, MEMBER))
    anna = make_player("Anna Verdi")
    buttons = offered(client, tournament, "anna")

    response = tapped(client, tournament, player=anna.pk, price=buttons[f"price-{anna.pk}-2"])

    entry = Entry.objects.get()
    floor = f"/floor/{tournament.code}"
    receipt = " ".join(client.get(response.url).content.decode().split())
    ticket = " ".join(client.get(f"{floor}/tickets/{entry.pk}/").content.decode().split())
    found = seat_ticket(tournament, entry_id=entry.pk)
    assert found is not None
    assert "€47 (Member)" in receipt
    assert 'Buy-in paid: €47 <span class="wrap">(Member)</span>' in ticket
    lines = printed_ticket(found, tournament, base_url="http://room", anchor="9f3ac27b" * 8).lines
    # The seat is to be drawn: what fixes the draw is on paper before it is made.
    assert lines[2:] == ("Buy-in paid: €47 (Member)", "The draw is fixed before: 9f3ac27b9f3ac27b")
    assert (
        "Registered Anna Verdi as entry number 1 for €47 (Member)."
        in client.get(f"{floor}/log/").content.decode()
    )


def test_a_newcomer_pays_the_chosen_price_also_after_the_question_about_the_name(client: Client) -> None:
    tournament = at_the_desk(client, **priced(MEMBER))
    make_player("Anna Verdi")
    add = f"/floor/{tournament.code}/desk/add/"

    asked = client.post(add, {"name": "Anna Verdi", "price": "hand:4700:Member", "key": str(uuid4())})
    assert '<input type="hidden" name="price" value="hand:4700:Member">' in asked.content.decode()
    client.post(add, {"name": "Anna Verdi", "another": "1", "price": "hand:4700:Member", "key": str(uuid4())})

    assert Entry.objects.values_list("price_name", "paid_prize", "paid_staff").get() == (
        "Member",
        45_00,
        2_00,
    )


def test_a_price_that_has_changed_since_is_said_and_nothing_is_sold(client: Client) -> None:
    tournament = at_the_desk(client, **priced(NOW_EARLY))
    anna = make_player("Anna Verdi")
    quote = offered(client, tournament, "anna")[f"register-{anna.pk}"]
    Tournament.objects.update(price_data=[replace(NOW_EARLY, price=BuyIn(prize=1_00)).to_dict()])

    response = tapped(client, tournament, player=anna.pk, price=quote)

    assert response.status_code == 422
    assert (
        "The price has changed since this page was shown: look at it and tap again."
        in response.content.decode()
    )
    assert not Entry.objects.exists()


@pytest.mark.parametrize("price", ["5000", "now:x:Early", "hand:47:", "\x00"])
def test_a_price_that_no_button_has_sells_nothing(client: Client, price: str) -> None:
    tournament = at_the_desk(client, **priced(MEMBER))

    assert tapped(client, tournament, player=make_player("Anna").pk, price=price).status_code == 422
    assert not Entry.objects.exists()


def test_the_desk_says_what_is_to_be_paid_and_until_when(client: Client) -> None:
    tournament = at_the_desk(client, **priced(NOW_EARLY, STAFF))

    text = " ".join(client.get(f"/floor/{tournament.code}/desk/").content.decode().split())

    assert 'Buy-in €40.01 <span class="wrap">(Early)</span>' in text
    assert "until Sat 14 March 2099, 21:15" in text


def test_with_one_price_the_desk_is_as_simple_as_before(client: Client) -> None:
    tournament = at_the_desk(client)
    anna = make_player("Anna Verdi")

    page = client.get(f"/floor/{tournament.code}/desk/", {"q": "anna"}).content.decode()

    assert offered(client, tournament, "anna") == {f"register-{anna.pk}": "now:5000:"}
    assert "desk-price" not in page


def test_who_waits_with_a_phone_pays_the_price_that_is_tapped(client: Client) -> None:
    tournament = at_the_desk(client, phone_queue=True, **priced(NOW_EARLY, MEMBER))
    place = wait_in_queue(tournament, "Quinta Coda", now=NOW)
    part = client.get(f"/floor/{tournament.code}/desk/", {"part": "queue"}, headers={"HX-Request": "true"})
    buttons = dict(BUTTON.findall(part.content.decode()))

    chosen = {"price": buttons[f"queue-new-price-{place.pk}-2"], "key": str(uuid4())}
    client.post(f"/floor/{tournament.code}/desk/queue/{place.pk}/", chosen)

    assert buttons[f"queue-{place.pk}-new"] == "now:4001:Early"
    assert Entry.objects.values_list("player__name", "price_name").get() == ("Quinta Coda", "Member")


def test_a_list_is_registered_at_the_price_that_was_chosen_for_it(client: Client) -> None:
    tournament = at_the_desk(client, **priced(NOW_EARLY, MEMBER))
    address = f"/floor/{tournament.code}/import/"
    form = {"text": "Anna Verdi\nBruno Neri", "what": "register", "price": "hand:4700:Member"}
    choices = client.get(address).context["form"]["price"].field.choices

    preview = client.post(address, form | {"do": "preview"})
    sent = {"do": "run", "digest": preview.context["plan"].digest, "key": str(uuid4())}
    client.post(address, form | sent)

    assert choices == [
        ("now:4001:Early", "Early €40.01"),
        ("hand:5000:", "Buy-in €50"),
        ("hand:4700:Member", "Member €47"),
    ]
    assert '<dt>Price</dt><dd class="wrap">Member €47</dd>' in preview.content.decode()
    assert (
        list(Entry.objects.values_list("price_name", "paid_prize", "paid_fee")) == [("Member", 45_00, 0)] * 2
    )


def test_a_list_is_not_registered_at_a_price_that_is_gone(client: Client) -> None:
    tournament = at_the_desk(client, **priced(NOW_EARLY))
    form = {"text": "Anna Verdi", "what": "register", "price": "hand:4700:Member", "do": "preview"}

    response = client.post(f"/floor/{tournament.code}/import/", form)

    assert response.status_code == 422
    assert "The prices have changed: choose one again." in response.content.decode()


def test_players_read_the_prices_they_are_told_and_what_is_to_be_paid_now(client: Client) -> None:
    over = replace(EARLY, name="Over")
    tournament = at_the_desk(
        client, **priced(replace(NOW_EARLY, starts_at=over.ends_at), MEMBER, STAFF, over)
    )
    client.logout()

    page = client.get(f"/t/{tournament.code}/structure/")

    assert [(price.name, price.total, price.is_to_pay) for price in page.context["prices"]] == [
        ("", 50_00, False),
        ("Early", 40_01, True),
        ("Member", 47_00, False),
    ]
    assert "Buy-in €40.01" in " ".join(client.get("/").content.decode().split())


@pytest.mark.parametrize("count", [1, 3])
def test_prices_take_no_further_query_at_the_desk(
    client: Client, count: int, django_assert_num_queries: Any
) -> None:
    tournament = at_the_desk(client, **priced())
    enter(tournament, *(f"Anna {number}" for number in range(count)))

    # session, account, staff, entries counted, players, entries with seats, ID checks
    with django_assert_num_queries(7):
        client.get(f"/floor/{tournament.code}/desk/", {"q": "anna"}, headers={"HX-Request": "true"})
