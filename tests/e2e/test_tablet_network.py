"""The dealer's tablet when the network fails, another tablet comes, or the floor speaks."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Route, expect

from tables import engine
from tables.services.hands.recording import record_operation
from tables.services.table.messages import hold_table, release_table, send_message
from tables.services.table.tablets import revoke_device, take_over_table
from tests.browsers import Watch
from tests.e2e.dealer import Dealer, codes
from tests.e2e.held import Held
from tests.factories import ACTOR

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


CHECKED_DOWN = [code for board in ("b:??????", "b:??", "b:??") for code in (board, "k1", "k2", "k3")]

# --- The network


def test_taps_made_without_network_are_sent_in_order_when_it_is_back(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.set_offline(True)
    dealer.slot("call")
    expect(dealer.page.locator("#plate-1")).to_have_class(re.compile("is-actor"))
    dealer.slot("fold")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 2")
    expect(dealer.page.locator("#plate-2")).to_have_class(re.compile("is-actor"))
    assert codes() == []
    context.set_offline(False)
    dealer.expect_recorded()
    dealer.expect_actor(2)
    assert codes() == ["c3", "f1"]


def test_taps_survive_a_reload_and_a_closed_tab(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "[object Event]", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    block = "**/tablet/table/act/"
    context.route(block, lambda route: route.abort())
    dealer.slot("call")
    dealer.slot("fold")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 2")
    dealer.page.reload()
    expect(dealer.page.locator("#outbox-word")).to_contain_text("2")
    dealer.page.close()
    context.unroute(block)
    dealer.page = context.new_page()
    dealer.open()
    dealer.expect_recorded()
    assert codes() == ["c3", "f1"]


@pytest.mark.long(reason="every second answer is lost in test_tablet_offline.py, and no tap counts twice")
def test_lost_answer_is_asked_for_again_and_the_tap_counts_once(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "Failed to load resource"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch()
        route.abort()

    context.route("**/tablet/table/act/", lose_the_first_answer)
    dealer.slot("call")
    dealer.expect_recorded()
    dealer.expect_actor(1)
    assert (codes(), len(lost)) == (["c3"], 1)


def test_tap_that_a_busy_database_refuses_is_sent_again_by_itself(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["503"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    keys: list[str] = []

    def refuse_the_first(route: Route) -> None:
        keys.append(parse_qs(route.request.post_data or "")["key"][0])
        if len(keys) == 1:
            route.fulfill(status=503, headers={"Floorman": "1", "Retry-After": "1"}, body="busy")
        else:
            route.continue_()

    context.route("**/tablet/table/act/", refuse_the_first)
    dealer.slot("call")
    dealer.expect_recorded()
    dealer.expect_actor(1)
    assert codes() == ["c3"]
    assert keys == [keys[0]] * 2


def test_a_screen_asked_for_before_a_tap_does_not_take_it_off_the_felt_again(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.expect_recorded()
    held = Held(dealer.page, "**/tablet/table/")
    dealer.page.evaluate("document.dispatchEvent(new Event('reconnect'))")
    held.wait_for(1)
    older = held.asked[0].fetch()
    dealer.slot("call")
    dealer.expect_recorded()
    dealer.expect_actor(1)
    held.asked.pop().fulfill(response=older)
    # Nothing tells when the older screen has not been taken.
    dealer.page.wait_for_timeout(500)
    dealer.expect_actor(1)
    held.let_go()
    dealer.slot("fold")
    dealer.expect_recorded()
    assert codes() == ["c3", "f1"]


@pytest.mark.long(reason="a bet that is being typed stays at the answer to a tap in test_tablet_offline.py")
def test_a_bet_that_is_being_typed_stays_when_the_call_of_the_floor_is_answered(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.expect_recorded()
    held = Held(dealer.page, "**/tablet/table/call/")
    dealer.tap("#call-floor")
    dealer.slot("raise")
    for key in ("1", "2"):
        dealer.tap(f'[data-key="{key}"]')
    held.wait_for(1)
    held.let_go()
    dealer.expect_recorded()
    expect(dealer.page.locator("#amount")).to_have_value("12")
    dealer.tap('[data-key="00"]')
    dealer.tap("#keypad-done")
    dealer.expect_recorded()
    assert codes() == ["r3:1200"]


def test_a_hand_is_shown_only_once_the_hand_before_it_is_recorded(dealer: Dealer) -> None:
    """What was picked in between would be lost when the answer comes."""
    dealer.felt.deal(now=timezone.now())
    dealer.felt.play("c3", "c1", "k2", *CHECKED_DOWN, now=timezone.now())
    dealer.open()
    dealer.expect_stage("showdown")
    held = Held(dealer.page, "**/tablet/table/act/")
    dealer.tap("#plate-3")
    dealer.pick("As", "Ad")
    held.wait_for(1)
    other = dealer.page.locator("#plate-1 .plate__show")
    expect(other).to_have_attribute("aria-disabled", "true")
    dealer.page.locator("#plate-1").click()
    expect(dealer.page.locator("#sheet-pick")).not_to_be_visible()
    held.let_go()
    dealer.expect_recorded()
    dealer.tap("#plate-1")
    dealer.pick("Ks", "Kd")
    dealer.expect_recorded()
    assert codes()[-2:] == ["s3:AsAd", "s1:KsKd"]


def test_answer_of_a_stranger_is_not_taken_for_the_servers(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    """A hotel's log-in page says 200 to everything."""
    dealer.slot("deal")
    dealer.expect_actor(3)
    portal = "**/tablet/table/act/"
    context.route(portal, lambda route: route.fulfill(status=200, body="<h1>Welcome, please log in</h1>"))
    dealer.slot("call")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 1")
    assert codes() == []
    context.unroute(portal)
    dealer.expect_recorded()
    assert codes() == ["c3"]


