from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import enter, give_role, make_tournament
from tests.factories.floor import tapped
from tournament.models import MoneyRow, Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri")
    return tournament


def post(client: Client, tournament: Tournament, **body: Any) -> Any:
    typed = {"key": str(uuid4()), "amount": "250", "giver": "sponsor", "reason": "Casa Verde", **body}
    return tapped(client, f"/floor/{tournament.code}/payouts/added/", typed)


def test_the_director_adds_money_and_every_page_of_prizes_says_so(
    client: Client, tournament: Tournament
) -> None:
    client.force_login(give_role(tournament, Role.DIRECTOR))
    key = str(uuid4())

    page = post(client, tournament, key=key).content.decode()
    post(client, tournament, key=key)

    assert [row.amount for row in MoneyRow.objects.filter(kind="added")] == [250_00]
    assert "A sponsor added €250 to the prize pool." in page
    assert "Casa Verde" in page
    assert "including €250 added" in client.get(f"/floor/{tournament.code}/payouts/").content.decode()
    assert "€250" in client.get(f"/floor/{tournament.code}/statement/?kind=added").content.decode()
    assert "also what was not handed over" in (
        client.get(f"/floor/{tournament.code}/reconciliation/").content.decode()
    )
    public = Client().get(f"/t/{tournament.code}/payouts/").content.decode()
    assert "including €250 added" in public
    assert "Casa Verde" not in public
    assert "€340" in Client().get(f"/t/{tournament.code}/clock/").content.decode()


@pytest.mark.parametrize(
    ("field", "typed"), [("amount", ""), ("amount", "0"), ("amount", "-5"), ("giver", "me"), ("reason", "")]
)
def test_what_is_missing_is_said_and_nothing_is_added(
    client: Client, tournament: Tournament, field: str, typed: str
) -> None:
    client.force_login(give_role(tournament, Role.DIRECTOR))
    answer = post(client, tournament, **{field: typed})
    assert answer.status_code == 422
    assert not MoneyRow.objects.filter(kind="added").exists()


def test_the_floor_sees_it_but_does_not_add_it(client: Client, tournament: Tournament) -> None:
    client.force_login(give_role(tournament, Role.FLOOR))
    assert post(client, tournament).status_code == 403
    assert "payouts/added" not in client.get(f"/floor/{tournament.code}/payouts/").content.decode()
