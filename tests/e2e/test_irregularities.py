"""Something goes wrong at a table: the dealer proposes, the floor decides, the tablet continues."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tables.models import Hand
from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.e2e.dealer import ANOTHER_SIZE, Dealer, codes, press
from tests.factories import give_role
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SIZES = [(1024, 768), pytest.param((1280, 800), marks=ANOTHER_SIZE)]


@pytest.mark.long(
    reason="the sheet of the test below; tests/tables/views/tablet/test_rulings.py proposes and confirms"
)
def test_misdeal_is_proposed_by_the_dealer_confirmed_by_the_floor_and_dealt_again(
    dealer: Dealer, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    page = dealer.page
    log_in(context, give_role(dealer.felt.tournament, Role.FLOOR), live_floorman)
    floor = context.new_page()
    floor.goto(f"{live_floorman.url}/floor/{dealer.felt.tournament.code}/")
    dealer.slot("deal")
    dealer.expect_actor(3)

    dealer.tap("#irregular")
    expect(page.locator("#substantial")).to_contain_text("no (TDA 36)")
    dealer.tap("#kind-misdeal")
    dealer.tap("#ruling-done")
    expect(page.locator("#proposed")).to_contain_text("Waiting for the floor: Misdeal")
    assert codes() == []

    expect(floor.locator("#calls")).to_contain_text("Misdeal")
    floor.get_by_role("button", name="Confirm").click()
    expect(floor.locator("#messages")).to_contain_text("Table 1: the ruling is recorded.")

    dealer.expect_stage("between")
    expect(page.locator("#prompt")).to_contain_text("Redeal of the same hand")
    dealer.slot("deal")
    dealer.expect_actor(3)
    assert codes() == ["x:misdeal,f"]
    first, again = Hand.objects.order_by("pk")
    assert first.setup == again.setup


def test_action_out_of_turn_is_told_by_seat_action_and_amount_and_binds(dealer: Dealer) -> None:
    page = dealer.page
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.tap("#irregular")
    dealer.tap("#kind-out_of_turn")
    dealer.tap('#ruling label:has([name=seat][value="1"])')
    dealer.tap('#ruling label:has([name=said][value="raise"])')
    for key in ("8", "00"):
        dealer.tap(f'#ruling [data-key="{key}"]')
    dealer.tap("#ruling-done")
    dealer.expect_recorded()
    assert codes() == ["x:out_of_turn,s=1,o=r1:800"]
    expect(page.locator("#irregular")).to_be_visible()
    dealer.slot("call")
    dealer.expect_actor(1)
    expect(page.locator("#prompt")).to_contain_text("raise to 800 (TDA 53-A)")
    dealer.slot("raise")
    dealer.expect_actor(2)
    assert codes()[-1] == "r1:800"


@pytest.mark.long(reason="the same sheet with other fields")
def test_exposed_card_is_picked_from_the_deck(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.tap("#irregular")
    dealer.tap("#kind-exposed_card")
    dealer.tap('#ruling label:has([name=cards][value="Kd"])')
    dealer.tap("#ruling-done")
    dealer.expect_recorded()
    assert codes() == ["x:exposed_card,c=Kd"]


@pytest.mark.long(reason="axe reads the sheets of the tablet in test_tablet.py")
@pytest.mark.sampled
@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_fits_and_can_be_read(dealer: Dealer, size: tuple[int, int]) -> None:
    page = dealer.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    dealer.slot("deal")
    dealer.expect_actor(3)
    for kind in ("", "misdeal", "out_of_turn", "exposed_card"):
        dealer.tap("#irregular")
        if kind:
            dealer.tap(f"#kind-{kind}")
        expect(page.locator("#ruling" if kind else "#substantial")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # For axe the lines of a paragraph lie on different plates, though a modal sheet covers them all.
        page.locator("#screen").evaluate("screen => { screen.style.visibility = 'hidden'; }")
        assert objections_in_both_themes(page) == [], kind
        page.locator("#screen").evaluate("screen => { screen.style.visibility = ''; }")
        dealer.tap("#sheet-irregular [data-close-sheet]")


@pytest.mark.long(reason="a whole hand without scripts is played in test_tablet.py")
def test_without_the_script_the_same_sheet_is_plain_links_and_a_form(
    browser: Browser, dealer: Dealer, live_floorman: LiveFloorman
) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    plain = browser.new_context(java_script_enabled=False, storage_state=dealer.page.context.storage_state())
    page = plain.new_page()
    page.goto(f"{live_floorman.url}/tablet/table/")
    for selector in ("#irregular", "#kind-boxed_card", "#ruling-done"):
        press(page, selector)
    expect(page.locator(".feed__last")).to_contain_text("Boxed card")
    assert codes() == ["x:boxed_card"]
    plain.close()
