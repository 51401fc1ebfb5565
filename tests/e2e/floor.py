"""The floor in a browser: a page of the console beside the dealer's tablet."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import BrowserContext, Page, expect

from tests.browsers import log_in
from tests.factories import give_role
from tests.processes import LiveFloorman
from tests.tables.felt import Felt
from tournament.models import Role


class Floor:
    """Somebody of the floor, logged in, at the console's page of one table."""

    def __init__(self, context: BrowserContext, live: LiveFloorman, felt: Felt) -> None:
        log_in(context, give_role(felt.tournament, Role.FLOOR), live)
        self.page: Page = context.new_page()
        self.address = f"{live.url}/floor/{felt.tournament.code}/tables/{felt.table.number}/"

    def colour_up(self, counted: Mapping[int, int]) -> None:
        """Open the table's page, type the stacks as they were counted, by seat, and book them."""
        self.page.goto(self.address)
        self.page.get_by_role("link", name="Colour up").click()
        self.page.get_by_role("link", name="As counted").click()
        for seat, stack in counted.items():
            self.page.locator(f"[name=stack_{seat}]").fill(f"{stack:,}")
        self.page.get_by_role("button", name="Colour up").click()
        expect(self.page.locator("#messages")).to_contain_text("is coloured up.")
