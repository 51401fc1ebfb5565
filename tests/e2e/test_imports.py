"""A folder of files of the years before, dropped on the page: read one by one, a name decided, imported, a season."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import make_account, make_player, make_tournament
from tests.processes import LiveFloorman
from tests.tournament.rules.past.ttd_files import START, make_field, make_ttd_file
from tournament.models import ImportedEvent, Season

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

WEEK = 7 * 24 * 60 * 60 * 1000


def read_a_folder(
    page: Page, context: BrowserContext, live: LiveFloorman, folder: Path, *, weeks: int
) -> None:
    """Drop the files of so many weeks, and one that is none."""
    make_tournament(make_account())
    for week in range(weeks):
        raw = make_ttd_file(
            make_field(12, seed=week), StartTime=START + week * WEEK, Title=f"Friday {week + 1}"
        )
        (folder / f"friday-{week + 1}.tdt").write_bytes(raw)
    (folder / "virus.tdt").write_bytes(b"{V: 3, T: new Tournament({Title: eval('1')})}")
    log_in(context, make_account(), live)
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(f"{live.url}/floor/")
    page.locator("a[href='/floor/imported/']").click()
    page.locator("#id_picked").set_input_files(sorted(folder.iterdir()))
    page.locator("#read-files").click()
    expect(page.locator("#waiting-title")).to_have_text(f"{weeks} events to import")
    expect(page.locator("main")).to_contain_text(
        "virus.tdt Line 1, column 34: “eval” is a call, which is not run."
    )


def test_the_files_of_a_folder_are_sent_one_by_one_and_read(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    sent: list[str] = []
    live_page.on("request", lambda request: sent.append(request.method))
    read_a_folder(live_page, context, live_floorman, tmp_path, weeks=2)
    assert sent.count("POST") == 3


@pytest.mark.long(reason="the files are read above; the tests of the views decide, import and make a season")
def test_a_folder_is_dropped_read_one_by_one_and_makes_a_season(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, tmp_path: Path
) -> None:
    make_player("Ada Alder 1")
    number_two = make_player("Ada Alder 1", club_number="12")
    page = live_page
    read_a_folder(page, context, live_floorman, tmp_path, weeks=6)
    assert objections_in_both_themes(page) == []

    page.locator("#who-1").select_option(str(number_two.pk))
    page.locator("#save-names").click()
    expect(page.locator("#messages")).to_contain_text("Names saved.")
    page.locator("#begin-import").click()
    expect(page.locator("#messages")).to_contain_text("6 events imported.")
    assert ImportedEvent.objects.filter(results__place=1, results__player=number_two).count() == 6

    page.locator("#id_league_name").fill("Woodland League")
    page.locator("#id_name").fill("Spring 2026")
    page.locator("#make-season").click()
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("tbody tr").first).to_contain_text("Ada Alder 1")
    page.locator("tbody summary").first.click()
    expect(page.locator("tbody tr").first).to_contain_text("Friday 6")
    assert objections_in_both_themes(page) == []
    page.get_by_role("link", name="Friday 6", exact=True).click()
    expect(page.locator("main")).to_contain_text("knocked out by")
    assert objections_in_both_themes(page) == []
    assert Season.objects.get().imports.count() == 6
