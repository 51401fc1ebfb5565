"""An event in a page of somebody else: another origin, a policy of its own, styles that reach for anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.browsers import Watch
from tests.e2e.axe import objections
from tests.factories.field import played_down
from tests.factories.house.things import make_season
from tests.processes import LiveFloorman
from tournament.models import Player, Season, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Whatever a page may do to elements that are not its own.
HOSTILE = "* { all: unset; display: block; color: rgb(255, 0, 0) !important; font-size: 40px !important }"
Serve = Callable[[str, str], str]


@pytest.fixture
def elsewhere(live_floorman: LiveFloorman) -> Iterator[Serve]:
    """Call it with a body and a colour scheme: the address of a page on another origin that allows nothing but us."""
    pages: dict[str, str] = {}

    class Host(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, HOSTILE if self.path == "/host.css" else "")
            kind = "text/css" if self.path == "/host.css" else "text/html"
            house = live_floorman.url
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header(
                "Content-Security-Policy",
                f"default-src 'none'; img-src data:; style-src 'self'; script-src {house}; connect-src {house}; "
                f"frame-src {house}; require-trusted-types-for 'script'",
            )
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_words: object) -> None:
            pass

    def add(body: str, scheme: str) -> str:
        path = f"/{len(pages)}"
        pages[path] = (
            f'<!doctype html><html lang="en"><head><title>A club</title><link rel="icon" href="data:,">'
            f'<meta name="color-scheme" content="{scheme}"><link rel="stylesheet" href="/host.css"></head>'
            f'<body><main><h1 id="own">Our club</h1>{body}</main></body></html>'
        )
        return f"http://127.0.0.1:{server.server_port}{path}"

    server = ThreadingHTTPServer(("127.0.0.1", 0), Host)
    Thread(target=server.serve_forever, daemon=True).start()
    yield add
    server.shutdown()
    server.server_close()


@pytest.fixture
def event() -> Tournament:
    now = timezone.now() - timedelta(minutes=5)
    tournament, (first, second, *_others) = played_down(4, left=3, now=now, out_at=now)
    Player.objects.filter(pk=second.player_id).update(public_name="The Owl")
    make_season(tournament, first, now)
    return tournament


def script(house: str, code: str, show: str, **more: str) -> str:
    data = "".join(f' data-{name}="{value}"' for name, value in more.items())
    return f'<script src="{house}/widget.js" data-event="{code}" data-show="{show}"{data}></script>'


def test_it_draws_each_part_in_a_page_that_would_break_it_and_leaves_that_page_alone(
    live_page: Page, live_floorman: LiveFloorman, elsewhere: Serve, event: Tournament
) -> None:
    code, house, page = event.code, live_floorman.url, live_page
    plain = page.goto(elsewhere("", "light"))
    assert plain is not None
    before = page.evaluate("Object.getOwnPropertyNames(window).sort()")
    parts = [script(house, code, show) for show in ("clock", "standings", "payouts")]
    parts.append(script(house, Season.objects.get().code, "league"))

    page.goto(elsewhere("".join(parts), "light"))

    boxes = page.locator(".box")
    expect(boxes.nth(0)).to_contain_text("Level 1")
    expect(boxes.nth(0)).to_contain_text("3 left of 4")
    expect(boxes.nth(0)).to_contain_text("€180")
    expect(boxes.nth(1)).to_contain_text("The Owl")
    expect(boxes.nth(1)).not_to_contain_text("Bruno")
    expect(boxes.nth(2)).to_contain_text("€90")
    expect(boxes.nth(3)).to_contain_text("Thursday League")
    looks = "(element) => [getComputedStyle(element).color, getComputedStyle(element).fontSize]"
    assert page.locator("#own").evaluate(looks) == ["rgb(255, 0, 0)", "40px"]
    assert boxes.nth(0).evaluate(looks) == ["rgb(18, 32, 27)", "16px"]
    assert page.evaluate("Object.getOwnPropertyNames(window).sort()") == before
    assert page.evaluate("document.cookie") == ""
    assert page.context.cookies(house) == []
    assert objections(page) == []


def test_it_is_as_light_or_dark_as_the_page_around_it_unless_it_is_told(
    live_page: Page, live_floorman: LiveFloorman, elsewhere: Serve, event: Tournament
) -> None:
    house, page = live_floorman.url, live_page
    ground = "(element) => getComputedStyle(element).backgroundColor"
    own, told = (
        script(house, event.code, "clock"),
        script(house, event.code, "clock", theme="light", lang="it"),
    )
    page.set_viewport_size({"width": 300, "height": 800})
    page.goto(elsewhere(own + told, "dark"))
    boxes = page.locator(".box")
    expect(boxes.nth(1)).to_contain_text("Livello 1")
    assert [box.evaluate(ground) for box in boxes.all()] == ["rgb(19, 28, 25)", "rgb(255, 255, 255)"]
    assert page.evaluate("document.documentElement.scrollWidth") == 300
    assert objections(page) == []


def test_it_counts_down_to_the_end_that_the_wall_has(
    live_page: Page, live_floorman: LiveFloorman, elsewhere: Serve, event: Tournament
) -> None:
    page = live_page
    page.goto(elsewhere(script(live_floorman.url, event.code, "clock"), "light"))
    time = page.locator(".time")
    first = time.text_content() or ""
    assert abs(seconds(first) - 15 * 60) < 60
    expect(time).not_to_have_text(first)
    assert 0 < seconds(first) - seconds(time.text_content() or "") < 30


def test_it_says_that_the_network_is_away_goes_on_counting_and_comes_back(
    live_page: Page, live_floorman: LiveFloorman, elsewhere: Serve, event: Tournament, watch: Watch
) -> None:
    watch.expected.append("net::ERR_INTERNET_DISCONNECTED")
    page = live_page
    page.goto(elsewhere(script(live_floorman.url, event.code, "clock"), "light"))
    said, time = page.locator("[role=status]"), page.locator(".time")
    expect(time).to_be_visible()
    expect(said).to_be_hidden()
    with away(page):
        look_again(page)
        expect(said).to_contain_text("No connection to the tournament since")
        shown = time.text_content() or ""
        expect(time).not_to_have_text(shown)
    look_again(page)
    expect(said).to_be_hidden()


def test_an_event_that_is_not_there_is_said_and_breaks_nothing(
    live_page: Page, live_floorman: LiveFloorman, elsewhere: Serve, watch: Watch
) -> None:
    watch.expected.append("404")
    live_page.goto(elsewhere(script(live_floorman.url, "NONE00", "clock"), "light"))
    expect(live_page.locator("[role=status]")).to_have_text("This event is not on Floorman.")
    expect(live_page.locator("#own")).to_have_text("Our club")


def test_a_page_for_frames_stands_in_a_frame_and_no_other_page_does(
    live_page: Page, live_floorman: LiveFloorman, elsewhere: Serve, event: Tournament, watch: Watch
) -> None:
    watch.expected.append("frame-ancestors")
    page, house = live_page, live_floorman.url
    frames = [f"{house}/embed/{event.code}/clock/", f"{house}/t/{event.code}/"]
    page.goto(elsewhere("".join(f'<iframe src="{address}"></iframe>' for address in frames), "light"))
    expect(page.frame_locator("iframe >> nth=0").locator("main")).to_contain_text("Level 1")
    assert page.frame_locator("iframe >> nth=1").locator("main").count() == 0
    assert page.context.cookies(house) == []


@pytest.mark.parametrize(
    ("theme", "language"),
    [
        pytest.param("light", "en", marks=pytest.mark.long(reason="Italian needs more room than English")),
        ("dark", "it"),
    ],
)
def test_a_page_for_frames_fits_a_narrow_column_in_either_theme_and_hears_of_changes(
    live_page: Page, live_floorman: LiveFloorman, event: Tournament, theme: str, language: str
) -> None:
    page, looks = live_page, f"?theme={theme}&language={language}"
    page.set_viewport_size({"width": 300, "height": 700})
    shown = [f"{event.code}/{show}" for show in ("clock", "standings", "payouts")]
    for address in (*shown, f"{Season.objects.get().code}/league"):
        page.goto(f"{live_floorman.url}/embed/{address}/{looks}")
        assert page.evaluate("document.documentElement.scrollWidth") == 300, address
        assert objections(page) == [], address
    page.goto(f"{live_floorman.url}/embed/{event.code}/standings/{looks}")
    Player.objects.filter(public_name="The Owl").update(public_name="The Fox")
    page.evaluate("htmx.trigger(document.body, 'clock-due')")
    expect(page.locator("#embedded")).to_contain_text("The Fox")
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.long(
    reason="other tests open the page, and would fail of a breach; the tests of the views read the block"
)
def test_a_block_of_data_for_search_engines_is_no_breach_of_the_policy(
    live_page: Page, live_floorman: LiveFloorman, event: Tournament
) -> None:
    """What the browser reports of it would fail the test."""
    live_page.goto(f"{live_floorman.url}/t/{event.code}/")
    block = live_page.locator("script[type='application/ld+json']")
    assert '"SportsEvent"' in (block.text_content() or "")


def seconds(text: str) -> int:
    minutes, _, rest = text.partition(":")
    return int(minutes) * 60 + int(rest)


def look_again(page: Page) -> None:
    """As somebody who comes back to the page."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@contextmanager
def away(page: Page) -> Iterator[None]:
    def abort(route: Route) -> None:
        route.abort("internetdisconnected")

    page.route("**/api/**", abort)
    yield
    page.unroute("**/api/**", abort)
