"""The application with its clock stopped, and the browser that photographs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests.browsers import ARGUMENTS
from tests.machine import find_chromium
from tests.screens.shot import NOW, PHONE, Shot, Size

ROOT = Path(__file__).parents[2]
ADDRESS_OF_THE_ROOM = "http://192.168.1.20:8000"
# After a tap a sheet slides in.
SETTLES_MS = 350
# What `manage.py web` does, at an instant that does not pass.
SERVER = """
from datetime import datetime
import os
import django
django.setup()
from django.core.management import call_command
from django.utils import timezone
stopped = datetime.fromisoformat(os.environ["STOPPED_AT"])
timezone.now = lambda: stopped
call_command("web", "--port", os.environ["SCREENS_PORT"])
"""
# The page's own clock stands still too, and its stream says nothing but that it is alive.
STILL = f"""
class StillStream extends EventTarget {{
    constructor(url) {{
        super();
        Object.assign(this, {{ url, readyState: 1, onopen: null, onerror: null, onmessage: null }});
        setTimeout(() => {{
            this.onopen?.(new Event("open"));
            this.dispatchEvent(new MessageEvent("alive", {{ data: "{NOW.timestamp() * 1000:.0f}" }}));
        }});
    }}
    close() {{ this.readyState = 2; }}
}}
Object.assign(StillStream, {{ CONNECTING: 0, OPEN: 1, CLOSED: 2 }});
window.EventSource = StillStream;
Date.now = () => {NOW.timestamp() * 1000:.0f};
"""


def photograph(shots: Sequence[Shot], room: Path, folder: Path, *, port: int) -> list[str]:
    """Photograph every shot of the rooms stored in `room` into `folder`; return what went wrong in the pages."""
    chromium = find_chromium()
    if chromium is None:
        raise SystemExit("No Chromium on this machine. Debian: apt install chromium")
    folder.mkdir(parents=True, exist_ok=True)
    complaints: list[str] = []
    with serving(room, port) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(chromium), args=[*ARGUMENTS, "--hide-scrollbars"]
        )
        for number, shot in enumerate(shots, start=1):
            print(f"\r{number} of {len(shots)} pages", end="", flush=True)
            for look in shot.looks:
                with opened(browser, url, shot.cookies, look) as page:
                    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
                    for size in shot.sizes:
                        try:
                            take(page, url, shot, size, folder / shot.file(size, look))
                        except Error as error:
                            complaints.append(f"{shot.file(size, look)}: {error.message.splitlines()[0]}")
        print()
        browser.close()
    return complaints


@contextmanager
def serving(room: Path, port: int) -> Iterator[str]:
    """Serve a copy of the rooms, migrated to this version; yield the address."""
    data = Path(tempfile.mkdtemp(prefix="floorman-screens-"))
    shutil.copytree(room, data, dirs_exist_ok=True)
    environment: Mapping[str, str] = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tournament.config.settings",
        "FLOORMAN_DATA_DIR": str(data),
        "PUBLIC_URL": ADDRESS_OF_THE_ROOM,
        "STOPPED_AT": NOW.isoformat(),
        "SCREENS_PORT": str(port),
    }
    for words in (["migrate", "--verbosity=0"], ["compile_translations"]):
        subprocess.run([sys.executable, "manage.py", *words], cwd=ROOT, env=environment, check=True)
    web = subprocess.Popen([sys.executable, "-c", SERVER], cwd=ROOT, env=environment)
    try:
        url = f"http://localhost:{port}"
        wait_until_it_answers(url, web)
        yield url
    finally:
        web.terminate()
        web.wait()
        shutil.rmtree(data, ignore_errors=True)


def wait_until_it_answers(url: str, web: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        if web.poll() is not None:
            raise SystemExit("The application did not start; its last lines say why.")
        try:
            httpx.get(f"{url}/login/")
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("The application did not answer within half a minute.")


@contextmanager
def opened(browser: Browser, url: str, cookies: Mapping[str, str], look: str) -> Iterator[Page]:
    """Open a page in a fresh context of this language and colour scheme."""
    language, theme = look.split("-")
    context: BrowserContext = browser.new_context(
        color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce"
    )
    context.set_default_timeout(5_000)
    context.add_cookies(
        [
            {"name": name, "value": value, "url": url}
            for name, value in {**cookies, "django_language": language}.items()
        ]
    )
    context.add_init_script(STILL)
    yield context.new_page()
    context.close()


def take(page: Page, url: str, shot: Shot, size: Size, file: Path) -> None:
    """Open the page at this size, tap what is to be tapped, and store the picture."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.goto(url + shot.path)
    if shot.fills_the_screen:
        page.wait_for_timeout(SETTLES_MS if size == PHONE else SETTLES_MS // 2)
    for selector in shot.taps:
        page.wait_for_timeout(SETTLES_MS)
        page.locator(selector).first.click()
        page.wait_for_timeout(SETTLES_MS)
    page.screenshot(path=file, full_page=not shot.fills_the_screen, animations="disabled")
