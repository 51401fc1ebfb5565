"""axe in a page: what it objects to, and what it wants a person to look at, in words."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit
from weakref import WeakKeyDictionary
from zlib import crc32

from django.urls import resolve
from playwright.sync_api import Error, Page, expect

from tests.breadth import GOES_LONG

T = TypeVar("T")

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What needs a look by eye must not occur either. Of what is well, axe need not tell the details.
TOLD = ["violations", "incomplete"]
# Everything axe knows of WCAG 2.2 A and AA, its best practices, and target sizes, which it leaves out by itself.
ALL: dict[str, Any] = {
    "runOnly": TAGS,
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": TOLD,
}
# What another theme or another width can change: colours, sizes, and what scrolls. The rest is the same document.
LOOKS: dict[str, Any] = {
    "runOnly": {
        "type": "rule",
        "values": ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"],
    },
    "resultTypes": TOLD,
}
# What another theme alone can change: everything lies where it lay.
COLOURS: dict[str, Any] = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": TOLD,
}
# How often a page may be left for another before axe has read it.
TRIES = 5
# Theme, fold and reading in one go, so that no page can be exchanged in between. Of text whose colours over the same
# ground were read already (`known`; without it all are read each time) axe reads everything else. Most text looks like
# other text, and the colours are three fifths of what axe costs.
RUN = """async ({ looks, ignorePseudo, known }) => {
    const rules = [{ id: "color-contrast", selector: known ? "[data-unread]" : "*" }];
    axe.configure({ rules, checks: [{ id: "color-contrast", options: {
        // One letter and an arrow have a contrast too. The rest are axe's own values, which it drops otherwise.
        ignoreLength: true, ignoreUnicode: false,
        ignorePseudo, boldValue: 700, boldTextPt: 14, largeTextPt: 18,
        contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
        pseudoSizeThreshold: 0.25, shadowOutlineEmMax: 0.2, textStrokeEmMin: 0.03,
    } }] });
    const { dataset } = document.documentElement;
    const settled = async () => {
        while (document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")) {
            await new Promise(requestAnimationFrame);
        }
    };
    const fold = (style) => {
        for (const tabs of document.querySelectorAll(".tabs"))
            for (const [name, value] of Object.entries(style)) tabs.style.setProperty(name, value);
    };
    // What stays in sight lies over what is scrolled under it. Axe, which goes by the order, has it over a sheet too.
    const unstick = (style) => {
        for (const bar of document.querySelectorAll(".masthead, .save-bar, .structure__bar"))
            for (const [name, value] of Object.entries(style)) bar.style.setProperty(name, value);
    };
    // A part exchanged while axe reads it leaves axe with half of either, and so does another theme: it reads again.
    // A clock that ticks only writes text, which matters to nothing that axe looks at.
    let changes = 0;
    const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
    const count = (records) => {
        changes += records.filter((record) => [...record.addedNodes, ...record.removedNodes].some(isElement)).length;
    };
    const observer = new MutationObserver(count);
    observer.observe(document.body, { childList: true, subtree: true });
    // What a colour is seen by: the ink, and every ground under it up to the page.
    const GROUND = ["backgroundColor", "backgroundImage", "opacity", "filter", "mixBlendMode"];
    const PLAIN = "rgba(0, 0, 0, 0),none,1,none,normal";
    const painted = (style) => GROUND.map((name) => style[name]).join();
    const groundOf = (element, grounds) => {
        if (!element) return "";
        if (!grounds.has(element)) {
            const parts = ["::before", "::after"].map((part) => getComputedStyle(element, part));
            const own = [getComputedStyle(element), ...parts.filter((style) => style.content !== "none")];
            const layers = own.map(painted).filter((layer) => layer !== PLAIN);
            grounds.set(element, [groundOf(element.parentElement, grounds), ...layers].join(">"));
        }
        return grounds.get(element);
    };
    // Of these axe reads no colours, in a form that lies still or out of the reach of a screen reader.
    const PASSED_OVER = ":disabled, [aria-disabled=true], [aria-hidden=true], [inert]";
    const isPassedOver = (element) =>
        element.closest(PASSED_OVER) !== null || Boolean(element.closest("label")?.control?.disabled);
    const hasInk = (element) => {
        const { width, height } = element.getBoundingClientRect();
        const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
        const holdsText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
        const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
        return isSeen && !isPassedOver(element) && (isField || [...element.childNodes].some(holdsText));
    };
    const inkOf = (element, grounds) => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
        const text = [element.tagName, color, fontSize, fontWeight, textShadow];
        const ink = [...text, groundOf(element, grounds)].join("|");
        return [...ink].reduce((hash, letter) => (Math.imul(hash, 33) ^ letter.charCodeAt(0)) >>> 0, 5381);
    };
    const TOLD = ["violations", "incomplete"];
    const inks = new Set(known);
    const markUnread = (where) => {
        const grounds = new Map();
        const fresh = new Set();
        for (const element of where.querySelectorAll("body *, dialog *")) {
            if (!hasInk(element)) continue;
            const ink = inkOf(element, grounds);
            if (inks.has(ink) || fresh.has(ink)) continue;
            fresh.add(ink);
            element.setAttribute("data-unread", "");
        }
        return fresh;
    };
    const unmark = () => {
        for (const element of document.querySelectorAll("[data-unread]")) element.removeAttribute("data-unread");
    };
    const read = async ({ theme, options }) => {
        for (let attempt = 0; attempt < 5; attempt += 1) {
            await settled();
            if (theme) dataset.theme = theme;
            // Of tabs scrolled out of sight axe could not tell the contrast.
            fold({ "flex-wrap": "wrap", "mask-image": "none", overflow: "visible" });
            unstick({ position: "static", "z-index": "auto" });
            count(observer.takeRecords());
            changes = 0;
            // Whatever lies under an open sheet cannot be read, so its contrast cannot be told.
            const sheet = document.querySelector("dialog[open]");
            const fresh = known ? markUnread(sheet || document) : [];
            const report = await axe.run(sheet ? { include: [["dialog[open]"]] } : document, options);
            unmark();
            count(observer.takeRecords());
            if (changes || (theme && dataset.theme !== theme)) continue;
            // What it objects to it says each time.
            const isFine = !TOLD.some((kind) => report[kind].some(({ id }) => id === "color-contrast"));
            if (isFine) fresh.forEach((ink) => inks.add(ink));
            return TOLD.flatMap((kind) => report[kind].flatMap(({ id, nodes }) => nodes.map(
                (node) => `${kind} ${id}: ${node.html.slice(0, 160)} ${(node.failureSummary || "").slice(0, 300)}`
            )));
        }
        return ["the page does not hold still"];
    };
    const found = [];
    for (const look of looks) {
        found.push(...(await read(look)).map((finding) => (look.theme ? `${look.theme}: ${finding}` : finding)));
    }
    observer.disconnect();
    fold({ "flex-wrap": "", "mask-image": "", overflow: "" });
    unstick({ position: "", "z-index": "" });
    // An empty one htmx would give on to the part that comes next, which the page's policy refuses.
    for (const element of document.querySelectorAll('[style=""]')) element.removeAttribute("style");
    return { found, inks: [...inks] };
}"""
# What Playwright says of a script whose page was left for another.
LEFT = ("Execution context was destroyed", "axe is not defined")


def objections(page: Page, options: dict[str, Any] = ALL, *, theme: str = "") -> list[str]:
    """What axe finds in the page once it holds still; as it is, or in a theme that stays."""
    return _found(page, [{"theme": theme, "options": options}])


LIGHT_AND_DARK: list[dict[str, Any]] = [
    {"theme": "light", "options": ALL},
    {"theme": "dark", "options": COLOURS},
]
# Which colours over which ground axe has read in this process: each once, but where a page is read wholly.
_inks: set[int] = set()
# Which kinds of pages were looked at in each tab.
_looked_at: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()


def objections_in_both_themes(page: Page) -> list[str]:
    """What axe finds in the light page, and of the colours in the dark one.

    In `make test` a tab is looked at once for each kind of page, and in one theme, by turns; the test is `sampled`.
    """
    if GOES_LONG:
        return objections_in_each_theme(page)
    kind = kind_of(page)
    kinds = _looked_at.setdefault(page, [])
    if kind in kinds:
        return []
    # The first theme is not the same everywhere: most tests look at a page or two.
    theme = ("light", "dark")[(crc32(kind.encode()) + len(kinds)) % 2]
    kinds.append(kind)
    return objections(page, theme=theme)


def objections_in_each_theme(page: Page, *, wholly: bool = False) -> list[str]:
    """What axe finds in the light page, and of the colours in the dark one; wholly: whatever was read before."""
    return _found(page, LIGHT_AND_DARK, wholly=wholly)


def kind_of(page: Page) -> str:
    """What the page is about, whatever the tournament, table or player: its name, what its address asks, and whether a
    sheet is open.
    """

    def read() -> str:
        address = urlsplit(page.url)
        names = sorted(name for name, _value in parse_qsl(address.query, keep_blank_values=True))
        sheet = "with a sheet" if page.locator("dialog[open]").count() else ""
        return " ".join([resolve(address.path).view_name, *names, sheet])

    return _of_the_page_that_stays(page, read)


def _found(page: Page, looks: list[dict[str, Any]], *, wholly: bool = False) -> list[str]:
    def read() -> list[str]:
        # A felt is a pseudo-element, of which axe knows no colour.
        is_tablet = page.locator(".felt").count() > 0
        if page.evaluate("() => !('axe' in window)"):
            page.evaluate(AXE)
        known = None if wholly else list(_inks)
        report = page.evaluate(RUN, {"looks": looks, "ignorePseudo": is_tablet, "known": known})
        _inks.update(report["inks"])
        return list(report["found"])

    return _of_the_page_that_stays(page, read)


def _of_the_page_that_stays(page: Page, read: Callable[[], T]) -> T:
    """A link may have been followed already: the page that comes is read, not the one that goes."""
    for _again in range(TRIES):
        try:
            page.wait_for_load_state()
            return read()
        except Error as error:
            if not any(words in error.message for words in LEFT):
                raise
    raise AssertionError("the page is left for another again and again")


def close_messages(page: Page) -> None:
    """Close the messages: the head shows again what gave way to them."""
    page.locator("[data-message] [data-close-message]").evaluate_all(
        "all => all.forEach(each => each.click())"
    )
    expect(page.locator("[data-message]")).to_have_count(0)


def set_theme(page: Page, theme: str) -> None:
    """Show the page in another theme, as its switch does."""
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
