"""News that comes while a page is fetching the same part is not lost."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from tables.models import Table
from tables.services.table.messages import call_floor
from tests.browsers import Watch, log_in
from tests.factories import ACTOR, give_role
from tests.factories.field import started
from tests.processes import LiveFloorman
from tournament.models import Role, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Keeps what the page hears where the test can look.
NOTE_NEWS = """
    const Source = window.EventSource;
    window.heard = 0;
    window.EventSource = class extends Source {
        constructor(...given) {
            super(...given);
            this.addEventListener("messages", () => { window.heard += 1; });
        }
    };
"""


def call_from(tournament: Tournament, number: int) -> None:
    table = Table.objects.get(tournament=tournament, number=number)
    call_floor(tournament_id=tournament.pk, table_id=table.pk, by=ACTOR.at(timezone.now()))


def test_a_floor_call_shows_that_came_while_another_was_being_fetched(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, _ = started(18, now=timezone.now() - timedelta(minutes=5))
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.add_init_script(NOTE_NEWS)
    asked: list[int] = []

    def answer_late(route: Route) -> None:
        """The first answer after the call of table 1 arrives when the call of table 2 has been heard."""
        answer = route.fetch()
        if "Table 1 is calling" in answer.text() and not asked:
            asked.append(1)
            before = live_page.evaluate("window.heard")
            call_from(tournament, 2)
            # A function: the policy lets no text be evaluated, and an expression is, at each look.
            live_page.wait_for_function("(before) => window.heard > before", arg=before)
        elif asked:
            asked.append(len(asked) + 1)
        route.fulfill(response=answer)

    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/")
    expect(live_page.locator("html")).to_have_attribute("data-connection", "live")
    live_page.route("**/?part=calls", answer_late)
    call_from(tournament, 1)

    expect(live_page.locator("#calls")).to_contain_text("Table 2 is calling the floor.")
    # Nothing tells when no more is asked.
    live_page.wait_for_timeout(1_500)
    assert asked == [1, 2], "once more, and then no more"


def test_a_tap_without_an_answer_says_so_and_news_still_comes(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "htmx:", "500"]
    tournament, _ = started(18, now=timezone.now() - timedelta(minutes=5))
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/tables/1/")
    said = live_page.locator("#messages .message--error")
    live_page.locator("#hold").wait_for()

    context.route("**/hold/", lambda route: route.abort())
    live_page.locator("#hold").click()
    expect(said).to_have_text(re.compile("No answer. See whether it was done before you tap again."))
    context.unroute("**/hold/")
    context.route("**/hold/", lambda route: route.fulfill(status=500, body="no"))
    live_page.locator("#hold").click()
    expect(said).to_have_count(1)
    expect(said).to_have_text(
        re.compile(r"This was not done \(error 500\)\. Reload the page and try again\.")
    )
    call_from(tournament, 1)
    expect(live_page.locator("#words")).to_contain_text("Floor called")
