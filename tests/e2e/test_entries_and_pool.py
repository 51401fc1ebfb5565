"""A short field, a sponsor, a refund: the director plays below the minimum, adds money, and an entry is given back."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import enter, give_role, make_tournament
from tests.factories.field import started
from tests.processes import LiveFloorman
from tournament.models import Entry, EntryStatus, MoneyRow, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_the_director_plays_below_the_minimum_and_a_sponsor_adds_money(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # An amount of nothing.
    watch.expected.append("422")
    tournament = make_tournament(min_entries=5, guarantee=500_00)
    enter(tournament, "Anna Verdi", "Bruno Neri", "Carla Rossi")
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    home = f"{live_floorman.url}/floor/{tournament.code}"
    live_page.set_viewport_size({"width": 1024, "height": 768})
    live_page.goto(f"{home}/desk/")
    expect(live_page.locator("#desk-state")).to_contain_text("2 more entries to the minimum of 5")
    assert objections_in_both_themes(live_page) == []
    live_page.goto(f"{home}/")
    expect(live_page.locator("#below-minimum")).to_contain_text("Play all the same?")
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#play-below-minimum").click()
    expect(live_page.locator("#messages")).to_contain_text("played with 3 entries: the minimum was 5.")
    live_page.locator("#draw-seats").click()
    expect(live_page.locator("#messages")).to_contain_text("3 players have a seat.")

    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{home}/payouts/")
    live_page.locator("#to-added-money").click()
    live_page.get_by_label("Amount").fill("0")
    live_page.get_by_label("Reason").fill("Casa Verde")
    live_page.locator("#add-money").click()
    expect(live_page.get_by_text("Enter an amount above 0.").first).to_be_visible()
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_label("Amount").fill("150")
    live_page.get_by_label("Who adds it").select_option("sponsor")
    live_page.get_by_label("Handed over here in cash").check()
    live_page.locator("#add-money").click()
    expect(live_page.locator("#messages")).to_contain_text("A sponsor added €150 to the prize pool.")
    # Without the message, which covers what stands below it.
    live_page.goto(f"{home}/payouts/added/")
    expect(live_page.locator("#contributions")).to_contain_text("Casa Verde")
    assert objections_in_both_themes(live_page) == []
    live_page.goto(f"{home}/payouts/")
    expect(live_page.locator("#money-added")).to_contain_text("including €150 added")
    expect(live_page.locator("#pay")).to_contain_text("including €215 overlay")

    live_page.locator("#to-added-money").click()
    live_page.locator("#contributions").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#messages")).to_contain_text("Undone: A sponsor added €150")
    expect(live_page.locator("#contributions")).to_have_count(0)
    assert sum(MoneyRow.objects.filter(kind="added").values_list("amount", flat=True)) == 0


@pytest.mark.long(reason="plain forms; tests/tables/test_money_ways_out.py refunds by the same pages")
def test_an_entry_that_has_played_is_refunded_and_the_refund_undone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament, entries = started(4, now=timezone.now())
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/people/{entries[1].player_id}/")
    live_page.locator("#refund-entry").click()
    expect(live_page.locator("#refund")).to_have_text("€50")
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_label("Reason").fill("Not of age")
    live_page.locator("#refund-entry").click()
    expect(live_page.locator("#messages")).to_contain_text("Refunded the entry of")
    assert Entry.objects.get(pk=entries[1].pk).status == EntryStatus.VOID
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#messages")).to_contain_text("Undone: Refunded the entry of")
    assert Entry.objects.get(pk=entries[1].pk).status == EntryStatus.PLAYING
