"""What one wants to press stays in sight and where it was: messages, choosers, a long form's Save."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.breadth import GOES_LONG
from tests.browsers import Watch, log_in
from tests.e2e.axe import objections_in_both_themes
from tests.e2e.test_every_page import STILL
from tests.factories import give_role
from tests.factories.felt import make_felt
from tests.processes import LiveFloorman
from tournament.models import Role

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 820, "height": 1180},
    "console": {"width": 1280, "height": 800},
}
# Short pages and long ones, dense ones, one with a bar at its foot.
PAGES = ("", "tables/1/?seat=1", "players/", "payouts/", "settings/")
# In `make test`: the dense one, and the long one with the bar.
DENSE_AND_LONG = ("", "settings/")
# Three lines of a phone.
LONG = "Paid €1,234 to Massimiliano Bevilacqua. The drawer holds €20: €1,214 are missing."
# At the top of the page, in its middle, at its end.
PARTS = (0, 0.5, 1)

# The controls that a message covers or moves. What gives way in the head is not there meanwhile.
HIDDEN_BY = """([message, part]) => {
    const end = document.documentElement.scrollHeight - innerHeight;
    scrollTo({ top: part * end, behavior: "instant" });
    const isHit = (control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return control.contains(top) || top?.closest("label")?.control === control;
    };
    const all = document.querySelectorAll("button, a[href], input, select, textarea, summary, label");
    const before = [...all].filter(isHit).map((control) => [control, control.getBoundingClientRect().top]);
    const place = document.getElementById("messages");
    place.insertAdjacentHTML("beforeend", message);
    const shown = place.lastElementChild;
    const isInSight = isHit(shown.querySelector("[data-close-message]"));
    const isGone = (control) => control.closest(".masthead") && !control.checkVisibility();
    const hidden = before.filter(([control, top]) =>
        !isGone(control) && (!isHit(control) || control.getBoundingClientRect().top !== top));
    const names = hidden.map(([control]) => control.id || control.textContent.trim());
    shown.remove();
    return [before.length > 3, isInSight, names];
}"""
# Whether the button that saves can be pressed where it is.
CAN_BE_SAVED = """(part) => {
    scrollTo({ top: part * document.documentElement.scrollHeight, behavior: "instant" });
    const save = document.querySelector(".save-bar .button");
    const { x, y, width, height } = save.getBoundingClientRect();
    return save.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@pytest.fixture
def home(live_floorman: LiveFloorman, live_page: Page, context: BrowserContext) -> str:
    """Where the director's pages of a tournament begin, whose table plays without a hand."""
    felt = make_felt(*(10_000,) * 6, now=timezone.now())
    log_in(context, give_role(felt.tournament, Role.DIRECTOR), live_floorman)
    live_page.add_init_script(STILL)
    return f"{live_floorman.url}/floor/{felt.tournament.code}/"


def top_of(page: Page, selector: str, *, bottom: bool = False) -> float:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"] + (box["height"] if bottom else 0)


@pytest.mark.sampled
def test_a_message_covers_no_button_and_moves_none(live_page: Page, home: str) -> None:
    live_page.goto(f"{home}tables/1/")
    live_page.locator("#hold").click()
    shown = live_page.locator("#messages [data-message=success]")
    expect(shown.get_by_role("button", name="Undo")).to_be_visible()
    message = shown.evaluate("(message) => message.outerHTML").replace("Table 1 is on hold.", LONG)
    assert LONG in message
    found = {}
    for address in PAGES if GOES_LONG else DENSE_AND_LONG:
        live_page.goto(home + address)
        for (device, size), part in product(SIZES.items(), PARTS):
            live_page.set_viewport_size(size)
            found[address, device, part] = live_page.evaluate(HIDDEN_BY, [message, part])
    assert {where: what for where, what in found.items() if what != [True, True, []]} == {}
    # Nor does the word of a lost connection.
    live_page.set_viewport_size(SIZES["phone"])
    live_page.goto(home)
    top = top_of(live_page, "#main")
    live_page.evaluate("dispatchEvent(new Event('offline'))")
    expect(live_page.locator("#connection")).to_have_attribute("data-state", "lost")
    assert top_of(live_page, "#connection", bottom=True) <= top_of(live_page, ".masthead", bottom=True)
    assert top_of(live_page, "#main") - top < 20


@pytest.mark.long(reason="the message of the test above, tapped; that it covers nothing is measured there")
def test_of_a_long_message_a_phone_shows_three_lines_and_the_whole_at_a_tap(
    live_page: Page, home: str, context: BrowserContext
) -> None:
    """In Italian, which needs more room, on a small phone."""
    context.add_cookies([{"name": "django_language", "value": "it", "url": home}])
    live_page.set_viewport_size({"width": 360, "height": 640})
    live_page.goto(f"{home}tables/1/?seat=9")
    head, height = live_page.locator(".masthead"), "(head) => head.offsetHeight"
    before = head.evaluate(height)
    live_page.locator("#lock-name").evaluate("(box) => box.closest('details').open = true")
    live_page.locator("#lock-name").fill(LONG)
    live_page.locator("#lock").click()
    message = live_page.locator("#messages [data-message=success]")
    expect(message).to_contain_text(LONG)
    text, close = message.locator(".message__text"), message.locator("[data-close-message]")
    is_whole = "(text) => text.scrollHeight <= text.clientHeight"
    assert (head.evaluate(height), text.evaluate(is_whole)) == (before, False)
    assert objections_in_both_themes(live_page) == []

    where = "() => [scrollY, Math.round(document.querySelector('[data-close-message]').getBoundingClientRect().top)]"
    stood, box = live_page.evaluate(where), text.bounding_box()
    assert box is not None
    # Playwright would scroll to what stands in the head.
    live_page.mouse.click(box["x"] + 20, box["y"] + 20)
    assert (head.evaluate(height), text.evaluate(is_whole), live_page.evaluate(where)) == (
        before,
        True,
        stood,
    )
    # Opened it lies over the page, of which axe cannot tell the contrast there.
    expect(text).to_be_in_viewport(ratio=1)
    live_page.keyboard.press("Enter")
    assert text.evaluate(is_whole) is False
    close.click()
    expect(message).to_have_count(0)


@pytest.mark.parametrize(
    "on",
    [
        "phone",
        pytest.param("tablet", marks=pytest.mark.long(reason="what opens lies where it does on a phone")),
        "console",
    ],
)
def test_what_a_table_opens_is_where_it_was_asked_for(live_page: Page, home: str, on: str) -> None:
    live_page.set_viewport_size(SIZES[on])
    live_page.goto(f"{home}tables/1/")
    live_page.locator("#seat-2").click()
    expect(live_page.locator("#seat-title")).to_be_focused()
    expect(live_page.locator("#seat-title")).to_be_in_viewport()
    if on == "console":
        assert abs(top_of(live_page, "#seat") - top_of(live_page, "#felt")) < 10
    else:
        assert 0 < top_of(live_page, "#seat") - top_of(live_page, "#felt", bottom=True) < 20
    for tool, part in (("#button-open", "#button"), ("#colour-up-open", "#colour-up")):
        live_page.locator(tool).click()
        expect(live_page.locator(f"{part}-title")).to_be_focused()
        assert 0 < top_of(live_page, part) - top_of(live_page, "#tools", bottom=True) < 30
        live_page.locator(f"{part}-close").click()
        expect(live_page.locator(f"{part}-title")).to_have_count(0)


def test_settings_can_be_saved_from_anywhere_and_each_error_leads_to_its_box(
    live_page: Page, home: str, watch: Watch
) -> None:
    watch.expected.append("status of 422")
    live_page.goto(f"{home}settings/")
    for (device, size), part in product(SIZES.items(), PARTS):
        live_page.set_viewport_size(size)
        assert live_page.evaluate(CAN_BE_SAVED, part), (device, part)

    live_page.set_viewport_size(SIZES["phone"])
    live_page.locator("#settings-re_entries summary").click()
    live_page.locator("[name=entries_per_day]").fill("-1")
    live_page.locator(".save-bar .button").click()
    error = live_page.get_by_role("link", name="Re-entries: Entries per player on one day")
    expect(error).to_be_focused()
    live_page.keyboard.press("Enter")
    expect(live_page.locator("[name=entries_per_day]")).to_be_focused()
    expect(live_page.locator("[name=entries_per_day]")).to_be_in_viewport()
    assert objections_in_both_themes(live_page) == []
