"""How long a session lasts, when it gets another key, and what is said when it has ended."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from tests.factories import ACTOR, give_role, make_account, make_tournament
from tests.house_clock import Computer
from tournament.live.access import accounts_that_may_listen
from tournament.live.addresses import Listener
from tournament.models import Account, HouseLine, OpenSession, Role, StaffMember, Tournament
from tournament.services.old_sign_ins import forget_sign_ins
from tournament.services.people.house_log import NOBODY
from tournament.services.setup.accounts import make_login_link
from tournament.services.setup.staff import put_on_staff, remove_member
from tournament.timekeeping import house_now

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def start() -> datetime:
    return timezone.now().replace(microsecond=0)


def logged_in(account: Account, at: datetime) -> Client:
    """By a link, as staff come."""
    client = Client(headers={"user-agent": "Firefox/128.0 Android"})
    with time_machine.travel(at, tick=False):
        assert client.post(f"/login/{make_login_link(account=account, now=at)}/").status_code == 302
    return client


def opens(client: Client, at: datetime, **headers: str) -> bool:
    with time_machine.travel(at, tick=False):
        return client.get("/floor/", headers=headers or None).status_code == 200


def test_a_session_that_rests_for_twelve_hours_is_over(start: datetime) -> None:
    vera = make_account()
    assert opens(logged_in(vera, start), start + 12 * HOUR - timedelta(minutes=1))
    assert not opens(logged_in(vera, start), start + 12 * HOUR + timedelta(minutes=1))


def test_one_that_is_used_lasts_sixteen_hours_and_no_longer(start: datetime) -> None:
    client = logged_in(make_account(), start)
    assert all(opens(client, start + hours * HOUR) for hours in range(1, 16))
    assert opens(client, start + 16 * HOUR - timedelta(minutes=1))
    assert not opens(client, start + 16 * HOUR)
    assert not opens(client, start + 16 * HOUR)
    assert HouseLine.objects.filter(verb="session_too_old").count() == 1
    assert not OpenSession.objects.exists()


def test_a_page_that_fetches_itself_is_not_used(start: datetime) -> None:
    client = logged_in(make_account(), start)
    assert all(opens(client, start + hours * HOUR, hx_request="true") for hours in range(1, 12))
    assert not opens(client, start + 12 * HOUR + timedelta(minutes=1), hx_request="true")


def test_a_session_that_another_way_began_is_kept_and_ends_as_well(start: datetime) -> None:
    client = Client()
    with time_machine.travel(start, tick=False):
        client.force_login(make_account())
    assert opens(client, start + HOUR)
    assert OpenSession.objects.get().began_at == start
    assert opens(client, start + 12 * HOUR)
    assert not opens(client, start + 16 * HOUR)


def test_a_use_is_written_down_every_few_minutes_at_most(
    start: datetime, django_assert_num_queries: object
) -> None:
    client = logged_in(make_account(), start)
    for minutes in (1, 2, 3, 4):
        opens(client, start + timedelta(minutes=minutes))
    assert OpenSession.objects.get().seen_at == start
    opens(client, start + timedelta(minutes=6))
    row = OpenSession.objects.get()
    assert (row.began_at, row.seen_at, row.device) == (
        start,
        start + timedelta(minutes=6),
        "Firefox, Android",
    )


def test_a_stream_of_a_session_that_is_too_old_or_ended_is_open_to_nobody(start: datetime) -> None:
    tournament = make_tournament()
    flora = give_role(tournament, Role.FLOOR, "flora")
    client = logged_in(flora, start)
    listener = Listener(
        kind="account",
        subject=str(flora.pk),
        public_id=tournament.code,
        session_key=str(client.session.session_key),
    )
    opens(client, start + 10 * HOUR)
    for hours, is_open in ((15, True), (16, False)):
        with time_machine.travel(start + hours * HOUR, tick=False):
            assert (accounts_that_may_listen(frozenset({listener})) == {listener}) is is_open
    Session.objects.all().delete()
    with time_machine.travel(start + HOUR, tick=False):
        assert accounts_that_may_listen(frozenset({listener})) == frozenset()


# --- The house's time -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [-13, 13])
def test_setting_the_computers_clock_ends_no_session_and_spares_none(hours: int, computer: Computer) -> None:
    start, flora = computer.clock, make_account("flora")
    tournament = make_tournament(flora)
    before = logged_in(flora, start)
    house_now()
    computer.set_clock(hours=hours)
    at = computer.clock

    assert opens(before, at)
    fresh = Client()
    with time_machine.travel(at, tick=False):
        link = make_login_link(account=flora, now=house_now())
        assert fresh.post(f"/login/{link}/").status_code == 302
        listeners = frozenset(
            Listener(
                kind="account",
                subject=str(flora.pk),
                public_id=tournament.code,
                session_key=str(browser.session.session_key),
            )
            for browser in (before, fresh)
        )
        forget_sign_ins(now=house_now())
        assert accounts_that_may_listen(listeners) == listeners
        fresh.post("/account/sessions/end/", {"session": "others"})
        assert (before.get("/floor/").status_code, fresh.get("/floor/").status_code) == (302, 200)
        computer.wait(hours=12)
        assert fresh.get("/floor/").status_code == 302


def test_a_page_asks_no_more_for_the_session_than_with_djangos_own(settings: Settings) -> None:
    vera, asked = make_account(), []
    for engine in ("django.contrib.sessions.backends.db", settings.SESSION_ENGINE):
        settings.SESSION_ENGINE = engine
        client = Client()
        client.force_login(vera)
        client.get("/account/")
        for address in ("/account/", "/floor/"):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            asked.append(len(queries))
    assert asked[:2] == asked[2:]


# --- The key --------------------------------------------------------------------------------------------------------


def role_given(tournament: Tournament, now: datetime) -> StaffMember:
    return put_on_staff(
        tournament_id=tournament.pk,
        account=make_account("flora"),
        role=Role.FLOOR,
        by=ACTOR.at(now),
        visitor=NOBODY,
    )


def test_a_role_given_or_taken_away_gives_the_session_another_key(start: datetime) -> None:
    flora, tournament = make_account("flora"), make_tournament()
    client = logged_in(flora, start)
    keys = [client.session.session_key]
    member = role_given(tournament, start + timedelta(minutes=1))
    assert opens(client, start + timedelta(minutes=2))
    keys.append(client.session.session_key)
    remove_member(tournament_id=tournament.pk, member_id=member.pk, by=ACTOR.at(start + timedelta(minutes=3)))
    assert opens(client, start + timedelta(minutes=4))
    assert opens(client, start + timedelta(minutes=5))
    keys.append(client.session.session_key)
    assert len(set(keys)) == 3
    assert [row.session_key for row in OpenSession.objects.all()] == [keys[-1]]
    thief = Client()
    thief.cookies["sessionid"] = str(keys[0])
    assert not opens(thief, start + timedelta(minutes=6)), "the old key is dead"


def test_a_part_of_a_page_that_is_fetched_keeps_the_key(start: datetime) -> None:
    """Two requests of one page are on their way at once: the slower one would find itself logged out."""
    client = logged_in(make_account("flora"), start)
    before = client.session.session_key
    role_given(make_tournament(), start + timedelta(minutes=1))
    assert opens(client, start + timedelta(minutes=2), hx_request="true")
    assert client.session.session_key == before


def test_a_disabled_account_is_out_with_the_next_request(start: datetime) -> None:
    vera = make_account()
    client = logged_in(vera, start)
    Account.objects.filter(pk=vera.pk).update(is_active=False)
    assert not opens(client, start + timedelta(minutes=1))


def test_a_cookie_that_was_copied_is_dead_after_the_log_out(start: datetime) -> None:
    client, thief = logged_in(make_account(), start), Client()
    thief.cookies["sessionid"] = str(client.session.session_key)
    assert opens(thief, start + timedelta(minutes=1))
    with time_machine.travel(start + timedelta(minutes=2), tick=False):
        client.post("/logout/")
    assert not opens(thief, start + timedelta(minutes=3))


# --- What is said ---------------------------------------------------------------------------------------------------


def test_who_comes_back_too_late_is_told_so_and_returns_to_the_page(start: datetime) -> None:
    client = logged_in(make_account(), start)
    with time_machine.travel(start + 13 * HOUR, tick=False):
        answer = client.get("/floor/new/")
        assert answer.headers["Location"] == "/login/?next=/floor/new/&ended=1"
        page = client.get(answer.headers["Location"]).content.decode()
    assert "You are not logged in any more" in page
    assert 'name="next" value="/floor/new/"' in page


def test_a_stranger_is_not_told_of_a_session(client: Client) -> None:
    answer = client.get("/floor/new/")
    assert answer.headers["Location"] == "/login/?next=/floor/new/"
    assert "any more" not in client.get(answer.headers["Location"]).content.decode()


def test_a_form_that_comes_too_late_shows_what_was_typed_and_that_nothing_was_saved(start: datetime) -> None:
    client = logged_in(make_account(), start)
    with time_machine.travel(start + 13 * HOUR, tick=False):
        answer = client.post(
            "/floor/new/",
            {"name": "Friday <b>Fifty</b>", "template": "club_night", "password": "hunter two two"},
            headers={"referer": "http://testserver/floor/new/?a=1"},
        )
    page = answer.content.decode()
    assert answer.status_code == 401
    assert "Nothing was saved" in page
    assert "Friday &lt;b&gt;Fifty&lt;/b&gt;" in page
    assert "hunter two two" not in page
    assert 'href="/login/?next=%2Ffloor%2Fnew%2F%3Fa%3D1"' in page
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("referer", ["https://evil.example/x", "//evil.example/", "javascript:alert(1)", ""])
def test_nobody_is_sent_to_another_house_by_a_form_that_came_too_late(start: datetime, referer: str) -> None:
    client = logged_in(make_account(), start)
    with time_machine.travel(start + 13 * HOUR, tick=False):
        page = client.post("/floor/new/", {"name": "x"}, headers={"referer": referer}).content.decode()
    assert 'href="/login/?next=%2Ffloor%2F"' in page
    assert "evil" not in page


def test_a_tap_that_comes_too_late_leaves_the_page_as_it_is(start: datetime) -> None:
    client = logged_in(make_account(), start)
    with time_machine.travel(start + 13 * HOUR, tick=False):
        answer = client.post(
            "/floor/new/",
            {"name": "x"},
            headers={"hx-request": "true", "hx-current-url": "http://testserver/floor/new/"},
        )
    page = answer.content.decode()
    assert answer.status_code == 401
    assert 'class="message message--error"' in page
    assert "What you typed is still on this page" in page
    assert "<html" not in page


# --- Refused rights -------------------------------------------------------------------------------------------------


def test_a_right_that_is_refused_is_logged_with_who_and_what() -> None:
    tournament = make_tournament()
    flora = give_role(tournament, Role.FLOOR, "flora")
    client = Client()
    client.force_login(flora)
    address = f"/floor/{tournament.code}/settings/"
    assert client.post(address + "?secret=x", {"name": "taken over"}).status_code == 403
    line = HouseLine.objects.get()
    assert (line.verb, line.account, line.tournament) == ("right_refused", flora, tournament)
    assert line.data == {
        "name": "flora",
        "method": "POST",
        "path": address,
        "role": "floor",
        "count": 1,
    }


def test_a_hundred_refusals_at_addresses_of_one_kind_are_seven_lines() -> None:
    tournament = make_tournament()
    flora = give_role(tournament, Role.FLOOR, "flora")
    give_role(other := make_tournament(make_account("rita")), Role.FLOOR, "flora")
    client = Client()
    client.force_login(flora)
    for number in range(100):
        method = "POST" if number % 2 else f"M{number}"
        answer = client.generic(method, f"/floor/{tournament.code}/staff/{number}/link/")
        assert answer.status_code == 403
    lines = HouseLine.objects.order_by("pk")
    assert [line.data["count"] for line in lines] == [1, 2, 3, 4, 5, 10, 100]
    assert lines[3].data["path"] == f"/floor/{tournament.code}/staff/3/link/"
    # Another page and another tournament are counted by themselves.
    client.post(f"/floor/{tournament.code}/staff/1/remove/")
    client.post(f"/floor/{other.code}/staff/1/link/")
    assert [line.data["count"] for line in lines.all()[7:]] == [1, 1]


def test_a_tournament_of_others_is_not_there_and_not_logged() -> None:
    tournament = make_tournament()
    client = Client()
    client.force_login(make_account("nobody"))
    assert client.get(f"/floor/{tournament.code}/settings/").status_code == 404
    assert not HouseLine.objects.exists()
