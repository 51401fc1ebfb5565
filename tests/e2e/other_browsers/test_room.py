"""Wall, phone, console and desk in the browsers promised beside Chromium: alive, and nothing out of its place."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.e2e.other_browsers.network import Network, State
from tests.e2e.other_browsers.page import OtherBrowser, Page
from tests.e2e.room import CONSOLE, PHONE, TABLET, WALL
from tests.e2e.test_phone import PAGES
from tests.factories import ACTOR, make_account, make_player
from tests.factories.books import played_for_money
from tests.factories.field import bust, started
from tests.processes import LiveFloorman
from tournament.models import Entry
from tournament.services.field.registration import close_registration
from tournament.services.setup.accounts import make_login_link

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.django_db(transaction=True),
    pytest.mark.long(
        reason="the screens that Chromium is asked about, in the other engines that are promised"
    ),
]

# Heights of the fields of a level: an input's and a select's are one.
HEIGHTS = """() => [...new Set([...document.querySelectorAll(".structure__cell :is(input, select)")]
    .filter((each) => each.checkVisibility())
    .map((each) => Math.round(each.getBoundingClientRect().height)))]"""
# What of a row lies on the line below it.
HANGS_OUT = """() => [...document.querySelectorAll("[data-rows=prizes] tr")].flatMap((row) =>
    [...row.querySelectorAll("*")].filter((each) =>
        each.checkVisibility() && each.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom + 1))
    .map((each) => each.textContent.trim())"""
# Requests that a page does not wait for: a form leads away from it.
UNDER_WAY_AND_GONE = """(address) => {
    for (const each of [1, 2]) htmx.ajax("GET", `/?${each}`, { target: "main", swap: "none" });
    const form = document.createElement("form");
    form.action = address;
    document.body.append(form);
    form.submit();
}"""
# What of the wall is below what the room sees of it.
BELOW = """() => [...document.querySelectorAll(".wall *")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom > innerHeight + 1)
    .map((each) => each.outerHTML.slice(0, 120))"""


def log_in(page: Page, url: str) -> None:
    """The director opens a log-in link and presses its button, unless another page of the browser has."""
    page.open(f"{url}/")
    if "Log out" in page.text("body"):
        return
    secret = make_login_link(account=make_account(), now=timezone.now())
    page.open(f"{url}/login/{secret}/")
    page.tap("main [type=submit]")
    page.expect("body", "Log out")


def test_wall_phone_console_and_desk_hear_of_each_other(
    other_browser: OtherBrowser, live_floorman: LiveFloorman, network: Network
) -> None:
    tournament, entries = started(4, now=timezone.now() - timedelta(minutes=5), late_registration_level=2)
    make_player("Nicolò Bianchi")
    url = live_floorman.url
    wall, phone, console, desk = (other_browser.new_page(*size) for size in (WALL, PHONE, CONSOLE, TABLET))
    log_in(console, url)
    log_in(desk, url)
    console.open(f"{url}/floor/{tournament.code}/")
    desk.open(f"{url}/floor/{tournament.code}/desk/")
    wall.open(f"{network.url}/t/{tournament.code}/clock/")
    phone.open(f"{url}/my/{entries[3].link_secret}/")
    pages = {"wall": wall, "phone": phone, "console": console, "desk": desk}
    assert {name: page.too_wide() for name, page in pages.items()} == {name: [] for name in pages}
    assert wall.look(BELOW) == []

    # The console stops the clock and the room sees it; then it runs again.
    console.tap("#status-pause")
    console.expect("#messages", "The clock is paused.")
    wall.expect(".wall__state", "Paused")
    phone.expect(".clock-strip", "Paused")
    console.tap("#status-resume")
    wall.expect_is('() => document.querySelector(".wall__state").innerText.includes("Paused")', False)

    # Somebody comes to the desk: a name typed, one tap, a seat.
    desk.expect_is("() => document.activeElement.id", "q")
    desk.type("nicolo")
    desk.expect("#matches", "Nicolò Bianchi")
    desk.tap("#matches button[id^=register]")
    desk.expect(".desk-receipt", "Nicolò Bianchi")
    seat = Entry.objects.get(player__name="Nicolò Bianchi").seat
    desk.expect(".desk-receipt__seat", f"Table {seat.table.number} Seat {seat.number}")
    wall.expect("main", "5/5")
    console.expect("#grid", "Nicolò Bianchi")

    # The wall says that it has lost the house, and hears what it has missed.
    network.turn(State.LOST)
    wall.expect("#connection", "Connection lost")
    now = timezone.now()
    close_registration(tournament_id=tournament.pk, by=ACTOR.at(now))
    bust(tournament, entries[3], winner=entries[0], now=now)
    phone.expect("#my-seat", "Place 5th")
    network.turn(State.THERE)
    wall.expect_connection("live")
    wall.expect("main", "4/5")

    went_wrong = [words for page in pages.values() for words in page.went_wrong()]
    # How htmx tells in the console of a stream that ended.
    assert [words for words in went_wrong if "[object Event]" not in words] == []


def test_what_a_page_says_while_it_is_left_is_not_held_against_the_next(
    other_browser: OtherBrowser, live_floorman: LiveFloorman
) -> None:
    """Two requests are under way when a form is sent. What goes wrong before that is heard."""
    page = other_browser.new_page(*PHONE)
    page.open(f"{live_floorman.url}/")
    page.look(UNDER_WAY_AND_GONE, f"{live_floorman.url}/login/")
    # Before it has a body nobody listens to what goes wrong in it.
    page.expect_is("() => [location.pathname, document.readyState]", ["/login/", "complete"])
    assert page.went_wrong() == []
    page.look('() => { setTimeout(() => { throw new Error("planted"); }); }')
    page.expect_is('() => window.wentWrong.filter((words) => words.includes("planted")).length', 1)
    assert any("planted" in words for words in page.went_wrong())


def test_every_page_of_the_floor_fits_a_phone_and_lines_up_on_the_console(
    other_browser: OtherBrowser, live_floorman: LiveFloorman
) -> None:
    tournament, _entries = played_for_money()
    home = f"{live_floorman.url}/floor/{tournament.code}"
    phone, console = other_browser.new_page(*PHONE), other_browser.new_page(*CONSOLE)
    wrong = {}
    for page in (phone, console):
        log_in(page, live_floorman.url)
        for address in PAGES:
            page.open(f"{home}/{address}")
            wrong[address, page is phone] = page.too_wide() + page.went_wrong()
    assert {place: found for place, found in wrong.items() if found} == {}

    console.open(f"{home}/structure/")
    assert len(console.look(HEIGHTS)) == 1, console.look(HEIGHTS)
    console.open(f"{home}/payouts/")
    assert console.look(HANGS_OUT) == []
