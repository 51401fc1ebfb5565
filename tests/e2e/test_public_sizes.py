"""The public pages on every screen: the wall read across the room, a phone pressed with a thumb."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.breadth import GOES_LONG
from tests.browsers import Watch
from tests.e2e.test_public_pages import in_play, public_addresses, show
from tests.factories import ACTOR
from tests.factories.field import started
from tests.processes import LiveFloorman
from tests.tournament.rules.mixed import NINE_GAMES, mixed, raised
from tournament.models import Tournament, TournamentStatus
from tournament.rules.payouts.mystery import EnvelopeLine
from tournament.rules.structure.levels import Level
from tournament.rules.structure.periods import Structure
from tournament.services.cash.mystery import begin_mystery

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

LESS_TO_SHOW = pytest.mark.long(reason="less to show on the same screen")
TELEVISIONS = [
    pytest.param(1920, 1080, marks=pytest.mark.long(reason="the smaller screen has the same proportions")),
    (1280, 720),
]


# Of the public addresses, in `make test`: the standings, the wall, a search and what it found, a player's own page.
OF_EACH_KIND = (1, 2, 6, 9)
# The spacing that a reader may choose (WCAG 1.4.12).
SPACE_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""
TOO_SMALL = """() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary")]
    .filter((e) => !e.matches(".skip"))
    .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 44 || box.height < 43.9))
    .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""
LARGEST = Structure(
    periods=(
        Level(
            small_blind=500_000,
            big_blind=1_000_000,
            ante=1_000_000,
            ante_kind="big_blind",
            duration_seconds=7200,
        ),
        Level(
            small_blind=600_000,
            big_blind=1_250_000,
            ante=1_250_000,
            ante_kind="big_blind",
            duration_seconds=7200,
        ),
    )
)
# Height of the digits themselves, not of their line: as the fonts of this machine draw them.
# Found and measured in one step: a push may put a new element in its place at any moment.
DIGIT_HEIGHT = """(selector) => {
    const style = getComputedStyle(document.querySelector(selector));
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    return pen.measureText("0").actualBoundingBoxAscent;
}"""
# Where the parts of the wall begin and end, from the top: all in one moment, since a push puts new ones in their place.
EDGES = """(selectors) => selectors.map((selector) => {
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return [top, bottom];
})"""
# What hides a part of its own words.
CLIPPED = """(selector) => [...document.querySelectorAll(selector)].filter(
    (e) => getComputedStyle(e).overflow !== "visible" &&
        (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight)
).map((e) => e.textContent)"""
TEXTS = """() => [...document.querySelectorAll(".wall *")]
    .filter((e) => [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim()))
    .filter((e) => !e.closest(".visually-hidden"))
    .map((e) => {
        const range = document.createRange();
        range.selectNodeContents(e);
        const box = range.getBoundingClientRect();
        return {text: e.textContent.trim(), size: parseFloat(getComputedStyle(e).fontSize),
                left: box.left, top: box.top, right: box.right, bottom: box.bottom};
    })"""


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize(
    ("entries", "minutes", "changes"),
    [
        pytest.param(12, 55, {}, marks=LESS_TO_SHOW),
        (12, 10, {"structure": LARGEST, "starting_stack": 5_000_000, "late_registration_level": 1}),
        pytest.param(4, 10, {}, marks=LESS_TO_SHOW),
    ],
    ids=["usual", "largest", "bubble at the final table"],
)
def test_the_wall_can_be_read_across_the_room(
    live_page: Page,
    live_floorman: LiveFloorman,
    width: int,
    height: int,
    entries: int,
    minutes: float,
    changes: dict[str, Any],
) -> None:
    tournament, _ = started(entries, now=timezone.now() - timedelta(minutes=minutes), **changes)
    live_page.set_viewport_size({"width": width, "height": height})
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    assert live_page.evaluate(DIGIT_HEIGHT, ".wall__time") >= 0.25 * height
    assert live_page.evaluate(DIGIT_HEIGHT, ".wall__blinds") >= 0.12 * height
    texts = live_page.evaluate(TEXTS)
    assert [text for text in texts if text["size"] < 0.05 * height - 0.01] == []
    # Televisions cut the edges: nothing to read in the outer twentieth. Line boxes are taller than their letters.
    outside = [
        text
        for text in texts
        if text["left"] < 0.05 * width - 1
        or text["right"] > 0.95 * width + 1
        or text["top"] < 0.04 * height
        or text["bottom"] > 0.96 * height
    ]
    assert outside == []


