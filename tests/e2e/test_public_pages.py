"""The public pages in a browser, on the running application: live, accessible, true in the last row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tables.services.moves.breaking import redraw_tables
from tests.browsers import Watch
from tests.e2e.axe import LOOKS, objections, objections_in_both_themes
from tests.factories import ACTOR
from tests.factories.field import bust, entered, started
from tests.factories.stopped_clock import LEVEL, go_on, stop_before_end
from tests.processes import LiveFloorman
from tournament.models import Entry, Tournament
from tournament.services.clock import add_time, pause_clock, resume_clock

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def show(page: Page, live: LiveFloorman, address: str) -> None:
    """Open a page and wait until it is connected."""
    page.goto(live.url + address)
    if page.locator("body[sse-connect]").count():
        expect(page.locator("html")).to_have_attribute("data-connection", "live")


# What the wall shows once it is a time not seen before, and true or true a second ago: all in one moment.
TRUE_TIME = """([endsAt, seen]) => {
    const shown = document.querySelector(".wall__time").innerText.trim();
    const left = Math.ceil((endsAt - Date.now()) / 1000);
    const words = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return !seen.includes(shown) && [words(left), words(left + 1)].includes(shown) && shown;
}"""


def in_play(count: int = 4, *, minutes: float = 5) -> tuple[Tournament, list[Entry]]:
    """A tournament whose clock started so many minutes ago."""
    return started(count, now=timezone.now() - timedelta(minutes=minutes))


# --- Live ------------------------------------------------------------------------------------------------------------


def test_the_level_changes_on_the_wall_without_a_reload(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = in_play(minutes=20)
    stop_before_end(tournament, seconds=3)
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    live_page.evaluate("window.sameDocument = true")
    expect(live_page.locator(".wall__level")).to_have_text("Level 1")
    live_floorman.start_celery()
    go_on(tournament)
    expect(live_page.locator(".wall__level")).to_have_text("Level 2")
    expect(live_page.locator(".wall__blinds")).to_have_text("50/100")
    assert live_page.evaluate("window.sameDocument") is True


@pytest.mark.long(reason="the console asks by the same script in test_next_level.py")
def test_the_level_changes_on_the_wall_though_celery_is_down(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = in_play(minutes=19.97)
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    expect(live_page.locator(".wall__level")).to_have_text("Level 2")


@pytest.mark.long(reason="the script that the console asks by, on another page")
def test_the_standings_find_the_next_level_themselves(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = in_play(minutes=19.97)
    show(live_page, live_floorman, f"/t/{tournament.code}/")
    expect(live_page.locator(".clock-strip__level")).to_contain_text("Level 2", timeout=60_000)


def test_the_wall_counts_to_the_second(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = in_play(minutes=5)
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    assert tournament.started_at is not None
    ends_at = (tournament.started_at + LEVEL).timestamp() * 1_000
    shown: list[str] = []
    for _ in range(3):
        shown.append(live_page.wait_for_function(TRUE_TIME, arg=[ends_at, shown]).json_value())


def test_a_pause_is_seen_at_once_and_the_blinds_stay(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = in_play()
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    pause_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    expect(live_page.locator(".wall__state")).to_contain_text("Paused")
    expect(live_page.locator(".wall__blinds")).to_be_visible()
    stood = live_page.locator(".wall__time").inner_text()
    # Long enough for a clock that runs to show another second.
    live_page.wait_for_timeout(1_500)
    assert live_page.locator(".wall__time").inner_text() == stood
    resume_clock(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))
    expect(live_page.locator(".wall__state")).not_to_contain_text("Paused")


def test_a_bust_out_appears_on_the_standings_without_a_reload(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    tournament, entries = in_play()
    show(live_page, live_floorman, f"/t/{tournament.code}/")
    live_page.evaluate("window.sameDocument = true")
    bust(tournament, entries[3], winner=entries[0], now=timezone.now())
    row = live_page.locator("section[aria-labelledby=out] tr[data-entry='4']")
    expect(row).to_contain_text("4th")
    expect(live_page.locator("tr[data-entry='1']")).to_contain_text("20,000")
    assert live_page.evaluate("window.sameDocument") is True


@pytest.mark.long(reason="one more thing that the wall hears by itself")
def test_the_final_table_appears_on_the_wall_without_a_reload(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(10, now=timezone.now() - timedelta(minutes=5), seats_per_table=5)
    Tournament.objects.filter(pk=tournament.pk).update(registration_closed_at=timezone.now())
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    live_page.evaluate("window.sameDocument = true")
    expect(live_page.locator(".wall__state")).not_to_contain_text("Final table")

    redraw_tables(tournament_id=tournament.pk, tables_left=1, seed="1", by=ACTOR.at(timezone.now()))

    expect(live_page.locator(".wall__state")).to_contain_text("Final table")
    assert live_page.evaluate("window.sameDocument") is True


@pytest.mark.long(reason="one more page that hears by itself")
def test_my_page_hears_that_i_am_out(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, entries = in_play()
    show(live_page, live_floorman, f"/my/{entries[3].link_secret}/")
    expect(live_page.locator(".my-seat")).to_be_visible()
    bust(tournament, entries[3], winner=entries[0], now=timezone.now())
    expect(live_page.locator("#my-seat")).to_contain_text("Place 4th")


@pytest.mark.long(reason="one more page that hears by itself")
def test_payouts_move_on_with_the_field(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, entries = in_play()
    show(live_page, live_floorman, f"/t/{tournament.code}/payouts/")
    for loser in (3, 2):
        bust(tournament, entries[loser], winner=entries[0], now=timezone.now())
    expect(live_page.locator("#payouts tbody tr").nth(2)).to_contain_text(entries[2].player.name)
    expect(live_page.locator("#payouts tr.is-marked")).to_contain_text("2nd")


def test_a_lost_connection_is_shown_and_mended(
    live_page: Page, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # The second is how htmx tells of a stream that ended, the third what it hears before there is a process of streams,
    # the others of a page that asks as soon as the stream is back, and the web process not yet.
    watch.expected += ["net::ERR_", "[object Event]", "status of 503", "htmx:sendError", "htmx:afterRequest"]
    tournament, _ = in_play()
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    # Pages are asked for through the web process: without it that of pages is out of reach too.
    live_floorman.stop(*[process for process in live_floorman.children if process.name != "pages"])
    expect(live_page.locator("#connection")).to_contain_text("Connection lost")
    expect(live_page.locator("#connection")).to_be_in_viewport()
    expect(live_page.locator(".wall__time")).to_have_css("text-decoration-line", "line-through")
    live_floorman.start_streams()
    live_floorman.start_web()
    add_time(tournament_id=tournament.pk, seconds=600, by=ACTOR.at(timezone.now()))
    expect(live_page.locator("html")).to_have_attribute("data-connection", "live")
    # Fifteen minutes were left, and what all of this took is less than two.
    expect(live_page.locator(".wall__time")).to_contain_text(re.compile("2[34]:"))


# --- Without JavaScript ----------------------------------------------------------------------------------------------


@pytest.fixture
def plain_page(browser: Browser, live_floorman: LiveFloorman) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_everything_is_readable_without_scripts(plain_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, entries = in_play()
    plain_page.goto(f"{live_floorman.url}/t/{tournament.code}/")
    expect(plain_page.locator("tbody tr")).to_have_count(4)
    plain_page.get_by_role("link", name="My seat").click()
    plain_page.get_by_label("Name or part of it").fill(entries[1].player.name)
    plain_page.get_by_role("button", name="Find").click()
    expect(plain_page.locator(".found__seat")).to_contain_text(f"Seat {entries[1].seat.number}")
    plain_page.get_by_role("button", name="Italiano").click()
    expect(plain_page.locator("html")).to_have_attribute("lang", "it")
    plain_page.locator("button[name=theme][value=dark]").click()
    expect(plain_page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_theme_changes_without_a_reload_and_stays(live_page: Page, live_floorman: LiveFloorman) -> None:
    show(live_page, live_floorman, "/")
    live_page.evaluate("window.sameDocument = true")
    with live_page.expect_response("**/theme/"):
        live_page.get_by_role("button", name="Dark").click()
    expect(live_page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(live_page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    assert live_page.evaluate("window.sameDocument") is True
    live_page.reload()
    expect(live_page.locator("html")).to_have_attribute("data-theme", "dark")


# --- Keyboard and announcements --------------------------------------------------------------------------------------


def test_the_first_tab_leads_past_the_header(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = in_play()
    show(live_page, live_floorman, f"/t/{tournament.code}/")
    live_page.keyboard.press("Tab")
    expect(live_page.locator(".skip")).to_be_focused()
    expect(live_page.locator(".skip")).to_be_in_viewport()
    live_page.keyboard.press("Enter")
    expect(live_page.locator("#main")).to_be_focused()


def test_a_push_does_not_take_the_focus(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, entries = in_play()
    show(live_page, live_floorman, f"/t/{tournament.code}/")
    link = live_page.get_by_role("link", name="Payouts")
    link.focus()
    bust(tournament, entries[3], winner=entries[0], now=timezone.now())
    expect(live_page.locator("section[aria-labelledby=out]")).to_be_visible()
    expect(link).to_be_focused()


def test_the_last_minute_is_said_once(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = in_play(minutes=20)
    stop_before_end(tournament, seconds=63)
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    voice = live_page.locator("#clock-voice")
    expect(voice).to_be_empty()
    go_on(tournament)
    expect(voice).to_have_text("One minute left")
    assert live_page.locator("[role=timer][aria-live=assertive], [role=timer][aria-live=polite]").count() == 0


@pytest.mark.long(reason="a refused form leads to its errors in test_setup_and_desk.py")
def test_a_refused_log_in_leads_to_its_errors(
    live_page: Page, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected.append("422")
    show(live_page, live_floorman, "/login/")
    live_page.get_by_label("Username").fill("nobody")
    live_page.get_by_label("Password").fill("nothing at all")
    live_page.get_by_role("button", name="Log in").click()
    expect(live_page.locator(".error-summary")).to_be_focused()
    expect(live_page.get_by_label("Username")).to_have_value("nobody")


# --- axe: further states of public pages ---------------------------------------------------


def public_addresses(tournament: Tournament, entries: list[Entry]) -> list[str]:
    code = tournament.code
    return [
        "/",
        f"/t/{code}/",
        f"/t/{code}/clock/",
        f"/t/{code}/payouts/",
        f"/t/{code}/structure/",
        f"/t/{code}/seat/",
        f"/t/{code}/seat/?name={entries[0].player.name[:2]}",
        f"/t/{code}/seat/?name=zzzz",
        f"/my/{entries[0].link_secret}/",
        f"/my/{entries[-1].link_secret}/",
        "/login/",
        "/login/none/",
        "/nothing/",
    ]


@pytest.mark.sampled
def test_axe_finds_nothing_before_the_start_and_in_a_break(
    live_page: Page, live_floorman: LiveFloorman, context: BrowserContext
) -> None:
    """States of the pages that every page's own test has not got."""
    context.add_cookies([{"name": "django_language", "value": "it", "url": live_floorman.url}])
    waiting, early = entered(2, name="Waiting")
    resting, _ = in_play(3, minutes=41)
    findings: list[str] = []
    for address in [
        f"/t/{waiting.code}/clock/",
        f"/my/{early[0].link_secret}/",
        f"/t/{resting.code}/clock/",
        f"/t/{resting.code}/",
    ]:
        show(live_page, live_floorman, address)
        # A wall is dark whatever its browser wants.
        look = objections if address.endswith("/clock/") else objections_in_both_themes
        findings += [f"{address} {finding}" for finding in look(live_page)]
    assert findings == []


def test_axe_would_find_something(live_page: Page, live_floorman: LiveFloorman) -> None:
    show(live_page, live_floorman, "/")
    live_page.evaluate("document.querySelector('html').removeAttribute('lang')")
    live_page.evaluate("document.querySelector('h1').style.color = '#999'")
    assert len(objections(live_page)) == 2
    assert len(objections(live_page, LOOKS)) == 1
