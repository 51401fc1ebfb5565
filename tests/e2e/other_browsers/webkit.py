"""WebKitGTK, the engine of Safari on Linux: its MiniBrowser under Xvfb, driven by selenium.

Its driver makes a mouse of a finger and does not show the console: what a page says while it loads is not heard, only
what follows (`OBSERVE`) and what comes of it.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import httpx
from selenium import webdriver
from selenium.common import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options

from tests.e2e.other_browsers.page import NoAnswer, NotHere, Page
from tests.processes import BROWSER, child, free_port, wait_until

DRIVER = "WebKitWebDriver"
SCREEN = "Xvfb"
WINDOWS = "*/webkit2gtk-4.*/MiniBrowser"
# Room for the largest page and the bar above it.
LARGEST = "1920x1200x24"
# The bar takes no more room than a phone has.
NARROW = "* { padding: 0; margin: 0; min-width: 0; border: 0; } image { -gtk-icon-transform: scale(0.5); }"


class WebKit:
    """One WebKitGTK on a screen of its own. Its pages share their cookies."""

    def __init__(self) -> None:
        driver, screen, windows = (
            shutil.which(DRIVER),
            shutil.which(SCREEN),
            sorted(Path("/usr/lib").glob(WINDOWS)),
        )
        if not (driver and screen and windows):
            raise NotHere("WebKitGTK (Debian: apt install webkit2gtk-driver xvfb)")
        self._home = tempfile.TemporaryDirectory(prefix="floorman-webkit-", ignore_cleanup_errors=True)
        home = Path(self._home.name)
        (home / "gtk-3.0").mkdir()
        (home / "gtk-3.0" / "gtk.css").write_text(NARROW, encoding="utf-8")
        # It chooses a number that is free, and tells it.
        told = home / "display"
        command = f'exec "$0" -displayfd 9 -screen 0 {LARGEST} -nolisten tcp 9>"{told}" 2>"{told}.log"'
        self._children = [child("the screen", ["sh", "-c", command, screen], {})]
        wait_until(lambda: told.exists() and told.read_text().endswith("\n"), "a screen")
        port = free_port()
        places = {name: str(home) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME")}
        environment = {**places, "DISPLAY": f":{told.read_text().strip()}", "GDK_BACKEND": "x11"}
        self._children += [child("WebKit's driver", [driver, f"--port={port}"], environment)]
        address = f"http://127.0.0.1:{port}"
        wait_until(lambda: answers(address), "an answer of WebKit's driver")
        options = Options()
        options.binary_location = str(windows[-1])
        options.add_argument("--automation")
        connection = RemoteConnection(client_config=ClientConfig(remote_server_addr=address))
        self._driver = webdriver.Remote(connection, options=options)
        self._is_new = True

    def new_page(self, width: int, height: int) -> WebKitPage:
        if not self._is_new:
            self._driver.switch_to.new_window("window")
        self._is_new = False
        page = WebKitPage(self._driver)
        page.resize(width, height)
        return page

    def quit(self) -> None:
        try:
            self._driver.quit()
        finally:
            for process in reversed(self._children):
                process.ask_to_stop()
                process.see_off(3.0)
            self._home.cleanup()


def answers(address: str) -> bool:
    try:
        return BROWSER.get(f"{address}/status").status_code == httpx.codes.OK
    except httpx.TransportError:
        return False


class WebKitPage(Page):
    """One window."""

    def __init__(self, driver: webdriver.Remote) -> None:
        self._driver = driver
        self._handle = driver.current_window_handle

    @property
    def _here(self) -> webdriver.Remote:
        """The driver, told that this window is meant."""
        self._driver.switch_to.window(self._handle)
        return self._driver

    def resize(self, width: int, height: int) -> None:
        """A window whose page has this size, whatever stands around it."""
        here = self._here

        def has_its_size() -> bool:
            """It takes a size and lays out its bar when it gets to it, and not with the answer."""
            inside_width, inside_height, outside_height = here.execute_script(
                "return [innerWidth, innerHeight, outerHeight]"
            )
            if [inside_width, inside_height] == [width, height]:
                return True
            here.set_window_rect(0, 0, width, height + outside_height - inside_height)
            return False

        wait_until(has_its_size, f"a page of {width} by {height}")

    def go(self, url: str) -> None:
        self._here.get(url)

    def run(self, script: str) -> str:
        try:
            return str(self._here.execute_script(script))
        except WebDriverException as error:
            raise NoAnswer(error.msg) from error

    def touch(self, x: int, y: int) -> None:
        actions = ActionBuilder(self._here, mouse=PointerInput("touch", "finger"), duration=0)
        finger = actions.pointer_action
        finger.move_to_location(x, y)
        finger.pointer_down()
        finger.pointer_up()
        actions.perform()

    def type(self, words: str) -> None:
        actions = ActionBuilder(self._here)
        actions.key_action.send_keys(words)
        actions.perform()

    def take_cookie(self, name: str, value: str) -> None:
        self._here.add_cookie({"name": name, "value": value, "path": "/", "httpOnly": True})

    def complaints(self) -> list[str]:
        return []
