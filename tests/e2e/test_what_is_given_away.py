"""What leaves the house, by the buttons of its pages: a hand, its picture, a structure, the results."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browsers import OpenDevice, log_in
from tests.e2e.axe import objections
from tests.e2e.test_replay import a_hand
from tests.factories import make_account, make_tournament
from tests.factories.field import bust, started
from tests.pdf_text import lines_of
from tests.processes import LiveFloorman
from tests.tournament.rules.structures import level
from tournament.models import Tournament
from tournament.rules.structure.levels import Break
from tournament.rules.structure.periods import Structure

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.django_db(transaction=True),
    pytest.mark.long(reason="links and plain forms; the tests of the views read what they give"),
]

NIGHT = Structure(
    periods=(level(25, 50), level(50, 100), Break(duration_seconds=900), level(75, 150), level(100, 200))
)
SIZE_OF_PICTURE = """async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return [picture.naturalWidth, picture.naturalHeight];
}"""


def path_of(address: str | None) -> str:
    """Of an address as the house tells it: it has the name of the house's network, not of the test's."""
    assert address is not None
    return urlsplit(address).path


def size_of_preview(page: Page) -> object:
    """Of the picture that messengers show beside a link to this page."""
    address = page.locator("meta[property='og:image']").get_attribute("content")
    return page.evaluate(SIZE_OF_PICTURE, path_of(address))


def file_of(page: Page, link: Locator) -> bytes:
    """What the browser keeps when this is tapped."""
    with page.expect_download() as download:
        link.click()
    return Path(download.value.path()).read_bytes()


def test_a_hand_is_shared_and_opened_on_another_phone(
    live_page: Page, another_device: OpenDevice, live_floorman: LiveFloorman
) -> None:
    felt = a_hand()
    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/t/{felt.tournament.code}/tables/1/hands/1/")
    live_page.get_by_text("Share this hand").click()
    expect(live_page.locator(".qr img")).to_be_visible()
    address = live_page.locator("figcaption").inner_text()

    other = another_device(360, 740).new_page()
    other.emulate_media(reduced_motion="reduce")
    other.goto(live_floorman.url + path_of(address))
    expect(other.locator("main")).to_contain_text("The Owl")
    for _step in range(3):
        other.keyboard.press("ArrowRight")
    expect(other.locator("#replay-said")).to_contain_text("The Owl calls")
    assert other.evaluate("document.getAnimations().length") == 0
    assert objections(other) == []
    for meta in ("og:title", "og:description"):
        expect(other.locator(f"meta[property='{meta}']")).to_have_attribute("content", re.compile("."))
    assert size_of_preview(other) == [1200, 630]


def test_a_structure_is_taken_out_and_pasted_into_another_event(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    director = make_account()
    log_in(context, director, live_floorman)
    own, other = make_tournament(director, structure=NIGHT), make_tournament(director, name="Sunday Slow")
    assert other.structure != own.structure
    live_page.goto(f"{live_floorman.url}/floor/{own.code}/structure/")
    text = file_of(live_page, live_page.locator("#take-out")).decode("utf-8-sig")

    live_page.goto(f"{live_floorman.url}/floor/{other.code}/structure/")
    live_page.locator("#paste").click()
    live_page.fill("[name=text]", text)
    live_page.locator("#read-structure").click()
    expect(live_page.locator("#messages [data-message]").last).to_contain_text("Nothing is saved yet.")
    assert objections(live_page) == []
    live_page.locator("#editor [value=save]").first.click()
    expect(live_page.locator("#messages [data-message]").last).to_contain_text("Structure saved.")

    assert Tournament.objects.get(pk=other.pk).structure == NIGHT


def test_the_results_are_taken_as_a_sheet_and_as_a_file(live_page: Page, live_floorman: LiveFloorman) -> None:
    tournament, (winner, loser) = started(2, now=timezone.now(), late_registration_level=0)
    bust(tournament, loser, winner=winner, now=timezone.now())
    live_page.goto(f"{live_floorman.url}/t/{tournament.code}/payouts/")
    files = live_page.locator("#results-files")

    sheet = lines_of(file_of(live_page, files.get_by_role("link", name="Results (PDF)")))
    listed = file_of(live_page, files.get_by_role("link", name="Results (CSV)")).decode("utf-8-sig")

    for entry in (winner, loser):
        assert any(entry.player.name in line for line in sheet)
        assert all(part in listed for part in entry.player.name.split())
    live_page.goto(f"{live_floorman.url}/t/{tournament.code}/")
    assert size_of_preview(live_page) == [1200, 630]
