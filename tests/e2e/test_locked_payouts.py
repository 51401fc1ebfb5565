"""The payouts from the announcement to the first prize: locked, a late entry, edited by hand, undone."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import enter, give_role, make_tournament
from tests.processes import LiveFloorman
from tournament.models import Role, Tournament
from tournament.rules.payouts.schemes import FixedShares, payout_scheme_to_dict

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

FOUR = payout_scheme_to_dict(FixedShares(shares=(400_000, 300_000, 200_000, 100_000)))


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and test_verdict.py has what follows as one types"
)
@pytest.mark.sampled
def test_payouts_are_locked_in_one_tap_warn_of_a_late_entry_and_are_edited_to_the_cent(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # The amounts that are a cent off.
    watch.expected.append("422")
    live_page.set_viewport_size({"width": 1180, "height": 820})
    tournament = make_tournament(payout_scheme_data=FOUR)
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti")
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/payouts/")
    live_page.locator("#lock-payouts").click()
    expect(live_page.locator("#messages")).to_contain_text("The payouts are locked.")
    expect(live_page.locator("#pay")).to_contain_text("They are the prize pool to the cent.")
    assert objections_in_both_themes(live_page) == []

    enter(tournament, "Late Lucia", now=timezone.now())
    live_page.reload()
    expect(live_page.locator("#pay")).to_contain_text("The prize pool has grown by €45 since")
    assert objections_in_both_themes(live_page) == []

    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.locator("#edit-ladder").click()
    expect(live_page.locator("#id_amounts")).to_be_visible()
    # What is typed before the page's script is there is added up by the button alone.
    live_page.wait_for_load_state()
    live_page.locator("#id_amounts").fill("1: 100\n2: 70\n3: 30\n4: 24.99")
    expect(live_page.locator("#difference")).to_contain_text("€0.01")
    expect(live_page.locator("#difference")).to_contain_text("left over in the prize pool")
    live_page.locator("#lock").click()
    expect(live_page.get_by_text("€0.01 less than the prize pool").first).to_be_visible()
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#id_amounts").fill("1: 100\n2: 70\n3: 30\n4: 25")
    expect(live_page.locator("#difference")).to_contain_text("The amounts are the prize pool.")
    live_page.locator("#lock").click()
    expect(live_page.locator("#pay")).to_contain_text("They are the prize pool to the cent.")
    locked = Tournament.objects.get(pk=tournament.pk).locked_ladder
    assert locked is not None
    assert locked.ladder(entries=5) == (100_00, 70_00, 30_00, 25_00)

    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#pay")).to_contain_text("The prize pool has grown by €45 since")
    live_page.locator("#unlock-payouts").click()
    expect(live_page.locator("#unlock-payouts")).to_have_count(0)
    expect(live_page.locator("#lock-payouts")).to_be_visible()
    assert Tournament.objects.get(pk=tournament.pk).locked_ladder is None


def test_a_tap_whose_answer_comes_after_the_news_of_it_still_says_what_it_did(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    """The news fetches the part again that holds the tap's form, and the message has to find its place all the same."""
    tournament = make_tournament(payout_scheme_data=FOUR)
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti")
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        live_page.wait_for_timeout(1500)
        route.fulfill(response=answer)

    live_page.route("**/payouts/lock/", answer_late)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/payouts/")
    expect(live_page.locator("#connection-word")).to_have_text("Live")
    live_page.locator("#lock-payouts").click()
    expect(live_page.locator("#messages")).to_contain_text("The payouts are locked.")
    expect(live_page.locator("#pay")).to_contain_text("They are the prize pool to the cent.")
