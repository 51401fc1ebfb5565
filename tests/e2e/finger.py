"""A finger on a page: it presses, and it may press the same spot once more, as a nervous one does."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import parse_qs

from playwright.sync_api import Locator, Page, Request, expect

# Tells where the pointer went down: a button may have moved between the look at it and the tap.
TELL_THE_SPOT = """
document.addEventListener("pointerdown", (event) => pointerWentDown(event.clientX, event.clientY), { capture: true });
"""
# So long what comes under the finger hears nothing (static/tournament/deaf.js).
DEAF_SECONDS = 2.0
# Where a hand is between two things that it does.
ASIDE = (5, 5)


def press(page: Page, button: Locator, tap: Callable[[Locator], None] = Locator.click) -> None:
    """Press and wait for the answer, and for the message about it.

    The hand comes from elsewhere, so no list closes up between the look at the button and the tap: a row that was acted
    on before is let go of now and not by its three seconds (static/tournament/rows.js).
    """
    page.mouse.move(*ASIDE)
    expect(page.locator("[data-kept]")).to_have_count(0)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        tap(button)
    expect(page.locator("[data-message]").last).to_be_visible()


class Finger:
    """It taps one spot again and again; `sent` are the taps that the server has got, by their keys.

    `gap` is at most how long there was between the last two taps: a browser that had to wait taps later than it should.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sent: dict[str, str] = {}
        self.spot = (0.0, 0.0)
        self.tapped_at = 0.0
        self.gap = 0.0
        page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.method == "POST":
            self.sent[parse_qs(request.post_data or "").get("key", [request.url])[0]] = request.url

    def tap(self, button: Locator) -> None:
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        self.spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.tapped_at = time.monotonic()
        self.page.mouse.click(*self.spot)

    def tap_there_again(self, *, after: float) -> None:
        self.page.wait_for_timeout(1000 * after)
        self.page.mouse.click(*self.spot)
        self.gap = time.monotonic() - self.tapped_at
        # What it brings about is asked for at once.
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        self.page.wait_for_load_state()

    def taps_that_counted(self) -> int:
        return len(self.sent)


class NervousFinger(Finger):
    """The finger of a whole evening: each spot that it taps it taps once more, 0.8 s later.

    `again` are the addresses to which second taps have sent something. Where the browser stood still so long that what
    has come under the finger hears again, there is no second tap, which would be a tap of its own; `late` counts these.
    """

    GAP = 0.8
    # A click is on its way for a moment too.
    TOO_LATE = DEAF_SECONDS - 0.4

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.again: list[str] = []
        self.taps = self.late = 0
        page.expose_binding("pointerWentDown", lambda _source, x, y: self._went_down(x, y))
        page.add_init_script(TELL_THE_SPOT)

    def _went_down(self, x: float, y: float) -> None:
        self.spot = (x, y)
        self.tapped_at = time.monotonic()

    def tap(self, button: Locator) -> None:
        """A hand that comes from elsewhere presses what can be pressed, and what lies there a moment later."""
        self.page.mouse.move(*ASIDE)
        button.click()
        self.page.wait_for_load_state()
        before = len(self.sent)
        self.taps += 1
        self.page.wait_for_timeout(1000 * self.GAP)
        if time.monotonic() - self.tapped_at > self.TOO_LATE:
            self.late += 1
            return
        self.tap_there_again(after=0)
        self.again += list(self.sent.values())[before:]
