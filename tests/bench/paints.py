"""When a phone first shows something of a page: `python -m tests.bench.paints`.

A recorded hand, and the page of its event, in Chromium at the size of a phone, on a house of its own. Cold: the first
visit, nothing kept. On a slow network each round trip takes 150 ms and a second carries 1.6 megabits.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.bench.figures import say_runs
from tests.bench.house import open_house
from tests.bench.processes import load_of_machine
from tests.machine import find_chromium

TIMES = 15
PHONE: Final = ViewportSize(width=390, height=844)
SLOW: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
PLAYED: Final = "r3:150 f1 c2 b:Ks9h3d k2 r3:200 c2 b:2c k2 k3 b:4h r2:1000 c3 s2:KhKd m3"
PAINTED: Final = """() => new Promise((painted) => new PerformanceObserver((list) => {
    for (const each of list.getEntriesByName("first-contentful-paint")) painted(each.startTime);
}).observe({ type: "paint", buffered: true }))"""


def recorded_hand() -> str:
    """The address of a hand that everybody may see."""
    from django.utils import timezone

    from tests.factories.felt import make_felt

    then = timezone.now() - timedelta(minutes=6)
    felt = make_felt(2000, 2000, 2000, now=then, hands_delay=5)
    felt.deal(then)
    felt.play(*PLAYED.split(), now=then)
    return f"/t/{felt.tournament.code}/tables/1/hands/1/"


@contextmanager
def phone_of(browser: Browser, *, slow: bool) -> Iterator[Page]:
    """A phone that was never here."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2, has_touch=True)
    page = context.new_page()
    if slow:
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    try:
        yield page
    finally:
        context.close()


def first_paint(browser: Browser, address: str, *, slow: bool) -> float:
    """Milliseconds from the start of the visit."""
    with phone_of(browser, slow=slow) as page:
        page.goto(address)
        return float(page.evaluate(PAINTED))


def main() -> int:
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("There is no Chromium. On Debian: apt install chromium")
    print(f"\n--- first paint on a phone, sqlite; load before: {load_of_machine()} ---", flush=True)
    with open_house("sqlite") as house, sync_playwright() as playwright:
        # The browser's own loop runs in this thread.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        hand = recorded_hand()
        from tests.browsers import ARGUMENTS

        browser = playwright.chromium.launch(executable_path=str(chromium), args=ARGUMENTS)
        for label, path in (("a recorded hand", hand), ("its event", hand.partition("tables")[0])):
            address = f"http://127.0.0.1:{house.port}{path}"
            first_paint(browser, address, slow=False)
            for network, slow in (("", False), (", slow network", True)):
                times = [first_paint(browser, address, slow=slow) for _ in range(TIMES)]
                say_runs(f"first paint: {label}{network}", times, "ms")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
