"""Tills on the screen: opened, counted with a difference, closed, reopened by an undo; and who may close which."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.factories import ACTOR, NOW, after, enter, give_role, make_account, make_player, make_tournament
from tests.factories.books import played_for_money
from tournament.models import LogEntry, MoneyKind, MoneyRow, Role, Till, Tournament
from tournament.services.actor import Actor
from tournament.services.cash.tills import open_till
from tournament.services.field.entries import register_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(client: Client) -> Tournament:
    """Open for registration; the person at the desk is logged in."""
    tournament = make_tournament()
    client.force_login(give_role(tournament, Role.REGISTRATION, "rita"))
    return tournament


def home(tournament: Tournament, till: Till | None = None) -> str:
    return f"/floor/{tournament.code}/tills/" + (f"{till.pk}/" if till else "")


def till_of(tournament: Tournament, name: str, opening_float: int = 200_00) -> Till:
    account = make_account(name)
    open_till(
        tournament_id=tournament.pk, account_id=account.pk, opening_float=opening_float, by=ACTOR.at(NOW)
    )
    return Till.objects.get(account=account)


def test_a_till_is_opened_counted_and_closed(client: Client, tournament: Tournament) -> None:
    client.post(home(tournament), {"amount": "200"})
    till = Till.objects.get()
    assert (till.opening_float, till.account.username) == (200_00, "rita")
    page = client.get(home(tournament)).content.decode()
    assert 'id="own-till"' in page
    assert "Open my till" not in page

    refused = client.post(home(tournament, till), {"counted": "198,50"})
    assert refused.status_code == 422
    assert "Difference: −€1.50" in refused.content.decode()
    assert "count again, or give the reason" in refused.content.decode()

    answer = client.post(
        home(tournament, till), {"counted": "198,50", "reason": "Given as change"}, follow=True
    )
    body = answer.content.decode()
    assert "Closed the till of rita: €198.50 counted, €1.50 short." in body
    assert "Given as change" in body
    assert "Count and close" not in body
    # The desk asks the floor for an undo.
    assert "/undo/" not in body


def test_what_is_not_money_is_said_at_the_field(client: Client, tournament: Tournament) -> None:
    for amount in ("", "-5", "lots"):
        answer = client.post(home(tournament), {"amount": amount})
        assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"amount"})
    assert not Till.objects.exists()


def test_a_second_till_is_refused_with_its_reason(client: Client, tournament: Tournament) -> None:
    till_of(tournament, "rita")

    answer = client.post(home(tournament), {"amount": "10"})

    assert answer.status_code == 422
    assert Till.objects.count() == 1


def test_the_desk_closes_its_own_till_and_the_floor_any(client: Client, tournament: Tournament) -> None:
    till = till_of(tournament, "ugo")

    refused = client.post(home(tournament, till), {"counted": "200"})
    assert refused.status_code == 422
    assert "Only ugo or the floor can close this till." in refused.content.decode()

    client.force_login(give_role(tournament, Role.FLOOR))
    assert client.post(home(tournament, till), {"counted": "200"}).status_code == 302
    assert Till.objects.get().counted == 200_00


def test_the_floor_reopens_it_by_the_undo_of_the_message(client: Client, tournament: Tournament) -> None:
    till = till_of(tournament, "ugo")
    client.force_login(give_role(tournament, Role.FLOOR))
    answer = client.post(home(tournament, till), {"counted": "200"}, follow=True)
    line = LogEntry.objects.get(verb="till_closed")
    assert f'action="/floor/{tournament.code}/log/{line.pk}/undo/"' in answer.content.decode()

    client.post(f"/floor/{tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())})

    assert Till.objects.get().closed_at is None


def test_a_till_of_another_tournament_is_not_there(client: Client, tournament: Tournament) -> None:
    other = make_tournament(name="Elsewhere")
    till = till_of(other, "ugo")

    assert client.get(home(tournament, till)).status_code == 404
    assert client.post(home(tournament, till), {"counted": "200"}).status_code == 404
    assert Till.objects.get().closed_at is None


def test_without_a_till_everything_is_sold_as_before(client: Client, tournament: Tournament) -> None:
    enter(tournament, "Anna Verdi")

    page = client.get(home(tournament)).content.decode()

    assert "Open my till" in page
    assert "<table" not in page


def test_the_day_report_adds_up_the_tills_of_one_day(client: Client, tournament: Tournament) -> None:
    floor = give_role(tournament, Role.FLOOR)
    client.force_login(floor)
    first = till_of(tournament, "ugo")
    client.post(home(tournament, first), {"counted": "195", "reason": "Wrong change"})
    till_of(tournament, "pia", 50_00)
    late = till_of(tournament, "nino", 70_00)
    # Half past midnight in Rome.
    Till.objects.filter(pk=late.pk).update(opened_at=after(210))

    def report(query: str = "") -> Any:
        return client.get(f"{home(tournament)}day/{query}")

    assert [till.name for till in report().context["tills"]] == ["nino"]
    page = report("?day=2026-03-14")
    shown = page.context
    assert shown["days"] == (date(2026, 3, 15), date(2026, 3, 14))
    assert [till.name for till in shown["tills"]] == ["pia", "ugo"]
    assert [shown[name] for name in ("opening", "expected", "counted", "difference", "still_open")] == [
        250_00,
        250_00,
        195_00,
        -5_00,
        1,
    ]
    assert "1 till is still open" in page.content.decode()
    assert "Sat 14 March 2026" in page.content.decode()
    assert [till.name for till in report("?day=nonsense").context["tills"]] == ["nino"]


def test_the_day_report_has_the_cash_of_all_tills_by_tournament_and_kind(
    client: Client, tournament: Tournament
) -> None:
    other = make_tournament(name="Side Event")
    for name, where in (("ugo", tournament), ("pia", tournament), ("pia", other)):
        account = make_account(name)
        if where is tournament:
            till_of(tournament, name)
        register_entry(
            tournament_id=where.pk,
            player_id=make_player(f"{name} of {where.name}").pk,
            by=Actor(label=name, account_id=account.pk).at(NOW),
        )

    cash = client.get(f"{home(tournament)}day/").context["cash"]

    # The reader is not in the staff of the other one.
    assert [(name, [(line.kind, line.money_in) for line in lines]) for name, lines in cash] == [
        ("Friday Fifty", [("entries", 100_00)]),
        ("", [("entries", 50_00)]),
    ]


def test_the_day_report_says_what_was_moved_without_a_till(client: Client, tournament: Tournament) -> None:
    client.force_login(give_role(tournament, Role.FLOOR))
    till_of(tournament, "ugo")

    def enter_by(name: str, minutes: float) -> None:
        who = Actor(label=name, account_id=make_account(name).pk)
        player = make_player(f"Player of {name} {minutes}")
        register_entry(tournament_id=tournament.pk, player_id=player.pk, by=who.at(after(minutes)))

    def day_report() -> Any:
        return client.get(f"{home(tournament)}day/")

    enter_by("ugo", 1)
    assert day_report().context["without_till"] == (0, 0)
    assert "Without a till" not in day_report().content.decode()
    enter_by("pia", 2)
    # The next day in Rome.
    enter_by("pia", 300)
    assert day_report().context["without_till"] == (50_00, 0)
    assert "Without a till" in day_report().content.decode()


def test_what_a_guarantee_costs_the_house_is_no_cash_that_anybody_handled(client: Client) -> None:
    tournament, entries = played_for_money()
    client.force_login(give_role(tournament, Role.FLOOR))
    till_of(tournament, "ugo")
    sold = len(entries) * 61_00

    report = client.get(f"{home(tournament)}day/")

    assert MoneyRow.objects.get(kind=MoneyKind.OVERLAY).amount > 0
    assert report.context["without_till"] == (sold, 0)


def test_a_day_without_tills_says_so(client: Client, tournament: Tournament) -> None:
    assert "No till has been opened." in client.get(f"{home(tournament)}day/").content.decode()


@pytest.mark.parametrize("tills", [1, 3])
def test_the_page_takes_the_same_queries_however_many_tills(
    client: Client, tournament: Tournament, tills: int, django_assert_num_queries: Any
) -> None:
    for number in range(tills):
        till_of(tournament, f"ugo{number}")

    # session, account, staff; one's own; the tills, what they moved, what they collected, their transfers
    with django_assert_num_queries(8):
        client.get(home(tournament))
    # session, account, staff; the days; the tills, what they moved, what they collected, their transfers twice; the
    # safe twice; what was moved and what was collected without a till
    with django_assert_num_queries(13):
        client.get(f"{home(tournament)}day/")
