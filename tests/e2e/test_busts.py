"""The floor puts players out with a thumb, takes it back, and counts a table."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.felt import Felt, make_felt
from tests.processes import LiveFloorman
from tournament.models import Entry, EntryStatus, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def console(page: Page, context: BrowserContext, live: LiveFloorman, *stacks: int) -> Felt:
    felt = make_felt(*stacks, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live)
    page.goto(f"{live.url}/floor/{felt.tournament.code}/")
    return felt


def is_out(felt: Felt, seat: int) -> bool:
    return Entry.objects.get(pk=felt.entries[seat].pk).status == EntryStatus.ELIMINATED


@pytest.mark.long(
    reason="the panel of test_seat_maps.py; tests/tables/views/console/test_by_whom.py sends the forms"
)
@pytest.mark.sampled
def test_three_taps_from_the_console_put_a_player_out_and_one_takes_it_back(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = console(live_page, context, live_floorman, 10_000, 10_000, 10_000)

    live_page.locator("#seat-1-3").click()
    live_page.locator("#bust-seat").click()
    expect(live_page.locator("#by-whom")).to_have_text("Who has the chips of Carla Rossi?")
    assert not is_out(felt, 3)
    live_page.locator("#by-nobody").click()

    expect(live_page.locator("#messages")).to_contain_text("Carla Rossi is out in 3rd place: €27.")
    assert is_out(felt, 3)
    expect(live_page.locator("#seat-1-3")).to_contain_text("free")
    expect(live_page.locator("#seat-1-1")).to_contain_text("unknown")
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#seat-1-3")).to_contain_text("Carla Rossi")
    expect(live_page.locator("#seat-1-1")).to_contain_text("10,000")
    assert not is_out(felt, 3)


@pytest.mark.long(reason="the same knock-out from another page")
@pytest.mark.sampled
def test_two_taps_at_the_table_put_a_player_out_by_another_and_one_takes_it_back(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = console(live_page, context, live_floorman, 10_000, 10_000, 10_000)
    live_page.goto(f"{live_page.url}tables/1/")

    live_page.locator("#bust-3").scroll_into_view_if_needed()
    box = live_page.locator("#bust-3").bounding_box()
    assert box is not None
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    live_page.mouse.click(*spot)
    expect(live_page.locator("#by-whom")).to_have_text("Who has the chips of Carla Rossi?")
    # The same thumb once more: there lies the name of who is out, and nobody else's.
    live_page.mouse.click(*spot)
    expect(live_page.locator("#by-whom")).to_be_visible()
    assert not is_out(felt, 3)
    live_page.locator("#by-2").click()

    expect(live_page.locator("#messages")).to_contain_text(
        "Carla Rossi is out in 3rd place: €27. Knocked out by Bruno Neri."
    )
    assert is_out(felt, 3)
    assert felt.stacks() == {1: 10_000, 2: 20_000, 3: 0}
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#bust-3")).to_be_visible()
    assert not is_out(felt, 3)


@pytest.mark.long(reason="the same list with several ticks")
def test_several_of_one_hand_are_ticked_and_the_table_is_counted(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 390, "height": 844})
    felt = console(live_page, context, live_floorman, 10_000, 20_000, 10_000, 5_000)
    live_page.goto(f"{live_page.url}tables/1/")

    live_page.get_by_text("Several out in one hand").click()
    several = live_page.locator("form:has(#bust-several)")
    several.locator(f"input[name=out][value='{felt.entries[3].pk}']").check()
    several.locator(f"input[name=out][value='{felt.entries[4].pk}']").check()
    several.locator(f"input[name=by][value='{felt.entries[2].pk}']").check()
    several.get_by_role("button", name="All ticked are out").click()

    expect(live_page.locator("#messages")).to_contain_text(
        re.compile(
            "Carla Rossi is out in 3rd place.*Dario Conti is out in 4th place.*Knocked out by Bruno Neri"
        )
    )
    assert felt.stacks() == {1: 10_000, 2: 35_000, 3: 0, 4: 0}
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_knock_out_is_credited_from_the_log_with_a_thumb(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 390, "height": 844})
    felt = console(live_page, context, live_floorman, 10_000, 20_000, 10_000, 5_000)
    live_page.goto(f"{live_page.url}tables/1/")
    live_page.locator("#bust-4").click()
    live_page.locator("#by-nobody").click()

    live_page.locator("#changes").get_by_role("link", name="Knocked out by").click()
    live_page.locator(f"input[name=by][value='{felt.entries[2].pk}']").check()
    live_page.get_by_role("button", name="Save").click()

    expect(live_page.locator("#messages")).to_contain_text(
        "Dario Conti, out at table 1: knocked out by Bruno Neri (before: nobody)."
    )
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    winner = live_page.locator(f"input[name=by][value='{felt.entries[2].pk}']")
    expect(winner).not_to_be_checked()
    live_page.reload()
    assert objections_in_both_themes(live_page) == []
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 390
