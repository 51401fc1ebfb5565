"""The director sets a rule of the house in place, and takes it back."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories.floor import Floor
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_rule_of_the_house_is_set_shown_beside_the_book_and_undone(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    floor = Floor(Client(), 3, role=Role.DIRECTOR)
    log_in(context, floor.account, live_floorman)
    live_page.goto(f"{live_floorman.url}{floor.home}rules/")
    rule = live_page.locator("#rule-bba_order")
    expect(rule).to_contain_text("as the book")

    rule.get_by_text("Change").click()
    rule.get_by_role("combobox").select_option(label="the ante")
    assert objections_in_both_themes(live_page) == []
    rule.get_by_role("button", name="Set").click()

    expect(rule.locator(".rule__values")).to_contain_text("the ante")
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {"engine": {"bba_order": "ante_first"}}
    live_page.locator("#messages").get_by_role("button", name="Undo").click()
    expect(rule).to_contain_text("as the book")
    floor.tournament.refresh_from_db()
    assert floor.tournament.rule_overrides == {}
