"""What the desk and the director do with money: each of these opens the page where it is done, and gives it back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from playwright.sync_api import Page, expect

from tests.e2e.floor_manager import FloorManager
from tests.e2e.room import Room


class CashDesk:
    """The cash desk of one room, at the director's console; `floor` is the floor manager beside it."""

    def __init__(self, room: Room, floor: FloorManager) -> None:
        self.room = room
        self.floor = floor

    # --- What is sold

    def settings(self, fields: Mapping[str, str], *, choices: Mapping[str, str]) -> Page:
        """The settings by the names of their fields; `choices` of selects."""
        page = self.room.floor("settings/")
        for fold in page.locator("#other-settings ~ details:not([open]) > summary").all()[::-1]:
            fold.click()
        for offer in ("rebuy", "add_on"):
            if any(name.startswith(offer) for name in fields):
                page.locator(f"#id_{offer}-sold").check()
        page.get_by_label("Fixed percentages").check()
        for name, value in choices.items():
            page.locator(f"[name='{name}']").select_option(value)
        for name, value in fields.items():
            page.locator(f"[name='{name}']").fill(value)
        self.room.tap(page.locator("main form.stack [type=submit]"))
        expect(page.locator("#messages")).to_contain_text("saved")
        return page

    def price(self, name: str, fields: Mapping[str, str], *, is_new: bool = True) -> Page:
        """Add a price of the event, or change it."""
        page = self.room.floor("prices/" if is_new else f"prices/?change={name}")
        for field, value in ({"name": name, **fields} if is_new else fields).items():
            page.locator(f"#id_{field}").fill(value)
        self.room.tap(page.locator("#save-price"))
        expect(page.locator("#messages")).to_contain_text(name)
        return page

    def rebuy(self, name: str, *, table: int, seat: int) -> Page:
        """Two taps on the seat map: the seat that the player has lost, the rebuy."""
        page = self.floor.at_seat(table, seat)
        self.room.press(page.locator(f"#seat #rebuy-{self.floor.entry(name).pk}"))
        return page

    def add_on(self, name: str) -> Page:
        """At the desk, to a player who was found."""
        return self._sell_to_found("add_on", name)

    def rebuy_at_the_desk(self, name: str) -> Page:
        return self._sell_to_found("rebuy", name)

    def _sell_to_found(self, kind: str, name: str) -> Page:
        page = self.room.floor(f"desk/?q={name}")
        self.room.press(page.locator(f"#{kind}-{self.floor.entry(name).pk}"))
        return page

    def sell_from_list(self, kind: str, names: Iterable[str]) -> Page:
        """One tap a player, one after the other."""
        page = self.room.floor("sales/")
        for name in names:
            self.room.press(page.locator(f"#sales #{kind}-{self.floor.entry(name).pk}"))
        return page

    # --- Prizes

    def lock_payouts(self) -> Page:
        page = self.room.floor("payouts/")
        self.room.press(page.locator("#lock-payouts"))
        return page

    def propose_chop(self, method: str, *, left: str) -> Page:
        page = self.room.floor("chop/")
        page.get_by_label("Left for 1st place").fill(left)
        self.room.tap(page.get_by_role("button", name="Show shares"))
        expect(page.locator("#chop")).to_contain_text(f"€{left}")
        self.room.accept(page, "chop-table")
        self.room.press(page.locator(f"#propose-{method}"))
        return page

    def agree(self, name: str) -> Page:
        page = self.room.floor("chop/")
        button = page.locator(f"#agree-{self.floor.entry(name).pk}")
        self.room.tap(button)
        expect(button).to_have_count(0)
        return page

    # --- Money out, and the till

    def pay_prizes(self, names: Iterable[str]) -> Page:
        """One tap a player, one after the other."""
        page = self.room.floor("payouts/")
        for name in names:
            self.room.press(page.locator(f"#pay-{self.floor.entry(name).payout.pk}"))
        return page

    def pay_all_of(self, name: str) -> Page:
        """Prize and bounties in one payment."""
        page = self.room.floor("payouts/")
        self.room.press(page.locator(f"#pay-all-{self.floor.entry(name).pk}"))
        return page

    def pay_bounties(self, *names: str) -> Page:
        page = self.room.floor("bounties/")
        for name in names:
            self.room.press(page.locator(f"#pay-{self.floor.entry(name).pk}"))
        return page

    def void_bounties(self, name: str) -> None:
        page = self.room.floor("bounties/")
        self.room.press(page.locator(f"#void-{self.floor.entry(name).pk}"))

    def void_payment(self, name: str) -> None:
        page = self.room.floor(f"payouts/{self.floor.entry(name).payout.pk}/void/")
        page.locator("[name=reason]").fill("Wrong envelope")
        self.room.tap(page.locator("main form [type=submit]"))
        expect(page.locator("#messages")).to_contain_text("void")

    def open_till(self, amount: str) -> Page:
        page = self.room.floor("tills/")
        page.get_by_label("Opening float").fill(amount)
        self.room.press(page.get_by_role("button", name="Open till"))
        return page

    def close_till(self, counted: str, reason: str = "") -> Page:
        """Counted; with a difference asked for the reason, then closed."""
        page = self.room.floor("tills/")
        self.room.tap(page.locator("#own-till"))
        page.get_by_label("Cash counted").fill(counted)
        if not reason:
            self.room.press(page.get_by_role("button", name="Close till"))
            return page
        self.room.tap(page.get_by_role("button", name="Close till"))
        expect(page.locator("main")).to_contain_text("Difference:")
        self.room.picture(page, "till-difference")
        page.get_by_label("Reason for a difference").fill(reason)
        self.room.press(page.get_by_role("button", name="Close till"))
        return page
