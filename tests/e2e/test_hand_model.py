"""The tablet plays a hand on by itself while the network is away: by the engine's rules, in every game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.breadth import sample
from tests.e2e.hand_cases import CHECK, cases, differences
from tests.processes import LiveFloorman

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

HANDS = sample("hands foretold by the tablet")


def test_the_tablet_and_the_engine_agree_on_every_moment_of_random_hands(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    played = list(cases(seed=2024, hands=HANDS))
    assert len(played) > 5 * HANDS
    live_page.goto(f"{live_floorman.url}/tablet/")
    answers = live_page.evaluate(CHECK, [f"{live_floorman.url}/static/tables/tablet", played])
    assert differences(played, answers) == []
