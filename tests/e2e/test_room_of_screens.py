"""A room full of televisions: each comes back with its own content, and everybody finds the own name in a minute."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.models import Move
from tables.services.moves.breaking import break_table
from tables.services.stops.announcing import StopOrder, announce_stop, end_stop_by_hand
from tables.views.public import BREAK_STAYS
from tests.bench.large_room.build import build
from tests.bench.large_room.size import Size
from tests.browsers import OpenDevice, Watch
from tests.factories import ACTOR, make_account
from tests.factories.felt import add_felt, make_felt
from tests.processes import LiveFloorman
from tournament.forms.screens.televisions import GIVEN
from tournament.links import screen_link
from tournament.models import Screen, StopKind, Tournament, TournamentStatus
from tournament.realtime import publish
from tournament.rules.screens.playlists import Turn
from tournament.services.screens import show_on_screen, take_screen
from tournament.views.public import WINNER_STAYS

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.long(reason="ten pages, a minute without the server, and a minute of one page"),
    pytest.mark.django_db(transaction=True),
]

NAMES: Final = 500
# Longer than a page waits for a sign of life before it says that what it shows may be out of date.
BACK_MS: Final = 5_000
OUTAGE_MS: Final = 60_000
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


def test_ten_screens_are_back_after_a_minute_with_their_own_contents_and_give_way_to_what_calls(
    another_device: OpenDevice, live_floorman: LiveFloorman, watch: Watch
) -> None:
    felt = make_felt(4000, 6000, now=timezone.now(), late_registration_level=3)
    add_felt(felt.tournament, 9000, number=2, now=timezone.now())
    watch.expected += [
        "Failed to load resource",
        "net::ERR",
        "[object Event]",
        "htmx:sendError",
        "htmx:afterRequest",
    ]
    pages = {content: another_device(1920, 1080).new_page() for content, _label in GIVEN[:10]}
    for content, page in pages.items():
        show(page, live_floorman, felt.tournament, content)
    live_floorman.stop(*live_floorman.children)
    for page in pages.values():
        expect(page.locator("html")).to_have_attribute("data-connection", "lost")
    page.wait_for_timeout(OUTAGE_MS)
    live_floorman.start()
    for content, page in pages.items():
        expect(page.locator("html")).to_have_attribute("data-connection", "live", timeout=BACK_MS)
        expect(page.locator(f'#shown input[value="{content}"]')).to_be_attached()

    code, by = felt.tournament.code, ACTOR.at(timezone.now())
    order = StopOrder(kind=StopKind.HAND_FOR_HAND)
    announce_stop(tournament_id=felt.tournament.pk, order=order, by=by)
    take_all(pages, "rounds")
    end_stop_by_hand(tournament_id=felt.tournament.pk, by=by)
    give_back(pages)
    break_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, seed="1", by=by)
    take_all(pages, "moves")
    over = timezone.now() - BREAK_STAYS
    Move.objects.update(created_at=over, applied_at=over)
    publish(code, ["moves"])
    give_back(pages)
    end = timezone.now()
    Tournament.objects.filter(code=code).update(status=TournamentStatus.FINISHED, finished_at=end)
    publish(code, ["clock"])
    take_all(pages, "clock")
    Tournament.objects.filter(code=code).update(finished_at=end - WINNER_STAYS)
    publish(code, ["clock"])
    give_back(pages)


def take_all(pages: Mapping[str, Page], content: str) -> None:
    """Every screen shows what calls."""
    for page in pages.values():
        expect(page.locator("#shown > .turn")).to_have_attribute("data-call", re.compile(f"^{content}"))
        expect(page.locator(f'#shown input[value="{content}"]')).to_be_attached()


def give_back(pages: Mapping[str, Page]) -> None:
    """Every screen has its own content again."""
    for content, page in pages.items():
        expect(page.locator("#shown > .turn")).to_have_attribute("data-call", "")
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
