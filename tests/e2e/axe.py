"""axe in a page: what it objects to, and what it wants a person to look at, in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

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
RUN = """async (options) => {
    axe.configure({ checks: [{ id: "color-contrast", options: {
        // One letter and an arrow have a contrast too. The rest are axe's own values, which it drops otherwise.
        ignoreLength: true, ignoreUnicode: false,
        ignorePseudo: %s, boldValue: 700, boldTextPt: 14, largeTextPt: 18,
        contrastRatio: { normal: { expected: 4.5 }, large: { expected: 3 } },
        pseudoSizeThreshold: 0.25, shadowOutlineEmMax: 0.2, textStrokeEmMin: 0.03,
    } }] });
    const settled = async () => {
        while (document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")) {
            await new Promise(requestAnimationFrame);
        }
    };
    // A part exchanged while axe reads it leaves axe with half of either: it reads again. A clock that ticks only
    // writes text, which matters to nothing that axe looks at.
    let changes = 0;
    const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
    const count = (records) => {
        changes += records.filter((record) => [...record.addedNodes, ...record.removedNodes].some(isElement)).length;
    };
    const observer = new MutationObserver(count);
    observer.observe(document.body, { childList: true, subtree: true });
    for (let attempt = 0; attempt < 5; attempt += 1) {
        await settled();
        count(observer.takeRecords());
        changes = 0;
        // Whatever lies under an open sheet cannot be read, so its contrast cannot be told.
        const where = document.querySelector("dialog[open]") ? { include: [["dialog[open]"]] } : document;
        const report = await axe.run(where, options);
        count(observer.takeRecords());
        if (changes) continue;
        observer.disconnect();
        return ["violations", "incomplete"].flatMap((kind) => report[kind].flatMap((finding) => finding.nodes.map(
            (node) => `${kind} ${finding.id}: ${node.html.slice(0, 160)} ${(node.failureSummary || "").slice(0, 300)}`
        )));
    }
    observer.disconnect();
    return ["the page does not hold still"];
}"""


FOLD_TABS = """style => {
    for (const tabs of document.querySelectorAll(".tabs"))
        for (const [name, value] of Object.entries(style)) tabs.style.setProperty(name, value);
}"""


def objections(page: Page, options: dict[str, Any] = ALL) -> list[str]:
    """What axe finds in the page once it holds still."""
    # A felt is a pseudo-element, of which axe knows no colour.
    is_tablet = page.locator(".felt").count() > 0
    if page.evaluate("() => !('axe' in window)"):
        page.evaluate(AXE)
    return list(page.evaluate(RUN % str(is_tablet).lower(), options))


def set_theme(page: Page, theme: str) -> None:
    """Show the page in another theme, as its switch does."""
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)


@contextmanager
def tabs_in_sight(page: Page) -> Iterator[None]:
    """The row of tabs folded: of those scrolled out of sight axe could not tell the contrast."""
    page.evaluate(FOLD_TABS, {"flex-wrap": "wrap", "mask-image": "none", "overflow": "visible"})
    yield
    page.evaluate(FOLD_TABS, {"flex-wrap": "", "mask-image": "", "overflow": ""})