def test_refused_tap_stops_the_queue_and_lists_what_was_not_applied(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "409", "[object Event]"]
    felt = dealer.felt
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.set_offline(True)
    dealer.slot("call")
    dealer.slot("fold")
    record_operation(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        operation=engine.Fold(3),
        by=ACTOR.at(timezone.now()),
    )
    context.set_offline(False)
    dialog = dealer.page.locator("#sheet-unapplied")
    expect(dialog).to_be_visible()
    expect(dialog.locator("#unapplied-reason")).to_contain_text("The table has changed")
    expect(dialog.locator("li")).to_have_text(["Seat 3 calls", "Seat 1 folds"])
    expect(dealer.page.locator("#outbox-word")).to_have_text("Stopped: 2")
    dealer.page.reload()
    expect(dialog).to_be_visible()
    dealer.tap("#unapplied-done")
    dealer.expect_recorded()
    dealer.expect_actor(1)
    assert codes() == ["f3"]
    dealer.slot("fold")
    dealer.expect_stage("between")


ANOTHER_REFUSAL = pytest.mark.long(reason="another amount that the same keypad refuses")


@pytest.mark.parametrize(
    ("digits", "words"),
    [
        pytest.param(("6", "0"), "60 is too small: at least 100", marks=ANOTHER_REFUSAL),
        pytest.param(("1", "3", "00", "0"), "13,000 is too large: at most 12,300", marks=ANOTHER_REFUSAL),
        (("4", "3", "0"), "430 cannot be made with the chips in play: 425 or 450"),
    ],
)
def test_amount_that_cannot_be_bet_is_said_in_the_keypad_and_nothing_is_sent(
    dealer: Dealer, digits: tuple[str, ...], words: str
) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.slot("raise")
    sheet = dealer.page.locator("#sheet-bet")
    expect(sheet.locator("[data-limits]")).to_have_text("100 to 12,300 · in steps of 25")
    for key in digits:
        dealer.tap(f'#keypad [data-key="{key}"]')
    dealer.tap("#keypad-done")
    expect(sheet.locator("[data-refusal]")).to_have_text(words)
    expect(sheet).to_be_visible()
    assert codes() == []
    # The next digits are a new amount.
    for key in ("4", "5", "0"):
        dealer.tap(f'#keypad [data-key="{key}"]')
    expect(sheet.locator("[data-refusal]")).to_be_empty()
    dealer.tap("#keypad-done")
    dealer.expect_recorded()
    assert codes() == ["r3:450"]


def test_full_storage_is_said_before_a_tap_is_taken(dealer: Dealer) -> None:
    dealer.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full') } }")
    dealer.slot("deal")
    expect(dealer.page.locator("#outbox-word")).to_contain_text("nothing was recorded")
    dealer.expect_stage("between")
    assert dealer.felt.fresh().version == 0


# --- Two tablets and the floor


