"""Answers that are held back on their way, as a bad network does."""

from __future__ import annotations

from playwright.sync_api import Page, Route


class Held:
    """What is asked at an address from now on waits until it is let go; `asked` is what waits, in order."""

    def __init__(self, page: Page, address: str) -> None:
        self.asked: list[Route] = []
        self._page = page
        self._is_over = False
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self._is_over:
            route.continue_()
        else:
            self.asked.append(route)

    def wait_for(self, count: int) -> None:
        """Until so much is on its way: a page asks for some of it a little after its reason."""
        for _ in range(100):
            if len(self.asked) >= count:
                break
            self._page.wait_for_timeout(50)
        assert len(self.asked) == count, [route.request.url for route in self.asked]

    def let_go(self) -> None:
        """Everything is answered, the last first; what is asked later is not held."""
        self._is_over = True
        for route in reversed(self.asked):
            route.continue_()
