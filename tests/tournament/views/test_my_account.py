"""One's own account: where it is logged in, its second factor, and the log-in that asks for it."""

from __future__ import annotations

import base64
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.factories import give_role, make_account, make_tournament
from tests.house_clock import Computer
from tournament.models import Account, HouseLine, OpenSession, Role, SecondFactor
from tournament.services.people.house_log import MACHINE
from tournament.services.setup.accounts import make_login_link
from tournament.timekeeping import house_now

pytestmark = pytest.mark.django_db

PASSWORD = "seven red chips and a button"


@pytest.fixture
def vera() -> Account:
    account = make_account("vera")
    account.set_password(PASSWORD)
    account.save()
    return account


@pytest.fixture
def start() -> datetime:
    return timezone.now().replace(microsecond=0)


def with_password(client: Client, **more: str) -> str:
    """Where the log-in leads."""
    answer = client.post("/login/", {"username": "vera", "password": PASSWORD, **more})
    return answer.headers.get("Location", str(answer.status_code))


class App:
    """The phone: it knows the secret from the page, and shows a code for every half minute."""

    def __init__(self, page: str) -> None:
        found = re.search(r"<code>([A-Z2-7 ]{39})</code>", page)
        assert found, page
        letters = found[1].replace(" ", "")
        self.secret = base64.b32decode(letters)

    def code(self, at: datetime) -> str:
        return TOTP(self.secret, 6, SHA1(), 30).generate(int(at.timestamp())).decode()


def set_up(client: Client, at: datetime) -> tuple[App, list[str]]:
    app = App(client.get("/account/second-factor/").content.decode())
    answer = client.post("/account/second-factor/", {"code": app.code(at)})
    assert answer.status_code == 200
    codes = re.findall(r"<li><code>([A-Z-]{14})</code></li>", answer.content.decode())
    assert len(codes) == 10
    return app, codes


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def verbs() -> list[str]:
    return list(HouseLine.objects.order_by("pk").values_list("verb", flat=True))


# --- Sessions -------------------------------------------------------------------------------------------------------


def test_the_page_names_the_devices_and_ends_one_or_all_others(vera: Account) -> None:
    desk, phone, tablet = (
        Client(headers={"user-agent": agent})
        for agent in ("Firefox/1 Linux", "Chrome/1 Android", "Safari/1 iPad")
    )
    for client in (desk, phone, tablet):
        with_password(client)
    page = desk.get("/account/").content.decode()
    assert page.index("Firefox, Linux") < page.index("Safari, iPad")
    assert "Chrome, Android" in page
    row = OpenSession.objects.get(device="Chrome, Android")
    desk.post("/account/sessions/end/", {"session": str(row.pk)})
    assert [client.get("/floor/").status_code for client in (desk, phone, tablet)] == [200, 302, 200]
    desk.post("/account/sessions/end/", {"session": "others"})
    assert [client.get("/floor/").status_code for client in (desk, phone, tablet)] == [200, 302, 302]
    assert verbs() == [*["logged_in"] * 3, "sessions_ended", "sessions_ended"]


@pytest.mark.parametrize(("session", "opens"), [("others", False), ("one", True)])
def test_a_link_that_nobody_has_used_ends_with_all_sessions(
    session: str, opens: bool, vera: Account, client: Client
) -> None:
    with_password(client)
    with_password(Client())
    link = make_login_link(account=vera, now=house_now())
    of_ugo = make_login_link(account=make_account("ugo"), now=house_now())
    row = OpenSession.objects.order_by("pk")[1]
    client.post("/account/sessions/end/", {"session": str(row.pk) if session == "one" else session})

    entered = []
    for secret in (link, of_ugo):
        visitor = Client()
        visitor.post(f"/login/{secret}/")
        entered.append(who(visitor) is not None)
    assert entered == [opens, True]
    assert client.get("/floor/").status_code == 200


