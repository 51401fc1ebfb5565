"""A season in a browser: started, joined, what counts, points taken, and its standings on a phone while two bust."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import make_account, make_player
from tests.factories.field import bust
from tests.factories.seasons import in_play, played
from tests.processes import LiveFloorman
from tournament.models import Entry, Season

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.sampled
def test_a_season_of_three_events_is_set_up_and_followed_on_a_phone_while_two_bust(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    now = timezone.now()
    anna, bruno, carla, dario = (
        make_player(name) for name in ("Anna Verdi", "Bruno Neri", "Carla Rossi", "Dario Conti")
    )
    january = played(anna, bruno, carla, name="January", at=now - timedelta(days=60))
    february = played(bruno, anna, dario, name="February", at=now - timedelta(days=30))
    march = in_play(anna, bruno, carla, dario, name="March", at=now)
    log_in(context, make_account(), live_floorman)
    page = live_page
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{live_floorman.url}/floor/{january.code}/settings/")
    page.locator("#to-seasons").click()
    page.locator("#id_league_name").fill("Thursday League")
    page.locator("#id_name").fill("2027")
    assert objections_in_both_themes(page) == []
    page.locator("#start-season").click()
    expect(page.locator("#messages")).to_contain_text("Started the season “Thursday League · 2027”")
    season = Season.objects.get()
    for event in (february, march):
        page.goto(f"{live_floorman.url}/floor/{event.code}/seasons/")
        page.locator("#join-season").click()
        expect(page.locator("#messages")).to_contain_text("with 100% of its points")
    page.locator(f"#to-rules-{season.pk}").click()
    page.locator("#id_best").fill("2")
    page.locator("#save-rules").click()
    expect(page.locator("#messages")).to_contain_text("Changed the rules of the season")
    page.locator("#id_points-player").fill("carla rossi")
    page.locator("#id_points-points").fill("-0.5")
    page.locator("#id_points-reason").fill("Late twice")
    page.locator("#give-points").click()
    expect(page.locator("#messages")).to_contain_text("−0.5 points for Carla Rossi")
    assert objections_in_both_themes(page) == []

    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{live_floorman.url}/")
    page.get_by_role("link", name="Thursday League · 2027").click()
    rows = page.locator("#season tbody tr")
    # Of Anna's 3, 2 and 4 points the best two count.
    expect(rows.nth(0)).to_contain_text("Anna Verdi")
    expect(rows.nth(0).locator("td").last).to_have_text("7")
    rows.nth(0).locator("summary").click()
    expect(rows.nth(0)).to_contain_text("2, dropped")
    assert objections_in_both_themes(page) == []

    entries = {entry.player_id: entry for entry in Entry.objects.filter(tournament=march)}
    for loser in (anna, bruno):
        bust(march, entries[loser.pk], winner=entries[dario.pk], now=timezone.now())
    # Every fifteen seconds it asks again by itself; here at once.
    expect(page.locator("#season")).to_have_attribute("hx-trigger", "every 15s")
    page.evaluate("() => htmx.ajax('GET', location.href, {target: '#season'})")
    # Carla and Dario are left with four and three points to come.
    expect(rows.nth(0)).to_contain_text("Bruno Neri")
    # What was opened stays open.
    expect(rows.nth(1).locator("details[open]")).to_contain_text("Anna Verdi")
    expect(page.locator("#season")).to_contain_text("As if the events in play ended now")
