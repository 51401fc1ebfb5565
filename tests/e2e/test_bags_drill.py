"""Sixty tables of nine from their last hand to published counts, by the taps of the staff."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.services.stops.last_hands import announce_last_hands
from tests.bench.large_room.build import build
from tests.bench.large_room.size import Size
from tests.browsers import log_in
from tests.factories import ACTOR, make_account
from tests.processes import LiveFloorman
from tournament.models import Entry, EntryStatus

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

TABLES = 60
# Four people, a tap each second and a half, for at most twenty minutes.
MOST_TAPS = 4 * 20 * 60 / 1.5


class Staff:
    """Whoever counts: each click and each key is a tap."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).click()
        self.taps += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.taps += len(text)


@pytest.mark.long(reason="one page sixty times; each tap of it has a test of its own")
@pytest.mark.slow
def test_sixty_tables_are_bagged_and_published_within_twenty_minutes_of_taps(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    now = timezone.now()
    size = Size(entries=TABLES * 9, tables=TABLES, operations=TABLES * 12, out_percent=0, hands_in_play=False)
    tournament = build(size, account=make_account(), now=now)
    announce_last_hands(tournament_id=tournament.pk, card="3c", by=ACTOR.at(now))
    log_in(context, make_account(), live_floorman)
    live_page.set_viewport_size({"width": 1180, "height": 820})
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/")
    staff = Staff(live_page)
    staff.tap("#to-bags")
    staff.tap(".bags__table >> nth=0")

    for table in range(1, TABLES + 1):
        expect(live_page.locator("#table-bags-title")).to_contain_text(f"Bags of table {table}")
        staff.tap("#fill-bags")
        expect(live_page.locator("#fill-bags")).to_have_count(0)
        if table % 3 == 0:
            # Two stacks are not those on record: 500 lie in the wrong bag.
            for row, more in ((0, 500), (1, -500)):
                field = live_page.locator(".bags__row input").nth(row)
                chips = int(field.input_value()) + more
                field.select_text()
                staff.taps += 1
                staff.type(str(chips))
        staff.tap("#count-bags")
    staff.tap("#accept-bags")
    expect(live_page.locator("#bags")).to_contain_text("these are the stacks of the next day")

    live_page.goto(f"{live_floorman.url}/t/{tournament.code}/")
    largest = Entry.objects.filter(tournament=tournament, status=EntryStatus.PLAYING).order_by("-stack")[0]
    expect(live_page.locator("main")).to_contain_text(f"{largest.stack:,}")
    assert staff.taps <= MOST_TAPS
    # As it stands; a further step for each table would be sixty more.
    assert staff.taps < 500