@pytest.mark.parametrize("session", ["", "x", "-1", "9" * 30, "²"])
def test_a_session_that_is_none_ends_nothing(vera: Account, client: Client, session: str) -> None:
    with_password(client)
    with_password(Client())
    client.post("/account/sessions/end/", {"session": session})
    assert OpenSession.objects.count() == 2


def test_nobody_ends_the_session_of_another_account(vera: Account, client: Client) -> None:
    with_password(client)
    ugo = Client()
    ugo.force_login(make_account("ugo"))
    ugo.post("/account/sessions/end/", {"session": str(OpenSession.objects.get().pk)})
    assert client.get("/floor/").status_code == 200


def test_sessions_that_were_never_used_since_they_began_end_with_the_others(
    vera: Account, client: Client
) -> None:
    with_password(client)
    quiet = Client()
    quiet.force_login(vera)
    client.post("/account/sessions/end/", {"session": "others"})
    assert quiet.get("/floor/").status_code == 302


# --- Setting it up --------------------------------------------------------------------------------------------------


def test_it_is_offered_and_not_forced(vera: Account, client: Client) -> None:
    assert with_password(client) == "/floor/"
    assert "Set up a second factor" in client.get("/account/").content.decode()


def test_set_up_it_is_asked_for_at_the_log_in_and_every_other_session_is_over(
    vera: Account, client: Client, start: datetime
) -> None:
    other = Client()
    with time_machine.travel(start, tick=False):
        with_password(client)
        with_password(other)
        before = client.session.session_key
        app, _codes = set_up(client, start)
        assert client.session.session_key != before
        assert client.get("/floor/").status_code == 200
        assert other.get("/floor/").status_code == 302
    later = start + timedelta(minutes=2)
    with time_machine.travel(later, tick=False):
        fresh = Client()
        assert with_password(fresh, next="/floor/new/") == "/login/"
        assert who(fresh) is None
        assert fresh.get("/floor/").status_code == 302
        page = fresh.get("/login/").content.decode()
        assert 'autocomplete="one-time-code"' in page
        assert 'inputmode="numeric"' in page
        assert fresh.post("/login/", {"code": "000000"}).status_code == 422
        answer = fresh.post("/login/", {"code": app.code(later)})
        assert answer.headers["Location"] == "/floor/new/"
        assert who(fresh) == str(vera.pk)
        replay = Client()
        with_password(replay)
        assert replay.post("/login/", {"code": app.code(later)}).status_code == 422
    line = HouseLine.objects.filter(verb="logged_in").latest("pk")
    assert line.data == {"name": "vera", "how": "password", "second": "code"}


def test_a_wrong_code_sets_nothing_up_and_the_secret_stays(vera: Account, client: Client) -> None:
    with_password(client)
    first = App(client.get("/account/second-factor/").content.decode())
    assert client.post("/account/second-factor/", {"code": "12"}).status_code == 422
    assert App(client.get("/account/second-factor/").content.decode()).secret == first.secret
    assert not SecondFactor.objects.exists()


def test_the_secret_is_not_shown_again(vera: Account, client: Client, start: datetime) -> None:
    with time_machine.travel(start, tick=False):
        with_password(client)
        set_up(client, start)
        page = client.get("/account/second-factor/").content.decode()
    assert "svg" not in page.split("<main")[1].split("</main>")[0].replace('<svg class="icon', "")
    assert not re.search(r"[A-Z2-7 ]{39}", page)


def test_a_recovery_code_logs_in_once_and_a_link_of_a_director_asks_for_one_too(
    vera: Account, client: Client, start: datetime
) -> None:
    with time_machine.travel(start, tick=False):
        with_password(client)
        _app, codes = set_up(client, start)
        fresh = Client()
        assert (
            fresh.post(f"/login/{make_login_link(account=vera, now=start)}/").headers["Location"] == "/login/"
        )
        assert fresh.post("/login/", {"code": "", "recovery": codes[0]}).headers["Location"] == "/floor/"
        again = Client()
        with_password(again)
        assert again.post("/login/", {"code": "", "recovery": codes[0]}).status_code == 422
        assert again.post("/login/", {"code": "", "recovery": ""}).status_code == 422