LONG_NAMES = (
    "Friday Night Championship",
    "Gran Finale Città di Cefalù: Ängelholm gegen Győr, Dąbrowa",
    "Friday Night Deep Stack Championship Grand Final of the Winter Season 2026 and Guaranteed Prizes, Casino Royale",
)


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize(
    "name",
    [
        *(
            pytest.param(name, marks=pytest.mark.long(reason="a longer name fits"))
            for name in LONG_NAMES[:-1]
        ),
        LONG_NAMES[-1],
    ],
)
@pytest.mark.parametrize(
    "state", [TournamentStatus.RUNNING, pytest.param(TournamentStatus.CANCELLED, marks=LESS_TO_SHOW)]
)
def test_the_tournaments_name_on_the_wall_is_never_cut(
    live_page: Page,
    live_floorman: LiveFloorman,
    width: int,
    height: int,
    name: str,
    state: TournamentStatus,
) -> None:
    tournament, _ = started(12, now=timezone.now() - timedelta(minutes=10))
    Tournament.objects.filter(pk=tournament.pk).update(name=name, status=state)
    live_page.set_viewport_size({"width": width, "height": height})
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")

    seen = [text for text in live_page.evaluate(TEXTS) if text["text"] == name]

    assert seen, "the name stands on the wall"
    for text in seen:
        assert 0.05 * width - 1 <= text["left"]
        assert text["right"] <= 0.95 * width + 1
        assert text["bottom"] <= 0.96 * height
        assert text["size"] >= 0.05 * height - 0.01
    assert live_page.evaluate(CLIPPED, ".wall__name dd, .wall__winner") == []


# The stakes of a published final table as they were: nine games, four sets of stakes.
MIXED = Structure(
    periods=tuple(
        mixed(*(raised(game, thousands * 1000) for game in NINE_GAMES), minutes=120) for thousands in (1, 2)
    )
)


@pytest.mark.long(reason="with envelopes below there is more to show on the same screen")
@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize(
    "language",
    [pytest.param("en", marks=pytest.mark.long(reason="Italian needs more room than English")), "it"],
)
def test_every_stake_of_a_mixed_level_can_be_read_across_the_room(
    live_page: Page,
    live_floorman: LiveFloorman,
    context: BrowserContext,
    width: int,
    height: int,
    language: str,
) -> None:
    now = timezone.now() - timedelta(minutes=10)
    changes = {"structure": MIXED, "starting_stack": 5_000_000, "late_registration_level": 1}
    tournament, _ = started(12, now=now, **changes)
    context.add_cookies([{"name": "django_language", "value": language, "url": live_floorman.url}])
    live_page.set_viewport_size({"width": width, "height": height})
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    expect(live_page.locator(".wall__game")).to_have_count(4)
    assert live_page.evaluate(DIGIT_HEIGHT, ".wall__time") >= 0.25 * height
    texts = live_page.evaluate(TEXTS)
    assert [text for text in texts if text["size"] < 0.05 * height - 0.01] == []
    assert [
        text for text in texts if text["left"] < 0.05 * width - 1 or text["right"] > 0.95 * width + 1
    ] == []
    edges = live_page.evaluate(EDGES, [".wall__ruler", ".wall__games", ".wall__next", ".wall__figures"])
    assert all(bottom > top for top, bottom in edges)
    for (_, end_of_above), (top, _) in pairwise(edges):
        assert end_of_above <= top + 1


