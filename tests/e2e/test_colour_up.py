"""The floor colours up a table with its thumb or its keyboard, and takes it back."""

from __future__ import annotations

import time

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.felt import Felt, make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def open_table(page: Page, context: BrowserContext, live: LiveFloorman, *stacks: int) -> Felt:
    felt = make_felt(*stacks, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live)
    page.goto(f"{live.url}/floor/{felt.tournament.code}/tables/1/")
    page.get_by_role("link", name="Colour up").click()
    expect(page.get_by_role("heading", name="Colour up")).to_be_focused()
    return felt


def open_counted(page: Page) -> None:
    """The form of counted stacks, once it hears what is typed: a hand is slower than that."""
    page.get_by_role("link", name="Counted stacks").click()
    expect(page.locator("#colour-up").get_by_label("1 Anna Verdi")).to_be_visible()
    expect(page.locator(".htmx-request, .htmx-added, .htmx-settling")).to_have_count(0)


@pytest.mark.sampled
def test_a_race_is_picked_by_taps_seen_booked_and_undone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = open_table(live_page, context, live_floorman, 10_050, 10_000, 9_950)
    for card in ("Kd", "5c", "As", "2h"):
        live_page.locator(f"#pick-{card}").click()
        expect(live_page.locator(f"#pick-{card}")).to_have_attribute("aria-pressed", "true")
        expect(live_page.locator(f"#pick-{card}")).to_be_focused()

    expect(live_page.locator("#colour-up-shown")).to_contain_text("9,950 → 10,000")
    assert objections_in_both_themes(live_page) == []
    live_page.get_by_role("button", name="Colour up").click()

    expect(live_page.locator("#messages")).to_contain_text("Coloured up table 1.")
    expect(live_page.locator("#felt")).to_contain_text("10,000")
    assert felt.stacks() == {1: 10_000, 2: 10_000, 3: 10_000}
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(live_page.locator("#felt")).to_contain_text("9,950")
    assert felt.stacks() == {1: 10_050, 2: 10_000, 3: 9_950}


@pytest.mark.long(reason="test_verdict.py answers as one types; the tests of the views book what was counted")
def test_counted_stacks_show_their_differences_while_they_are_typed(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = open_table(live_page, context, live_floorman, 10_050, 10_000)
    open_counted(live_page)
    stack = live_page.locator("#colour-up").get_by_label("1 Anna Verdi")

    stack.press_sequentially("10,1")
    expect(live_page.locator("#colour-up-1")).to_have_text("–")
    stack.press_sequentially("00")
    expect(live_page.locator("#colour-up-1")).to_have_text("+50")
    expect(stack).to_be_focused()
    expect(stack).to_have_value("10,100")
    expect(live_page.locator("#colour-up-sum")).to_contain_text("20,050 → 20,100 +50")

    live_page.get_by_role("button", name="Colour up").click()
    expect(live_page.locator("#messages")).to_contain_text("Coloured up table 1.")
    assert felt.stacks() == {1: 10_100, 2: 10_000}


def test_what_is_booked_right_after_typing_is_not_overtaken_by_a_look(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = open_table(live_page, context, live_floorman, 10_050, 10_000)
    open_counted(live_page)

    def dawdle(route: Route) -> None:
        # Longer than the page waits after a key before it looks.
        time.sleep(0.6)
        route.continue_()

    live_page.route("**/colour-up/", dawdle)
    live_page.locator("#colour-up").get_by_label("1 Anna Verdi").press_sequentially("10,100")
    live_page.get_by_role("button", name="Colour up").click()

    expect(live_page.locator("#messages")).to_contain_text("Coloured up table 1.")
    expect(live_page.locator("#felt")).to_contain_text("10,100")
    assert felt.stacks() == {1: 10_100, 2: 10_000}
