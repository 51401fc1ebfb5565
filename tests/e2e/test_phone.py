"""A phone in the hand of the floor: 390 wide, one thumb, nothing off the screen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tables.models import Table
from tables.services.table.tablets import make_pairing_code
from tests.breadth import GOES_LONG
from tests.browsers import log_in
from tests.factories import ACTOR, make_account
from tests.factories.field import started
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PHONE: ViewportSize = {"width": 390, "height": 844}
PAGES = (
    "",
    "players/",
    "desk/",
    "moves/",
    "clock/",
    "structure/",
    "payouts/",
    "hands/",
    "log/",
    "settings/",
    "prices/",
    "staff/",
)
# In `make test`: the console, a wide list, a form of many fields, and the last tab.
OF_EACH_KIND = ("", "players/", "settings/", "staff/")

# How wide the page is, the heights at which its tabs begin, and the place of the one that is marked.
TABS = """() => {
    const { left, right } = document.querySelector(".tabs a[aria-current]").getBoundingClientRect();
    const tops = [...document.querySelectorAll(".tabs a")].map((a) => a.getBoundingClientRect().top);
    return [document.documentElement.scrollWidth, new Set(tops).size, left, right];
}"""
# Where each of some elements begins, once all of them are on the page.
TOPS = """(selectors) => {
    const boxes = selectors.map((selector) => document.querySelector(selector)?.getBoundingClientRect());
    return boxes.every((box) => box?.height) && Object.fromEntries(boxes.map((box, i) => [selectors[i], box.top]));
}"""


@pytest.fixture
def phone(live_page: Page, live_floorman: LiveFloorman, context: BrowserContext) -> Page:
    log_in(context, make_account(), live_floorman)
    live_page.set_viewport_size(PHONE)
    return live_page


@pytest.mark.sampled
@pytest.mark.parametrize(
    "language",
    [pytest.param("en", marks=pytest.mark.long(reason="Italian needs more room than English")), "it"],
)
def test_every_page_of_the_floor_fits_a_phone_with_its_tabs_in_one_row(
    phone: Page, live_floorman: LiveFloorman, context: BrowserContext, language: str
) -> None:
    context.add_cookies([{"name": "django_language", "value": language, "url": live_floorman.url}])
    tournament, _ = started(4, now=timezone.now() - timedelta(minutes=5), late_registration_level=2)

    for page in PAGES if GOES_LONG else OF_EACH_KIND:
        phone.goto(f"{live_floorman.url}/floor/{tournament.code}/{page}")

        width, rows, left, right = phone.evaluate(TABS)
        assert (width <= PHONE["width"], rows) == (True, 1), page
        assert 0 <= left < right <= PHONE["width"], page


def test_whoever_called_the_floor_comes_first(phone: Page, live_floorman: LiveFloorman) -> None:
    tournament, _ = started(4, now=timezone.now() - timedelta(minutes=5))
    table = Table.objects.get(tournament=tournament)
    code = make_pairing_code(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(timezone.now())).code
    tablet = phone.context.new_page()
    tablet.set_viewport_size({"width": 1024, "height": 768})
    tablet.goto(f"{live_floorman.url}/tablet/pair/{code}/")
    tablet.locator("main button[type=submit]").click()
    tablet.get_by_role("button", name="Call floor").click()
    phone.goto(f"{live_floorman.url}/floor/{tournament.code}/")

    expect(phone.locator("#calls .call")).to_be_visible()
    # The page is live: all four are measured in one moment, once all are there.
    selectors = ["#calls", ".status", ".find", ".tables"]
    tops = phone.wait_for_function(TOPS, arg=selectors).json_value()
    assert sorted(selectors, key=lambda selector: float(tops[selector])) == selectors


def test_a_phone_upright_is_told_that_it_is_too_narrow_for_a_tablet(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(4, now=timezone.now() - timedelta(minutes=5))
    table = Table.objects.get(tournament=tournament)
    code = make_pairing_code(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(timezone.now())).code
    live_page.goto(f"{live_floorman.url}/tablet/pair/{code}/")
    live_page.locator("main button[type=submit]").click()
    sentence = live_page.get_by_text("This screen is too narrow to record hands.")

    live_page.set_viewport_size({"width": 600, "height": 960})
    expect(live_page.locator("#screen")).to_be_visible()
    expect(sentence).to_be_hidden()
    live_page.set_viewport_size(PHONE)
    expect(sentence).to_be_visible()
    expect(live_page.locator("button:visible")).to_have_count(0)


@pytest.mark.long(reason="plain links, whose order the tests of the views read")
def test_the_list_of_players_has_a_row_each_and_is_sorted_by_the_head_that_is_tapped(
    phone: Page, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(6, now=timezone.now() - timedelta(minutes=5))
    phone.goto(f"{live_floorman.url}/floor/{tournament.code}/players/")
    names = phone.locator(".table--players tbody th")

    expect(phone.locator("[aria-sort=ascending]")).to_have_text("Player ▲")
    rising = [name.strip() for name in names.all_text_contents()]
    phone.get_by_role("columnheader", name="Player").get_by_role("link").click()
    expect(phone.locator("[aria-sort=descending]")).to_have_text("Player ▼")

    expect(names).to_have_text(rising[::-1])
    assert rising == sorted(rising)
    heights = phone.evaluate(
        "[...document.querySelectorAll('.table--players tbody tr')].map((row) => row.getBoundingClientRect().height)"
    )
    assert max(heights) < 64
