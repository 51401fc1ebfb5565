"""Firefox without a driver of its own: it speaks WebDriver BiDi itself, over a socket that selenium holds.

Debian has no geckodriver; selenium's and npm's fetch one from elsewhere when they are installed or run.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.websocket_connection import WebSocketConnection

from tests.e2e.other_browsers.page import LEFT, PATIENCE_SECONDS, STAYS, NoAnswer, NotHere, Page
from tests.processes import child, wait_until

PLACES = ("firefox-esr", "firefox")
EVERY_SECONDS = 0.005
# How it tells of a stream that its own page has closed, or left: what was heard by then is not lost.
STREAM_CLOSED = "was interrupted while the page was loading"
# It asks nobody for anything: not for settings and experiments, not for a newer one, not whether there is a network.
QUIET: Mapping[str, object] = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.region.network.url": "",
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.search.update": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "captivedetect.canonicalURL": "",
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.push.connection.enabled": False,
    "extensions.systemAddon.update.enabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    # A tablet's finger: pages hear of touches.
    "dom.w3c_touch_events.enabled": 1,
}


class LogEntry:
    """The event of a line in the console, as selenium wants it described."""

    event_class = "log.entryAdded"

    @staticmethod
    def from_json(given: Mapping[str, Any]) -> Mapping[str, Any]:
        return given


class Firefox:
    """One Firefox without a window, with a profile of its own."""

    def __init__(self) -> None:
        program = next(filter(None, map(shutil.which, PLACES)), None)
        if program is None:
            raise NotHere("Firefox (Debian: apt install firefox-esr)")
        self._profile = tempfile.TemporaryDirectory(prefix="floorman-firefox-", ignore_cleanup_errors=True)
        home = Path(self._profile.name)
        prefs = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in QUIET.items()]
        (home / "user.js").write_text("\n".join(prefs), encoding="utf-8")
        command = [
            program,
            "--headless",
            "--no-remote",
            "--profile",
            str(home),
            "--remote-debugging-port",
            "0",
        ]
        self._process = child("Firefox", command, {"HOME": str(home), "MOZ_CRASHREPORTER_DISABLE": "1"})
        # Where it listens, in words of its own, once it does.
        told = home / "WebDriverBiDiServer.json"
        wait_until(lambda: told.exists() and bool(told.read_text(encoding="utf-8")), "a Firefox that listens")
        where = json.loads(told.read_text(encoding="utf-8"))
        address = f"ws://{where['ws_host']}:{where['ws_port']}/session"
        self._socket = WebSocketConnection(address, PATIENCE_SECONDS, EVERY_SECONDS)
        self.tell("session.new", capabilities={})
        self._lines: list[str] = []
        self._left: set[str] = set()
        self._socket.add_callback(LogEntry, self._hear)
        self.tell("session.subscribe", events=[LogEntry.event_class])

    def _hear(self, entry: Mapping[str, Any]) -> None:
        page = entry["source"]["realm"]
        if entry["text"] == LEFT:
            self._left.add(page)
        elif entry["text"] == STAYS:
            self._left.discard(page)
        elif entry["level"] == "error" and page not in self._left and STREAM_CLOSED not in entry["text"]:
            self._lines.append(f"console: {entry['text']}")

    def tell(self, command: str, **given: object) -> Mapping[str, Any]:
        """Send a command and return its answer."""
        answer: Mapping[str, Any] = self._socket.send_cmd(command, given)
        if "error" in answer:
            raise NoAnswer(f"{command}: {answer['error']}: {answer['message']}")
        result: Mapping[str, Any] = answer["result"]
        return result

    def new_page(self, width: int, height: int) -> FirefoxPage:
        page = FirefoxPage(self, self._lines)
        page.resize(width, height)
        return page

    def quit(self) -> None:
        try:
            self.tell("browser.close")
            self._socket.close()
        finally:
            self._process.see_off(PATIENCE_SECONDS)
            self._profile.cleanup()


class FirefoxPage(Page):
    """A window whose cookies are its own: a tab behind another is asleep."""

    def __init__(self, browser: Firefox, lines: list[str]) -> None:
        self._browser, self._lines = browser, lines
        self._user = browser.tell("browser.createUserContext")["userContext"]
        made = browser.tell("browsingContext.create", type="window", userContext=self._user)
        self._id = made["context"]

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._browser.tell("browsingContext.setViewport", context=self._id, viewport=size)

    def go(self, url: str) -> None:
        self._browser.tell("browsingContext.navigate", context=self._id, url=url, wait="complete")

    def run(self, script: str) -> str:
        answer = self._browser.tell(
            "script.callFunction",
            functionDeclaration=f"() => {{ {script} }}",
            target={"context": self._id},
            awaitPromise=True,
        )
        if answer["type"] != "success":
            raise NoAnswer(answer["exceptionDetails"]["text"])
        return str(answer["result"]["value"])

    def touch(self, x: int, y: int) -> None:
        finger = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        kind = {"pointerType": "touch"}
        self._act({"type": "pointer", "id": "finger", "parameters": kind, "actions": finger})

    def type(self, words: str) -> None:
        keys = [{"type": kind, "value": letter} for letter in words for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def _act(self, source: Mapping[str, object]) -> None:
        self._browser.tell("input.performActions", context=self._id, actions=[source])

    def take_cookie(self, name: str, value: str) -> None:
        cookie = {
            "name": name,
            "value": {"type": "string", "value": value},
            "domain": str(self.look("() => location.hostname")),
            "path": "/",
            "httpOnly": True,
        }
        self._browser.tell(
            "storage.setCookie",
            cookie=cookie,
            partition={"type": "storageKey", "userContext": self._user},
        )

    def complaints(self) -> list[str]:
        found, self._lines[:] = list(self._lines), []
        return found
