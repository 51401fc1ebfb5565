"""The bounties of the staff: due, paid in one tap, voided, and never twice."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import give_role
from tests.factories.field import bust, started
from tests.factories.sales import selling
from tournament.models import Entry, MoneyKind, MoneyRow, Role, Tournament
from tournament.timekeeping import house_now

pytestmark = pytest.mark.django_db


@pytest.fixture
def won(client: Client) -> tuple[Tournament, list[Entry]]:
    """Anna has knocked two of five out, Bruno none; a registration person is logged in."""
    return won_by_anna(client, 2)


def won_by_anna(client: Client, knock_outs: int, kind: str = "fixed") -> tuple[Tournament, list[Entry]]:
    tournament, entries = started(
        knock_outs + 3, buy_in_bounty=25_00, bounty_kind=kind, late_registration_level=3
    )
    for loser in entries[3:]:
        bust(tournament, loser, winner=entries[0])
    client.force_login(give_role(tournament, Role.REGISTRATION, f"rita{tournament.pk}"))
    return tournament, entries


def post(client: Client, tournament: Tournament, path: str, **data: str) -> Any:
    address = f"/floor/{tournament.code}/bounties/{path}/"
    return client.post(address, {"key": str(uuid4())} | data, headers={"HX-Request": "true"})


def paid() -> list[int]:
    rows = MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID).order_by("pk")
    return list(rows.values_list("amount", flat=True))


def test_the_desk_sees_what_each_player_has_to_get_and_pays_it_in_one_tap(
    client: Client, won: tuple[Tournament, list[Entry]]
) -> None:
    tournament, entries = won
    page = client.get(f"/floor/{tournament.code}/bounties/")
    (line,) = page.context["desk"].lines
    assert (line.name, line.knock_outs, line.due, line.paid, line.payment) == (
        "Anna Verdi",
        2,
        50_00,
        0,
        None,
    )
    assert 'value="5000"' in page.content.decode()
    assert "adds up" in page.content.decode()
    assert (
        f"/floor/{tournament.code}/bounties/"
        in client.get(f"/floor/{tournament.code}/payouts/").content.decode()
    )

    answer = post(client, tournament, f"{entries[0].pk}/pay", amount="5000")

    assert answer.status_code == 200
    assert "Paid €50 to Anna Verdi." in answer.content.decode()
    (line,) = answer.context["desk"].lines
    assert (line.due, line.paid, line.payment.amount) == (0, 50_00, 50_00)
    assert paid() == [-50_00]

    answer = post(client, tournament, f"{line.payment.id}/void")
    assert "The payment of €50 to Anna Verdi is voided." in answer.content.decode()
    assert answer.context["desk"].lines[0].due == 50_00
    assert paid() == [-50_00, 50_00]


def test_a_double_tap_and_a_page_that_is_old_pay_once(
    client: Client, won: tuple[Tournament, list[Entry]]
) -> None:
    tournament, entries = won
    key = str(uuid4())

    answers = [
        post(client, tournament, f"{entries[0].pk}/pay", amount="5000", key=key).status_code for _ in range(2)
    ]
    again = post(client, tournament, f"{entries[0].pk}/pay", amount="5000")

    assert answers == [200, 200]
    assert (again.status_code, "Anna Verdi has no bounty to get." in again.content.decode()) == (409, True)
    assert paid() == [-50_00]


def test_an_amount_that_has_changed_is_shown_and_not_paid(
    client: Client, won: tuple[Tournament, list[Entry]]
) -> None:
    tournament, entries = won
    bust(tournament, entries[2], winner=entries[0])

    answer = post(client, tournament, f"{entries[0].pk}/pay", amount="5000")

    assert answer.status_code == 409
    assert answer.context["desk"].lines[0].due == 75_00
    assert post(client, tournament, f"{entries[0].pk}/pay", amount="-1").status_code == 422
    assert post(client, tournament, f"{entries[0].pk}/pay").status_code == 422
    assert paid() == []


def test_without_htmx_the_page_comes_back_and_what_is_not_there_is_not_found(
    client: Client, won: tuple[Tournament, list[Entry]]
) -> None:
    tournament, entries = won
    home = f"/floor/{tournament.code}/bounties/"
    answer = client.post(f"{home}{entries[0].pk}/pay/", {"key": str(uuid4()), "amount": "5000"})
    assert answer.headers["Location"] == home
    assert post(client, tournament, "999999/pay", amount="1").status_code == 404
    assert post(client, tournament, "999999/void").status_code == 404
    row = MoneyRow.objects.get(kind=MoneyKind.BOUNTY_PAID)
    assert post(client, tournament, f"{row.pk}/void").status_code == 200
    assert post(client, tournament, f"{row.pk}/void").status_code == 409


def test_players_are_found_by_name_and_entry_number_and_bounties_nobody_won_are_told(
    client: Client, won: tuple[Tournament, list[Entry]]
) -> None:
    tournament, _entries = won
    home = f"/floor/{tournament.code}/bounties/"
    for typed, found in (("anna", 1), ("1", 1), ("zz", 0)):
        assert len(client.get(home, {"q": typed}).context["desk"].lines) == found
    assert "No bounty matches “zz”." in client.get(home, {"q": "zz"}).content.decode()


def test_a_tournament_without_bounties_offers_no_page_of_them(client: Client) -> None:
    tournament, _ = started(3)
    client.force_login(give_role(tournament, Role.REGISTRATION))
    assert "to-bounties" not in client.get(f"/floor/{tournament.code}/payouts/").content.decode()
    page = client.get(f"/floor/{tournament.code}/bounties/").content.decode()
    assert "Nobody has won a bounty yet." in page


@pytest.mark.parametrize("winners", [1, 3])
def test_the_page_takes_the_same_queries_however_many_winners(
    client: Client, winners: int, django_assert_num_queries: Any
) -> None:
    tournament, entries = started(
        8, buy_in_bounty=25_00, bounty_kind="progressive", late_registration_level=3
    )
    for winner, loser in zip(entries[:winners], entries[4:], strict=False):
        bust(tournament, loser, winner=winner)
    client.force_login(give_role(tournament, Role.REGISTRATION))

    # session, account, staff; how many, the page, heads 3, those held; all heads 3, who is in, shares, ledger;
    # whether any; what waits for these entries 3
    with django_assert_num_queries(19):
        client.get(f"/floor/{tournament.code}/bounties/")


def test_while_rebuys_are_sold_the_page_says_until_when_and_has_no_button_to_pay(client: Client) -> None:
    tournament, entries = started(4, now=house_now(), buy_in_bounty=25_00, bounty_kind="fixed", **selling())
    bust(tournament, entries[3], winner=entries[0])
    client.force_login(give_role(tournament, Role.REGISTRATION))

    page = client.get(f"/floor/{tournament.code}/bounties/").content.decode()

    assert "Bounties are paid once rebuys are over, after level 2" in page
    assert f'id="pay-{entries[0].pk}"' not in page
    assert post(client, tournament, f"{entries[0].pk}/pay", amount="2500").status_code == 422
    assert paid() == []


def test_a_player_reads_what_is_on_the_own_head(client: Client) -> None:
    _tournament, entries = won_by_anna(client, 2, "progressive")

    page = client.get(f"/my/{entries[0].link_secret}/").content.decode()

    assert "On my head" in page
    # Half of each bounty that was won is added to the own one.
    assert "€50" in page.partition("On my head")[2].partition("</dd>")[0]
