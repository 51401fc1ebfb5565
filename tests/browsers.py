"""Chromium for browser tests, with every error of the console and every breach of the content policy collected."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from tests.machine import do_without, find_chromium
from tests.processes import LiveFloorman
from tournament.models import Account

T = TypeVar("T")

# How long a page may take for anything on a machine with much other work; as long as Playwright waits for an element.
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

# No sandbox: tests often run as root in a container. No background traffic: the machine may be offline.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--no-first-run",
    "--metrics-recording-only",
]
REPORT_BREACHES = """
document.addEventListener("securitypolicyviolation", (event) =>
    reportBreach(`${event.violatedDirective} ${event.blockedURI} by ${event.sourceFile} at ${document.URL}`));
"""


@dataclass(slots=True)
class Watch:
    """What went wrong in the pages of one test. A test that provokes an error says so in `expected`."""

    complaints: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)

    def note(self, complaint: str) -> None:
        self.complaints.append(complaint)

    def unexpected(self) -> list[str]:
        return [text for text in self.complaints if not any(part in text for part in self.expected)]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the Chromium of this machine; Playwright downloads none."""
    chromium = find_chromium()
    if chromium is None:
        do_without("Chromium", "Debian: apt install chromium")
    return {**browser_type_launch_args, "executable_path": str(chromium), "args": ARGUMENTS}


@pytest.fixture
def watch() -> Watch:
    """What went wrong in this test's pages; add to `expected` what is meant to go wrong."""
    return Watch()


def watch_over(context: BrowserContext, watch: Watch) -> BrowserContext:
    """Note in `watch` whatever goes wrong in a page of this context; return the context."""
    context.expose_binding("reportBreach", lambda _source, words: watch.note(f"policy: {words}"))
    context.add_init_script(REPORT_BREACHES)

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            watch.note(f"console: {message.text}")

    context.on("console", note_console)
    context.on("weberror", lambda error: watch.note(f"script: {error.error}"))
    return context


@pytest.fixture
def context(
    live_floorman: LiveFloorman,  # first: its tables are emptied when nobody looks at them any more
    context: BrowserContext,
    watch: Watch,
) -> Iterator[BrowserContext]:
    """A browser context that fails its test for any console error, script error or breach of the policy."""
    yield watch_over(context, watch)
    unexpected = watch.unexpected()
    assert unexpected == [], unexpected


@pytest.fixture
def another_device(
    context: BrowserContext,  # its fixture asks at the end what was noted
    new_context: CreateContextCallback,
    watch: Watch,
) -> Callable[[int, int], BrowserContext]:
    """Call it with a width and a height: a further device in the room, watched over like the first one."""

    def make(width: int, height: int) -> BrowserContext:
        return watch_over(new_context(viewport={"width": width, "height": height}), watch)

    return make


def expect_soon(page: Page, read: Callable[[], T], expected: T) -> None:
    """Read again and again until it is as expected, as `expect` does with a single element; or show the difference."""
    deadline = time.monotonic() + PATIENCE_MS / 1_000
    while (seen := read()) != expected and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert seen == expected


@pytest.fixture
def live_page(page: Page, live_floorman: LiveFloorman) -> Page:
    """A page on the running application; `live_floorman.url` is its address."""
    return page


def log_in(context: BrowserContext, account: Account, live_floorman: LiveFloorman) -> str:
    """Give the browser a log-in session of `account`, without the form; return the session's key."""
    session = SessionStore()
    session[SESSION_KEY] = str(account.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = account.get_session_auth_hash()
    session.create()
    key = str(session.session_key)
    context.add_cookies([{"name": "sessionid", "value": key, "url": live_floorman.url, "httpOnly": True}])
    return key
