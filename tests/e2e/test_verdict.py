"""The floor settles a dispute with its thumb or its keyboard: the cards go in, who wins and why comes out."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.e2e.held import Held
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def open_page(page: Page, context: BrowserContext, live: LiveFloorman, query: str = "") -> None:
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live)
    page.goto(f"{live.url}/floor/{felt.tournament.code}/verdict/{query}")


@pytest.mark.long(reason="test_colour_up.py taps the same cards; the tests of the views read each verdict")
@pytest.mark.sampled
def test_cards_are_tapped_and_the_address_keeps_the_verdict(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    open_page(live_page, context, live_floorman)
    for card in ("As", "Kc", "Qs", "Qd", "Kd", "7c", "2h", "5s", "9c"):
        live_page.locator(f"#pick-{card}").click()
        expect(live_page.locator(f"#pick-{card}")).to_have_attribute("aria-pressed", "true")
        expect(live_page.locator(f"#pick-{card}")).to_be_focused()

    expect(live_page.locator(".verdict__sentence")).to_have_text("Hand 1 wins: pair of kings.")
    expect(live_page.locator("#verdict-answer")).to_contain_text("The pair decides: kings against queens.")
    expect(live_page).to_have_url(
        f"{live_page.url.partition('?')[0]}?game=NT&h1=AsKc&h2=QsQd&board=Kd7c2h5s9c"
    )
    assert objections_in_both_themes(live_page) == []

    live_page.reload()
    expect(live_page.locator(".verdict__sentence")).to_have_text("Hand 1 wins: pair of kings.")
    live_page.locator("#pick-Kd").click()
    expect(live_page.locator(".verdict__sentence")).to_have_count(0)
    expect(live_page.locator("#to-board")).to_be_checked()


def test_cards_tapped_before_the_answer_to_the_first_all_lie_in_their_order(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # What was asked before is called off, of which htmx makes an error in the console.
    watch.expected += ["htmx:sendAbort", "htmx:afterRequest"]
    open_page(live_page, context, live_floorman)
    held = Held(live_page, "**/verdict/?*")
    for card in ("As", "Kc", "Qs", "Kc", "Qd"):
        live_page.locator(f"#pick-{card}").click()
    held.wait_for(5)
    held.let_go()

    expect(live_page.locator("#pick-Qd")).to_have_attribute("aria-pressed", "true")
    expect(live_page).to_have_url(f"{live_page.url.partition('?')[0]}?game=NT&h1=AsQd&h2=Qs")


@pytest.mark.sampled
def test_cards_are_typed_and_answered_while_the_focus_stays(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    open_page(live_page, context, live_floorman, "?game=FO/8&h1=As2sKdQd&h2=&board=3c7h8dKcKh")
    hand = live_page.get_by_label("Hand 2", exact=True)

    hand.press_sequentially("KsQhJcT")
    expect(live_page.locator("#read-h2")).to_contain_text("1 card to enter")
    hand.press_sequentially("x")
    expect(live_page.locator("#read-h2")).to_contain_text("“Tx” is not a card.")
    assert objections_in_both_themes(live_page) == []
    hand.press("Backspace")
    hand.press_sequentially("c")
    expect(live_page.locator(".verdict__sentence")).to_have_text(
        ["Hand 1 wins: three of a kind, kings.", "Hand 1 wins: low 8-7-3-2-A."]
    )
    expect(hand).to_be_focused()
    expect(hand).to_have_value("KsQhJcTc")
    expect(live_page.locator("#pick-Tc")).to_have_attribute("aria-pressed", "true")

    hand.press("Enter")
    expect(live_page.locator(".verdict__sentence")).to_have_count(2)
    expect(hand).to_have_value("Ks Qh Jc 10c")


@pytest.mark.long(reason="one more field of the same form")
def test_another_game_is_chosen_with_the_keyboard(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    open_page(live_page, context, live_floorman, "?game=F5D&h1=8c8d5h5s&h2=AcAdAhKsKd")
    live_page.get_by_label("Game").select_option(label="Five-card draw with a wild joker")
    joker = live_page.get_by_role("button", name="joker")
    joker.press("Enter")
    expect(live_page.locator(".verdict__sentence")).to_have_text("Hand 2 wins: full house, aces over kings.")
    live_page.get_by_role("button", name="Another hand").click()
    expect(live_page.get_by_label("Hand 3", exact=True)).to_be_visible()
    live_page.get_by_role("button", name="Remove: Hand 3").click()
    expect(live_page.get_by_label("Hand 3", exact=True)).to_have_count(0)
