"""A page in a browser that Playwright does not drive: looked at by scripts, touched where a thumb would."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Protocol

# As long as Chromium's tests wait for anything on a machine with much other work.
PATIENCE_SECONDS = 30.0
EVERY_SECONDS = 0.05
EXCHANGED_WITHIN_SECONDS = 2.0

# What is under way on a page ends when it is left, by a tap, a form or an address, and Firefox calls that an error. The
# page says first that it is left; from then on nothing that it says is held against anything.
LEFT = "This page is left."
# It stays where what was asked for is no page: a download.
STAYS = "This page stays."
STAYS_AFTER_MS = 500
# Counts the taps that a page takes, and keeps what goes wrong in it. The guard of a tablet ignores a tap right after a
# change; such a tap does not get as far as the body.
OBSERVE = (
    """
if (!window.wentWrong && document.body) {
    window.wentWrong = [];
    window.tapsTaken = 0;
    const note = (words) => window.wentWrong.push(words);
    addEventListener("beforeunload", () => {
        console.debug("LEFT");
        setTimeout(() => console.debug("STAYS"), AFTER_MS);
    });
    addEventListener("error", (event) => event.message && note(`script: ${event.message}`));
    addEventListener("unhandledrejection", (event) => note(`script: ${event.reason}`));
    addEventListener("securitypolicyviolation", (event) =>
        note(`policy: ${event.violatedDirective} ${event.blockedURI} at ${document.URL}`));
    document.body.addEventListener("click", (event) => {
        if (event.target.closest("button, a, label, summary, input")) window.tapsTaken += 1;
    }, { capture: true });
}
""".replace("LEFT", LEFT)
    .replace("STAYS", STAYS)
    .replace("AFTER_MS", str(STAYS_AFTER_MS))
)
# The middle of what is to be touched, if a finger would hit it there; else what lies in the way.
AIM = """(selector) => {
    const all = [...document.querySelectorAll(selector)];
    const target = all.find((each) => each.checkVisibility());
    if (!target) return { problem: `${all.length} of ${selector}, none visible` };
    if (target.getAttribute("aria-disabled") === "true") return { problem: `${selector} is off` };
    const measure = () => {
        const { left, top, width, height } = target.getBoundingClientRect();
        return { x: Math.floor(left + width / 2), y: Math.floor(top + height / 2) };
    };
    let { x, y } = measure();
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
        target.scrollIntoView({ block: "center", behavior: "instant" });
        ({ x, y } = measure());
    }
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(target.contains(hit) || hit.closest("label")?.contains(target)))
        return { problem: `${hit?.outerHTML.slice(0, 200)} lies over ${selector}` };
    return { x, y, taken: window.tapsTaken };
}"""


class NoAnswer(Exception):
    """A script that did not come to its end in a page."""


class Page(ABC):
    """One window of a browser."""

    @abstractmethod
    def go(self, url: str) -> None:
        """Load an address, to its end."""

    @abstractmethod
    def run(self, script: str) -> str:
        """Run the body of a function in the page and return the text that it returns, or raise NoAnswer."""

    @abstractmethod
    def touch(self, x: int, y: int) -> None:
        """Put a finger down there, and take it away."""

    @abstractmethod
    def type(self, words: str) -> None:
        """Press the keys of these words."""

    @abstractmethod
    def take_cookie(self, name: str, value: str) -> None:
        """Have a cookie of the house whose page is open, as if it had given it."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return what the browser itself has complained about since it was last asked."""

    def look(self, function: str, *arguments: object) -> Any:
        """Call a function in the page and return what it returns."""
        given = ", ".join(json.dumps(argument) for argument in arguments)
        script = f"{OBSERVE}; return JSON.stringify(({function})({given}) ?? null);"
        deadline = time.monotonic() + EXCHANGED_WITHIN_SECONDS
        while True:
            try:
                return json.loads(self.run(script))
            except NoAnswer:
                # A page that takes the place of another: it answers in a moment.
                if time.monotonic() > deadline:
                    raise
            time.sleep(EVERY_SECONDS)

    def open(self, url: str) -> None:
        """Load a page, and be connected to the house where it is one that hears of changes."""
        self.go(url)
        if self.look('() => Boolean(document.querySelector("[sse-connect], #screen"))'):
            self.expect_connection("live")

    def tap(self, selector: str) -> None:
        """Tap a control, as often as a dealer would until it is taken."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            aim = self.look(AIM, selector)
            if "problem" not in aim:
                address = self.look("() => document.URL")
                self.touch(aim["x"], aim["y"])
                taken = self.look("() => [document.URL, window.tapsTaken]")
                # A page that the tap has led away from counts anew.
                if taken[0] != address or taken[1] != aim["taken"]:
                    return
            assert time.monotonic() < deadline, aim.get("problem", f"{selector} takes no tap")
            time.sleep(EVERY_SECONDS)

    def text(self, selector: str) -> str:
        """Return what is to be read there, its blanks as one; nothing where there is nothing."""
        return str(
            self.look(
                '(selector) => document.querySelector(selector)?.innerText.replace(/\\s+/g, " ").trim() ?? ""',
                selector,
            )
        )

    def expect(self, selector: str, words: str = "") -> None:
        """Wait until it is seen, with these words in it."""
        seen = self._until(lambda: self.is_visible(selector) and words in self.text(selector))
        assert seen, f"“{words}” is not in {selector}: “{self.text(selector)}”"

    def expect_none(self, selector: str) -> None:
        """Wait until nothing of it is seen."""
        assert self._until(lambda: not self.is_visible(selector)), f"{selector} is still there"

    def expect_connection(self, state: str) -> None:
        self.expect_is("() => document.documentElement.dataset.connection", state)

    def expect_is(self, function: str, value: object) -> None:
        """Wait until a function returns this in the page."""
        seen: list[Any] = []

        def is_so() -> bool:
            seen[:] = [self.look(function)]
            return bool(seen[0] == value)

        assert self._until(is_so), f"{function} gives {seen[0]!r} and not {value!r}"

    def is_visible(self, selector: str) -> bool:
        return bool(
            self.look(
                "(selector) => [...document.querySelectorAll(selector)].some((each) => each.checkVisibility())",
                selector,
            )
        )

    def too_wide(self) -> list[str]:
        """Return what makes the page wider than its window."""
        return list(self.look(TOO_WIDE))

    def went_wrong(self) -> list[str]:
        """Return what went wrong in this page since it was loaded, and what the browser says of it."""
        return [*self.look("() => (window.wentWrong ?? []).splice(0)"), *self.complaints()]

    @staticmethod
    def _until(is_so: Callable[[], bool]) -> bool:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            if time.monotonic() > deadline:
                return False
            time.sleep(EVERY_SECONDS)
        return True


TOO_WIDE = """() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    return [...document.body.querySelectorAll("*")]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > wide + 1)
        .map((each) => each.outerHTML.slice(0, 120));
}"""


class OtherBrowser(Protocol):
    """A browser with pages of any size; what it knows is forgotten with it."""

    def new_page(self, width: int, height: int) -> Page: ...

    def quit(self) -> None: ...


class NotHere(Exception):
    """The machine lacks this browser, or what drives it."""
