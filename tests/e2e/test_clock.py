"""The clock is called with a thumb, counts down in sight, outlives a reload, and proposes the fold; the tournament's
own is paused by a key.
"""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.e2e.axe import objections
from tests.e2e.dealer import Dealer
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Role, Tournament

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_called_clock_counts_down_through_a_reload_and_ends_in_a_proposed_fold(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    floor = {"clock_seconds": 4, "clock_countdown": 2}
    felt = make_felt(*[10_000] * 4, now=timezone.now(), rule_overrides={"floor": floor})
    felt.deal(now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    dealer.tap("#irregular")
    dealer.tap("#call-clock")
    expect(live_page.locator(".prompt__clock")).to_contain_text(re.compile("0:0[3-6]"))
    expect(live_page.locator("#time-over")).not_to_be_visible()
    live_page.reload()
    expect(live_page.locator(".prompt__clock")).to_contain_text(re.compile("0:0[1-6]"))
    expect(live_page.locator("#time-over")).to_have_text("Time is up: fold")
    expect(live_page.locator(".prompt__clock")).not_to_be_visible()
    assert objections(live_page) == []
    dealer.tap("#time-over")
    expect(live_page.locator("#prompt")).to_contain_text("Seat 4")
    expect(live_page.locator(".prompt__clock")).not_to_be_visible()


@pytest.mark.long(
    reason="the clock of the test above; tests/tables/views/tablet/test_shot_clock.py has the chips"
)
def test_a_shot_clock_runs_by_itself_and_a_chip_gives_more_time(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    floor = {"shot_clock_first": 20, "time_chips_start": 2}
    felt = make_felt(*[10_000] * 4, now=timezone.now(), rule_overrides={"floor": floor})
    felt.deal(now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    expect(live_page.locator(".prompt__clock")).to_contain_text(re.compile("0:(20|1[0-9])"))
    dealer.tap("#time-chip")
    expect(live_page.locator("#time-chip")).to_contain_text("1 left")
    expect(live_page.locator(".prompt__clock")).to_contain_text(re.compile("0:(50|4[0-9]|3[0-9])"))
    assert objections(live_page) == []
    dealer.slot("call")
    expect(live_page.locator("#prompt")).to_contain_text("Seat 4")
    expect(live_page.locator(".prompt__clock")).to_contain_text(re.compile("0:(20|1[0-9])"))


@pytest.mark.long(
    reason="test_setup_and_desk.py pauses by the same key; in test_large_console.py none acts while one types"
)
def test_the_space_bar_pauses_and_resumes_on_the_console_and_types_in_a_field(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    felt = make_felt(10_000, 10_000, 10_000, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/")
    live_page.locator("#find-input").press_sequentially("carla ")
    expect(live_page.locator("#status-pause")).to_be_visible()
    live_page.locator("#find-input").blur()

    live_page.keyboard.press("Space")

    expect(live_page.locator("#status-resume")).to_be_visible()
    expect(live_page.locator("#messages")).to_contain_text("The clock is paused.")
    assert objections(live_page) == []
    live_page.keyboard.press("Space")
    expect(live_page.locator("#status-pause")).to_be_visible()


@pytest.mark.long(
    reason="the clock of a call above; tests/tables/views/tablet/test_shot_clock.py has each street and stage"
)
@pytest.mark.rule("CLK-03")
@pytest.mark.rule("CLK-05")
def test_clk_05_a_decision_clock_by_street_whose_chips_are_reset_by_a_stage(
    live_page: Page, live_floorman: LiveFloorman
) -> None:
    floor = {
        "shot_clock_first": 40,
        "shot_clock_reraised": 60,
        "shot_clock_second": 80,
        "shot_clock_later": 100,
        "time_chips_start": 1,
        "time_chip_stages": [{"moment": "players", "number": 3, "way": "reset", "chips": 6}],
    }
    felt = make_felt(
        *[10_000] * 3, now=timezone.now(), rule_overrides={"floor": floor}, late_registration_level=3
    )
    felt.deal(now=timezone.now())
    dealer = Dealer(live_page, live_floorman, felt)
    dealer.pair()
    clock = live_page.locator(".prompt__clock")
    expect(clock).to_contain_text(re.compile("0:(40|3[0-9])"))
    dealer.tap("#time-chip")
    expect(live_page.locator(".prompt__no-chips")).to_have_text("No time-bank chips left")
    expect(clock).to_contain_text(re.compile("1:(10|0[0-9])"))
    assert objections(live_page) == []
    # A raise and a re-raise before the flop: a minute for the next decision.
    felt.play("r3:100", "r1:300", now=timezone.now())
    live_page.reload()
    dealer.expect_actor(2)
    expect(clock).to_contain_text(re.compile("(1:00|0:5[0-9])"))
    # Registration is over with three left: exactly six chips for everybody, from the next screen on.
    Tournament.objects.update(registration_closed_at=timezone.now())
    felt.play("f2", "c3", "b:2c7d9h", now=timezone.now())
    live_page.reload()
    dealer.expect_actor(1)
    expect(clock).to_contain_text(re.compile("1:(20|1[0-9])"))
    expect(live_page.locator("#time-chip")).to_contain_text("6 left")
    dealer.tap("#time-chip")
    expect(live_page.locator("#time-chip")).to_contain_text("5 left")
    dealer.tap("#open-players")
    expect(live_page.locator("#absent-1")).to_contain_text("5 time-bank chips")
    expect(live_page.locator("#absent-3")).to_contain_text("6 time-bank chips")
    assert objections(live_page) == []
