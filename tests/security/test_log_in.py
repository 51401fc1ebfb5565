"""Guessing a password is slow, and tells nothing on the way."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from axes.models import AccessAttempt
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from tests.factories import make_account
from tests.factories.house import House
from tournament.models import Account
from tournament.services.setup.accounts import make_login_link

pytestmark = pytest.mark.django_db

PASSWORD = "seven red chips and a button"


@pytest.fixture
def vera() -> Account:
    account = make_account("vera")
    account.set_password(PASSWORD)
    account.save()
    return account


def knock(name: str, password: str, *, address: str = "10.0.0.1") -> tuple[int, str]:
    response = Client().post("/login/", {"username": name, "password": password}, REMOTE_ADDR=address)
    return response.status_code, re.sub(r"[A-Za-z0-9]{64}|nobody|vera", "", response.content.decode())


def test_five_wrong_passwords_lock_a_name_for_an_address_and_a_quarter_of_an_hour(vera: Account) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False):
        answers = [knock("vera", f"wrong {number}")[0] for number in range(5)]
        assert answers == [422, 422, 422, 422, 429]
        assert knock("vera", PASSWORD)[0] == 429, "even the right one, for now"
    with time_machine.travel(start + timedelta(minutes=16), tick=False):
        assert knock("vera", PASSWORD)[0] == 302


def test_a_stranger_elsewhere_locks_nobody_out(vera: Account) -> None:
    for number in range(8):
        knock("vera", f"wrong {number}", address="10.6.6.6")
    assert knock("vera", PASSWORD, address="10.0.0.1")[0] == 302


def test_other_names_at_the_locked_address_still_get_in(vera: Account) -> None:
    for number in range(8):
        knock("nobody", f"wrong {number}")
    assert knock("vera", PASSWORD)[0] == 302


def test_a_name_that_is_there_and_one_that_is_not_read_alike_also_when_locked(vera: Account) -> None:
    there = [knock("vera", "wrong", address="10.0.0.2") for _ in range(6)]
    not_there = [knock("nobody", "wrong", address="10.0.0.3") for _ in range(6)]
    assert there == not_there


def test_a_closed_account_reads_like_a_wrong_password(vera: Account) -> None:
    wrong = knock("vera", "wrong", address="10.0.0.4")
    Account.objects.filter(pk=vera.pk).update(is_active=False)
    assert knock("vera", PASSWORD, address="10.0.0.5") == wrong


def test_what_is_typed_at_a_log_in_or_for_a_new_password_is_kept_nowhere(vera: Account) -> None:
    """Many a password is typed into the field of the name."""
    for _ in range(2):
        knock("hunter-two-two", "other secret words")
        knock("vera", "wrong secret words")
    client = Client()
    client.force_login(vera)
    client.post(
        "/password/", {"old_password": "guess at it", "new_password": "the next", "again": "the next"}
    )
    assert AccessAttempt.objects.count() == 3
    rows = repr([list(model._default_manager.values()) for model in apps.get_app_config("axes").get_models()])
    assert "10.0.0.1" in rows
    typed = ("hunter-two-two", "vera", "secret words", "guess at it", "the next")
    assert not [words for words in typed if words in rows], rows


def test_a_name_that_is_not_there_costs_no_other_queries_than_one_that_is(vera: Account) -> None:
    asked = []
    for name, address in (("vera", "10.0.0.6"), ("nobody", "10.0.0.7")):
        with CaptureQueriesContext(connection) as queries:
            knock(name, "wrong", address=address)
        asked.append([query["sql"].split()[0] for query in queries if "axes_" in query["sql"]])
    assert asked[0] == asked[1]


def test_a_lock_says_when_it_ends(vera: Account) -> None:
    for _ in range(5):
        knock("vera", "wrong")
    response = Client().post("/login/", {"username": "vera", "password": "wrong"}, REMOTE_ADDR="10.0.0.1")
    assert response.status_code == 429
    assert 0 < int(response.headers["Retry-After"]) <= 900


def test_a_link_that_was_guessed_spent_or_too_old_opens_nothing_and_does_not_say_which(
    vera: Account,
) -> None:
    now = timezone.now()
    spent, old = (
        make_login_link(account=vera, now=now),
        make_login_link(account=vera, now=now - timedelta(days=2)),
    )
    assert Client().post(f"/login/{spent}/").status_code == 302
    answers = [Client().post(f"/login/{secret}/") for secret in (spent, old, "guessed")]
    assert [answer.status_code for answer in answers] == [410, 410, 410]
    told = {
        re.sub(r"csrf[^>]*>|/login/[^/]*/|[A-Za-z0-9]{64}", "", answer.content.decode()) for answer in answers
    }
    assert len(told) == 1


def test_a_key_that_is_changed_logs_nobody_out_while_the_former_one_is_a_fallback(
    house: House, vera: Account, settings: Settings
) -> None:
    browser, another = Client(), Client()
    for client in (browser, another):
        client.post("/login/", {"username": "vera", "password": PASSWORD})
    tablet = house.client("tablet")
    former, settings.SECRET_KEY = settings.SECRET_KEY, "n" * 60

    assert another.get("/floor/").status_code == 302, "without the former key the log-in has ended"
    settings.SECRET_KEY_FALLBACKS = [former]
    assert browser.get("/floor/").status_code == 200
    assert tablet.get("/tablet/table/").status_code == 200
    # Seen once under the new key, it is of the new key.
    settings.SECRET_KEY_FALLBACKS = []
    assert browser.get("/floor/").status_code == 200
