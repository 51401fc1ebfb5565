"""A page that lay in the history, a device that slept, a clock that is a day wrong: what is shown is what is."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tables import engine
from tables.services.hands.recording import record_operation
from tests.breadth import GOES_LONG
from tests.browsers import AT_WORK, SIZE, OpenDevice, Watch, expect_soon, log_in, watch_over
from tests.e2e.dealer import Dealer, codes
from tests.factories import ACTOR, enter, give_role, make_tournament
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Role, Tournament
from tournament.services.clock import next_period, start_clock

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# The device's own clock is `deviceIsAhead` ms ahead; how long ago something was, it still measures rightly.
WRONG_CLOCK = """
window.deviceIsAhead = AHEAD;
const RightDate = Date;
window.Date = class extends RightDate {
    constructor(...given) { given.length ? super(...given) : super(RightDate.now() + window.deviceIsAhead); }
    static now() { return RightDate.now() + window.deviceIsAhead; }
};
"""
DAY_MS = int(timedelta(days=1).total_seconds() * 1_000)
WRONG = ((DAY_MS, "Pacific/Kiritimati"), (-DAY_MS, "America/Los_Angeles"))
# A tablet that is awake has asked by then for what a hint has told it of.
LONGER_THAN_A_HINT_MS = 1_000
NAP_MS = int(timedelta(minutes=20).total_seconds() * 1_000)


def running() -> Tournament:
    tournament = make_tournament()
    enter(tournament, "Anna", "Bruno", "Carla")
    began = timezone.now() - timedelta(minutes=5)
    Tournament.objects.update(draw_made_at=began)
    return start_clock(tournament_id=tournament.pk, by=ACTOR.at(began))


# The form is looked for where it is sent: news that comes in between has put another one in its place.
SUBMIT_OLD = """(old) => {
    const form = document.querySelector("form:has(#step-next)");
    form.elements.version.value = old;
    form.requestSubmit();
}"""


# --- Back to an old page -----------------------------------------------------------------------------------


def test_who_goes_back_to_the_clock_sees_it_as_it_is_and_an_old_form_changes_nothing(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    watch.expected += ["status of 4"]
    tournament = running()
    log_in(context, give_role(tournament, Role.FLOOR), live_floorman)
    floor = f"{live_floorman.url}/floor/{tournament.code}"
    live_page.goto(f"{floor}/clock/")
    version = live_page.locator("form:has(#step-next) input[name=version]")
    old = version.input_value()
    live_page.goto(f"{floor}/log/")
    next_period(tournament_id=tournament.pk, by=ACTOR.at(timezone.now()))

    live_page.go_back()

    expect(version).not_to_have_value(old)
    expect(live_page.locator("html")).to_have_attribute("data-connection", "live")
    # What came in the place of the old form is there to stay.
    expect(live_page.locator(AT_WORK)).to_have_count(0)
    # As a page would send it that nothing had told of the change.
    live_page.evaluate(SUBMIT_OLD, old)
    expect(live_page.get_by_text("The clock has changed since you opened it").first).to_be_visible()
    tournament.refresh_from_db()
    assert tournament.clock_index == 1


@pytest.mark.long(reason="the same history, of another page")
def test_a_tablet_that_goes_back_shows_the_hand_as_it_is(dealer: Dealer) -> None:
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.page.goto(f"{dealer.live.url}/t/{dealer.felt.tournament.code}/clock/")
    record_operation(
        tournament_id=dealer.felt.tournament.pk,
        table_id=dealer.felt.table.pk,
        operation=engine.Fold(3),
        by=ACTOR.at(timezone.now()),
    )

    dealer.page.go_back()

    dealer.expect_actor(1)
    dealer.slot("call")
    dealer.expect_recorded()
    assert codes() == ["f3", "c1"]


# --- A device with a wrong clock ----------------------------------------------------------------------------


def seconds_left(page: Page) -> int:
    words = page.locator("[role=timer]").first.inner_text()
    minutes, _, seconds = words.strip().rpartition(":")
    return 60 * int(minutes) + int(seconds)


def clock_of(page: Page, live_floorman: LiveFloorman, tournament: Tournament) -> Page:
    page.goto(f"{live_floorman.url}/t/{tournament.code}/clock/")
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
    return page


def expect_same(pages: list[Page]) -> None:
    """All of them show the same time left and the same time of day, but for the moment of reading."""

    def is_same() -> bool:
        left = [seconds_left(page) for page in pages]
        return max(left) - min(left) <= 2 and 0 < min(left) < 20 * 60

    expect_soon(pages[0], is_same, expected=True)
    assert len({page.locator("[data-wall]").inner_text() for page in pages}) <= 2


@pytest.mark.sampled
def test_devices_that_are_a_day_wrong_or_in_another_zone_show_the_time_of_the_house(
    live_page: Page, live_floorman: LiveFloorman, new_context: CreateContextCallback, watch: Watch
) -> None:
    tournament = running()
    pages = [clock_of(live_page, live_floorman, tournament)]
    for ahead, zone in WRONG if GOES_LONG else WRONG[:1]:
        device = watch_over(new_context(timezone_id=zone), watch.note)
        device.add_init_script(WRONG_CLOCK.replace("AHEAD", str(ahead)))
        pages.append(clock_of(device.new_page(), live_floorman, tournament))
        assert abs(pages[-1].evaluate("Date.now()") - timezone.now().timestamp() * 1_000) > DAY_MS / 2

    expect_same(pages)


@pytest.mark.long(reason="a tablet that slept asks for the hand and the time below")
def test_a_device_that_slept_asks_for_the_time_and_shows_what_is_left(
    live_page: Page, live_floorman: LiveFloorman, another_device: OpenDevice
) -> None:
    """A device that wakes finds its own clock further on than the time that the page has counted."""
    tournament = running()
    sleeping = another_device(*SIZE).new_page()
    sleeping.add_init_script(WRONG_CLOCK.replace("AHEAD", "0"))
    slept = clock_of(sleeping, live_floorman, tournament)
    awake = clock_of(live_page, live_floorman, tournament)

    with slept.expect_request(lambda request: request.url.endswith("/now/")):
        slept.evaluate(f"window.deviceIsAhead = {NAP_MS}")

    expect(slept.locator("html")).not_to_have_attribute("data-unsure", "")
    expect(slept.locator("html")).to_have_attribute("data-connection", "live")
    expect_same([awake, slept])


# What a tablet asks of its browser, and a stream that says nothing of the table while the tablet sleeps.
SLEEPER = """
window.locksAsked = [];
Object.defineProperty(Navigator.prototype, "wakeLock", {
    value: { request: async (kind) => { window.locksAsked.push(kind); } },
});
let sight = "visible";
Object.defineProperty(document, "visibilityState", { get: () => sight });
window.turnScreen = (to) => { sight = to; document.dispatchEvent(new Event("visibilitychange")); };
window.unheard = 0;
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (topic, hear, ...more) {
    const heard = (event) => { if (sight === "visible" || topic === "alive") hear(event); else window.unheard += 1; };
    return listen.call(this, topic, heard, ...more);
};
"""


def test_a_tablet_asks_to_stay_awake_and_reads_hand_and_clock_again_when_it_wakes(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    live_page.add_init_script(SLEEPER + WRONG_CLOCK.replace("AHEAD", "0"))
    felt = make_felt(10_000, 8_450, 12_300, now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    page = dealer.page
    dealer.slot("deal")
    dealer.expect_actor(3)
    dealer.expect_recorded()
    assert page.evaluate("locksAsked") == ["screen"]

    page.evaluate("turnScreen('hidden')")
    # What it heard of the deal before it slept, it still asks for a little later, and nothing tells when it has not to.
    page.wait_for_timeout(LONGER_THAN_A_HINT_MS)
    record_operation(
        tournament_id=felt.tournament.pk,
        table_id=felt.table.pk,
        operation=engine.Fold(3),
        by=ACTOR.at(timezone.now()),
    )
    page.wait_for_function("() => window.unheard > 0")
    dealer.expect_actor(3)
    assert page.evaluate("locksAsked") == ["screen"]

    page.evaluate("turnScreen('visible')")
    dealer.expect_actor(1)
    assert page.evaluate("locksAsked") == ["screen", "screen"]
    with page.expect_request(lambda request: request.url.endswith("/now/")):
        page.evaluate(f"window.deviceIsAhead = {NAP_MS}")
