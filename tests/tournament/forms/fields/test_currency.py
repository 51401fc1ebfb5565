"""A tournament in yen: whole yen wherever money is typed or shown."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import enter, give_role, make_tournament
from tests.tournament.views.setup.test_tournaments import settings_data
from tournament.forms.fields.currency import amounts_in, units_in_force
from tournament.models import MoneyRow, Role, Till, Tournament

pytestmark = pytest.mark.django_db

YEN: dict[str, Any] = {
    "currency": "JPY",
    "buy_in_prize": 4_500,
    "buy_in_fee": 300,
    "buy_in_staff": 200,
    "payout_unit": 1,
}


def key() -> dict[str, str]:
    return {"key": str(uuid4())}


def test_the_currency_holds_as_long_as_it_is_asked_for() -> None:
    assert units_in_force() == 100
    with amounts_in("JPY"):
        assert units_in_force() == 1
        with amounts_in("USD"):
            assert units_in_force() == 100
        assert units_in_force() == 1
    assert units_in_force() == 100


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_page_of_an_event_in_yen_takes_and_shows_whole_yen(client: Client, language: str) -> None:
    tournament = make_tournament(**YEN)
    enter(tournament, "Anna Verdi", "Bruno Neri")
    account = give_role(tournament, Role.DIRECTOR)
    client.force_login(account)
    client.post("/language/", {"language": language})
    home = f"/floor/{tournament.code}"
    shown = {"en": "¥{}", "it": "{}\u00a0¥"}[language].format

    settings = client.get(f"{home}/settings/").content.decode()
    assert 'name="price" value="5000"' in settings
    assert 'name="buy_in_fee" value="300"' in settings

    grouped = {"en": "1,500", "it": "1.500"}[language]
    typed = {"amount": grouped, "giver": "house", "reason": "x", **key()}
    added = client.post(f"{home}/payouts/added/", typed, follow=True).content.decode()
    assert MoneyRow.objects.get(kind="added").amount == 1_500
    assert shown(grouped) in added
    wrong = client.post(f"{home}/payouts/added/", {**typed, "amount": "25.50", **key()})
    assert (wrong.status_code, MoneyRow.objects.filter(kind="added").count()) == (422, 1)

    pool = shown({"en": "10,500", "it": "10.500"}[language])
    for page in (f"{home}/payouts/", f"/t/{tournament.code}/payouts/", f"/t/{tournament.code}/clock/"):
        assert pool in client.get(page).content.decode()
    ladder = {"amounts": "1: 7000\n2: 3500", "difference": "none", "pool_seen": "10500"}
    client.post(f"{home}/payouts/ladder/", ladder)
    locked = Tournament.objects.get(pk=tournament.pk).locked_ladder
    assert locked is not None
    assert locked.amounts.ladder() == (7_000, 3_500)
    assert "1: 7000" in client.get(f"{home}/payouts/ladder/").content.decode()

    client.post(f"{home}/tills/", {"amount": "20000", **key()})
    assert Till.objects.get().opening_float == 20_000

    client.post(f"{home}/prices/", {"name": "Late", "total": "6000", "prize": "6000", **key()})
    (price,) = Tournament.objects.get(pk=tournament.pk).prices
    assert price.price.total == 6_000
    assert shown({"en": "6,000", "it": "6.000"}[language]) in client.get(f"{home}/prices/").content.decode()


def test_an_event_that_is_changed_to_yen_keeps_the_figures_that_were_typed(client: Client) -> None:
    tournament = make_tournament(payout_unit=5_00)
    client.force_login(give_role(tournament, Role.DIRECTOR))
    page = f"/floor/{tournament.code}/settings/"
    parts = {"price": "5000", "buy_in_prize": "4500", "buy_in_fee": "300", "buy_in_staff": "200"}
    typed = settings_data(client, tournament, currency="JPY", **parts)
    answer = client.post(page, typed)

    assert answer.status_code == 302, answer.context["form"].errors
    tournament.refresh_from_db()
    assert (tournament.currency, tournament.buy_in_total, tournament.payout_unit) == ("JPY", 5_000, 5)
    enter(tournament, "Anna Verdi")
    again = client.post(page, {**typed, "currency": "EUR", "seen": client.get(page).context["seen"]})
    assert again.status_code == 422, "the ledger is in yen"


def test_prices_are_not_left_behind_in_another_currency(client: Client) -> None:
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.DIRECTOR))
    home = f"/floor/{tournament.code}"
    client.post(f"{home}/prices/", {"name": "Late", "total": "60", "prize": "60", **key()})
    typed = settings_data(client, tournament, currency="JPY")
    answer = client.post(f"{home}/settings/", typed)
    assert answer.status_code == 422
    assert "remove them, then change this" in answer.content.decode()
