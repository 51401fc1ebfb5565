"""Dealers change, on the tablet: two taps between two hands, and the prompt says so until the next deal."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import objections_in_both_themes
from tests.e2e.dealer import Dealer

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="one more button of the menu; the tests of the views press it")
@pytest.mark.sampled
def test_a_dealer_change_is_two_taps_and_stands_at_the_prompt_until_the_next_deal(dealer: Dealer) -> None:
    page = dealer.page
    dealer.tap("#open-menu")
    assert objections_in_both_themes(page) == []

    dealer.tap("#push")
    dealer.expect_recorded()

    expect(page.locator("#sheet-menu")).to_be_hidden()
    expect(page.locator("#prompt")).to_contain_text("Dealer change")
    dealer.slot("deal")
    expect(page.locator("#prompt")).not_to_contain_text("Dealer change")
