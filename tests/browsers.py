"""Chromium for browser tests, with every error of the console and every breach of the content policy collected."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from tests.machine import do_without, find_chromium
from tests.processes import LiveFloorman
from tournament.models import Account
from tournament.realtime import flush_hints

T = TypeVar("T")

# Called with a width and a height: a further device in the room.
OpenDevice = Callable[[int, int], BrowserContext]

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
    # The pages of a device share one process, which remembers the scripts that it has compiled.
    "--process-per-site",
    # A page of a test does not live long enough to be worth the last two compilers.
    "--js-flags=--no-opt,--no-maglev",
]
# What htmx asks for, exchanges or has not bound yet.
AT_WORK = ".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
# What a page can leave behind in its device beside cookies.
STORAGE = "cache_storage,file_systems,indexeddb,local_storage,service_workers"
# As wide and high as a context of Playwright.
SIZE = (1280, 720)
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


@pytest.fixture(scope="session")
def delete_output_dir() -> None:
    """Leave the pictures of other processes alone: some begin when an evening of another has put its first ones there.

    The plugin empties the directory wherever a process begins.
    """


@pytest.fixture
def watch() -> Watch:
    """What went wrong in this test's pages; add to `expected` what is meant to go wrong."""
    return Watch()


def watch_over(context: BrowserContext, note: Callable[[str], None]) -> BrowserContext:
    """Note whatever goes wrong in a page of this context; return the context."""
    context.expose_binding("reportBreach", lambda _source, words: note(f"policy: {words}"))
    context.add_init_script(REPORT_BREACHES)

    def note_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            note(f"console: {message.text}")

    context.on("console", note_console)
    context.on("weberror", lambda error: note(f"script: {error.error}"))
    return context


@dataclass(slots=True)
class Device:
    """A browser context that one test after the other has to itself, empty each time.

    To make one, and to read and compile all scripts again, costs as much as the page that a test is about: a device
    keeps what it has fetched of the house's files, and by a page that does nothing the process in which they are
    compiled. A test that gives a context what cannot be taken from it, such as a script for every page, makes its own.
    """

    context: BrowserContext
    idle: Page
    # Of whoever has it at the moment.
    watch: Watch

    def note(self, complaint: str) -> None:
        self.watch.note(complaint)

    def clean(self, origin: str) -> None:
        """Close its pages, and forget all that they have left."""
        for page in self.context.pages:
            if page != self.idle:
                page.close()
        self.context.unroute_all()
        self.context.set_offline(False)
        self.context.clear_cookies()
        session = self.context.new_cdp_session(self.idle)
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORAGE})
        session.detach()


class Devices:
    """The devices of a session: those that a test has, and those of each size that are free."""

    def __init__(self, browser: Browser, arguments: dict[str, Any], origin: str) -> None:
        self._browser, self._arguments, self._origin = browser, arguments, origin
        self._free: dict[tuple[int, int], list[Device]] = {}
        self._taken: list[tuple[tuple[int, int], Device]] = []

    def take(self, size: tuple[int, int], watch: Watch) -> BrowserContext:
        """A device of this size, watched over until all are given back."""
        free = self._free.setdefault(size, [])
        device = free.pop() if free else self._new(size)
        device.watch = watch
        self._taken.append((size, device))
        return device.context

    def give_back(self) -> None:
        """Clean what is taken, for the next test."""
        while self._taken:
            size, device = self._taken.pop()
            device.clean(self._origin)
            self._free[size].append(device)

    def _new(self, size: tuple[int, int]) -> Device:
        viewport = {"width": size[0], "height": size[1]}
        context = self._browser.new_context(**{**self._arguments, "viewport": viewport})
        device = Device(context=context, idle=context.new_page(), watch=Watch())
        watch_over(context, device.note)
        device.idle.goto(f"{self._origin}/health")
        return device


@pytest.fixture(scope="session")
def _devices(browser: Browser, browser_context_args: dict[str, Any], _application: LiveFloorman) -> Devices:
    return Devices(browser, browser_context_args, _application.url)


@pytest.fixture
def devices(
    live_floorman: LiveFloorman,  # first: its tables are emptied when nobody looks at them any more
    _devices: Devices,
    watch: Watch,
) -> Iterator[Devices]:
    """Browser contexts that fail their test for any console error, script error or breach of the policy."""
    yield _devices
    _devices.give_back()
    unexpected = watch.unexpected()
    assert unexpected == [], unexpected


@pytest.fixture
def context(devices: Devices, watch: Watch) -> BrowserContext:
    """The device of a test that needs one."""
    return devices.take(SIZE, watch)


@pytest.fixture
def another_device(devices: Devices, watch: Watch) -> OpenDevice:
    """Call it with a width and a height: a further device in the room, watched over like the first one."""
    return lambda width, height: devices.take((width, height), watch)


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
    # What was built is no news for the first page: it is told before, as it was in a room.
    flush_hints()
    return key