@pytest.mark.parametrize(("width", "height"), TELEVISIONS)
@pytest.mark.parametrize(
    ("name", "changes"),
    [
        pytest.param("Friday Night", {}, marks=LESS_TO_SHOW),
        pytest.param(LONG_NAMES[-1], {"structure": LARGEST}, marks=LESS_TO_SHOW),
        pytest.param("Friday Night", {"structure": MIXED}, marks=LESS_TO_SHOW),
        (LONG_NAMES[-1], {"structure": MIXED}),
    ],
    ids=["usual", "largest", "mixed", "mixed with a long name"],
)
def test_the_envelopes_left_fit_on_the_wall(
    live_page: Page,
    live_floorman: LiveFloorman,
    context: BrowserContext,
    width: int,
    height: int,
    name: str,
    changes: dict[str, Any],
) -> None:
    tournament = with_envelopes(name, **changes)
    context.add_cookies([{"name": "django_language", "value": "it", "url": live_floorman.url}])
    live_page.set_viewport_size({"width": width, "height": height})
    show(live_page, live_floorman, f"/t/{tournament.code}/clock/")
    expect(live_page.locator(".wall__across")).to_contain_text("12/12")
    assert live_page.evaluate(DIGIT_HEIGHT, ".wall__time") >= 0.25 * height
    # What a narrow screen alone shows has no place here.
    texts = [text for text in live_page.evaluate(TEXTS) if text["right"] > text["left"]]
    assert [text for text in texts if text["size"] < 0.05 * height - 0.01] == []
    outside = [
        text
        for text in texts
        if text["left"] < 0.05 * width - 1
        or text["right"] > 0.95 * width + 1
        or text["top"] < 0.04 * height
        or text["bottom"] > 0.96 * height
    ]
    assert outside == []
    edges = live_page.evaluate(
        EDGES, [".wall__top", ".wall__ruler", ".wall__stakes", ".wall__next", ".wall__figures"]
    )
    for (_, end_of_above), (top, _) in pairwise(edges):
        assert end_of_above <= top + 1
    assert live_page.evaluate(CLIPPED, ".wall__figures dd") == []
    live_page.set_viewport_size({"width": 320, "height": 640})
    assert live_page.evaluate("document.documentElement.scrollWidth") == 320


def with_envelopes(name: str, **changes: Any) -> Tournament:
    """Twelve left, and as many envelopes of four values, the first large ones."""
    settings = {"starting_stack": 5_000_000, "late_registration_level": 0, "name": name} | changes
    now = timezone.now() - timedelta(minutes=10)
    tournament, _ = started(12, now=now, buy_in_bounty=12_500_00, bounty_kind="mystery", **settings)
    lines = ((100_000_00, 1), (12_500_00, 2), (5_000_00, 3), (1_666_00, 5), (1_670_00, 1))
    begin_mystery(
        tournament_id=tournament.pk,
        lines=[EnvelopeLine(value=value, count=count) for value, count in lines],
        seed="1",
        reserve="2",
        by=ACTOR.at(timezone.now()),
    )
    return tournament


@pytest.mark.sampled
@pytest.mark.parametrize(
    "language",
    [pytest.param("en", marks=pytest.mark.long(reason="Italian needs more room than English")), "it"],
)
def test_everything_can_be_pressed_and_nothing_scrolls_sideways_on_the_smallest_phone(
    live_page: Page, live_floorman: LiveFloorman, context: BrowserContext, watch: Watch, language: str
) -> None:
    watch.expected.append("404")
    tournament, entries = in_play(12, minutes=41)
    addresses = public_addresses(tournament, entries)
    context.add_cookies([{"name": "django_language", "value": language, "url": live_floorman.url}])
    for address in addresses if GOES_LONG else [addresses[at] for at in OF_EACH_KIND]:
        live_page.set_viewport_size({"width": 1280, "height": 720})
        show(live_page, live_floorman, address)
        assert (address, live_page.evaluate(TOO_SMALL)) == (address, [])
        live_page.set_viewport_size({"width": 320, "height": 640})
        assert (address, live_page.evaluate(TOO_SMALL)) == (address, [])
        assert (address, live_page.evaluate("document.documentElement.scrollWidth")) == (address, 320)
        live_page.evaluate(SPACE_OUT)
        assert (address, live_page.evaluate("document.documentElement.scrollWidth")) == (address, 320)
