"""A second tap on the same spot never hits the next person: lists do not close up under the finger."""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browsers import Watch, log_in
from tests.e2e.finger import DEAF_SECONDS, Finger
from tests.e2e.held import Held
from tests.e2e.test_every_page import STILL
from tests.factories import enter, give_role, make_tournament
from tests.factories.felt import Felt, make_felt
from tests.factories.house import House, build_house
from tests.factories.sales import selling
from tests.processes import LiveFloorman
from tests.security.acting_lists import acting_rows
from tests.security.test_reading import starts_of
from tournament.models import ChipSale, Entry, Recording, Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

# Between the first tap and the second, in seconds: a slow one, which every guard has to outlast, and a nervous one; by
# turns, list by list.
GAPS = (1.5, 0.3)

# Nothing can be done with them in the house of the tests: a seat is free for nobody.
REFUSED = {"alternates"}
# Where more than one player may have the chips, the form comes back and asks who has them.
ASKED = {"bust"}

# The page is asked for again; the pointer moves onto the button at the moment when the answer has been put in.
MOVE_ONCE_IT_HAS_SETTLED = """
(button) => new Promise((moved) => {
  const move = () => {
    document.querySelector(button).scrollIntoView({ block: "center", behavior: "instant" });
    const box = document.querySelector(button).getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    document.dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", ...at }));
    moved();
  };
  document.addEventListener("htmx:afterSettle", move, { once: true });
  htmx.ajax("GET", location.href, { target: "#table" });
})
"""

# The page grows above the seat map, until another seat lies where one was.
PUSH_DOWN = """
([one, other]) => {
  const top = (seat) => document.querySelector(seat).getBoundingClientRect().top;
  const news = document.createElement("p");
  news.className = "news-of-a-test";
  const sheet = new CSSStyleSheet();
  sheet.insertRule(`.news-of-a-test { margin: 0; block-size: ${top(one) - top(other)}px; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.querySelector("main").prepend(news);
}
"""

# With the next answer a button comes to lie at a spot.
BRING_TO_THE_SPOT = """
([button, x, y]) => {
  const bring = () => {
    const { style } = document.querySelector(button);
    Object.assign(style, { position: "fixed", insetInlineStart: `${x - 20}px`, insetBlockStart: `${y - 20}px` });
  };
  document.addEventListener("htmx:afterSwap", bring, { once: true, capture: true });
}
"""


@pytest.fixture
def house(live_floorman: LiveFloorman) -> House:
    return build_house(timezone.now())


def first_button(page: Page, name: str) -> Locator | None:
    """The first button of the list that can be pressed, folded away or not."""
    page.locator("details:not([open])").evaluate_all("all => all.forEach((fold) => { fold.open = true; })")
    inside, itself = f"[data-rows='{name}'] [data-row] button", f"[data-rows='{name}'] button[data-row]"
    posts = page.locator("form[method=post] button:visible:enabled")
    buttons = page.locator(f"{inside}, {itself}").and_(posts)
    return buttons.first if buttons.count() else None


def pages_of(lists: dict[str, list[str]]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((name, page) for name, pages in lists.items() for page in pages))


@pytest.mark.slow
@pytest.mark.long(reason="what the second tap on a list does is tried below with each kind of list")
def test_no_list_acts_twice_on_one_spot(
    live_page: Page,
    context: BrowserContext,
    live_floorman: LiveFloorman,
    house: House,
    watch: Watch,
) -> None:
    # A form that asks.
    watch.expected.append("422")
    client = house.client("director")
    # Of lists that differ by a number, one; a part of a page is no page. That no list is without rows that stay is
    # asked of every page in test_reading.py; all of their kinds stand on the pages of the table of addresses.
    found: dict[str, dict[str, list[str]]] = {}
    for row in acting_rows(client, starts_of(house, "director"), limit=0):
        if "part=" in row.page:
            continue
        kind = re.sub(r"-\d+$", "", row.name)
        found.setdefault(kind, {}).setdefault(row.name, []).append(row.page)
    assert "" not in found
    # A chop is over once a player is out (bust), who moves nowhere (targets), and a side prize that was removed is
    # awarded to nobody.
    first = ("shares", "awards", "targets")
    kinds = sorted(found, key=lambda kind: (first.index(kind) if kind in first else len(first), kind))
    assert kinds
    log_in(context, house.accounts["director"], live_floorman)
    live_page.add_init_script(STILL)
    twice, refused, asked, untouched, too_late = [], [], [], [], []
    for kind, gap in zip(kinds, cycle(GAPS), strict=False):
        for name, address in pages_of(found[kind]):
            live_page.goto(live_floorman.url + address)
            if button := first_button(live_page, name):
                finger = Finger(live_page)
                finger.tap(button)
                finger.tap_there_again(after=gap)
                if finger.gap > DEAF_SECONDS:
                    too_late.append(kind)
                elif live_page.locator("#messages [data-message=error]").count():
                    refused.append(kind)
                elif live_page.locator(".error-summary").count():
                    asked.append(kind)
                elif finger.taps_that_counted() > 1:
                    twice.append(f"{name} of {address}: {list(finger.sent.values())}")
                break
        else:
            untouched.append(kind)
    assert (twice, untouched) == ([], []), [pages_of(found[kind]) for kind in untouched]
    # A machine that was busy for a moment may tap a list late, and not every other one.
    assert len(too_late) < len(kinds) / 2
    assert set(refused) <= REFUSED
    assert set(asked) <= ASKED


