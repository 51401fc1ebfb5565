"""A log-in name that somebody has already, and a list in another country's letters: the pages ask."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import close_messages, objections_in_both_themes
from tests.factories import give_role, make_account, make_tournament
from tests.processes import LiveFloorman
from tournament.models import Account, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
TABLET: Final[ViewportSize] = {"width": 1024, "height": 768}


@pytest.mark.long(
    reason="plain forms; the tests of the views send them, and test_setup_and_desk.py asks about a name"
)
@pytest.mark.sampled
def test_a_name_is_asked_about_and_the_person_joins(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # The question is the answer to a form.
    watch.expected += ["422"]
    marco = make_account("marco")
    Account.objects.filter(pk=marco.pk).update(first_name="Marco Neri")
    make_tournament(marco, name="Next door")
    tournament = make_tournament(name="Friday Fifty")
    page = live_page
    page.set_viewport_size(PHONE)
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    page.goto(f"{live_floorman.url}/floor/{tournament.code}/staff/")
    page.locator("#id_username").fill("marco")
    page.get_by_role("button", name="Add to the staff").click()
    expect(page.locator("#namesake")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(TABLET)
    assert objections_in_both_themes(page) == []
    page.get_by_role("button", name="Yes, invite Marco Neri").click()
    expect(page.get_by_role("heading", name="Invited")).to_be_visible()
    close_messages(page)
    assert objections_in_both_themes(page) == []

    log_in(context, marco, live_floorman)
    page.goto(f"{live_floorman.url}/floor/")
    assert objections_in_both_themes(page) == []
    page.get_by_role("button", name="Join the staff").click()
    expect(page.locator("main")).to_contain_text("Friday Fifty")
    assert tournament.staff.filter(account=marco, role=Role.FLOOR).exists()


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_list_in_other_letters_is_read_as_its_names_are_spelled(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    tournament = make_tournament()
    page = live_page
    page.set_viewport_size(PHONE)
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    page.goto(f"{live_floorman.url}/floor/{tournament.code}/import/")
    data = "nome;tessera\nJiří Dvořák;1,23E+05\nTomáš;2\n".encode("cp1250")
    page.locator("#id_file").set_input_files({"name": "hraci.csv", "mimeType": "text/csv", "buffer": data})
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#code-pages")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_viewport_size(TABLET)
    assert objections_in_both_themes(page) == []
    page.get_by_text("Jiří Dvořák").click()
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("What is club number 1,23E+05?")).to_be_visible()
    assert objections_in_both_themes(page) == []
    page.get_by_role("radio", name="Jiří Dvořák").check()
    page.get_by_role("button", name="Register players").click()
    expect(page.locator("main")).to_contain_text("2")
    assert sorted(tournament.entries.values_list("player__name", "player__club_number")) == [
        ("Jiří Dvořák", ""),
        ("Tomáš", "2"),
    ]
