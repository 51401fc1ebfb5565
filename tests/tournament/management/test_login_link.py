"""A link in the terminal lets the house's director in, also on the day after and without a password."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.factories import NOW, give_role, make_account, make_tournament
from tournament.models import Account, Role, Tournament, TournamentStatus
from tournament.services.setup.accounts import first_director

pytestmark = pytest.mark.django_db


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("login_link", *arguments, "--base-url", "http://10.0.0.2:8000/", stdout=out)
    return out.getvalue()


def test_a_house_without_accounts_gets_its_first_director_who_gets_in_once(client: Client) -> None:
    text = printed()

    found = re.search(r"Single-use log-in link for director: http://10\.0\.0\.2:8000(/login/\S+)", text)
    assert found is not None
    assert not Account.objects.get(username="director").has_usable_password()
    assert client.post(found[1]).status_code == 302
    assert client.get("/floor/").status_code == 200
    assert Client().post(found[1]).status_code == 410
    assert "link for director: " in printed()
    assert Account.objects.count() == 1


def test_the_house_belongs_to_the_director_of_what_is_not_over() -> None:
    assert first_director() is None
    demo = make_tournament(make_account("demo-director"))
    Tournament.objects.filter(pk=demo.pk).update(is_demo=True)
    assert first_director() is None
    owner = make_account("owner")
    assert first_director() == owner

    friday = make_tournament(make_account("vera"))
    give_role(friday, Role.FLOOR, "flora")
    over = make_tournament(make_account("rita"))
    Tournament.objects.filter(pk=over.pk).update(
        status=TournamentStatus.FINISHED, finished_at=NOW + timedelta(hours=5)
    )
    assert first_director() == make_account("vera")
    Account.objects.filter(username="vera").update(is_active=False)
    assert first_director() == make_account("rita")


def test_where_only_the_demo_is_played_the_link_leads_into_it() -> None:
    demo = make_tournament(make_account("demo-director"))
    Tournament.objects.filter(pk=demo.pk).update(is_demo=True)
    assert "link for demo-director: " in printed()
    make_account("owner")
    assert "link for owner: " in printed()


def test_a_name_gets_its_own_link_and_an_unknown_or_closed_one_none() -> None:
    give_role(make_tournament(), Role.FLOOR, "flora")
    assert "Single-use log-in link for flora: " in printed("flora")

    with pytest.raises(CommandError, match="Account nobody not found"):
        printed("nobody")
    Account.objects.filter(username="flora").update(is_active=False)
    with pytest.raises(CommandError, match="inactive"):
        printed("flora")
