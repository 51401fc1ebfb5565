"""The ground that browser tests stand on: the application is served, its streams live, and breaches are seen."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, expect_soon, log_in
from tests.factories import make_account, make_tournament
from tests.processes import LiveFloorman

pytestmark = pytest.mark.e2e


def test_the_first_page_is_served_without_a_breach_of_the_policy(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    make_tournament(name="Friday Fifty")
    live_page.goto(f"{live_floorman.url}/")
    expect(live_page.get_by_text("Friday Fifty").first).to_be_visible()


def test_a_breach_of_the_policy_is_noted(live_page: Page, live_floorman: LiveFloorman, watch: Watch) -> None:
    live_page.goto(f"{live_floorman.url}/")
    live_page.evaluate("document.body.setAttribute('style', 'color: red')")
    live_page.evaluate("document.body.append(document.createElement('style'))")
    live_page.evaluate(
        "() => { const script = document.createElement('script'); script.text = '1'; document.body.append(script) }"
    )

    def directives() -> set[str]:
        """The browser tells of them one after the other."""
        return set(re.findall(r"policy: ([\w-]+)", "\n".join(watch.complaints)))

    expect_soon(live_page, directives, {"style-src-attr", "style-src-elem", "script-src-elem"})
    watch.expected.append("")


@pytest.mark.long(reason="whatever a test does on a staff page needs it")
def test_an_account_is_logged_in_without_the_form(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    account = make_account()
    log_in(context, account, live_floorman)
    answer = live_page.goto(f"{live_floorman.url}/floor/")
    assert answer is not None
    assert (answer.status, live_page.url) == (200, f"{live_floorman.url}/floor/")
