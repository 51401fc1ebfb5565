"""https on site in a room's network: the certificate names the address, tablets stay awake, players need nothing."""

from __future__ import annotations

import re
import ssl
import stat
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserType, Page, Response
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browsers import ARGUMENTS
from tests.factories.floor import Floor
from tests.faults.tablet import SEEN, TOKEN
from tests.machine import do_without, find_chromium
from tests.networks.machines import Machine, join, machines
from tests.networks.test_addresses import PHONE, PORT, ROOM, answers, serving, tablet_secret
from tests.processes import RunningValkey, wait_until
from tournament.models import Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]

HTTPS_PORT = 8443
SECURE = f"https://{ROOM}:{HTTPS_PORT}"
# Beside the soak a browser that starts in a network of its own needs more than Playwright's half minute.
PATIENCE_MS = 120_000


@pytest.fixture
def floor(client: Client) -> Floor:
    return Floor(client, 3, role=Role.DIRECTOR)


@pytest.mark.long(
    reason="test_certificates.py has an address that comes later, test_addresses.py the network"
)
def test_an_address_that_comes_later_is_in_the_certificate_and_everybody_is_answered(
    valkey: RunningValkey, floor: Floor, tmp_path: Path
) -> None:
    with (
        machines("house", "phone") as (house, phone),
        serving(house, valkey, tmp_path, FLOORMAN_HTTPS_PORT=str(HTTPS_PORT)),
    ):
        join(house, f"{ROOM}/24", phone, f"{PHONE}/24")
        wait_until(lambda: answers(phone, f"http://{ROOM}:{PORT}/"), "an answer at the new address")
        trusting = ssl.create_default_context(cafile=tmp_path / "house.crt")
        cookies = {"__Host-tablet": tablet_secret(floor), settings.CSRF_COOKIE_NAME: TOKEN}
        headers = {"X-CSRFToken": TOKEN, "Floorman-Tap": "1", "Referer": f"{SECURE}/tablet/table/"}
        with (
            phone.inside(),
            httpx.Client(base_url=SECURE, cookies=cookies, headers=headers, verify=trusting) as tablet,
        ):
            screen = tablet.get("/tablet/table/")
            seen = SEEN.search(screen.text)
            assert seen, screen.text
            tap = tablet.post(
                "/tablet/table/deal/", data={"key": str(uuid4()), "version": seen[1], "epoch": seen[2]}
            )
            assert (tap.status_code, tap.headers["Floorman"]) == (200, "1")
            clock = tablet.get(f"/t/{floor.tournament.code}/clock/").text
            stream = re.search(r'sse-connect="([^"]+)"', clock)
            assert stream
            with tablet.stream("GET", stream[1].replace("&amp;", "&")) as news:
                assert news.status_code == 200
                assert "alive" in next(text for text in news.iter_text() if "alive" in text)
            with pytest.raises(httpx.ConnectError, match="certificate verify failed"):
                httpx.get(f"{SECURE}/", timeout=30)


@pytest.mark.long(reason="the certificate is asked for above in a network of its own, and by test_run.py")
def test_a_tablet_stays_awake_with_https_and_could_not_with_http(
    valkey: RunningValkey, floor: Floor, tmp_path: Path, browser_type: BrowserType
) -> None:
    with (
        machines("house", "phone") as (house, phone),
        serving(house, valkey, tmp_path, FLOORMAN_HTTPS_PORT=str(HTTPS_PORT)),
    ):
        join(house, f"{ROOM}/24", phone, f"{PHONE}/24")
        wait_until(lambda: answers(phone, f"http://{ROOM}:{PORT}/"), "an answer at the new address")
        browser = browser_type.launch(
            executable_path=browser_on(phone, tmp_path), args=ARGUMENTS, timeout=PATIENCE_MS
        )
        try:
            # Trust is what the test before is about: a browser asks its own store, not a file.
            context = browser.new_context(ignore_https_errors=True)
            context.add_cookies(
                [{"name": "__Host-tablet", "value": tablet_secret(floor), "url": SECURE, "secure": True}]
            )
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MS)
            # A browser without a window asks nobody: the permission that Chrome gives every page that is seen.
            engine = context.new_cdp_session(page)
            window = engine.send("Target.getTargetInfo")["targetInfo"]["browserContextId"]
            permission = {"permissions": ["wakeLockScreen"], "origin": SECURE, "browserContextId": window}
            engine.send("Browser.grantPermissions", permission)
            troubles = troubles_of(page)
            # A house that is busy with its first requests asks to come again.
            wait_until(lambda: answered_well(page.goto(f"{SECURE}/tablet/table/")), "the page of the tablet")
            try:
                page.wait_for_selector("html[data-tablet=ready]")
            except PlaywrightTimeout as late:
                raise AssertionError(f"The tablet's scripts have not run: {troubles}") from late
            granted = "navigator.wakeLock.request('screen').then((lock) => lock.type)"
            assert page.evaluate(granted) == "screen"
            page.goto(f"http://{ROOM}:{PORT}/t/{floor.tournament.code}/clock/")
            assert page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
        finally:
            browser.close()


def answered_well(response: Response | None) -> bool:
    return response is not None and response.ok


def troubles_of(page: Page) -> list[str]:
    """What the page could not get or run, as it comes."""
    troubles: list[str] = []
    page.on("requestfailed", lambda request: troubles.append(f"{request.url}: {request.failure}"))
    page.on(
        "response", lambda answer: None if answer.ok else troubles.append(f"{answer.url}: {answer.status}")
    )
    page.on("pageerror", lambda error: troubles.append(str(error)))
    return troubles


def browser_on(machine: Machine, directory: Path) -> Path:
    """Chromium, as that machine runs it."""
    chromium = find_chromium()
    if chromium is None:
        do_without("Chromium", "Debian: apt install chromium")
    script = directory / "chromium-there"
    script.write_text(f'#!/bin/sh\nexec {" ".join(machine.command(str(chromium)))} "$@"\n')
    script.chmod(stat.S_IRWXU)
    return script
