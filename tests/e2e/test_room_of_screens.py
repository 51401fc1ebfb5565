"""A room full of televisions: each comes back with its own content, and everybody finds the own name in a minute."""

from __future__ import annotations

from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.bench.large_room.build import build
from tests.bench.large_room.size import Size
from tests.browsers import OpenDevice, Watch
from tests.factories import ACTOR, make_account
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.forms.screens.televisions import GIVEN
from tournament.links import screen_link
from tournament.models import Screen, Tournament
from tournament.rules.screens.playlists import Turn
from tournament.services.screens import show_on_screen, take_screen

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.long(reason="ten pages, and a minute of one"),
    pytest.mark.django_db(transaction=True),
]

NAMES: Final = 500
# Longer than a page waits for a sign of life before it says that what it shows may be out of date.
BACK_MS: Final = 5_000
SEEN = """() => [...document.querySelectorAll(".on-line__name")].filter((name) => {
    const { left, right, top, bottom } = name.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}).map((name) => name.textContent)"""


def show(page: Page, house: LiveFloorman, tournament: Tournament, content: str) -> None:
    """Make a page a television that shows this content."""
    by = ACTOR.at(timezone.now())
    take_screen(tournament_id=tournament.pk, code="", name=content, by=by)
    screen = Screen.objects.get(name=content)
    show_on_screen(tournament_id=tournament.pk, screen_id=screen.pk, turns=[Turn(content)], by=by)
    page.goto(f"{house.url}/screen/open/{screen_link(screen.pk)}/")
    expect(page.locator(f'#shown input[value="{content}"]')).to_be_attached()


def test_ten_screens_are_back_with_their_own_contents(
    another_device: OpenDevice, live_floorman: LiveFloorman, watch: Watch
) -> None:
    felt = make_felt(4000, 6000, now=timezone.now())
    watch.expected += ["Failed to load resource", "net::ERR", "[object Event]"]
    pages = {content: another_device(1920, 1080).new_page() for content, _label in GIVEN[:10]}
    for content, page in pages.items():
        show(page, live_floorman, felt.tournament, content)
    live_floorman.stop(*live_floorman.children)
    for page in pages.values():
        expect(page.locator("html")).to_have_attribute("data-connection", "lost")
    live_floorman.start()
    for content, page in pages.items():
        expect(page.locator("html")).to_have_attribute("data-connection", "live", timeout=BACK_MS)
        expect(page.locator(f'#shown input[value="{content}"]')).to_be_attached()


def test_each_of_five_hundred_names_is_seen_within_a_minute(
    another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    tournament = build(
        Size(entries=NAMES, tables=56, operations=1_500, out_percent=0),
        account=make_account(),
        now=timezone.now(),
    )
    page = another_device(1280, 720).new_page()
    page.clock.install()
    show(page, live_floorman, tournament, "seats")
    names = set(page.locator(".on-line__name").all_inner_texts())
    assert len(names) == NAMES
    seen: set[str] = set()
    for _second in range(60):
        seen |= set(page.evaluate(SEEN))
        page.clock.run_for(1_000)
    assert names - seen == set()
