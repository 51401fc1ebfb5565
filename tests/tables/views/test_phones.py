"""The player's own page switches notices on and off."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import pytest
from django.test import Client

from tests.factories import NOW, after, as_vera, enter, make_tournament
from tests.factories.phones import ORIGIN, Browser, switch_phone_on
from tests.pages import squeeze, told
from tournament.models import Entry, PhoneEnd, PhoneNotice, PlayerPhone
from tournament.services.phones.keys import house_key
from tournament.services.phones.switching import end_phones

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def public_address(settings: Any) -> None:
    settings.PUBLIC_URL = ORIGIN


@pytest.fixture
def entry() -> Entry:
    (entry,) = enter(make_tournament(phone_notices=True), "Anna Verdi")
    return entry


def switch(client: Client, entry: Entry, fields: dict[str, str], *, what: str = "phone") -> str:
    """What is said on the page that comes then."""
    response = client.post(f"/my/{entry.link_secret}/{what}/", fields, follow=True)
    assert response.redirect_chain == [(f"/my/{entry.link_secret}/", 302)]
    return told(response.content.decode())


def page(client: Client, entry: Entry) -> str:
    return squeeze(client.get(f"/my/{entry.link_secret}/").content.decode())


def test_a_phone_is_switched_on_and_told_so_and_switched_off_again(client: Client, entry: Entry) -> None:
    browser = Browser()

    assert (
        switch(client, entry, browser.posted) == "Notices are on. The first one is on its way to this phone."
    )

    phone, notice = PlayerPhone.objects.get(), PhoneNotice.objects.get()
    assert (phone.entry, phone.language, phone.house_key) == (entry, "en", house_key())
    assert (notice.title, notice.page) == ("Notices are on.", f"/my/{entry.link_secret}/")
    assert f'data-known="{sha256(browser.endpoint.encode()).hexdigest()}"' in page(client, entry)

    assert switch(client, entry, {"endpoint": browser.endpoint}, what="phone/off") == "Notices are off."
    phone.refresh_from_db()
    assert (phone.ended, phone.endpoint, phone.auth) == (PhoneEnd.BY_HAND, "", "")
    assert 'data-known=""' in page(client, entry)


def test_a_second_tap_makes_no_second_phone_and_no_second_greeting(client: Client, entry: Entry) -> None:
    browser = Browser()

    for _ in range(2):
        switch(client, entry, browser.posted)

    assert (PlayerPhone.objects.count(), PhoneNotice.objects.count()) == (1, 1)
    for _ in range(2):
        assert switch(client, entry, {"endpoint": browser.endpoint}, what="phone/off") == "Notices are off."


def test_a_phone_is_greeted_in_the_language_of_the_page(client: Client, entry: Entry) -> None:
    client.cookies["django_language"] = "it"

    switch(client, entry, Browser().posted)

    assert PlayerPhone.objects.get().language == "it"


UNREAD = "This browser did not say how to reach it. Open the page again and switch notices on."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"endpoint": ""}, UNREAD),
        ({"endpoint": "x" * 601}, UNREAD),
        ({"endpoint": "javascript:alert(1)"}, UNREAD),
        ({"endpoint": "https://[::1/x"}, UNREAD),
        ({"p256dh": "AAAA"}, UNREAD),
        ({"p256dh": "не ключ"}, UNREAD),
        ({"p256dh": urlsafe_b64encode(b"\x04" + b"\x01" * 64).decode().rstrip("=")}, UNREAD),
        ({"auth": "AAAA"}, UNREAD),
        ({"auth": ""}, UNREAD),
        (
            {"endpoint": "https://evil.example/push"},
            (
                "Floorman does not know evil.example, the push service of this browser: use Chrome, Edge, Firefox or "
                "Safari."
            ),
        ),
    ],
)
def test_what_no_browser_says_is_refused_with_the_cure(
    client: Client, entry: Entry, changes: dict[str, str], said: str
) -> None:
    assert switch(client, entry, Browser().posted | changes) == said
    assert not PlayerPhone.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com:8443/fcm/send/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://push.apple.com/x",
        "https://127.0.0.1/push",
        "https://localhost/push",
    ],
)
def test_only_push_services_of_browsers_are_sent_to(client: Client, entry: Entry, endpoint: str) -> None:
    assert "the push service of this browser" in switch(client, entry, Browser(endpoint=endpoint).posted)
    assert not PlayerPhone.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/dVl:APA91b",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGx",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA" + "a" * 400,
    ],
)
def test_the_push_services_of_all_browsers_are(client: Client, entry: Entry, endpoint: str) -> None:
    switch(client, entry, Browser(endpoint=endpoint).posted)
    assert PlayerPhone.objects.get().endpoint == endpoint


def test_a_player_has_five_phones_at_most(client: Client, entry: Entry) -> None:
    for number in range(5):
        switch(client, entry, Browser(endpoint=f"https://fcm.googleapis.com/{number}").posted)

    said = switch(client, entry, Browser(endpoint="https://fcm.googleapis.com/6").posted)

    assert said == "5 phones get your notices already. Stop them on one first."
    assert PlayerPhone.objects.count() == 5
    switch(client, entry, {}, what="phone/off")
    assert not PlayerPhone.objects.filter(ended="").exists()


@pytest.mark.parametrize(
    "changed",
    [{"PUBLIC_URL": ""}, {"PUBLIC_URL": "http://10.0.0.5:8000"}, {"IS_HOUSE_CERTIFICATE": True}],
)
def test_without_an_address_that_every_phone_trusts_nothing_is_offered(
    client: Client, entry: Entry, settings: Any, changed: dict[str, object]
) -> None:
    assert 'id="phones"' in page(client, entry)
    for name, value in changed.items():
        setattr(settings, name, value)

    assert 'id="phones"' not in page(client, entry)
    assert "phones.js" not in page(client, entry)
    assert switch(client, entry, Browser().posted) == "This event sends no notices to phones."


def test_an_event_sends_notices_only_where_the_director_has_said_so(client: Client) -> None:
    (entry,) = enter(make_tournament(), "Anna Verdi")

    assert 'id="phones"' not in page(client, entry)
    assert switch(client, entry, Browser().posted) == "This event sends no notices to phones."
    assert not PlayerPhone.objects.exists()


def test_without_a_script_the_page_shows_only_how_notices_are_stopped(client: Client, entry: Entry) -> None:
    assert '<section class="panel stack--tight" id="phones" hidden' in page(client, entry)
    switch(client, entry, Browser().posted)

    assert '<section class="panel stack--tight" id="phones" data-key' in page(client, entry)
    assert '<form class="stack--tight" data-phone="off" hidden' in page(client, entry)
    assert '<form class="stack--tight" data-phone="on" method="post"' in page(client, entry)


def test_another_players_link_stops_nothing(client: Client, entry: Entry) -> None:
    browser = Browser()
    switch(client, entry, browser.posted)
    (other,) = enter(entry.tournament, "Bruno Neri")

    switch(client, other, {"endpoint": browser.endpoint}, what="phone/off")

    assert PlayerPhone.objects.get().ended == ""
    assert client.post("/my/nobody/phone/", browser.posted).status_code == 404
    assert client.post("/my/nobody/phone/off/").status_code == 404


def test_the_script_of_notices_keeps_no_page_and_watches_no_request(client: Client) -> None:
    response = client.get("/my/worker.js")
    script = response.content.decode()

    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Service-Worker-Allowed"] == "/my/"
    assert response.headers["Cache-Control"] == "no-store"
    assert "caches" not in script
    assert '"fetch"' not in script
    assert "icons/192" in script


def test_the_desk_sees_whose_notices_do_not_arrive(client: Client) -> None:
    tournament = as_vera(client, phone_notices=True)
    anna, bruno, carla = enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    lost, works, stopped = (
        switch_phone_on(each, Browser(endpoint=f"https://fcm.googleapis.com/{each.number}"))
        for each in (anna, bruno, carla)
    )
    players = f"/floor/{tournament.code}/players/"
    assert "Notices do not arrive" not in client.get(players).content.decode()

    end_phones(PlayerPhone.objects.filter(pk=lost.pk), PhoneEnd.GONE, now=NOW)
    PlayerPhone.objects.filter(pk=works.pk).update(last_failure_at=NOW, last_success_at=after(1))
    end_phones(PlayerPhone.objects.filter(pk=stopped.pk), PhoneEnd.BY_HAND, now=NOW)

    rows = re.findall(
        r"<tr role=\"row\" data-row=\"(\d+)\"(.*?)</tr>", squeeze(client.get(players).content.decode())
    )
    marked = {int(pk) for pk, row in rows if "Notices do not arrive" in row}
    assert marked == {anna.pk}

    switch_phone_on(anna, Browser(endpoint="https://fcm.googleapis.com/again"))
    assert "Notices do not arrive" not in client.get(players).content.decode()