def test_a_link_of_the_machine_needs_none_and_may_switch_it_off(
    vera: Account, client: Client, start: datetime
) -> None:
    with time_machine.travel(start, tick=False):
        with_password(client)
        set_up(client, start)
        owner = Client()
        link = make_login_link(account=vera, now=start, visitor=MACHINE)
        assert owner.post(f"/login/{link}/").headers["Location"] == "/floor/"
        assert owner.post("/account/second-factor/", {"do": "off"}).status_code == 302
    assert not SecondFactor.objects.exists()
    assert HouseLine.objects.filter(verb="logged_in", data__how="machine").exists()
    assert HouseLine.objects.filter(verb="link_made", device="manage.py").exists()


def test_switching_it_off_takes_a_code(vera: Account, client: Client, start: datetime) -> None:
    with time_machine.travel(start, tick=False):
        with_password(client)
        app, codes = set_up(client, start)
        assert client.post("/account/second-factor/", {"do": "off"}).status_code == 422
        assert (
            client.post("/account/second-factor/", {"do": "off", "code": app.code(start)}).status_code == 422
        )
        page = client.post("/account/second-factor/", {"do": "codes", "recovery": codes[0]}).content.decode()
        assert codes[1] not in page
        assert client.post("/account/second-factor/", {"do": "off", "recovery": codes[1]}).status_code == 422
        new = re.findall(r"<li><code>([A-Z-]{14})</code></li>", page)
        assert client.post("/account/second-factor/", {"do": "off", "recovery": new[0]}).status_code == 302
    assert not SecondFactor.objects.exists()


def test_the_second_step_waits_for_five_minutes(vera: Account, client: Client, start: datetime) -> None:
    with time_machine.travel(start, tick=False):
        with_password(client)
        app, _codes = set_up(client, start)
        fresh = Client()
        with_password(fresh)
    later = start + timedelta(minutes=6)
    with time_machine.travel(later, tick=False):
        assert fresh.post("/login/", {"code": app.code(later)}).status_code == 422
        assert who(fresh) is None


def test_an_account_that_was_closed_meanwhile_stays_out(
    vera: Account, client: Client, start: datetime
) -> None:
    with time_machine.travel(start, tick=False):
        with_password(client)
        _app, codes = set_up(client, start)
        fresh = Client()
        with_password(fresh)
        Account.objects.filter(pk=vera.pk).update(is_active=False)
        assert fresh.post("/login/", {"recovery": codes[0], "code": ""}).headers["Location"] == "/login/"
        assert who(fresh) is None


# --- Where the house wants it ---------------------------------------------------------------------------------------


def test_a_director_without_one_is_led_to_set_it_up(
    vera: Account, client: Client, start: datetime, settings: Settings
) -> None:
    settings.SECOND_FACTOR_ROLES = ["director"]
    tournament = make_tournament(vera)
    with time_machine.travel(start, tick=False):
        assert with_password(client) == "/account/second-factor/"
        for address in ("/floor/", f"/floor/{tournament.code}/settings/", f"/floor/{tournament.code}/"):
            assert client.get(address).headers["Location"] == "/account/second-factor/"
        assert client.post("/floor/new/", {"name": "x"}).headers["Location"] == "/account/second-factor/"
        set_up(client, start)
        assert client.get("/floor/").status_code == 200


