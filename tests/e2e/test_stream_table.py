"""The floor sends the session of a stream table, sees whose stacks they are, and enters them."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, FilePayload, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import give_role
from tests.factories.felt import Felt, make_felt
from tests.processes import LiveFloorman
from tests.tables.engine.notation.gfx_cases import text
from tests.tables.views.console.test_stream_table import OUT, WON
from tournament.models import Entry, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def session(told: str) -> FilePayload:
    name = "PGFX_live_data_export GameID=640602346875783819.json"
    return {"name": name, "mimeType": "application/json", "buffer": told.encode()}


def stacks(felt: Felt) -> list[int]:
    return [Entry.objects.get(pk=entry.pk).stack for entry in felt.entries.values()]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_a_file_is_sent_looked_at_and_entered(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected.append("422")
    felt = make_felt(10_000, 10_000, 10_000, 10_000, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/")
    live_page.locator("#stream-open").click()

    unknown = json.loads(text(WON, OUT))
    for hand in unknown["Hands"]:
        hand["Players"][3] |= {"Name": "SHARK", "LongName": "The Shark"}
    unknown["Hands"][0]["Players"][1]["EndStackAmt"] = 6000
    unknown["Hands"][0]["Players"][2]["EndStackAmt"] = 9000
    live_page.get_by_label("Session file").set_input_files(session(json.dumps(unknown)))
    live_page.get_by_role("button", name="Preview").click()

    expect(live_page.locator("#take-over")).to_contain_text("Stacks after hand 8")
    expect(live_page.locator("#hands")).to_contain_text("our rules end otherwise")
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#take").click()
    expect(live_page.locator(".error-summary")).to_contain_text("7 The Shark")
    assert stacks(felt) == [10_000] * 4

    live_page.get_by_label("7 The Shark").select_option(label="4 Dario Conti")
    live_page.locator("#take").click()
    expect(live_page.locator("#messages")).to_contain_text("Anna Verdi is out")
    assert stacks(felt) == [0, 9000, 6000, 25_000]
