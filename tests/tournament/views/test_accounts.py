"""Logging in and out, language and theme, all without JavaScript."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.factories import make_account, make_tournament
from tournament.models import Account
from tournament.services.setup.accounts import make_login_link

pytestmark = pytest.mark.django_db

PASSWORD = "seven red chips and a button"


@pytest.fixture
def vera() -> Account:
    account = make_account("vera")
    account.set_password(PASSWORD)
    account.language = "it"
    account.save()
    return account


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_the_right_password_logs_in_and_leads_to_the_floor(client: Client, vera: Account) -> None:
    response = client.post("/login/", {"username": "vera", "password": PASSWORD})
    assert (response.status_code, response.headers["Location"]) == (302, "/floor/")
    assert who(client) == str(vera.pk)
    assert response.cookies["django_language"].value == "it"


def test_the_page_asked_for_comes_after_the_log_in(client: Client, vera: Account) -> None:
    page = client.get("/login/?next=/floor/new/").content.decode()
    assert 'name="next" value="/floor/new/"' in page
    response = client.post("/login/", {"username": "vera", "password": PASSWORD, "next": "/floor/new/"})
    assert response.headers["Location"] == "/floor/new/"


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_nobody_is_sent_to_another_house(client: Client, vera: Account, target: str) -> None:
    response = client.post("/login/", {"username": "vera", "password": PASSWORD, "next": target})
    assert response.headers["Location"] == "/floor/"


@pytest.mark.parametrize(("name", "password"), [("vera", "wrong"), ("nobody", PASSWORD)])
def test_a_wrong_name_and_a_wrong_password_read_alike(
    client: Client, vera: Account, name: str, password: str
) -> None:
    response = client.post("/login/", {"username": name, "password": password})
    page = response.content.decode()
    assert response.status_code == 422
    assert "data-autofocus" in page
    assert "Please enter a correct username and password" in page
    assert f'value="{name}"' in page
    assert who(client) is None


def test_five_failures_close_the_name_for_a_while(client: Client, vera: Account) -> None:
    for _ in range(4):
        assert client.post("/login/", {"username": "vera", "password": "wrong"}).status_code == 422
    response = client.post("/login/", {"username": "vera", "password": "wrong"})
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "900"
    assert "Too many attempts" in response.content.decode()
    assert client.post("/login/", {"username": "vera", "password": PASSWORD}).status_code == 429


def test_logging_in_changes_the_session_key(client: Client, vera: Account) -> None:
    session = client.session
    session["something"] = 1
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = str(before)
    client.post("/login/", {"username": "vera", "password": PASSWORD})
    assert client.session.session_key != before


def test_a_look_at_a_link_spends_nothing(client: Client, vera: Account) -> None:
    secret = make_login_link(account=vera, now=timezone.now())
    for _ in range(2):
        page = client.get(f"/login/{secret}/").content.decode()
        assert "The link works once" in page
    assert who(client) is None


def test_a_link_logs_in_once(client: Client, vera: Account) -> None:
    secret = make_login_link(account=vera, now=timezone.now())
    assert client.post(f"/login/{secret}/").headers["Location"] == "/floor/"
    assert who(client) == str(vera.pk)
    second = Client()
    response = second.post(f"/login/{secret}/")
    assert response.status_code == 410
    assert "already been used or has expired" in response.content.decode()
    assert who(second) is None


def test_an_old_link_opens_nothing(client: Client, vera: Account) -> None:
    secret = make_login_link(account=vera, now=timezone.now(), lifetime=timedelta(minutes=5))
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert client.post(f"/login/{secret}/").status_code == 410


def test_logging_out_ends_the_session(client: Client, vera: Account) -> None:
    client.force_login(vera)
    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/").headers["Location"] == "/"
    assert who(client) is None


def test_the_language_is_kept_and_the_page_comes_back(client: Client) -> None:
    tournament = make_tournament()
    here = f"/t/{tournament.code}/"
    response = client.post("/language/", {"language": "it", "next": here})
    assert response.headers["Location"] == here
    assert '<html lang="it"' in client.get(here).content.decode()


@pytest.mark.parametrize("language", ["", "xx", "en\r\nX: y"])
def test_an_unknown_language_changes_nothing(client: Client, language: str) -> None:
    response = client.post("/language/", {"language": language})
    assert (response.status_code, response.cookies.get("django_language")) == (302, None)


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_theme_is_kept_and_rendered_by_the_server(client: Client, theme: str) -> None:
    cookie = client.post("/theme/", {"theme": theme, "next": "/"}).cookies["theme"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == (theme, "Lax", True)
    page = client.get("/").content.decode()
    assert f'data-theme="{theme}"' in page
    assert page.count('aria-pressed="true"') == 1


def test_an_unknown_theme_changes_nothing(client: Client) -> None:
    assert "theme" not in client.post("/theme/", {"theme": "pink"}).cookies


@pytest.mark.parametrize("address", ["/language/", "/theme/", "/logout/", "/login/", "/login/x/"])
def test_forms_without_a_token_are_refused_kindly(address: str) -> None:
    response = Client(enforce_csrf_checks=True).post(address, {"language": "it"})
    assert response.status_code == 403
    assert "This page has expired" in response.content.decode()


# --- Spent links, own passwords ------------------------------------------------------------------------------------

NEW = "nine blue plaques under the clock"


def change(client: Client, **fields: str) -> int:
    return client.post("/password/", {"new_password": NEW, "again": NEW, **fields}).status_code


def test_a_spent_link_says_how_to_get_another(client: Client, vera: Account) -> None:
    secret = make_login_link(account=vera, now=timezone.now())
    client.post(f"/login/{secret}/")

    stranger = Client().post(f"/login/{secret}/")
    again = client.post(f"/login/{secret}/", headers={"accept-language": "en"})

    assert (stranger.status_code, again.status_code) == (410, 410)
    page = stranger.content.decode()
    assert "How to get another link" in page
    assert "ask a director of your tournament" in page
    assert "manage.py login_link" in page
    assert "You are logged in" not in page
    assert "vera" in again.content.decode()
    assert 'href="/floor/"' in again.content.decode()


def test_staff_who_came_by_a_link_set_a_password_and_log_in_with_it(client: Client) -> None:
    ugo = make_account("ugo")
    ugo.set_unusable_password()
    ugo.save()
    client.post(f"/login/{make_login_link(account=ugo, now=timezone.now())}/")
    assert "Set a password" in client.get("/floor/").content.decode()
    assert "old_password" not in client.get("/password/").content.decode()

    assert change(client) == 302

    assert client.get("/floor/").status_code == 200
    assert Client().post("/login/", {"username": "ugo", "password": NEW}).status_code == 302
    assert "old_password" in client.get("/password/").content.decode()


def test_a_password_is_changed_with_the_old_one_and_every_other_session_and_link_ends(
    client: Client, vera: Account
) -> None:
    phone = Client()
    for device in (client, phone):
        device.post("/login/", {"username": "vera", "password": PASSWORD})
    link = make_login_link(account=vera, now=timezone.now())

    assert change(client, old_password=PASSWORD) == 302

    assert client.get("/floor/").status_code == 200
    assert phone.get("/floor/").status_code == 302
    assert Client().post(f"/login/{link}/").status_code == 410
    assert Client().post("/login/", {"username": "vera", "password": PASSWORD}).status_code == 422
    assert Client().post("/login/", {"username": "vera", "password": NEW}).status_code == 302


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"old_password": "wrong"},
        {"old_password": PASSWORD, "again": "another"},
        {"old_password": PASSWORD, "new_password": "short", "again": "short"},
        # Eleven characters that nobody has guessed yet.
        {"old_password": PASSWORD, "new_password": "qz7-wfk3-pv", "again": "qz7-wfk3-pv"},
        {"old_password": PASSWORD, "new_password": "password1234", "again": "password1234"},
    ],
)
def test_a_password_that_is_not_changed_stays(client: Client, vera: Account, fields: dict[str, str]) -> None:
    client.post("/login/", {"username": "vera", "password": PASSWORD})

    assert change(client, **fields) == 422

    vera.refresh_from_db()
    assert vera.check_password(PASSWORD)
    assert client.get("/floor/").status_code == 200


@pytest.mark.parametrize(
    "password",
    ["qz7-wfk3-pvx", "the dealer burns a card before the flop and the turn and a river"],
    ids=["twelve characters", "sixty-four small letters and spaces"],
)
def test_a_password_may_be_of_any_characters_from_twelve_to_sixty_four(
    client: Client, vera: Account, password: str
) -> None:
    assert len(password) in (12, 64)
    client.post("/login/", {"username": "vera", "password": PASSWORD})

    assert change(client, old_password=PASSWORD, new_password=password, again=password) == 302

    assert Client().post("/login/", {"username": "vera", "password": password}).status_code == 302


def test_guesses_at_the_old_password_are_stopped(client: Client, vera: Account) -> None:
    client.post("/login/", {"username": "vera", "password": PASSWORD})
    answers = [change(client, old_password=f"guess {number}") for number in range(5)]

    assert answers == [422, 422, 422, 422, 429]
    assert change(client, old_password=PASSWORD) == 429


def test_the_page_for_a_password_is_for_those_who_are_logged_in(client: Client) -> None:
    assert client.get("/password/").headers["Location"] == "/login/?next=/password/"
