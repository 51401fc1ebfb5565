"""The floor and the dealer see the next level though nothing pushes it: Celery is down in every test here."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.factories.felt import Felt, make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# A little more than a page waits before it asks.
PATIENCE_MS = 20_000


def felt_before_level_two() -> Felt:
    """A table whose first level of twenty minutes ends in six seconds."""
    return make_felt(10_000, 10_000, 10_000, now=timezone.now() - timedelta(minutes=20, seconds=-6))


@pytest.mark.slow
def test_the_console_finds_the_next_level_itself(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = felt_before_level_two()
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/")

    expect(live_page.locator("#status")).to_contain_text("Level 1")
    expect(live_page.locator("#status")).to_contain_text("Level 2", timeout=PATIENCE_MS)


@pytest.mark.slow
def test_the_tablet_finds_the_next_level_itself(live_page: Page, live_floorman: LiveFloorman) -> None:
    dealer = Dealer(live_page, live_floorman, felt_before_level_two())
    dealer.pair()

    expect(live_page.locator(".head__fact--stakes")).to_contain_text("25/50")
    expect(live_page.locator(".head__fact--stakes")).to_contain_text("50/100", timeout=PATIENCE_MS)
