"""What the browser tests share."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from tests.e2e.dealer import Dealer
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman


@pytest.fixture
def dealer(live_page: Page, live_floorman: LiveFloorman) -> Dealer:
    dealer = Dealer(live_page, live_floorman, make_felt(10_000, 8_450, 12_300, now=timezone.now()))
    dealer.pair()
    return dealer
