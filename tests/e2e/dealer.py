"""A dealer at a tablet in a browser, and what was recorded."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from tables.models import HandOperation
from tables.views.tablet.access import COOKIE
from tests.factories.felt import Felt
from tests.processes import LiveFloorman

SIZE = (1024, 768)
ANOTHER_SIZE = pytest.mark.long(reason="the same screen on a tablet of another size")
SIZES = [SIZE, *(pytest.param(size, marks=ANOTHER_SIZE) for size in ((768, 1024), (1180, 820)))]
ITALIAN_AND_DARK = pytest.mark.long(reason="Italian needs more room; each screen in the other theme too")
SLOTS = ("undo", "call-floor", "slot-fold", "slot-call", "slot-raise", "slot-deal", "slot-unknown")
MEASURE = """names => Object.fromEntries(names.map(name => {
    const { x, y, width, height } = document.getElementById(name).getBoundingClientRect();
    return [name, { x, y, width, height }];
}))"""
# How often the screen may be painted just before a tap.
TRIES = 10
# A tap right after a change would be ignored (guard.js), and a test need not wait until it is not: while the tablet
# asks itself how long ago the change was, its time is a little further on. It is right again when the tap gets as far
# as the body, as one that is ignored does not; a tap that finds no control any more has hit nothing.
TAPS = """
window.tapsTaken = 0;
const elapsed = performance.now.bind(performance);
let ahead = 0;
performance.now = () => elapsed() + ahead;
window.addEventListener("click", () => {
    ahead = 320;
    setTimeout(() => { ahead = 0; });
}, { capture: true });
window.addEventListener("DOMContentLoaded", () => document.body.addEventListener("click", (event) => {
    ahead = 0;
    if (event.target.closest("button, a, label, summary, input")) window.tapsTaken += 1;
}, { capture: true }));
"""


class Tablet:
    """A tablet that is paired or will be; counts the taps.

    Under a nervous finger what is tapped is tapped once more, `again_after` seconds later at the same spot; but for the
    slots, which are meant to be tapped again and again.
    """

    def __init__(self, page: Page, live: LiveFloorman, *, again_after: float | None = None) -> None:
        self.page, self.live = page, live
        self.taps = 0
        self.again_after = again_after
        page.add_init_script(TAPS)

    def open(self) -> None:
        self.page.goto(f"{self.live.url}/tablet/table/")
        self.expect_ready()

    def expect_ready(self) -> None:
        """Its scripts have taken over: a tap before that is a form like any other, and brings another page."""
        expect(self.page.locator("html")).to_have_attribute("data-tablet", "ready")
        expect(self.page.locator("html")).to_have_attribute("data-connection", "live")

    def tap(self, target: str | Locator) -> None:
        place = self.page.locator(target) if isinstance(target, str) else target
        if self.again_after is None:
            self._tap(place)
            return
        expect(place).to_be_visible()
        box = place.bounding_box()
        assert box is not None
        self._tap(place)
        self.page.wait_for_timeout(1000 * self.again_after)
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def _tap(self, place: Locator) -> None:
        expect(place).not_to_have_attribute("aria-disabled", "true")
        before = self._taken()
        # The screen may have been painted again just under the tap: it hits nothing then, and a dealer taps again.
        for _again in range(TRIES):
            place.click()
            if self._taken() != before:
                self.taps += 1
                return
        raise AssertionError(f"{TRIES} taps hit nothing: {place}")

    def _taken(self) -> int:
        return int(self.page.evaluate("window.tapsTaken"))

    def slot(self, name: str) -> None:
        self._tap(self.page.locator(f"#slot-{name}"))

    def pick(self, *cards: str) -> None:
        for card in cards:
            self.tap(f'.pick__card:has(input[value="{card}"])')

    def expect_stage(self, stage: str) -> None:
        expect(self.page.locator(f"#screen[data-stage={stage}]")).to_be_visible()

    def expect_recorded(self) -> None:
        expect(self.page.locator("#outbox")).to_have_attribute("data-state", "idle")

    def expect_actor(self, seat: int) -> None:
        expect(self.page.locator("#screen")).to_have_attribute("data-actor", str(seat))

    def boxes(self) -> dict[str, dict[str, float]]:
        """Measured in one go: the screen may be swapped at any moment."""
        return dict(self.page.evaluate(MEASURE, list(SLOTS)))


class Dealer(Tablet):
    """A dealer at the tablet of a table that the test has made."""

    def __init__(self, page: Page, live: LiveFloorman, felt: Felt, size: tuple[int, int] = SIZE) -> None:
        super().__init__(page, live)
        self.felt = felt
        page.set_viewport_size({"width": size[0], "height": size[1]})

    def pair(self) -> None:
        """Take the tablet's cookie as the pairing form gives it, without the form."""
        self.device, secret = self.felt.pair(now=timezone.now())
        self.page.context.add_cookies(
            [{"name": COOKIE, "value": secret, "url": self.live.url, "httpOnly": True}]
        )
        self.open()


def press(page: Page, selector: str) -> None:
    """Press a button or a link of a page without scripts: it leads to the next page."""
    with page.expect_navigation():
        page.locator(selector).click()


def codes() -> list[str]:
    return list(HandOperation.objects.order_by("pk").values_list("code", flat=True))
