"""Every page in a browser: both languages, both themes, wide and narrow.

The pages come from the table of who may open what, so that a new address is looked at without being
named here. Each page is looked at with every rule once in each language and in each theme: in English
wide and light, in Italian narrow and dark. A colour knows no language, and Italian needs more room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize

from tables.models import QueuePlace
from tables.queries.console.colour_up import WAYS
from tables.views.tablet.access import COOKIE
from tests.browsers import Watch, log_in
from tests.e2e.axe import objections, objections_in_each_theme
from tests.factories.house import House, build_house
from tests.pages import is_page
from tests.processes import LiveFloorman
from tests.security.test_access_table import LISTED, TABLE, pairing_values, values_of

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Streams are tested elsewhere. Here a page must hold still while it is looked at: one sign of life and no news.
STILL = """
class StillStream extends EventTarget {
    constructor(url) {
        super();
        Object.assign(this, { url, readyState: 1, onopen: null, onerror: null, onmessage: null });
        setTimeout(() => {
            this.onopen?.(new Event("open"));
            this.dispatchEvent(new MessageEvent("alive", { data: String(Date.now()) }));
        });
    }
    close() { this.readyState = 2; }
}
Object.assign(StillStream, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });
window.EventSource = StillStream;
"""
PHONE_WIDTH, TABLET_WIDTH = 320, 768
WIDE: ViewportSize = {"width": 1280, "height": 800}
SHEETS = ("bet", "pick", "winners", "menu")


@pytest.fixture
def house(live_floorman: LiveFloorman) -> House:
    return build_house(timezone.now())


def addresses(house: House, kinds: tuple[str, ...], visitor: str) -> Iterator[str]:
    """Every page of these kinds, of the tournament in play."""
    values = values_of(house, visitor)
    for address in LISTED:
        row = TABLE[address.name]
        if row.access in kinds and "GET" in row.methods and is_page(address.route):
            yield address.url(pairing_values(house, address, values))


def public_pages(house: House) -> list[str]:
    codes = [house.early.code, house.drawn.code]
    return [
        *addresses(house, ("public", "private link"), "player"),
        *(f"/t/{code}/{page}" for code in codes for page in ("", "clock/")),
        f"/t/{house.mine.code}/seat/?name=a",
        f"/t/{house.mine.code}/seat/?name=zzzz",
        f"/my/{house.early.entries.latest('pk').link_secret}/",
        f"/t/{house.early.code}/register/",
        f"/my/queue/{QueuePlace.objects.filter(tournament=house.early).latest('pk').secret}/",
        "/tablet/table/",
        "/there-is-no-such-page/",
    ]


def staff_pages(house: House) -> list[str]:
    mine, early, uneven = (
        f"/floor/{code}" for code in (house.mine.code, house.early.code, house.uneven.code)
    )
    return [
        *addresses(house, ("account", "any staff", "floor", "director"), "director"),
        *(
            f"{early}/{page}"
            for page in ("", "players/", "moves/", "payouts/", "hands/", "clock/", "desk/?q=olmo")
        ),
        *(f"{uneven}/{page}" for page in ("", "moves/", "desk/")),
        f"/floor/{house.stud.code}/moves/",
        f"{mine}/tables/2/?seat=1",
        *(f"{mine}/tables/2/?colour_up={way}" for way in WAYS),
        f"{mine}/?q=a",
        f"{mine}/log/?table=1",
    ]


def tablet_pages(_house: House) -> list[str]:
    return ["/tablet/table/", *(f"/tablet/table/?sheet={sheet}" for sheet in SHEETS), "/tablet/"]


def only_the_table(_house: House) -> list[str]:
    return ["/tablet/table/"]


VISITORS: dict[str, Callable[[House], list[str]]] = {
    "anonymous": public_pages,
    "director": staff_pages,
    "tablet": tablet_pages,
    # Parts of the tablet's pages without their buttons.
    "tablet of another table": tablet_pages,
    "second tablet": only_the_table,
    "revoked tablet": only_the_table,
}


@pytest.mark.slow
@pytest.mark.long(reason="a page is looked at where something is done with it, in the tests beside this one")
def test_every_page_is_clean_for_axe_the_policy_and_the_narrowest_screen(
    context: BrowserContext,
    watch: Watch,
    live_floorman: LiveFloorman,
    house: House,
) -> None:
    """In Italian, which needs more room than English, and in both themes, in which the pages lie alike."""
    # What the browser says of a page that answers with an error, as some here should.
    watch.expected += ["status of 401", "status of 404", "status of 410"]
    findings: list[str] = []
    for visitor, pages in VISITORS.items():
        context.clear_cookies()
        enter(context, live_floorman, house, visitor)
        context.add_cookies([{"name": "django_language", "value": "it", "url": live_floorman.url}])
        page = context.new_page()
        page.add_init_script(STILL)
        page.emulate_media(reduced_motion="reduce", color_scheme="light")
        for address in dict.fromkeys(pages(house)):
            page.set_viewport_size(WIDE)
            page.goto(live_floorman.url + address)
            assert page.locator("html").get_attribute("lang") == "it", address
            make_narrow(page)
            # A television has a theme of its own.
            is_screen = address.startswith("/screen/")
            found = objections(page) if is_screen else objections_in_each_theme(page, wholly=True)
            found += codes_too_large(page)
            findings += [f"{visitor}: {address} {finding}" for finding in found + too_wide(page)]
        page.close()
    assert not findings, "\n".join(findings)


def enter(context: BrowserContext, live: LiveFloorman, house: House, visitor: str) -> None:
    if visitor in house.accounts:
        log_in(context, house.accounts[visitor], live)
    if visitor in house.tablets:
        secret = house.tablets[visitor].secret
        context.add_cookies([{"name": COOKIE, "value": secret, "url": live.url, "httpOnly": True}])


def make_narrow(page: Page) -> None:
    # A dealer's tablet is never as narrow as a phone.
    is_tablet = page.locator(".felt").count() > 0
    page.set_viewport_size({"width": TABLET_WIDTH if is_tablet else PHONE_WIDTH, "height": 1024})


def codes_too_large(page: Page) -> list[str]:
    """Codes to scan that take more than half of the window, folded away or not."""
    widths = page.evaluate("""() => {
        const folds = [...document.querySelectorAll("details:not([open])")];
        for (const fold of folds) fold.open = true;
        const half = Math.min(innerWidth, innerHeight) / 2;
        const widths = [...document.querySelectorAll("svg.qr")].map((code) => code.clientWidth);
        for (const fold of folds) fold.open = false;
        return widths.filter((width) => width > half);
    }""")
    return [f"has a code {width} px wide" for width in widths]


def too_wide(page: Page) -> list[str]:
    """Whether the page scrolls sideways on a phone."""
    page.set_viewport_size({"width": PHONE_WIDTH, "height": 1024})
    width = page.evaluate("document.documentElement.scrollWidth")
    return [f"is {width} px wide on a screen of {PHONE_WIDTH}"] if width > PHONE_WIDTH else []
