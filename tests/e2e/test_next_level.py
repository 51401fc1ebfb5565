"""The floor and the dealer see the next level though nothing pushes it: Celery is down in every test here."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.factories.felt import Felt, make_felt
from tests.factories.stopped_clock import LEVEL, go_on, stop_before_end
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# A page waits three to ten seconds before it asks, as it is drawn, and fifteen before it asks again: here three.
SOON = "Math.random = () => 0;"
PATIENCE_MS = 60_000


@pytest.fixture
def felt(live_floorman: LiveFloorman) -> Felt:
    """A table whose first level ends three seconds after the clock goes on."""
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now() - LEVEL)
    stop_before_end(felt.tournament, seconds=3)
    return felt


@pytest.mark.slow
def test_the_console_finds_the_next_level_itself(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, felt: Felt
) -> None:
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.add_init_script(SOON)
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/")

    expect(live_page.locator("#status")).to_contain_text("Level 1")
    go_on(felt.tournament)
    expect(live_page.locator("#status")).to_contain_text("Level 2", timeout=PATIENCE_MS)


@pytest.mark.long(reason="one more thing that the tablet hears by itself")
@pytest.mark.slow
def test_the_tablet_finds_the_next_level_itself(
    live_page: Page, live_floorman: LiveFloorman, felt: Felt
) -> None:
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()

    expect(live_page.locator(".head__fact--stakes")).to_contain_text("25/50")
    go_on(felt.tournament)
    expect(live_page.locator(".head__fact--stakes")).to_contain_text("50/100", timeout=PATIENCE_MS)
