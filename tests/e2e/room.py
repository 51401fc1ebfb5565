"""A whole room in browsers: the director's console, a tablet at every table, and what they say of each other."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from django.utils import timezone
from playwright.sync_api import Error, Locator, Page, expect

from tests.browsers import OpenDevice
from tests.e2e.axe import close_messages, objections, objections_in_each_theme, set_theme
from tests.e2e.dealer import Tablet
from tests.e2e.finger import NervousFinger, press
from tests.processes import LiveFloorman
from tournament.models import Account, Tournament
from tournament.services.setup.accounts import make_login_link

TABLET = (1024, 768)
CONSOLE = (1280, 800)
PHONE = (390, 844)
WALL = (1920, 1080)

# "Ada Conti to T2 S3", among several; "Seat 4 (Ada Conti) moves now to T2 S3", alone.
ORDER = re.compile(r"(\w+ \w+)\)?(?: goes now)? to (T\d+ S\d+)")


@dataclass(slots=True, kw_only=True)
class Room:
    """The devices of one evening; `tablets` by the number of the table that each is paired with."""

    live: LiveFloorman
    open_device: OpenDevice
    director: Page
    pictures: Path
    code: str = ""
    tablets: dict[int, Tablet] = field(default_factory=dict)
    taken: int = 0
    # The director's, where each spot is tapped twice.
    finger: NervousFinger | None = None

    def log_in_by_link(self) -> None:
        """The director opens the link that makes the first account."""
        director = Account.objects.create_user("vera")
        secret = make_login_link(account=director, now=timezone.now())
        self.director.goto(f"{self.live.url}/login/{secret}/")
        with self.director.expect_navigation():
            self.director.locator("main [type=submit]").click()

    def create_tournament(self, name: str) -> None:
        """The first ready-made one, under this name; from here on it is that of the room."""
        page = self.director
        page.goto(f"{self.live.url}/floor/new/")
        page.get_by_label("Name").fill(name)
        with page.expect_navigation():
            page.locator("main form [type=submit]").click()
        self.code = Tournament.objects.get().code

    def tap(self, button: Locator) -> None:
        """The director taps, twice where the finger is nervous."""
        if self.finger is None:
            button.click()
        else:
            self.finger.tap(button)

    def press(self, button: Locator) -> None:
        """The director taps, and reads the answer."""
        press(self.director, button, self.tap)

    def tick(self, label: Locator) -> None:
        """Tap a box to tick: twice, and it is as it was."""
        self.tap(label)
        if not label.locator("input").is_checked():
            label.click()

    def unfold(self, summary: Locator) -> None:
        """Tap what is folded: twice, and it is folded again."""
        self.tap(summary)
        if not summary.evaluate("summary => summary.closest('details').open"):
            summary.click()

    def floor(self, address: str = "") -> Page:
        """The director goes to a page of the tournament, which hears of changes from then on."""
        url = f"{self.live.url}/floor/{self.code}/{address}"
        try:
            self.director.goto(url)
        except Error as error:
            # A tap within the 20 ms in which htmx settles what it has swapped in is posted plainly: its answer is a
            # page of its own, still on its way.
            if "interrupted by another navigation" not in error.message:
                raise
            self.director.goto(url)
        if self.director.locator("body[sse-connect]").count():
            expect(self.director.locator("html")).to_have_attribute("data-connection", "live")
        return self.director

    def page(self, address: str, size: tuple[int, int]) -> Page:
        """Another person's device on a public page."""
        page = self.open_device(*size).new_page()
        page.goto(self.live.url + address)
        return page

    def pair(self, number: int) -> Tablet:
        """The director makes a code on the table's page, the tablet opens its address."""
        console = self.floor(f"tables/{number}/")
        self.tap(console.locator("#pair"))
        letters = console.locator(".pairing-code__letters").inner_text()
        page = self.open_device(*TABLET).new_page()
        tablet = Tablet(page, self.live, again_after=None if self.finger is None else self.finger.GAP)
        enter_code(tablet, re.sub(r"\s", "", letters))
        self.tablets[number] = tablet
        return tablet

    def picture(self, page: Page, name: str) -> None:
        """A picture for whoever runs the evening at a desk."""
        if os.environ.get("CI"):
            return
        self.taken += 1
        # To hide the caret Playwright would leave an inline style behind, and htmx copy it: a breach of the policy.
        page.screenshot(path=self.pictures / f"{self.taken:03}-{name}.png", caret="initial")

    def accept(self, page: Page, name: str) -> None:
        """A picture, and nothing that axe objects to in either theme."""
        close_messages(page)
        # A wall has one theme whatever its browser wants.
        own = page.locator("html").get_attribute("data-theme") or ""
        found = objections(page, theme=own) if own else objections_in_each_theme(page)
        self.picture(page, name)
        set_theme(page, own)
        assert found == [], "\n".join([name, *found])


def enter_code(tablet: Tablet, letters: str) -> None:
    """Type a pairing code at the tablet and see its table."""
    page = tablet.page
    page.goto(f"{tablet.live.url}/tablet/")
    page.locator("[name=code]").fill(letters)
    page.locator("main form.panel [type=submit]").click()
    expect(page.locator("html")).to_have_attribute("data-tablet", "ready")
    expect(page.locator("html")).to_have_attribute("data-connection", "live")


def ordered_away(tablet: Tablet) -> dict[str, str]:
    """Whom the tablet sends to which seat at this moment: names as they stand, "T2 S3"."""
    told = tablet.page.locator(".feed__floor").inner_text()
    return dict(ORDER.findall(told))
