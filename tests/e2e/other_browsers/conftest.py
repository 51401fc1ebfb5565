"""The browsers that are promised beside Chromium, each as a fixture that a test runs with once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.other_browsers.network import Network, network_of
from tests.e2e.other_browsers.page import NotHere, OtherBrowser
from tests.machine import go_without
from tests.processes import LiveFloorman


def start(name: str) -> OtherBrowser:
    """Start a browser. What drives them is imported here: `make test` collects these tests and runs none of them."""
    if name == "Firefox":
        from tests.e2e.other_browsers.firefox import Firefox

        return Firefox()
    from tests.e2e.other_browsers.webkit import WebKit

    return WebKit()


@pytest.fixture(params=["WebKitGTK", "Firefox"])
def other_browser(request: pytest.FixtureRequest, live_floorman: LiveFloorman) -> Iterator[OtherBrowser]:
    """A browser of this kind, started for this test; it ends before the tables are emptied."""
    try:
        browser = start(request.param)
    except NotHere as missing:
        go_without(str(missing))
    yield browser
    browser.quit()


@pytest.fixture
def network(live_floorman: LiveFloorman) -> Iterator[Network]:
    """A network between a device and the house that the test can lose."""
    with network_of(live_floorman.port) as network:
        yield network
