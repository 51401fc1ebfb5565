"""What a floor manager does with a thumb: each of these opens the page where it is done, and gives it back."""

from __future__ import annotations

from collections.abc import Collection

from playwright.sync_api import Page, expect

from tests.e2e.room import Room
from tests.e2e.steps import press
from tournament.models import Entry, Player


class FloorManager:
    """The floor manager of one room, at the director's console."""

    def __init__(self, room: Room) -> None:
        self.room = room

    # --- Before the first hand

    def set_rule(self, key: str, value: str) -> Page:
        page = self.room.floor("rules/")
        rule = page.locator(f"#rule-{key}")
        rule.get_by_text("Change").click()
        field = rule.locator(f"#value-{key}")
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
        press(page, rule.locator(f"#set-{key}"))
        return page

    def draw_seats(self) -> Page:
        return self._press("", "#draw-seats")

    def record(self, table: int, way: str) -> Page:
        """Choose how a table is recorded, where the console shows it."""
        page = self.room.floor()
        page.locator(f"#open-{table}").click()
        press(page, page.locator(f"#seat #recording-{way}"))
        return page

    def open_check_in(self) -> Page:
        return self._press("check-in/", "#open-check-in")

    def check_in(self, name: str) -> Page:
        """The player has arrived, at the desk's list."""
        return self._press("check-in/", f"#arrived-{self.entry(name).pk}")

    def lock(self, table: int, seat: int, *, reason: str) -> Page:
        page = self.at_seat(table, seat)
        page.get_by_text("Reserve for a player, or give a reason").click()
        page.locator("#lock-reason").fill(reason)
        press(page, page.locator("#lock"))
        return page

    def start_clock(self) -> Page:
        return self._press("", "#clock-start")

    # --- Late entries

    def enter(self, name: str) -> Page:
        """A new player at the desk, or one who comes back after a void."""
        known = Player.objects.filter(name=name).first()
        page = self.room.floor("desk/" if known is None else f"desk/?q={name}")
        if known is None:
            page.keyboard.type(name)
            page.get_by_role("button", name=f"Add “{name}” and register").click()
        else:
            page.locator(f"#register-{known.pk}").click()
        expect(page.locator(".desk-receipt, #room-full")).to_contain_text("")
        return page

    def void(self, name: str) -> None:
        """The entry is voided, as at the desk when the player leaves again."""
        page = self.room.floor(f"players/{self.entry(name).pk}/void/")
        page.locator("main form [type=submit]").click()
        expect(page.locator("#messages")).to_contain_text("void")

    # --- In play

    def at_seat(self, table: int, seat: int) -> Page:
        """Tap a seat on its map."""
        page = self.room.floor()
        page.locator(f"#seat-{table}-{seat}").click()
        expect(page.locator("#seat-title")).to_be_focused()
        return page

    def at_player(self, name: str) -> Page:
        seat = self.entry(name).seat
        return self.at_seat(seat.table.number, seat.number)

    def bust(self, name: str, by: Collection[str] = ()) -> Page:
        """Two taps from the console, one more for each player who knocked the player out."""
        page = self.at_player(name)
        for other in by:
            page.locator(f"#seat label:has(input[name=by][value='{self.entry(other).pk}'])").click()
        press(page, page.locator("#bust-seat"))
        return page

    def _press(self, address: str, button: str) -> Page:
        page = self.room.floor(address)
        press(page, page.locator(button))
        return page

    @staticmethod
    def entry(name: str) -> Entry:
        """The player's entry that stands."""
        return Entry.objects.exclude(status="void").get(player__name=name)
