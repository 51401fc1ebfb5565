"""A table whose results are entered: the dealer's thumb counts hands and says who is out, the floor's does the same."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.models import Bust, Hand, Recording, Table
from tests.browsers import log_in
from tests.e2e.axe import close_messages, objections, objections_in_both_themes
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tests.tables.services.hands.test_busting import places
from tournament.models import Entry, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(reason="one more sheet of fields; tests/tables/views/tablet/test_results.py sends it")
def test_a_dealer_counts_hands_and_says_who_is_out(live_page: Page, live_floorman: LiveFloorman) -> None:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    live_page.locator("#open-menu").click()
    dealer.tap(live_page.get_by_role("button", name="Results"))
    expect(live_page.locator("#prompt")).to_contain_text("Results only: tap when the hand is over.")

    dealer.tap("#slot-deal")
    expect(live_page.locator("#undo")).to_contain_text("hand 1")
    expect(live_page.locator("#plate-1")).to_contain_text("unknown")
    dealer.tap("#slot-raise")
    sheet = live_page.locator("#sheet-result")
    dealer.tap(sheet.locator("label:has(input[name=out][value='3'])"))
    dealer.tap(sheet.locator("label:has(input[name=by][value='1'])"))
    findings = objections(live_page)
    assert findings == []
    dealer.tap("#result-done")

    expect(live_page.locator("#plate-3")).to_contain_text("Out, 4th")
    assert places(felt) == {3: (4, 4)}
    assert Hand.objects.filter(is_counted=True).count() == 2
    dealer.tap("#undo")
    expect(live_page.locator("#plate-3")).not_to_contain_text("Out")
    dealer.expect_recorded()
    assert places(felt) == {}


@pytest.mark.long(reason="the same sheet with one more choice; the tests of the views send it")
def test_with_bounties_a_dealer_says_by_whom_in_three_taps(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    bounties: dict[str, Any] = {"buy_in_bounty": 10_00, "bounty_kind": "fixed", "late_registration_level": 3}
    felt = make_felt(*(10_000,) * 4, now=timezone.now(), recording=Recording.RESULTS, **bounties)
    Table.objects.update(recording=Recording.RESULTS)
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()

    dealer.tap("#slot-raise")
    expect(live_page.locator("#result-by-1")).to_be_hidden()
    dealer.tap(live_page.locator("#sheet-result label:has(input[name=out][value='3'])"))
    expect(live_page.locator("#result-by-3")).to_be_hidden()
    expect(live_page.locator("#result-done")).to_be_hidden()
    assert objections(live_page) == []
    dealer.tap("#result-by-1")

    expect(live_page.locator("#plate-3")).to_contain_text("Out, 4th")
    dealer.expect_recorded()
    assert list(Bust.objects.get().credited_to.all()) == [felt.entries[1]]


@pytest.mark.long(reason="one more sheet of fields; tests/tables/views/tablet/test_counts.py sends it")
def test_a_dealer_types_the_stacks_of_who_sat_down_corrects_them_and_deals(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now())
    Entry.objects.filter(pk__in=[felt.entries[seat].pk for seat in (2, 3)]).update(is_stack_known=False)
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    expect(live_page.locator("#prompt")).to_contain_text("Count seats 2, 3 and enter the stacks.")

    dealer.tap("#slot-deal")
    live_page.keyboard.type("9000")
    live_page.locator("#sheet-count [name=stack_3]").fill("11000")
    assert objections(live_page) == []
    dealer.tap("#count-done")
    expect(live_page.locator("#plate-2")).to_contain_text("9,000")
    dealer.expect_recorded()

    dealer.tap("#open-players")
    live_page.locator("#correct-counts [name=stack_2]").fill("10000")
    live_page.locator("#correct-counts [name=stack_3]").fill("10000")
    assert objections(live_page) == []
    dealer.tap("#correct-done")
    expect(live_page.locator("#plate-2")).to_contain_text("10,000")
    dealer.expect_recorded()
    dealer.tap("#slot-deal")
    dealer.expect_recorded()
    assert felt.fresh().hands_dealt == 1


@pytest.mark.long(reason="plain forms; the tests of the views send them")
@pytest.mark.sampled
def test_the_floor_chooses_the_way_counts_a_hand_and_undoes_it(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/")

    live_page.locator("#tools #recording-results").click()
    expect(live_page.locator("#messages")).to_contain_text("Results only are entered at table 1.")
    assert felt.fresh().recording == Recording.RESULTS
    live_page.locator("#hand-over").click()
    expect(live_page.locator("#messages")).to_contain_text("Counted hand 1 at table 1.")
    live_page.locator("#out-3").click()
    expect(live_page.locator("#messages")).to_contain_text("Carla Rossi is out in 3rd place: €27.")
    close_messages(live_page)
    assert objections_in_both_themes(live_page) == []

    live_page.locator("#undo-counted").click()

    expect(live_page.locator("#messages")).to_contain_text("The hand at table 1 is undone.")
    assert places(felt) == {}
    assert felt.fresh().hands_dealt == 1
