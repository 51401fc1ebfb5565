"""What a floor manager does with a thumb: each of these opens the page where it is done, and gives it back."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from playwright.sync_api import Page, expect

from tests.e2e.room import Room
from tournament.models import Entry, Player


class FloorManager:
    """The floor manager of one room, at the director's console."""

    def __init__(self, room: Room) -> None:
        self.room = room

    # --- Before the first hand

    def set_rule(self, key: str, value: str) -> Page:
        page = self.room.floor("rules/")
        rule = page.locator(f"#rule-{key}")
        self.room.unfold(rule.get_by_text("Change"))
        field = rule.locator(f"#value-{key}")
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
        self.room.press(rule.locator(f"#set-{key}"))
        return page

    def draw_seats(self) -> Page:
        return self._press("", "#draw-seats")

    def record(self, table: int, way: str) -> Page:
        """Choose how a table is recorded, where the console shows it."""
        page = self.room.floor()
        self.room.tap(page.locator(f"#open-{table}"))
        self.room.press(page.locator(f"#seat #recording-{way}"))
        return page

    def open_check_in(self) -> Page:
        return self._press("check-in/", "#open-check-in")

    def check_in(self, name: str) -> Page:
        """The player has arrived, at the desk's list."""
        return self._press("check-in/", f"#arrived-{self.entry(name).pk}")

    def lock(self, table: int, seat: int, *, reason: str) -> Page:
        page = self.at_seat(table, seat)
        self.room.unfold(page.get_by_text("Reserve for a player, or give a reason"))
        page.locator("#lock-reason").fill(reason)
        self.room.press(page.locator("#lock"))
        return page

    def start_clock(self) -> Page:
        return self._press("", "#clock-start")

    # --- Late entries

    def enter(self, name: str) -> Page:
        """A player at the desk, new there or back after a void; the page says where the seat is, or asks."""
        known = Player.objects.filter(name=name).first()
        page = self.room.floor("desk/" if known is None else f"desk/?q={name}")
        if known is None:
            page.locator("#q").fill(name)
            button = page.get_by_role("button", name=f"Add “{name}” and register")
        else:
            button = page.locator(f"#register-{known.pk}")
        self.room.tap(button)
        expect(page.locator(".desk-receipt, #room-full")).to_be_visible()
        return page

    def wait_for_a_seat(self, name: str) -> Page:
        """Every seat is taken: the desk is asked, and puts the player on the list."""
        page = self.enter(name)
        expect(page.locator("#room-full")).to_contain_text("Every seat is taken.")
        self.room.picture(page, "room-full")
        self.room.tap(page.locator("#full-wait"))
        expect(page.locator("#alternates")).to_contain_text(name)
        return page

    def void(self, name: str) -> None:
        """The player thinks better of it: the desk voids the entry."""
        page = self.room.floor(f"players/{self.entry(name).pk}/void/")
        page.locator("[name=reason]").fill("Went home")
        self.room.tap(page.locator("main form [type=submit]"))
        expect(page.locator("#messages")).to_contain_text("void")

    def alternate(self, name: str, do: str) -> Page:
        """At the waiting list: `do` is "call", "seat" or "pass"."""
        return self._press("desk/", f"#{do}-{self.entry(name).pk}")

    def remove_no_shows(self) -> Page:
        return self._press("", "#remove-no-shows")

    def close_registration(self) -> Page:
        return self._press("clock/", "#close-registration")

    def go_to_level(self, number: int, *, minutes: int) -> Page:
        """A level with so many minutes left, as the clock's page takes it."""
        page = self.room.floor("clock/")
        wanted = page.locator("#jump-row option", has_text=f"Level {number} ·")
        page.locator("#jump-row").select_option(value=wanted.get_attribute("value"))
        page.locator("#jump-minutes").fill(str(minutes))
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            self.room.tap(page.locator("#step-jump"))
        expect(page.locator(".clock-strip")).to_contain_text(f"Level {number}")
        return page

    # --- In play

    def at_seat(self, table: int, seat: int) -> Page:
        """Tap a seat on its map."""
        page = self.room.floor()
        self.room.tap(page.locator(f"#seat-{table}-{seat}"))
        expect(page.locator("#seat")).to_have_attribute("data-of", f"seat-{table}-{seat}")
        # A second tap takes the focus along.
        if self.room.finger is None:
            expect(page.locator("#seat-title")).to_be_focused()
        return page

    def at_player(self, name: str) -> Page:
        seat = self.entry(name).seat
        return self.at_seat(seat.table.number, seat.number)

    def bust(self, name: str, by: Collection[str] = ()) -> Page:
        """Two taps from the console, one more for each player who knocked the player out: before, or where it matters
        when it is asked.
        """
        page = self.at_player(name)
        if page.locator("#seat input[name=by]").count():
            self._tick(page, by)
            self.room.press(page.locator("#bust-seat"))
            return page
        self.room.tap(page.locator("#bust-seat"))
        question = page.locator("#by-whom")
        expect(question.or_(page.locator("[data-message]")).first).to_be_visible()
        if question.count():
            self._say_by_whom(page, by)
        return page

    def _tick(self, page: Page, by: Collection[str]) -> None:
        for other in by:
            self.room.tick(page.locator(f"#seat label:has(input[name=by][value='{self.entry(other).pk}'])"))

    def _say_by_whom(self, page: Page, by: Collection[str]) -> None:
        if not by:
            self.room.press(page.locator("#by-nobody"))
        elif len(by) == 1:
            self.room.press(page.locator(f"button[name=by][value='{self.entry(*by).pk}']"))
        else:
            self.room.unfold(page.locator("#seat summary", has_text="Several"))
            self._tick(page, by)
            self.room.press(page.locator("#by-several"))

    def toggle_absence(self, name: str) -> Page:
        """Absent, or back: two taps."""
        page = self.at_player(name)
        self.room.press(page.locator("#absence"))
        return page

    def punish(self, name: str, measure: str) -> Page:
        """Three taps: `measure` is the button of the penalty."""
        page = self.at_player(name)
        self.room.tap(page.locator("#penalty"))
        self.room.press(page.locator(f"#{measure}"))
        return page

    def count_hand(self, table: int) -> Page:
        """A hand of a table whose results are entered is over, and nobody is out."""
        return self._press(f"tables/{table}/", "#hand-over")

    def set_button(self, table: int, seat: int) -> Page:
        """Four taps: the table, its button, the seat, done."""
        page = self.room.floor()
        self.room.tap(page.locator(f"#open-{table}"))
        self.room.tap(page.locator("#button-open"))
        self.room.tap(page.locator(f"#button-at-{seat}"))
        self.room.press(page.locator("#button-apply"))
        return page

    def unlock(self, table: int, seat: int) -> Page:
        page = self.at_seat(table, seat)
        self.room.press(page.locator("#lock"))
        return page

    def bust_several(self, table: int, out: Collection[str], by: Collection[str]) -> Page:
        """Out in one hand, at the table's page; the first of them finishes highest."""
        page = self.room.floor(f"tables/{table}/")
        self.room.unfold(page.get_by_text("Several out in one hand"))
        form = page.locator("form:has(#bust-several)")
        for order, name in enumerate(out, start=1):
            form.locator(f"input[name=out][value='{self.entry(name).pk}']").check()
            form.locator(f"input[name=order_{self.entry(name).pk}]").fill(str(order))
        for name in by:
            form.locator(f"input[name=by][value='{self.entry(name).pk}']").check()
        self.room.press(form.locator("#bust-several"))
        return page

    def count_stacks(self, table: int, stacks: Mapping[int, int]) -> Page:
        """Stacks by seat, as they were counted."""
        page = self.room.floor(f"tables/{table}/")
        counts = page.locator("#counts")
        if not counts.locator("#count").is_visible():
            self.room.unfold(counts.locator("summary"))
        for seat, stack in stacks.items():
            counts.locator(f"[name=stack_{seat}]").fill(str(stack))
        self.room.press(counts.locator("#count"))
        return page

    # --- The room as a whole

    def take_advice(self, button: str) -> Page:
        """One tap on what the console advises."""
        page = self.room.floor()
        self.room.press(page.locator(f"#advice #{button}"))
        return page

    def release_run_out(self, table: int) -> Page:
        return self._press("", f"#run-out-{table}")

    def redraw(self, tables: int) -> Page:
        page = self.room.floor()
        self.room.unfold(page.get_by_text("Redraw", exact=True))
        page.locator("#tables-left").fill(str(tables))
        self.room.press(page.locator("#redraw-now"))
        return page

    def deal_for_the_button(self, table: int, cards: str) -> Page:
        """A card to each player, the high card gets the button."""
        page = self.room.floor(f"tables/{table}/?button=0")
        self.room.unfold(page.get_by_text("Cards dealt at the table"))
        page.locator("#button-cards").fill(cards)
        self.room.press(page.locator("#button-dealt"))
        return page

    def pay(self, name: str) -> Page:
        page = self.room.floor("payouts/")
        self.room.tap(page.locator(f"#pay-{self.entry(name).payout.pk}"))
        expect(page.locator("tr", has_text=name).first).to_contain_text("Paid")
        return page

    def _press(self, address: str, button: str) -> Page:
        page = self.room.floor(address)
        self.room.press(page.locator(button))
        return page

    @staticmethod
    def entry(name: str) -> Entry:
        """The player's entry that stands."""
        return Entry.objects.exclude(status="void").get(player__name=name)
