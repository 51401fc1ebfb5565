"""Each step of an evening: done, looked at, undone, compared with what was before, and done again."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.e2e.finger import press
from tests.e2e.room import Room
from tests.e2e.whole_state import WholeState, broken, differences, whole_state

# What a step does gives the page on which its message can be read.
Do = Callable[[], Page]
Undo = Callable[[Room, Page], None]


def keep_the_message(page: Page) -> None:
    """Wait for the message of what was pressed. It goes after twelve seconds if no pointer rests on it."""
    page.locator("#messages [data-message]").last.hover()


def by_message(_room: Room, page: Page) -> None:
    """The Undo beside the words about what was done."""
    message = page.locator("#messages [data-message]").last
    # It goes after twelve seconds if no pointer rests on it.
    message.hover()
    button = message.get_by_role("button", name="Undo")
    press(page, button)


def by_log(room: Room, _page: Page) -> None:
    """The newest Undo of the log."""
    page = room.floor("log/")
    press(page, page.locator(".log__line").get_by_role("button", name="Undo").first)
    room.accept(page, "log")


@dataclass(slots=True)
class Steps:
    """The steps of one evening, numbered; `sentences` are what the log must tell of them.

    Where `undoes` is False each is only done.
    """

    room: Room
    undoes: bool = True
    sentences: list[str] = field(default_factory=list)

    def take(
        self,
        name: str,
        do: Do,
        *,
        undo: Undo = by_message,
        says: str = "",
        by_chance: bool = False,
    ) -> WholeState:
        """Do it, undo it, do it again; the state after it.

        By chance it may come out otherwise the second time. `says` is part of its sentence in the log.
        """
        if not self.undoes:
            do()
            return whole_state()
        before = whole_state()
        page = do()
        once = whole_state()
        assert once != before, name
        self.room.picture(page, name)
        undo(self.room, page)
        _expect(before, f"{name}, undone", found=whole_state())
        page = do()
        again = whole_state()
        assert again != before, name
        # By chance another one may be out, or another seat be drawn.
        _expect(again if by_chance else once, f"{name}, done again", found=again)
        self.room.accept(page, name)
        if says:
            self.sentences.append(says)
        return again

    def expect_log(self) -> None:
        """The log's pages tell every step three times: done, undone, done again."""
        page = self.room.floor("log/")
        lines: list[tuple[bool, str]] = []
        while True:
            for line in page.locator(".log__line").all():
                undone = "is-undone" in (line.get_attribute("class") or "")
                lines.append((undone, line.locator(".log__text").inner_text()))
            older = page.get_by_role("link", name="Older entries")
            if not older.count():
                break
            older.click()
            expect(page).to_have_url(re.compile("before="))
        for says in self.sentences:
            told = [undone for undone, text in lines if says in text]
            assert (True in told, False in told) == (True, True), f"The log does not tell of {says!r}."


def _expect(expected: WholeState, when: str, *, found: WholeState) -> None:
    wrong = [*differences(expected, found), *broken()]
    assert wrong == [], "\n".join([when, *wrong])
