"""Televisions of the house: a code, a name, something to show, and both sides find each other again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.test import Client, override_settings

from tests.factories import NOW, after, as_vera, give_role, make_account, make_tournament
from tests.factories.field import started
from tests.pages import squeeze
from tests.processes import RunningValkey
from tournament.live.addresses import Listener
from tournament.models import LogEntry, Role, Screen, ScreenContent, ScreenMessage, Tournament
from tournament.queries.screens import turns_of
from tournament.views.contents import CONTENTS
from tournament.views.televisions import screens_that_may_listen

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shared(valkey: RunningValkey) -> Iterator[None]:
    """Codes and signs of life on a real Valkey."""
    shared = {
        **settings.CACHES,
        "shared": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": valkey.url},
    }
    with override_settings(CACHES=shared):
        yield


def open_on_television() -> tuple[Client, str]:
    """A television that has opened the address, and its code."""
    television = Client()
    return television, code_on(television)


def code_on(television: Client) -> str:
    found = re.search(r'screen-waits__code" data-code="([A-Z]{6})"', page_of(television))
    assert found
    return found[1]


def page_of(television: Client) -> str:
    response = television.get("/screen/")
    assert response.status_code == 200
    return squeeze(response.content.decode())


def part(television: Client, query: str) -> str:
    """What the page asks for."""
    response = television.get(f"/screen/{query}", headers={"HX-Request": "true"})
    assert response.status_code == 200
    return squeeze(response.content.decode())


def take(client: Client, tournament: Tournament, code: str, name: str = "Bar") -> Any:
    typed = {"code": code, "name": name, "key": str(uuid4())}
    return client.post(f"/floor/{tournament.code}/screens/", typed)


def press(client: Client, tournament: Tournament, screen: Screen, what: str = "", **fields: str) -> str:
    address = f"/floor/{tournament.code}/screens/{screen.pk}/{what}"
    response = client.post(address, {"key": str(uuid4()), **fields}, follow=True)
    return squeeze(response.content.decode())


def undo(client: Client, tournament: Tournament, line: LogEntry) -> None:
    client.post(f"/floor/{tournament.code}/log/{line.pk}/undo/", {"key": str(uuid4())})


def must_read_again(television: Client, showing: str) -> bool:
    response = television.post("/screen/there/", {"given": showing})
    assert response.status_code == 200
    return "HX-Refresh" in response


def showing(screen: Screen) -> str:
    screen.refresh_from_db()
    ways = f"{screen.language}:{screen.theme}:{int(screen.gives_way)}:{screen.volume}:"
    return f"{screen.tournament.code}:{ways}:{screen.content}"


def test_a_television_is_taken_in_by_its_code_and_shows_the_clock(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    assert code_on(television) == code
    assert not must_read_again(television, "")

    # As somebody reads it aloud.
    assert take(client, tournament, f" {code[:3].lower()} {code[3:]}").status_code == 302

    screen = Screen.objects.get()
    assert must_read_again(television, "")
    page = page_of(television)
    assert 'data-board data-state="not_started"' in page
    assert f'name="given" value="{showing(screen)}"' in page
    assert "wall-doors" not in page
    assert not must_read_again(television, showing(screen))
    listed = squeeze(client.get(f"/floor/{tournament.code}/screens/").content.decode())
    assert "Bar" in listed
    assert "Clock, since" in listed
    assert "Not answering" not in listed


def test_another_content_is_shown_and_said_in_the_log(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    screen = Screen.objects.get()
    before = showing(screen)

    said = press(client, tournament, screen, content="rounds")

    assert "The screen “Bar” shows: Hand-for-hand." in said
    assert must_read_again(television, before)
    assert 'class="rounds"' in page_of(television)
    assert "The screen shows that already." in press(client, tournament, screen, content="rounds")
    assert "This tap was not recognised" in press(client, tournament, screen, content="nothing")
    line = LogEntry.objects.get(verb="screen_shows")
    undo(client, tournament, line)
    assert "data-board" in page_of(television)
    # What was undone is not undone again.
    undo(client, tournament, line)
    assert showing(screen) == before


def test_the_undo_of_taking_it_in_lets_it_go(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    undo(client, tournament, LogEntry.objects.get(verb="screen_taken"))
    assert code_on(television) == code


@pytest.mark.parametrize(
    ("code", "name", "says"),
    [
        ("BCDFGH", "Bar", "No television shows this code now."),
        (None, "", "This field is required."),
        (None, "Stage", "There is a screen “Stage” already. Give this one another name."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_taken_in(
    client: Client, code: str | None, name: str, says: str
) -> None:
    tournament = as_vera(client)
    take(client, tournament, open_on_television()[1], "Stage")

    answer = take(client, tournament, open_on_television()[1] if code is None else code, name)

    assert answer.status_code == 422
    assert says in squeeze(answer.content.decode())
    assert Screen.objects.get().name == "Stage"


def test_a_removed_television_shows_its_code_and_is_put_back_by_undo(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    screen = Screen.objects.get()
    before = showing(screen)

    press(client, tournament, screen, "remove/")

    assert must_read_again(television, before)
    assert code_on(television) == code
    line = LogEntry.objects.get(verb="screen_removed")
    undo(client, tournament, line)
    assert "data-board" in page_of(television)
    # Removed again and taken in under another name, it is not put back a second time.
    press(client, tournament, screen, "remove/")
    take(client, tournament, code_on(television), "Stage")
    assert Screen.objects.get().name == "Stage"
    second = LogEntry.objects.filter(verb="screen_removed").latest("pk")
    undo(client, tournament, second)
    assert LogEntry.objects.filter(verb="screen_put_back").count() == 1


def test_another_event_of_the_house_gives_it_something_to_show(client: Client) -> None:
    first = as_vera(client)
    television, code = open_on_television()
    take(client, first, code)
    screen = Screen.objects.get()
    other = make_tournament(make_account("rita"), name="Sunday Deep")
    floor = Client()
    floor.force_login(give_role(other, Role.FLOOR, "fredo"))

    press(floor, other, screen, content="clock")

    assert "Sunday Deep" in page_of(television)
    listed = squeeze(client.get(f"/floor/{first.code}/screens/").content.decode())
    assert "· Sunday Deep" in listed
    heard = [Listener(kind="screen", subject=str(screen.pk), public_id=each.code) for each in (first, other)]
    assert screens_that_may_listen(frozenset(heard)) == {heard[1]}


def test_a_cookie_of_somebody_elses_making_is_that_of_a_new_television() -> None:
    television, code = open_on_television()
    television.cookies["screen"] = "secret CODEXX:1abc:forged"
    assert code_on(television) != code
    assert must_read_again(Client(), "")


def test_every_content_has_a_page() -> None:
    assert set(CONTENTS) == set(ScreenContent)


def test_a_screen_speaks_its_language_on_its_ground_and_the_list_shows_it_so(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    screen = Screen.objects.get()
    press(client, tournament, screen, content="structure")
    before = showing(screen)

    assert "The screen “Bar”: dark, Italian, gives way to announcements." in press(
        client, tournament, screen, "look/", language="it"
    )
    assert "The screen “Bar”: light, Italian, gives way to announcements." in press(
        client, tournament, screen, "look/", theme="light"
    )

    assert must_read_again(television, before)
    page = page_of(television)
    assert '<html lang="it" data-theme="light" data-skin="light">' in page
    assert "Struttura" in page
    listed = press(client, tournament, screen, "look/", theme="light")
    assert "The screen is like that already." in listed
    assert re.search(
        r'wall-picture" data-theme="light" data-skin="light" aria-hidden="true">.*Struttura', listed
    )
    assert "This tap was not recognised" in press(client, tournament, screen, "look/", theme="pink")
    undo(client, tournament, LogEntry.objects.filter(verb="screen_looks").latest("pk"))
    assert '<html lang="it" data-theme="dark" data-skin="dark">' in page_of(television)


def test_a_television_asks_for_the_part_that_changes(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    press(client, tournament, Screen.objects.get(), content="structure")
    asked = part(television, "?at=0")
    assert asked.startswith('<div class="turn" data-turn="0"')
    assert 'class="framed"' in asked
    # One that was removed meanwhile is read again as a whole.
    press(client, tournament, Screen.objects.get(), "remove/")
    assert "HX-Refresh" in television.get("/screen/", headers={"HX-Request": "true"})


def test_contents_come_in_turn_and_the_list_has_the_one_that_is_shown(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    screen = Screen.objects.get()
    typed = {"contents": ["payouts", "structure"], "seconds_structure": "30", "key": str(uuid4())}
    address = f"/floor/{tournament.code}/screens/{screen.pk}/in-turn/"

    wrong = client.post(address, typed | {"seconds_structure": "3"})
    assert wrong.status_code == 422
    assert client.post(address, typed | {"contents": []}).status_code == 422
    assert client.post(address, typed).status_code == 302

    assert 'data-stays="0"' in page_of(television)
    second = part(television, "?after=0")
    assert re.search(r'data-turn="1" .* data-stays="30"', second)
    assert "Structure" in second
    assert 'data-turn="0"' in part(television, "?after=1")
    television.post("/screen/there/", {"given": showing(screen), "content": "structure"})
    listed = squeeze(client.get(f"/floor/{tournament.code}/screens/").content.decode())
    assert "Payouts, Structure, since" in listed
    assert re.search(r'wall-picture[^>]*>.*framed__title">Structure', listed)
    line = LogEntry.objects.get(verb="screen_shows")
    assert "shows: Payouts, Structure." in squeeze(
        client.get(f"/floor/{tournament.code}/log/").content.decode()
    )
    undo(client, tournament, line)
    assert "data-stays" not in page_of(television)


def test_a_break_takes_the_screens_that_give_way_and_gives_them_back(client: Client) -> None:
    tournament, _entries = started(4, account=make_account())
    client.force_login(make_account())
    television, code = open_on_television()
    take(client, tournament, code)
    screen = Screen.objects.get()
    press(client, tournament, screen, content="payouts")
    with time_machine.travel(NOW, tick=False):
        assert 'data-call=""' in page_of(television)
    with time_machine.travel(after(45), tick=False):
        assert 'data-call="clock"' in page_of(television)
        assert 'data-state="break"' in page_of(television)
        press(client, tournament, screen, "look/", gives_way="")
        assert "data-keeps" in page_of(television)
        assert "framed__title" in page_of(television)
        press(client, tournament, screen, "look/", gives_way="1")
    with time_machine.travel(after(55), tick=False):
        assert 'data-call=""' in page_of(television)


def test_a_message_takes_every_screen_until_it_is_taken_off_or_its_minutes_are_over(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    address = f"/floor/{tournament.code}/screens/message/"
    typed = {"text": "Dinner is served", "minutes": "10", "key": str(uuid4())}
    with time_machine.travel(NOW, tick=False) as clock:
        assert client.post(address, typed | {"minutes": "0"}).status_code == 422
        assert client.post(address, typed).status_code == 302
        assert re.search(r'data-call="message-\d+" data-back="600"', page_of(television))
        assert "Dinner is served" in page_of(television)
        message = ScreenMessage.objects.get()
        clock.shift(60)

        client.post(f"{address}{message.pk}/end/", {"key": str(uuid4())})
        assert "Dinner is served" not in page_of(television)
        undo(client, tournament, LogEntry.objects.get(verb="message_ended"))
        # With the nine minutes that were left.
        assert 'data-back="540"' in page_of(television)
        undo(client, tournament, LogEntry.objects.get(verb="screens_told"))
        assert "Dinner is served" not in page_of(television)
        client.post(address, typed | {"key": str(uuid4())})
        clock.shift(600)
        assert "Dinner is served" not in page_of(television)


def test_a_browser_becomes_a_screen_by_its_address(client: Client) -> None:
    tournament = as_vera(client)
    assert take(client, tournament, "").status_code == 302
    page = f"/floor/{tournament.code}/screens/{Screen.objects.get().pk}/in-turn/"
    found = re.search(r"<code>http://[^/]+(/screen/open/[^<]+)</code>", client.get(page).content.decode())
    assert found
    laptop = Client()

    assert "data-board" in laptop.get(found[1]).content.decode()
    assert "data-board" in page_of(laptop)
    assert not must_read_again(laptop, showing(Screen.objects.get()))
    assert Client().get("/screen/open/1-forged/").status_code == 404
    press(client, tournament, Screen.objects.get(), "remove/")
    assert code_on(laptop) == code_on(laptop)
    assert code_on(laptop) in laptop.get(found[1]).content.decode()


def test_a_content_of_another_release_is_left_out(client: Client) -> None:
    tournament = as_vera(client)
    television, code = open_on_television()
    take(client, tournament, code)
    for content, contents in (("leagues:20 structure", ["structure"]), ("leagues", ["clock"])):
        Screen.objects.update(content=content)
        assert [turn.content for turn in turns_of(Screen.objects.get())] == contents
        page_of(television)
        assert client.get(f"/floor/{tournament.code}/screens/").status_code == 200


def test_a_screen_that_is_to_speak_has_what_comes_and_is_silent_again_by_undo(client: Client) -> None:
    tournament, _entries = started(3)
    client.force_login(make_account())
    television, code = open_on_television()
    take(client, tournament, code)
    screen = Screen.objects.get()
    before = showing(screen)
    assert "data-said" not in page_of(television)

    with time_machine.travel(after(1), tick=False):
        said = press(client, tournament, screen, "volume/", volume="60")
        assert "The screen “Bar”, sound: medium." in said
        assert must_read_again(television, before)
        page = page_of(television)
        assert 'data-said="level-1"' in page
        assert 'data-clips="sound-level level 2 blinds 50 100"' in page
        assert 'data-volume="60"' in page
        assert 'hx-swap-oob="innerHTML:#air"' in part(television, "?at=0")
        assert "The screen is like that already." in press(client, tournament, screen, "volume/", volume="60")
        assert "This tap was not recognised" in press(client, tournament, screen, "volume/", volume="61")
        assert "“Bar” speaks now, if its sound is on." in press(client, tournament, screen, "tone/")
        undo(client, tournament, LogEntry.objects.get(verb="screen_speaks"))
        assert "data-said" not in page_of(television)
