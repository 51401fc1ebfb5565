"""A4 pages with a head on each: figures, then lists with as many rows as there are.

What is printed of an event (its structure, prizes, results, the paper kit) is written on such a sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from reportlab import rl_config
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.printing.letters import BOLD, PLAIN, lines_that_fit, register_fonts, width

# Compressed pages as they are. Written in letters, for wires of seven bits, they take a quarter more.
rl_config.useA85 = 0

WIDTH, HEIGHT = A4
MARGIN: Final = 14 * mm
ROOM: Final = WIDTH - 2 * MARGIN
GAP: Final = 6 * mm
ROW: Final = 5.4 * mm
HEAD: Final = 12 * mm

Steps = tuple[tuple[float, int], ...]
EVENT: Final[Steps] = ((15, 1), (12, 1), (10, 1))
TITLE: Final[Steps] = ((12, 1), (10, 1))
CELL: Final[Steps] = ((10, 1), (9, 1), (8, 1))
SMALL: Final[Steps] = ((8, 1), (7, 1))
NOTE: Final[Steps] = ((9, 3),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedList:
    """Rows of cells, each as wide as its share of the page; without a row it is left out. heads: what stands above each
    column, () for nothing.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]
    heads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSheet:
    """The words of a sheet. printed: as of when; note: up to three lines below the head; page: its word."""

    event: str
    title: str
    printed: str
    note: str
    page: str
    figures: tuple[tuple[str, str], ...]
    lists: tuple[PrintedList, ...]


def sheet_pdf(printed: PrintedSheet) -> bytes:
    """The pages. The same sheet gives the same bytes."""
    sheet = Sheet(printed)
    sheet.write_lists()
    return sheet.done()


class Sheet:
    """The page that is being written: `y` is how far down, in points from its foot."""

    def __init__(self, printed: PrintedSheet) -> None:
        register_fonts()
        self._file = BytesIO()
        self._canvas = Canvas(self._file, pagesize=A4, invariant=True, pageCompression=1)
        self._canvas.setTitle("Floorman")
        self._printed = printed
        self._number = 0
        self._begin()
        self._write_figures()

    def _begin(self) -> None:
        """The head of each page says which event and as of when: pages get apart."""
        self._number += 1
        self.y = HEIGHT - MARGIN
        printed = self._printed
        page = f"{printed.page} {self._number}"
        self.text(printed.event, MARGIN, self.y - 15, ROOM - 30 * mm, BOLD, EVENT)
        self.text(page, WIDTH - MARGIN, self.y - 12, 28 * mm, PLAIN, SMALL, is_right=True)
        self.text(f"{printed.title}. {printed.printed}", MARGIN, self.y - 28, ROOM, PLAIN, CELL)
        self.y -= HEAD + 6 * mm
        self._canvas.line(MARGIN, self.y, WIDTH - MARGIN, self.y)
        self.y -= 3 * mm

    def done(self) -> bytes:
        """The file; nothing is written after it."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def need(self, height: float) -> bool:
        """Go on to another page where `height` does not fit on this one."""
        if self.y - height >= MARGIN:
            return False
        self._canvas.showPage()
        self._begin()
        return True

    def text(
        self, words: str, x: float, y: float, room: float, font: str, steps: Steps, *, is_right: bool = False
    ) -> None:
        if not words:
            return
        size, lines = lines_that_fit(words, font, room, steps)
        self._canvas.setFont(font, size)
        for number, line in enumerate(lines):
            left = x - width(line, font, size) if is_right else x
            self._canvas.drawString(left, y - number * size * 1.3, line)

    def _write_figures(self) -> None:
        if self._printed.note:
            self.text(self._printed.note, MARGIN, self.y - 10, ROOM, PLAIN, NOTE)
            self.y -= 11 * mm
        self.y -= 3 * mm
        cell = ROOM / 3
        figures = self._printed.figures
        for first in range(0, len(figures), 3):
            for number, (label, value) in enumerate(figures[first : first + 3]):
                x = MARGIN + number * cell
                self.text(label, x, self.y - 8, cell - GAP, PLAIN, SMALL)
                self.text(value, x, self.y - 22, cell - GAP, BOLD, TITLE)
            self.y -= 13 * mm

    def write_lists(self) -> None:
        for each in self._printed.lists:
            if each.rows:
                self._write_list(each)

    def rule(self, x: float, y: float, length: float) -> None:
        self._canvas.setLineWidth(0.4)
        self._canvas.line(x, y, x + length, y)

    def _write_list(self, printed: PrintedList) -> None:
        self.need(HEAD + 3 * ROW)
        self._head(printed)
        for row in printed.rows:
            if self.need(ROW):
                self._head(printed)
            self._row(row, printed.shares)
        self.y -= GAP / 2

    def _head(self, printed: PrintedList) -> None:
        self.text(printed.title, MARGIN, self.y - 14, ROOM, BOLD, TITLE)
        self.y -= HEAD - 4 * mm
        if printed.heads:
            self._row(printed.heads, printed.shares, steps=SMALL)

    def _row(self, cells: Sequence[str], shares: Sequence[float], *, steps: Steps = CELL) -> None:
        x = MARGIN
        for cell, share in zip(cells, shares, strict=True):
            self.text(cell, x, self.y - 11, ROOM * share - 2 * mm, PLAIN, steps)
            x += ROOM * share
        self.y -= ROW
