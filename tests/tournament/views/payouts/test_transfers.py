"""Transfers on the screen: from the till's page to the safe, from it and to another till; undone; and by whom."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, NOW, give_role, make_account, make_tournament
from tests.factories.floor import tapped
from tournament.models import CashTransfer, LogEntry, Role, Till, Tournament
from tournament.queries.ledger.tills import till_sheets
from tournament.services.cash.tills import close_till, open_till
from tournament.services.cash.transfers import transfer_cash

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """The person at the desk is logged in."""
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.REGISTRATION, "rita"))
    return tournament


@pytest.fixture
def mine(tournament: Tournament) -> Till:
    return till_of(tournament, "rita")


def till_of(tournament: Tournament, name: str) -> Till:
    line = open_till(
        tournament_id=tournament.pk, account_id=make_account(name).pk, opening_float=200_00, by=ACTOR.at(NOW)
    )
    return Till.objects.get(opened_line=line)


def home(till: Till) -> str:
    return f"/floor/{till.tournament.code}/tills/{till.pk}/"


def send(client: Client, till: Till, way: str, amount: str, **more: str) -> Any:
    body = {"key": str(uuid4()), "way": way, "amount": amount, **more}
    return tapped(client, f"{home(till)}transfer/", body)


def undo(client: Client, transfer: CashTransfer) -> str:
    body = {"key": str(uuid4())}
    where = f"/floor/{transfer.tournament.code}/tills/transfers/{transfer.pk}/undo/"
    page: str = client.post(where, body, follow=True).content.decode()
    return page


def expected(till: Till) -> int:
    return till_sheets(till.tournament, till_id=till.pk)[0].expected


def test_cash_is_dropped_filled_and_handed_over(client: Client, mine: Till) -> None:
    ugo = till_of(mine.tournament, "ugo")
    ways = client.get(home(mine)).context["carrying"].fields["way"].choices
    assert [str(label) for _way, label in ways] == [
        "Drop into the safe",
        "Fill from the safe",
        "Transfer to the till of ugo",
    ]

    said = send(client, mine, "drop", "120", reason="Too many fifties").content.decode()
    assert "Dropped €120 from the till of rita into the safe." in said
    assert "Too many fifties" in said
    send(client, mine, "fill", "30,50")
    page = send(client, mine, str(ugo.pk), "45").content.decode()

    assert (expected(mine), expected(ugo)) == (65_50, 245_00)
    assert "−€134.50" in page
    assert f'action="/floor/{mine.tournament.code}/tills/transfers/' in page


def test_the_same_tap_carries_once(client: Client, mine: Till) -> None:
    key = str(uuid4())
    for _tap in range(3):
        answer = send(client, mine, "drop", "20", key=key)
        assert "Dropped €20" in answer.content.decode()
    assert CashTransfer.objects.count() == 1


@pytest.mark.parametrize(
    ("way", "amount", "field"),
    [
        ("drop", "", "amount"),
        ("drop", "0", "amount"),
        ("drop", "-5", "amount"),
        ("drop", "200.01", "amount"),
        ("", "20", "way"),
        ("till", "20", "way"),
        ("0", "20", "way"),
    ],
)
def test_what_cannot_be_is_said_at_the_field(
    client: Client, mine: Till, way: str, amount: str, field: str
) -> None:
    answer = send(client, mine, way, amount)
    assert (answer.status_code, set(answer.context["carrying"].errors)) == (422, {field})
    assert not CashTransfer.objects.exists()


def test_more_than_the_till_should_hold_is_refused_in_words(client: Client, mine: Till) -> None:
    page = send(client, mine, "drop", "500").content.decode()
    assert "The till of rita should not hold that much." in page
    assert 'value="500"' in page


def test_only_ones_own_till_gives_and_takes_but_for_the_floor(client: Client, mine: Till) -> None:
    ugo = till_of(mine.tournament, "ugo")
    page = send(client, ugo, str(mine.pk), "20")
    assert page.status_code == 422
    assert "Only ugo or the floor can transfer cash of this till." in page.content.decode()
    assert not CashTransfer.objects.exists()

    client.force_login(give_role(mine.tournament, Role.FLOOR))
    assert send(client, ugo, str(mine.pk), "20").status_code == 200
    assert (expected(mine), expected(ugo)) == (220_00, 180_00)


def test_neither_this_till_nor_a_closed_one_nor_one_of_another_event_is_offered(
    client: Client, mine: Till
) -> None:
    closed = till_of(mine.tournament, "ugo")
    close_till(
        tournament_id=mine.tournament_id, till_id=closed.pk, counted=200_00, reason="", by=ACTOR.at(NOW)
    )
    elsewhere = till_of(make_tournament(name="Elsewhere"), "vera")
    for other in (mine, closed, elsewhere):
        answer = send(client, mine, str(other.pk), "20")
        assert set(answer.context["carrying"].errors) == {"way"}
    assert send(client, elsewhere, "drop", "20").status_code == 404
    assert "Transfer cash" not in client.get(home(closed)).content.decode()
    assert not CashTransfer.objects.exists()


def test_the_desk_undoes_its_own_transfer_on_the_page_of_the_till(client: Client, mine: Till) -> None:
    send(client, mine, "drop", "120")
    transfer = CashTransfer.objects.get()

    page = undo(client, transfer)

    assert "Undone: Dropped €120 from the till of rita into the safe." in page
    assert expected(mine) == 200_00
    shown = client.get(home(mine)).content.decode()
    assert "undone by rita" in shown
    assert f"/transfers/{transfer.pk}/undo/" not in shown
    assert "already been undone" in undo(client, transfer)
    assert CashTransfer.objects.count() == 2


def test_the_transfer_of_somebody_else_is_undone_by_the_floor(client: Client, mine: Till) -> None:
    line = transfer_cash(
        tournament_id=mine.tournament_id,
        from_till=mine.pk,
        to_till=None,
        amount=20_00,
        reason="",
        by=ACTOR.at(NOW),
    )
    transfer = CashTransfer.objects.get(log_entry=line)
    assert f"/transfers/{transfer.pk}/undo/" not in client.get(home(mine)).content.decode()
    assert "Only Vera Direttrice or the floor can undo this transfer." in undo(client, transfer)

    client.force_login(give_role(mine.tournament, Role.FLOOR))
    assert f"/transfers/{transfer.pk}/undo/" in client.get(home(mine)).content.decode()
    undo(client, transfer)
    assert expected(mine) == 200_00


def test_after_the_count_the_undo_is_refused_with_the_way_round(client: Client, mine: Till) -> None:
    send(client, mine, "drop", "120")
    client.post(home(mine), {"counted": "80"})

    page = client.get(home(mine)).content.decode()

    assert "to undo a transfer, undo the closing in the log first" in page
    assert "/undo/" not in page
    assert "Undo its closing first" in undo(client, CashTransfer.objects.get())
    assert CashTransfer.objects.count() == 1


def test_a_transfer_of_another_event_is_not_there_nor_a_row_that_undoes_one(
    client: Client, mine: Till
) -> None:
    send(client, mine, "drop", "120")
    undo(client, CashTransfer.objects.get())
    back = CashTransfer.objects.exclude(corrects=None).get()
    other = till_of(make_tournament(name="Elsewhere"), "vera")
    line = transfer_cash(
        tournament_id=other.tournament_id,
        from_till=other.pk,
        to_till=None,
        amount=20_00,
        reason="",
        by=ACTOR.at(NOW),
    )
    for transfer in (back.pk, CashTransfer.objects.get(log_entry=line).pk):
        where = f"/floor/{mine.tournament.code}/tills/transfers/{transfer}/undo/"
        assert client.post(where, {"key": str(uuid4())}).status_code == 404
    assert CashTransfer.objects.count() == 3


def test_the_floor_undoes_it_in_the_log(client: Client, mine: Till) -> None:
    client.force_login(give_role(mine.tournament, Role.FLOOR))
    send(client, mine, "fill", "120")
    line = LogEntry.objects.get(verb="cash_transferred")
    log = f"/floor/{mine.tournament.code}/log/"
    assert f'action="{log}{line.pk}/undo/"' in client.get(f"{log}?kind=tills").content.decode()

    client.post(f"{log}{line.pk}/undo/", {"key": str(uuid4())})

    assert expected(mine) == 200_00
    assert "Undid the fill of the till of rita with €120" in client.get(log).content.decode()


def test_the_day_report_and_the_reconciliation_say_what_is_in_the_safe(client: Client, mine: Till) -> None:
    code = mine.tournament.code
    day, books = f"/floor/{code}/tills/day/", f"/floor/{code}/reconciliation/"
    assert 'id="safe"' not in client.get(day).content.decode()
    assert 'id="in-safe"' not in client.get(books).content.decode()
    ugo = till_of(mine.tournament, "ugo")
    send(client, mine, "drop", "120", reason="Too many fifties")
    send(client, mine, "fill", "30")
    send(client, mine, str(ugo.pk), "10")

    answer = client.get(day)
    shown = answer.context
    assert (shown["safe"].money_in, shown["safe"].money_out, shown["safe"].balance) == (120_00, 30_00, 90_00)
    # The whole of the tills has given to the safe what is in it.
    assert (shown["opening"], shown["transferred"], shown["expected"]) == (400_00, -90_00, 310_00)
    assert [(till.name, till.transferred) for till in shown["tills"]] == [("ugo", 10_00), ("rita", -100_00)]
    page = answer.content.decode()
    assert "Too many fifties" in page
    assert 'id="safe"' in page
    books_page = client.get(books).content.decode()
    assert '<dd id="in-safe">€90</dd>' in books_page
    assert "−€90" in books_page


def test_it_is_all_said_in_italian(client: Client, mine: Till) -> None:
    client.cookies["django_language"] = "it"
    page = send(client, mine, "drop", "120").content.decode()
    assert "Versamento di 120\u00a0€ dalla cassa di rita in cassaforte." in page
    assert "Prelievo dalla cassaforte" in page


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_the_same_queries_however_many_transfers(
    client: Client, mine: Till, count: int, django_assert_num_queries: Any
) -> None:
    for _each in range(count):
        send(client, mine, "drop", "10")

    # session, account, staff; the till, what it moved, what it collected, their sum, what waits for a second person,
    # the other tills, its transfers; of their undo the rows, the tills and what they moved, collected and carried
    with django_assert_num_queries(15):
        client.get(home(mine))