@pytest.mark.long(reason="one more thing that the tablet hears by itself")
def test_tablet_that_was_taken_over_from_says_so_and_can_take_the_table_back(dealer: Dealer) -> None:
    second, _secret = dealer.felt.pair(now=timezone.now())
    take_over_table(device_id=second.pk, now=timezone.now())
    page = dealer.page
    expect(page.get_by_text("View only: another tablet is recording this table.")).to_be_visible()
    expect(page.locator("#slot-deal")).to_have_attribute("aria-disabled", "true")
    dealer.tap("#take-over")
    expect(page.locator("#screen")).to_have_attribute("data-writes", "1")
    dealer.slot("deal")
    dealer.expect_stage("betting")


def test_floor_is_called_and_its_words_are_read_without_a_reload(dealer: Dealer) -> None:
    felt, page = dealer.felt, dealer.page
    dealer.tap("#call-floor")
    expect(page.locator("#call-floor")).to_contain_text("Called")
    send_message(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        text="Chip race after this hand",
        by=ACTOR.at(timezone.now()),
    )
    expect(page.get_by_text("Chip race after this hand")).to_be_visible()
    dealer.tap("#read-message")
    expect(page.get_by_text("Chip race after this hand")).to_have_count(0)
    hold_table(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        reason="Hand-for-hand",
        by=ACTOR.at(timezone.now()),
    )
    expect(page.locator("#prompt")).to_contain_text("Hand-for-hand")
    expect(page.locator("#slot-deal")).to_have_attribute("aria-disabled", "true")
    release_table(tournament_id=felt.tournament.pk, table_id=felt.table.pk, by=ACTOR.at(timezone.now()))
    expect(page.locator("#slot-deal")).not_to_have_attribute("aria-disabled", "true")


KEPT = """() => Object.keys(localStorage).filter((place) => place.startsWith("floorman-outbox-"))
    .flatMap((place) => JSON.parse(localStorage.getItem(place)).taps.map((tap) => tap.words))"""


def revoke(dealer: Dealer) -> None:
    revoke_device(
        tournament_id=dealer.felt.tournament.pk, device_id=dealer.device.pk, by=ACTOR.at(timezone.now())
    )


@pytest.mark.long(reason="less to list on the same page")
def test_revoked_tablet_without_taps_is_told_and_lists_nothing(dealer: Dealer, watch: Watch) -> None:
    watch.expected += ["410", "[object Event]"]
    revoke(dealer)
    expect(dealer.page.get_by_role("heading", name="The floor unpaired this tablet")).to_be_visible()
    expect(dealer.page.locator("#unapplied")).to_be_hidden()


def test_revoked_tablet_keeps_its_taps_and_lists_them(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["410", "net::ERR_", "Failed to load resource", "[object Event]"]
    page = dealer.page
    dealer.slot("deal")
    dealer.expect_actor(3)
    block = "**/tablet/table/act/"
    context.route(block, lambda route: route.abort())
    dealer.slot("call")
    dealer.slot("fold")
    expect(page.locator("#outbox-word")).to_have_text("Not sent yet: 2")
    revoke(dealer)
    context.unroute(block)
    taps = ["Seat 3 calls", "Seat 1 folds"]
    expect(page.get_by_role("heading", name="The floor unpaired this tablet")).to_be_visible()
    expect(page.locator("#unapplied li")).to_have_text(taps)
    page.reload()
    expect(page.locator("#unapplied li")).to_have_text(taps)
    assert (page.evaluate(KEPT), codes()) == (taps, [])
    dealer.pair()
    expect(page.locator("#sheet-unapplied li")).to_have_text(taps)
    dealer.tap("#unapplied-done")
    assert (page.evaluate(KEPT), codes()) == ([], [])


@pytest.mark.long(reason="the same list as of a tablet that was unpaired and is paired again")
def test_taps_of_a_former_pairing_are_shown_and_never_sent(
    dealer: Dealer, context: BrowserContext, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "Failed to load resource", "[object Event]"]
    dealer.slot("deal")
    dealer.expect_actor(3)
    context.route("**/tablet/table/act/", lambda route: route.abort())
    dealer.slot("fold")
    expect(dealer.page.locator("#outbox-word")).to_have_text("Not sent yet: 1")
    # The page is left first: once the way is free it would send the tap itself.
    dealer.page.goto("about:blank")
    context.unroute_all()
    dealer.pair()
    dialog = dealer.page.locator("#sheet-unapplied")
    expect(dialog.locator("li")).to_have_text(["Seat 3 folds"])
    dealer.tap("#unapplied-done")
    dealer.page.reload()
    expect(dealer.page.locator("html")).to_have_attribute("data-tablet", "ready")
    expect(dialog).to_be_hidden()
    assert codes() == []
