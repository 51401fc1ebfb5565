"""The floor in a browser: a page of the console beside the dealer's tablet."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import BrowserContext, expect

from tests.browsers import log_in
from tests.factories import give_role
from tests.factories.felt import Felt
from tests.processes import LiveFloorman
from tournament.models import Role


class Floor:
    """Somebody of the floor, logged in, who comes to the console's page of one table when it is needed."""

    def __init__(self, context: BrowserContext, live: LiveFloorman, felt: Felt) -> None:
        log_in(context, give_role(felt.tournament, Role.FLOOR), live)
        self.context = context
        self.address = f"{live.url}/floor/{felt.tournament.code}/tables/{felt.table.number}/"

    def colour_up(self, counted: Mapping[int, int]) -> None:
        """Type the stacks as they were counted, by seat, into the form of the table's page, and book them."""
        page = self.context.new_page()
        page.goto(self.address)
        page.get_by_role("link", name="Colour up").click()
        page.get_by_role("link", name="Counted stacks").click()
        for seat, stack in counted.items():
            page.locator(f"#colour-up [name=stack_{seat}]").fill(f"{stack:,}")
        page.get_by_role("button", name="Colour up").click()
        expect(page.locator("#messages")).to_contain_text("Coloured up table")
        page.close()
