"""Mystery bounties in a browser: made up with a mistake that is said, opened and paid in three taps, seen by all."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.axe import close_messages, objections, objections_in_both_themes
from tests.factories import make_account
from tests.factories.felt import make_felt
from tests.factories.mystery import MysteryRoom
from tests.processes import LiveFloorman
from tournament.models import Envelope, MoneyKind, MoneyRow
from tournament.queries.payouts.bounties import bounty_money

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

HEAR_PAYOUTS = """() => {
    window.payoutsHeard = new Promise((heard) => document.addEventListener("htmx:sseBeforeMessage", (event) => {
        if (event.detail.type === "payouts") heard();
    }));
}"""


@pytest.mark.long(
    reason="the pages of any bounties; tests/tables/test_money_ways_out.py opens and pays by them"
)
@pytest.mark.sampled
def test_envelopes_are_made_up_opened_paid_and_shown_to_all(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman, watch: Watch
) -> None:
    # The envelopes that are ten short.
    watch.expected.append("422")
    live_page.set_viewport_size({"width": 1024, "height": 768})
    felt = make_felt(
        *(10_000, 20_000, 10_000, 5_000),
        now=timezone.now(),
        buy_in_bounty=25_00,
        bounty_kind="mystery",
        mystery_from=4,
    )
    log_in(context, make_account(), live_floorman)
    home = f"{live_floorman.url}/floor/{felt.tournament.code}"
    live_page.goto(f"{home}/bounties/")
    expect(live_page.locator("#bounties")).to_contain_text("4 players left: time for the mystery bounties")
    assert objections_in_both_themes(live_page) == []

    live_page.locator("#make-envelopes").click()
    expect(live_page.locator("#envelopes-total")).to_contain_text("adds up")
    # What is typed before the page's script is there is added up by the button alone.
    live_page.wait_for_load_state()
    live_page.locator("#id_envelopes_typed").fill("60 × 1\n10 × 3")
    expect(live_page.locator("#envelopes-total")).to_contain_text("€10 missing")
    live_page.locator("#begin").click()
    expect(live_page.locator("main")).to_contain_text("the bounty money is €100: €10 is missing")
    assert objections_in_both_themes(live_page) == []
    live_page.locator("#id_envelopes_typed").fill("70 × 1\n10 × 3")
    expect(live_page.locator("#envelopes-total")).to_contain_text("adds up")
    live_page.locator("#begin").click()
    expect(live_page.locator("#envelopes-title")).to_contain_text("Envelopes: 4 of 4 left")

    live_page.goto(f"{home}/tables/1/")
    live_page.get_by_text("Several out in one hand").click()
    several = live_page.locator("form:has(#bust-several)")
    several.locator(f"input[name=out][value='{felt.entries[3].pk}']").check()
    for seat in (1, 2):
        several.locator(f"input[name=by][value='{felt.entries[seat].pk}']").check()
    several.get_by_role("button", name="All ticked are out").click()
    expect(live_page.locator("#messages")).to_contain_text("An envelope for Anna Verdi, Bruno Neri.")

    envelope = Envelope.objects.get(entry=felt.entries[3].pk)
    half = envelope.value // 2
    live_page.goto(f"{home}/bounties/")
    expect(live_page.locator("#queue-title")).to_contain_text("1 envelope to open")
    assert objections_in_both_themes(live_page) == []
    # Three taps: the envelope, and each of the two.
    live_page.locator(f"#open-{envelope.pk}").click()
    expect(live_page.locator("#last-envelope")).to_contain_text(f"€{envelope.value // 100}")
    live_page.locator(f"#pay-{felt.entries[1].pk}").click()
    expect(live_page.locator("#messages")).to_contain_text(f"Paid €{half // 100} to Anna Verdi.")
    live_page.locator(f"#pay-{felt.entries[2].pk}").click()
    expect(live_page.locator("#messages")).to_contain_text(f"Paid €{half // 100} to Bruno Neri.")
    live_page.goto(f"{home}/bounties/")
    assert objections_in_both_themes(live_page) == []
    assert bounty_money(felt.tournament).paid == envelope.value
    assert list(MoneyRow.objects.filter(kind=MoneyKind.BOUNTY_PAID).values_list("amount", flat=True)) == [
        -half,
        -half,
    ]

    for width, height in ((1920, 1080), (1280, 720)):
        live_page.set_viewport_size({"width": width, "height": height})
        live_page.goto(f"{live_floorman.url}/t/{felt.tournament.code}/clock/")
        expect(live_page.locator(".wall__across")).to_contain_text("3/4")
        # Dark whatever the reader chose.
        assert objections(live_page) == []

    live_page.set_viewport_size({"width": 390, "height": 844})
    live_page.goto(f"{live_floorman.url}/my/{felt.entries[1].link_secret}/")
    expect(live_page.locator(".clock-strip")).to_contain_text("Envelopes 3/4")
    assert objections_in_both_themes(live_page) == []
    live_page.goto(f"{live_floorman.url}/t/{felt.tournament.code}/payouts/")
    expect(live_page.locator("#envelopes-title")).to_contain_text("Envelopes: 3 of 4 left")
    live_page.get_by_text("How the order can be checked").click()
    expect(live_page.locator("#draw-hash")).to_be_visible()
    assert objections_in_both_themes(live_page) == []


@pytest.mark.long(
    reason="a second evening of envelopes; tests/tables/test_money_ways_out.py closes and redraws them"
)
def test_what_nobody_collects_is_closed_and_the_redraw_after_an_end_undone_is_there_to_check(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    live_page.set_viewport_size({"width": 1024, "height": 768})
    room = MysteryRoom(4, now=timezone.now())
    room.begin((150_04, 1), (30_00, 1), (15_00, 1), (5_00, 1))
    room.out(4)
    for loser in (3, 2):
        room.out(loser, by=[1])
        room.open(loser)
    public = f"{live_floorman.url}/t/{room.tournament.code}/payouts/"
    live_page.goto(public)
    expect(live_page.locator("#draw-seed")).to_have_text("seed")
    fold = live_page.get_by_text("How the order can be checked")
    fold.hover()
    live_page.mouse.down()
    live_page.evaluate(HEAR_PAYOUTS)
    room.back(2)
    live_page.evaluate("() => window.payoutsHeard")
    live_page.mouse.up()
    # What the page hears by itself neither takes the fold away under the finger nor closes it.
    expect(live_page.locator("#payouts")).to_contain_text("Redraw of 2 envelopes, from order 3 on")
    expect(live_page.locator("#draw-hash")).to_be_visible()
    assert objections_in_both_themes(live_page) == []

    room.out(2, by=[1])
    log_in(context, make_account(), live_floorman)
    winner = room.pk(1)
    live_page.goto(f"{live_floorman.url}/floor/{room.tournament.code}/bounties/")
    assert objections_in_both_themes(live_page) == []
    live_page.locator(f"#forfeit-{winner}").click()
    expect(live_page.locator("#messages")).to_contain_text("as not collected: the house keeps them.")
    expect(live_page.locator(f"#pay-{winner}")).to_have_count(0)
    close_messages(live_page)
    assert objections_in_both_themes(live_page) == []
    live_page.locator(f"#collect-{winner}").click()
    live_page.locator(f"#pay-{winner}").click()
    expect(live_page.locator("#messages")).to_contain_text("Paid €200.04")
    assert bounty_money(room.tournament).paid == 200_04