@pytest.mark.parametrize("minutes", [-2, 2])
@pytest.mark.parametrize("is_computer_right", [False, True])
def test_a_phone_with_the_true_time_gets_in_though_somebody_has_set_the_computers_clock(
    minutes: int,
    is_computer_right: bool,
    vera: Account,
    client: Client,
    settings: Settings,
    computer: Computer,
) -> None:
    settings.SECOND_FACTOR_ROLES = ["director"]
    make_tournament(vera)
    house_now()
    computer.set_clock(minutes=minutes)
    assert house_now() == computer.clock - timedelta(minutes=minutes)

    def phone() -> datetime:
        return computer.clock if is_computer_right else house_now()

    assert with_password(client) == "/account/second-factor/"
    app, _codes = set_up(client, phone())
    assert client.get("/floor/").status_code == 200
    computer.wait(minutes=1)
    fresh = Client()
    assert with_password(fresh) == "/login/"
    assert fresh.post("/login/", {"code": app.code(phone())}).headers["Location"] == "/floor/"
    again = Client()
    with_password(again)
    assert again.post("/login/", {"code": app.code(phone())}).status_code == 422


def test_a_wrong_code_says_which_clocks_to_compare(vera: Account, client: Client, computer: Computer) -> None:
    make_tournament(vera)
    computer.clock = datetime(2026, 3, 14, 19, 14, tzinfo=UTC)
    with_password(client)
    app = App(client.get("/account/second-factor/").content.decode())
    wrong = app.code(computer.clock - timedelta(minutes=2))
    for language, words in [
        ("en", "The clock of the computer that runs Floorman says 20:14 (Europe/Rome). If your phone"),
        (
            "it",
            "L&#x27;orologio del computer su cui gira Floorman segna le 20:14 (Europe/Rome). Se il telefono",
        ),
    ]:
        client.post("/language/", {"language": language})
        answer = client.post("/account/second-factor/", {"code": wrong})
        assert (answer.status_code, words in answer.content.decode()) == (422, True), answer.content.decode()


def test_a_link_of_the_machine_leads_in_where_the_house_wants_a_second_factor(
    vera: Account, client: Client, settings: Settings
) -> None:
    settings.SECOND_FACTOR_ROLES = ["director"]
    tournament = make_tournament(vera)
    link = make_login_link(account=vera, now=timezone.now(), visitor=MACHINE)
    assert client.post(f"/login/{link}/").headers["Location"] == "/floor/"
    assert client.get(f"/floor/{tournament.code}/").status_code == 200
    stuck = Client()
    assert with_password(stuck) == "/account/second-factor/"
    assert stuck.get("/floor/").headers["Location"] == "/account/second-factor/"
    link = make_login_link(account=vera, now=timezone.now(), visitor=MACHINE)
    assert stuck.get(f"/login/{link}/").status_code == 200
    assert stuck.post(f"/login/{link}/").headers["Location"] == "/floor/"
    assert stuck.get(f"/floor/{tournament.code}/").status_code == 200


def test_other_roles_and_a_demo_are_not_asked(client: Client, settings: Settings) -> None:
    settings.SECOND_FACTOR_ROLES = ["director"]
    tournament = make_tournament(make_account("rita"))
    flora = give_role(tournament, Role.FLOOR, "flora")
    link = make_login_link(account=flora, now=timezone.now())
    assert client.post(f"/login/{link}/").headers["Location"] == "/floor/"


# --- What the log says ----------------------------------------------------------------------------------------------


def test_coming_failing_and_going_are_logged_and_nothing_that_was_typed(
    vera: Account, client: Client
) -> None:
    Client().post("/login/", {"username": "hunter two two", "password": "other secret words"})
    for _ in range(5):
        Client().post("/login/", {"username": "vera", "password": "wrong secret words"})
    Client().post("/login/made-up-link/")
    client.force_login(vera)
    client.post("/password/", {"old_password": "guess at it", "new_password": "a", "again": "b"})
    client.post("/logout/")
    assert verbs() == [
        "unknown_name",
        *["log_in_failed"] * 5,
        "locked_out",
        "link_spent",
        # Of a visitor who is logged in, guesses at the password begin a burst of their own.
        "log_in_failed",
        "locked_out",
        "logged_out",
    ]
    rows = repr(list(HouseLine.objects.values()))
    assert not [typed for typed in ("hunter", "secret words", "made-up", "guess") if typed in rows]
