"""A final table of HORSE whose levels last hands and whose games last an orbit: tablet, wall, phone and the floor."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import OpenDevice, log_in
from tests.e2e.axe import objections, objections_in_both_themes
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.factories.mixed import fold_out, mixed_felt
from tests.processes import LiveFloorman
from tests.tables.queries.table.test_orbits import by_orbit
from tests.tournament.rules.structures import pause_of
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

FIVE_HANDS = replace(by_orbit(), hands=5)


@pytest.mark.long(
    reason="the services count the hands, the views show them, and each screen hears in a test of its own"
)
def test_a_final_table_by_hands_and_horse_by_orbits(
    live_page: Page, context: BrowserContext, another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    felt = mixed_felt(FIVE_HANDS, pause_of(10), FIVE_HANDS, by_orbit(), players=5)
    code = felt.tournament.code
    tablet = Dealer(another_device(1024, 768).new_page(), live_floorman, felt)
    tablet.pair()
    wall = another_device(1920, 1080).new_page()
    wall.goto(f"{live_floorman.url}/t/{code}/clock/")
    phone = another_device(390, 844).new_page()
    phone.goto(f"{live_floorman.url}/t/{code}/clock/")
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{code}/clock/")

    expect(tablet.page.locator("#prompt")).to_contain_text("orbit: 5 hands")
    expect(tablet.page.locator(".head__fact--time")).to_contain_text("Hands left 5")
    expect(wall.locator(".wall__time")).to_contain_text("5 hands left")
    expect(phone.locator(".wall__time")).to_contain_text("5 hands left")
    fold_out(felt, now=timezone.now())
    fold_out(felt, now=timezone.now())
    for page in (wall, phone):
        expect(page.locator(".wall__time")).to_contain_text("3 hands left")
    expect(tablet.page.locator("#prompt")).to_contain_text("orbit: 3 hands")
    expect(wall.locator(".wall__next")).to_contain_text(
        "An orbit of each with 4 or more players, then 6 hands"
    )
    assert objections_in_both_themes(live_page) + objections(wall) + objections(phone) == []

    # A hand that nobody recorded is counted by the floor, and given back.
    live_page.locator("#step-hand").click()
    expect(live_page.locator(".clock-strip__time")).to_contain_text("2 hands left")
    expect(wall.locator(".wall__time")).to_contain_text("2 hands left")
    live_page.locator("#step-undo").click()
    expect(live_page.locator(".clock-strip__time")).to_contain_text("3 hands left")

    for _hand in range(3):
        fold_out(felt, now=timezone.now())
    expect(wall.locator(".wall__level")).to_contain_text("Break")
    expect(tablet.page.locator("#prompt")).to_contain_text("Break")
    expect(live_page.locator(".clock-controls__last")).to_contain_text("Level played")