@pytest.fixture
def felt(live_floorman: LiveFloorman, context: BrowserContext) -> Felt:
    felt = make_felt(10_000, 10_000, 10_000, 10_000, now=timezone.now(), **selling())
    # Nobody is asked who has the chips.
    felt.table.recording = Recording.BUSTS
    felt.table.save(update_fields=["recording"])
    log_in(context, give_role(felt.tournament, Role.FLOOR), live_floorman)
    return felt


@pytest.fixture
def finger(live_page: Page, felt: Felt, live_floorman: LiveFloorman) -> Finger:
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/")
    return Finger(live_page)


def test_who_is_out_stays_in_the_list_for_a_moment_with_the_undo(
    finger: Finger, felt: Felt, live_page: Page
) -> None:
    second, third = live_page.locator("#bust-2"), live_page.locator("#bust-3")
    second.scroll_into_view_if_needed()
    before = third.bounding_box()
    finger.tap(second)

    kept = live_page.locator("#bust [data-kept]")
    expect(kept).to_contain_text("Bruno Neri")
    expect(kept.get_by_role("button", name="Undo")).to_be_visible()
    assert third.bounding_box() == before
    finger.tap_there_again(after=0.3)
    assert finger.taps_that_counted() == 1

    live_page.mouse.move(5, 5)
    expect(kept).to_have_count(0)
    assert Entry.objects.filter(tournament=felt.tournament, place_first=None).count() == 3


def test_what_a_hand_moves_to_right_after_the_page_has_changed_is_not_deaf(
    finger: Finger, live_page: Page
) -> None:
    """The page is looked at again a moment after it was exchanged: the hand may have moved since."""
    live_page.mouse.move(5, 5)
    live_page.evaluate(MOVE_ONCE_IT_HAS_SETTLED, "#bust-2")
    live_page.wait_for_timeout(200)
    button = live_page.locator("#bust-2")
    expect(button).not_to_have_attribute("aria-disabled", "true", timeout=1)
    finger.tap(button)
    expect(live_page.locator("#messages")).to_contain_text("is out")


@pytest.mark.long(reason="another way in which a hand has left the spot")
def test_what_comes_to_lie_at_the_spot_of_a_hand_that_has_typed_since_is_not_deaf(
    live_page: Page, context: BrowserContext, live_floorman: LiveFloorman
) -> None:
    """What is typed is added up at once, and the answer may move the buttons: the hand was at the keyboard."""
    tournament = make_tournament()
    enter(tournament, "Anna Verdi", "Bruno Neri")
    log_in(context, give_role(tournament, Role.DIRECTOR), live_floorman)
    live_page.goto(f"{live_floorman.url}/floor/{tournament.code}/payouts/ladder/")
    finger = Finger(live_page)
    finger.tap(live_page.get_by_role("heading", name="Edit the ladder"))
    live_page.evaluate(BRING_TO_THE_SPOT, ["#lock", *finger.spot])
    live_page.locator("#id_amounts").fill("1: 90")
    expect(live_page.locator("#lock")).to_have_css("position", "fixed")
    finger.tap_there_again(after=0.1)

    expect(live_page.locator("#messages")).to_contain_text("The payouts are locked.")


def test_the_seat_that_slides_under_the_finger_before_the_answer_is_not_taken_for_the_one_tapped(
    finger: Finger, felt: Felt, live_page: Page, live_floorman: LiveFloorman
) -> None:
    """News above the seat map push it down while the tap is on its way."""
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/")
    answer = Held(live_page, "**/?*part=seat*")
    finger.tap(live_page.locator("#seat-1-2"))
    answer.wait_for(1)
    live_page.evaluate(PUSH_DOWN, ["#seat-1-2", "#seat-1-3"])
    answer.let_go()
    expect(live_page.locator("#seat")).to_have_attribute("data-of", "seat-1-2")
    finger.tap_there_again(after=0.3)

    expect(live_page.locator("#seat")).to_have_attribute("data-of", "seat-1-2")
    assert "seat=2" in live_page.url


@pytest.mark.long(reason="another button that the same script makes deaf")
def test_a_rebuy_is_not_sold_twice_by_two_taps(
    finger: Finger, felt: Felt, live_page: Page, live_floorman: LiveFloorman
) -> None:
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/?seat=2")
    finger.tap(live_page.locator(f"#rebuy-{felt.entries[2].pk}"))
    finger.tap_there_again(after=0.8)

    assert ChipSale.objects.filter(tournament=felt.tournament).count() == 1


def test_without_the_deaf_button_two_taps_would_put_out_two(
    live_page: Page, felt: Felt, live_floorman: LiveFloorman
) -> None:
    live_page.route("**/rows.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    live_page.goto(f"{live_floorman.url}/floor/{felt.tournament.code}/tables/1/")
    finger = Finger(live_page)
    finger.tap(live_page.locator("#bust-2"))
    expect(live_page.locator("#messages")).to_contain_text("is out")
    finger.tap_there_again(after=0.3)

    assert finger.taps_that_counted() == 2
