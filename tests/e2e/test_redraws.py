"""A room is redrawn at 24, 16 and 9 players, as its structure says: the console asks, the phone of a player follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Seat, SeatDraw
from tests.browsers import OpenDevice, log_in
from tests.e2e.axe import objections, objections_in_both_themes
from tests.factories.floor import Floor
from tests.processes import LiveFloorman
from tests.tables.views.console.test_redraws_by_structure import bust_from_fullest
from tournament.models import Entry, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# With so many players left, redraw to so many tables; what the console says of it before and after.
REDRAWS = (
    (24, 3, "24 players left: redraw to 3 tables.", "All players redrawn to 3 tables."),
    (16, 2, "16 players left: redraw to 2 tables.", "All players redrawn to 2 tables."),
    (9, 1, "9 players left: draw the final table.", "The final table is drawn."),
)


def expect_seat(phone: Page, entry: Entry) -> None:
    """The page of a player says where the draw put them."""
    seat = Seat.objects.select_related("table").get(entry=entry)
    expect(phone.locator(".my-seat__number")).to_have_text([str(seat.table.number), str(seat.number)])


@pytest.mark.long(reason="the console's buttons, three times; tests/tables/views/console sends them")
def test_a_room_is_redrawn_at_24_16_and_9_players(
    live_page: Page,
    context: BrowserContext,
    another_device: OpenDevice,
    live_floorman: LiveFloorman,
    output_path: str,
) -> None:
    pictures = Path(output_path)
    pictures.mkdir(parents=True, exist_ok=True)
    room = Floor(
        Client(), 7, 6, 6, 6, role=Role.DIRECTOR, registration=0, seats_per_table=8, redraws="24, 16, 9"
    )
    stays = room.entries[0]
    log_in(context, room.account, live_floorman)
    phone = another_device(390, 844).new_page()
    phone.goto(f"{live_floorman.url}/my/{stays.link_secret}/")
    wall = another_device(1920, 1080).new_page()
    wall.goto(f"{live_floorman.url}/t/{room.tournament.code}/clock/")
    console = live_page
    console.goto(f"{live_floorman.url}{room.home}")
    advice = console.locator("#advice")
    expect(advice.locator("#next-redraw")).to_contain_text("Redraw to 3 tables with 24 players left")

    for left, tables, due, done in REDRAWS:
        bust_from_fullest(room, Seat.objects.filter(entry__isnull=False).count() - left, spared=stays)
        expect(advice).to_contain_text(due)
        console.screenshot(path=pictures / f"{left}-due.png")
        assert objections(console) == []
        advice.locator("#redraw").click()

        expect(console.locator("#messages")).to_contain_text(done)
        expect_seat(phone, stays)
        console.screenshot(path=pictures / f"{left}-drawn.png")
        expect(advice.locator("#redraw")).to_have_count(0)
        assert SeatDraw.objects.filter(kind="redraw").latest("pk").tables_left == tables

    expect(advice.locator("#next-redraw")).to_have_count(0)
    expect(wall.locator(".wall__state")).to_contain_text("Final table")
    for page, name in ((phone, "phone"), (wall, "wall")):
        page.screenshot(path=pictures / f"{name}.png")
    assert objections_in_both_themes(console) + objections(phone) + objections(wall) == []

    console.locator("#messages").get_by_role("button", name="Undo").last.click()
    expect(advice).to_contain_text("9 players left: draw the final table.")
    expect_seat(phone, stays)
