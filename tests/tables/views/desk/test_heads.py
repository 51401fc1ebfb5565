"""Players who come in without a name: so many buy-ins at once, named or merged later."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tables.models import Seat
from tables.services.desk.players import merge_players
from tables.services.desk.seating import make_seat_draw
from tests.factories import ACTOR, after, as_vera, enter, make_player
from tests.factories.floor import said
from tests.pages import squeeze
from tournament.models import Entry, MoneyRow, Tournament

pytestmark = pytest.mark.django_db


def register(client: Client, tournament: Tournament, heads: str) -> Any:
    fields = {"heads": heads, "key": str(uuid4())}
    return client.post(f"/floor/{tournament.code}/desk/heads/", fields, follow=True)


def test_heads_are_counted_their_money_is_booked_and_they_are_named_later(client: Client) -> None:
    tournament = as_vera(client)
    enter(tournament, "Anna Verdi")
    assert "Players without names" in squeeze(client.get(f"/floor/{tournament.code}/desk/").content.decode())
    assert said(register(client, tournament, "3")) == ["3 entries registered without names."]
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    # The numbers are of the house, so that two events have no two of one name.
    first = entries[0].player_id
    names = [entry.player.name for entry in entries]
    assert names == ["Anna Verdi", *(f"Unnamed {first + head}" for head in (1, 2, 3))]
    assert {entry.paid_total for entry in entries} == {tournament.buy_in_total}
    booked = MoneyRow.objects.filter(tournament=tournament, entry__in=entries).values_list("entry").distinct()
    assert booked.count() == 4

    known = make_player("Bruno Neri")
    merge_players(
        tournament_id=tournament.pk, kept_id=known.pk, double_id=entries[1].player_id, by=ACTOR.at(after(5))
    )
    assert Entry.objects.get(pk=entries[1].pk).player == known


def test_behind_the_draw_each_has_a_seat(client: Client) -> None:
    tournament = as_vera(client)
    enter(tournament, "Anna Verdi", "Bruno Neri")
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(after(1)))
    assert said(register(client, tournament, "2")) == ["2 entries registered without names."]
    assert Seat.objects.filter(entry__tournament=tournament).count() == 4


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("0", "Ensure this value is greater than or equal to 1."),
        ("101", "Ensure this value is less than or equal to 100."),
        ("", "This field is required."),
    ],
)
def test_a_number_that_cannot_be_registers_nobody(client: Client, typed: str, words: str) -> None:
    tournament = as_vera(client)
    assert said(register(client, tournament, typed)) == [words]
    assert not Entry.objects.exists()


def test_where_too_few_seats_are_free_the_desk_is_asked_and_nobody_is_registered(client: Client) -> None:
    tournament = as_vera(client, seats_per_table=3)
    enter(tournament, "Anna Verdi", "Bruno Neri")
    make_seat_draw(tournament_id=tournament.pk, seed="1", by=ACTOR.at(after(1)))
    assert said(register(client, tournament, "2")) == ["Every seat is taken."]
    assert Entry.objects.count() == 2
    assert said(register(client, tournament, "1")) == ["1 entry registered without a name."]


def test_the_price_on_the_button_is_the_price_that_is_paid(client: Client) -> None:
    tournament = as_vera(client)
    page = client.get(f"/floor/{tournament.code}/desk/").content.decode()
    (quote,) = set(re.findall(r'id="register-heads" name="price" value="([^"]+)"', page))
    Tournament.objects.filter(pk=tournament.pk).update(buy_in_prize=tournament.buy_in_prize + 10_00)
    fields = {"heads": "1", "price": quote, "key": str(uuid4())}
    refused = client.post(f"/floor/{tournament.code}/desk/heads/", fields, follow=True)
    assert said(refused) != ["1 entry registered without a name."]
    assert not Entry.objects.exists()
