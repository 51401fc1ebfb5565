"""What comes out of the printer: the page under the tournament's name, nothing to press or to type into."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.breadth import GOES_LONG
from tests.browsers import log_in
from tests.factories import make_account
from tests.factories.field import started
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/floor/{code}/",
    "/floor/{code}/players/",
    "/floor/{code}/structure/",
    "/floor/{code}/payouts/",
    "/floor/{code}/statement/",
    "/floor/{code}/reconciliation/",
    "/floor/{code}/tills/",
    "/floor/{code}/tills/day/",
    "/floor/{code}/log/",
    "/floor/{code}/settings/",
    "/floor/{code}/staff/",
    "/floor/{code}/tickets/{entry}/",
    "/t/{code}/",
    "/t/{code}/structure/",
    "/t/{code}/payouts/",
)
OF_EACH_KIND = ("/floor/{code}/", "/floor/{code}/payouts/", "/floor/{code}/settings/", "/t/{code}/")
PRESSED = ".tabs a, .button, button, .masthead a, .footer a, .connection"
# A field whose frame is printed, and what is searched.
FRAMED = """[...document.querySelectorAll("input, select, textarea")].filter(
    (field) => field.checkVisibility() && (getComputedStyle(field).borderTopWidth !== "0px" || field.type === "search")
).map((field) => field.outerHTML)"""


@pytest.mark.sampled
@pytest.mark.parametrize(
    "theme",
    [
        pytest.param(
            "light", marks=pytest.mark.long(reason="only the dark theme must change its colours for paper")
        ),
        "dark",
    ],
)
def test_paper_has_the_tournaments_name_and_no_tabs_buttons_or_fields(
    live_page: Page, live_floorman: LiveFloorman, context: BrowserContext, theme: str
) -> None:
    log_in(context, make_account(), live_floorman)
    context.add_cookies([{"name": "theme", "value": theme, "url": live_floorman.url}])
    tournament, entries = started(4, now=timezone.now() - timedelta(minutes=5), late_registration_level=2)
    live_page.emulate_media(media="print")

    # In `make test` some of each kind: of the floor and public ones, with a form, a list and nothing but text.
    for address in PAGES if GOES_LONG else OF_EACH_KIND:
        live_page.goto(live_floorman.url + address.format(code=tournament.code, entry=entries[0].pk))

        expect(live_page.get_by_text(tournament.name, exact=True).locator("visible=true")).to_have_count(1)
        expect(live_page.locator(PRESSED).locator("visible=true")).to_have_count(0)
        assert live_page.evaluate(FRAMED) == [], address
        assert live_page.evaluate("getComputedStyle(document.documentElement).color") == "rgb(18, 32, 27)"
