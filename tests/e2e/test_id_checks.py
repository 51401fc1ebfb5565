"""ID checks in a browser: asked for at the sale, one tap more, and marked on the page of check-in."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.factories import enter, give_role, make_player, make_tournament
from tests.processes import LiveFloorman
from tournament.models import Entry, Role, Tournament
from tournament.queries.registration import ids_checked

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_the_desk_is_asked_for_the_id_sells_with_one_tap_more_and_undoes_the_mark(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected.append("422")
    tournament = make_tournament(phone_queue=False)
    (bruno,) = enter(tournament, "Bruno Neri")
    Tournament.objects.update(id_check=True)
    anna = make_player("Anna Verdi")
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/desk/")

    live_page.locator("#q").press_sequentially("anna")
    live_page.locator(f"#register-{anna.pk}").click()
    expect(live_page.locator("#ask-id-title")).to_contain_text("The ID of Anna Verdi has not been checked.")
    assert live_page.evaluate("document.documentElement.scrollWidth") <= 390
    live_page.set_viewport_size({"width": 1180, "height": 820})
    assert objections_in_both_themes(live_page) == []
    assert Entry.objects.count() == 1
    live_page.locator("#id-seen").click()
    expect(live_page.locator(".desk-receipt")).to_contain_text("ID checked")
    assert Entry.objects.filter(player=anna).count() == 1

    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/check-in/")
    expect(live_page.locator("#check-in")).to_contain_text("1 player is in without an ID check")
    assert objections_in_both_themes(live_page) == []
    live_page.locator(f"#id-{bruno.player_id}").click()
    expect(live_page.locator("#check-in")).to_contain_text("0 players are in without an ID check")
    assert len(ids_checked(tournament)) == 2
    live_page.get_by_role("button", name="Undo").first.click()
    expect(live_page.locator("#check-in")).to_contain_text("1 player is in without an ID check")
    assert set(ids_checked(tournament)) == {anna.pk}

    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/people/{anna.pk}/")
    expect(live_page.locator("main")).to_contain_text("ID checked")
    assert objections_in_both_themes(live_page) == []
