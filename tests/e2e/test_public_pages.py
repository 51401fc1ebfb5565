"""The public pages in a browser, on the running application: live, accessible, true in the last row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tables.services.moves.breaking import redraw_tables
from tests.browsers import Watch
from tests.e2e.axe import LOOKS, objections, set_theme
from tests.factories import ACTOR
from tests.factories.field import bust, entered, started
from tests.factories.stopped_clock import LEVEL, go_on, stop_before_end
from tests.processes import LiveFloorman
from tests.tournament.rules.mixed import NINE_GAMES, mixed, raised
from tournament.models import Entry, Tournament, TournamentStatus
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.clock import add_time, pause_clock, resume_clock

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TELEVISIONS = [
    pytest.param(1920, 1080, marks=pytest.mark.long(reason="the smaller screen has the same proportions")),
    (1280, 720),
]


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


def test_the_level_changes_on_the_wall_though_celery_is_down(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = in_play(minutes=19.97)
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    expect(live_page.locator(".wall__level")).to_have_text("Level 2")


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
    pause_clock(tournament_id=tournament.pk, actor=ACTOR, now=timezone.now())
    expect(live_page.locator(".wall__state")).to_contain_text("Paused")
    expect(live_page.locator(".wall__blinds")).to_be_visible()
    stood = live_page.locator(".wall__time").inner_text()
    live_page.wait_for_timeout(1_500)
    assert live_page.locator(".wall__time").inner_text() == stood
    resume_clock(tournament_id=tournament.pk, actor=ACTOR, now=timezone.now())
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


def test_the_final_table_appears_on_the_wall_without_a_reload(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(10, now=timezone.now() - timedelta(minutes=5), seats_per_table=5)
    Tournament.objects.filter(pk=tournament.pk).update(registration_closed_at=timezone.now())
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    live_page.evaluate("window.sameDocument = true")
    expect(live_page.locator(".wall__state")).not_to_contain_text("Final table")

    redraw_tables(tournament_id=tournament.pk, tables_left=1, seed="1", actor=ACTOR, now=timezone.now())

    expect(live_page.locator(".wall__state")).to_contain_text("Final table")
    assert live_page.evaluate("window.sameDocument") is True


def test_my_page_hears_that_i_am_out(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, entries = in_play()
    show(live_page, live_floorman, f"/my/{entries[3].link_secret}/")
    expect(live_page.locator(".my-seat")).to_be_visible()
    bust(tournament, entries[3], winner=entries[0], now=timezone.now())
    expect(live_page.locator("#my-seat")).to_contain_text("Place 4th")


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
    # The second is how htmx tells of a stream that ended.
    watch.expected += ["net::ERR_", "[object Event]"]
    tournament, _ = in_play()
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    live_floorman.stop(*live_floorman.children)
    expect(live_page.locator("#connection")).to_contain_text("Connection lost")
    expect(live_page.locator("#connection")).to_be_in_viewport()
    expect(live_page.locator(".wall__time")).to_have_css("text-decoration-line", "line-through")
    live_floorman.start()
    add_time(tournament_id=tournament.pk, seconds=600, actor=ACTOR, now=timezone.now())
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


# --- Sizes -----------------------------------------------------------------------------------------------------------


# The spacing that a reader may choose (WCAG 1.4.12).
SPACE_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""
TOO_SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary")]
    .filter((e) => !e.matches(".skip"))
    .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 43.9))
    .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""
LARGEST = Structure(
    periods=(
        Level(
            small_blind=500_000,
            big_blind=1_000_000,
            ante=1_000_000,
            ante_kind="big_blind",
            duration_seconds=7200,
        ),
        Level(
            small_blind=600_000,
            big_blind=1_250_000,
            ante=1_250_000,
            ante_kind="big_blind",
            duration_seconds=7200,
        ),
    )
)
# Height of the digits themselves, not of their line: as the fonts of this machine draw them.
# Found and measured in one step: a push may put a new element in its place at any moment.
DIGIT_HEIGHT = """(selector) => {
    const style = getComputedStyle(document.querySelector(selector));
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return pen.measureText("0").actualBoundingBoxAscent;
}"""
# Where the parts of the wall begin and end, from the top: all in one moment, since a push puts new ones in their place.
EDGES = """(selectors) => selectors.map((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [top, bottom];
})"""
# What hides a part of its own words.
CLIPPED = """(selector) => [...document.querySelectorAll(selector)].filter(
    (e) => getComputedStyle(e).overflow !== "visible" &&
        (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)
).map((e) => e.textContent)"""
TEXTS = """() => [...document.querySelectorAll(".wall *")]
    .filter((e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()))
    .filter((e) => !e.closest(".visually-hidden"))
    .map((e) => {
        const range = document.createRange();
        range.selectNodeContents(e);
        const box = range.getBoundingClientRect();
        return {text: e.textContent.trim(), size: parseFloat(getComputedStyle(e).fontSize),
                left: box.left, top: box.top, right: box.right, bottom: box.bottom};
    })"""


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize(
    ("entries", "minutes", "changes"),
    [
        (12, 55, {}),
        (12, 10, {"structure": LARGEST, "starting_stack": 5_000_000, "late_registration_level": 1}),
        (4, 10, {}),
    ],
    ids=["usual", "largest", "bubble at the final table"],
)
def test_the_wall_can_be_read_across_the_room(
    live_page: Page,
    live_floorman: LiveFloorman,
    width: int,
    height: int,
    entries: int,
    minutes: float,
    changes: dict[str, Any],
) -> None:
    tournament, _ = started(entries, now=timezone.now() - timedelta(minutes=minutes), **changes)
    live_page.set_viewport_size({"width": width, "height": height})
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    assert live_page.evaluate(DIGIT_HEIGHT, ".wall__time") >= 0.25 * height
    assert live_page.evaluate(DIGIT_HEIGHT, ".wall__blinds") >= 0.12 * height
    texts = live_page.evaluate(TEXTS)
    assert [text for text in texts if text["size"] < 0.05 * height - 0.01] == []
    # Televisions cut the edges: nothing to read in the outer twentieth. Line boxes are taller than their letters.
    outside = [
        text
        for text in texts
        if text["left"] < 0.05 * width - 1
        or text["right"] > 0.95 * width + 1
        or text["top"] < 0.04 * height
        or text["bottom"] > 0.96 * height
    ]
    assert outside == []


LONG_NAMES = (
    "Friday Night Championship",
    "Gran Finale Città di Cefalù: Ängelholm gegen Győr, Dąbrowa",
    "Friday Night Deep Stack Championship Grand Final of the Winter Season 2026 and Guaranteed Prizes, Casino Royale",
)


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize(
    "name",
    [
        *(
            pytest.param(name, marks=pytest.mark.long(reason="a longer name fits"))
            for name in LONG_NAMES[:-1]
        ),
        LONG_NAMES[-1],
    ],
)
@pytest.mark.parametrize("state", [TournamentStatus.RUNNING, TournamentStatus.CANCELLED])
def test_the_tournaments_name_on_the_wall_is_never_cut(
    live_page: Page,
    live_floorman: LiveFloorman,
    width: int,
    height: int,
    name: str,
    state: TournamentStatus,
) -> None:
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=10))
    Tournament.objects.filter(pk=tournament.pk).update(name=name, status=state)
    live_page.set_viewport_size({"width": width, "height": height})
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")

    seen = [text for text in live_page.evaluate(TEXTS) if text["text"] == name]

    assert seen, "the name stands on the wall"
    for text in seen:
        assert 0.05 * width - 1 <= text["left"]
        assert text["right"] <= 0.95 * width + 1
        assert text["bottom"] <= 0.96 * height
        assert text["size"] >= 0.05 * height - 0.01
    assert live_page.evaluate(CLIPPED, ".wall__name dd, .wall__winner") == []


# The stakes of a published final table as they were: nine games, four sets of stakes.
MIXED = Structure(
    periods=tuple(
        mixed(*(raised(game, thousands * 1000) for game in NINE_GAMES), minutes=120) for thousands in (1, 2)
    )
)


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize(
    "language",
    [pytest.param("en", marks=pytest.mark.long(reason="Italian needs more room than English")), "it"],
)
def test_every_stake_of_a_mixed_level_can_be_read_across_the_room(
    live_page: Page,
    live_floorman: LiveFloorman,
    context: BrowserContext,
    width: int,
    height: int,
    language: str,
) -> None:
    now = timezone.now() - timedelta(minutes=10)
    changes = {"structure": MIXED, "starting_stack": 5_000_000, "late_registration_level": 1}
    tournament, _ = started(12, now=now, **changes)
    context.add_cookies([{"name": "django_language", "value": language, "url": live_floorman.url}])
    live_page.set_viewport_size({"width": width, "height": height})
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    expect(live_page.locator(".wall__game")).to_have_count(4)
    assert live_page.evaluate(DIGIT_HEIGHT, ".wall__time") >= 0.25 * height
    texts = live_page.evaluate(TEXTS)
    assert [text for text in texts if text["size"] < 0.05 * height - 0.01] == []
    assert [
        text for text in texts if text["left"] < 0.05 * width - 1 or text["right"] > 0.95 * width + 1
    ] == []
    edges = live_page.evaluate(EDGES, [".wall__ruler", ".wall__games", ".wall__next", ".wall__figures"])
    assert all(bottom > top for top, bottom in edges)
    for (_, end_of_above), (top, _) in pairwise(edges):
        assert end_of_above <= top + 1


@pytest.mark.parametrize(
    "language",
    [pytest.param("en", marks=pytest.mark.long(reason="Italian needs more room than English")), "it"],
)
def test_everything_can_be_pressed_and_nothing_scrolls_sideways_on_the_smallest_phone(
    live_page: Page, live_floorman: LiveFloorman, context: BrowserContext, watch: Watch, language: str
) -> None:
    watch.expected.append("404")
    tournament, entries = in_play(12, minutes=41)
    context.add_cookies([{"name": "django_language", "value": language, "url": live_floorman.url}])
    for address in public_addresses(tournament, entries):
        live_page.set_viewport_size({"width": 1280, "height": 720})
        show(live_page, live_floorman, address)
        assert (address, live_page.evaluate(TOO_SMALL)) == (address, [])
        live_page.set_viewport_size({"width": 320, "height": 640})
        assert (address, live_page.evaluate(TOO_SMALL)) == (address, [])
        assert (address, live_page.evaluate("document.documentElement.scrollWidth")) == (address, 320)
        live_page.evaluate(SPACE_OUT)
        assert (address, live_page.evaluate("document.documentElement.scrollWidth")) == (address, 320)


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
        findings += [f"{address} {finding}" for finding in objections(live_page)]
        set_theme(live_page, "dark")
        findings += [f"{address} dark {finding}" for finding in objections(live_page, LOOKS)]
    assert findings == []


def test_axe_would_find_something(live_page: Page, live_floorman: LiveFloorman) -> None:
    show(live_page, live_floorman, "/")
    live_page.evaluate("document.querySelector('html').removeAttribute('lang')")
    live_page.evaluate("document.querySelector('h1').style.color = '#999'")
    assert len(objections(live_page)) == 2
    assert len(objections(live_page, LOOKS)) == 1
