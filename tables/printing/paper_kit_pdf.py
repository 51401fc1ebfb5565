"""The paper kit as A4 pages: the clock with the levels to come, the prizes, and each table as a card to write on."""

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
CARD: Final = (ROOM - GAP) / 2
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
    """Rows of cells, each as wide as its share of the page; without a row it is left out."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTable:
    """A table: seat, player and stack in each row; `game` is "" where the whole room plays one."""

    title: str
    note: str
    game: str
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedKit:
    """The words of a paper kit."""

    event: str
    title: str
    printed: str
    how_to: str
    page: str
    figures: tuple[tuple[str, str], ...]
    lists: tuple[PrintedList, ...]
    tables: tuple[PrintedTable, ...]


def paper_kit_pdf(kit: PrintedKit) -> bytes:
    """The pages. The same kit gives the same bytes."""
    register_fonts()
    file = BytesIO()
    canvas = Canvas(file, pagesize=A4, invariant=True, pageCompression=1)
    canvas.setTitle("Floorman")
    sheet = _Sheet(canvas, kit)
    sheet.write_figures()
    for each in kit.lists:
        if each.rows:
            sheet.write_list(each)
    sheet.write_tables()
    sheet.close()
    return file.getvalue()


class _Sheet:
    """The page that is being written: `y` is how far down, in points from its foot."""

    def __init__(self, canvas: Canvas, kit: PrintedKit) -> None:
        self._canvas = canvas
        self._kit = kit
        self._number = 0
        self._begin()

    def _begin(self) -> None:
        """The head of each page says which event and as of when: pages get apart."""
        self._number += 1
        self._y = HEIGHT - MARGIN
        kit = self._kit
        page = f"{kit.page} {self._number}"
        self._text(kit.event, MARGIN, self._y - 15, ROOM - 30 * mm, BOLD, EVENT)
        self._text(page, WIDTH - MARGIN, self._y - 12, 28 * mm, PLAIN, SMALL, is_right=True)
        self._text(f"{kit.title}. {kit.printed}", MARGIN, self._y - 28, ROOM, PLAIN, CELL)
        self._y -= HEAD + 6 * mm
        self._canvas.line(MARGIN, self._y, WIDTH - MARGIN, self._y)
        self._y -= 3 * mm

    def close(self) -> None:
        self._canvas.showPage()
        self._canvas.save()

    def _need(self, height: float) -> bool:
        """Go on to another page where `height` does not fit on this one."""
        if self._y - height >= MARGIN:
            return False
        self._canvas.showPage()
        self._begin()
        return True

    def _text(
        self, words: str, x: float, y: float, room: float, font: str, steps: Steps, *, is_right: bool = False
    ) -> None:
        if not words:
            return
        size, lines = lines_that_fit(words, font, room, steps)
        self._canvas.setFont(font, size)
        for number, line in enumerate(lines):
            left = x - width(line, font, size) if is_right else x
            self._canvas.drawString(left, y - number * size * 1.3, line)

    def write_figures(self) -> None:
        self._text(self._kit.how_to, MARGIN, self._y - 10, ROOM, PLAIN, NOTE)
        self._y -= 14 * mm
        cell = ROOM / 3
        figures = self._kit.figures
        for first in range(0, len(figures), 3):
            for number, (label, value) in enumerate(figures[first : first + 3]):
                x = MARGIN + number * cell
                self._text(label, x, self._y - 8, cell - GAP, PLAIN, SMALL)
                self._text(value, x, self._y - 22, cell - GAP, BOLD, TITLE)
            self._y -= 13 * mm

    def write_list(self, printed: PrintedList) -> None:
        self._need(HEAD + 2 * ROW)
        self._title(printed.title)
        for row in printed.rows:
            if self._need(ROW):
                self._title(printed.title)
            x = MARGIN
            for cell, share in zip(row, printed.shares, strict=True):
                self._text(cell, x, self._y - 11, ROOM * share - 2 * mm, PLAIN, CELL)
                x += ROOM * share
            self._y -= ROW
        self._y -= GAP / 2

    def _title(self, words: str) -> None:
        self._text(words, MARGIN, self._y - 14, ROOM, BOLD, TITLE)
        self._y -= HEAD - 4 * mm

    def write_tables(self) -> None:
        """Two cards beside each other, as high as the higher one."""
        tables = self._kit.tables
        for first in range(0, len(tables), 2):
            pair = tables[first : first + 2]
            self._need(HEAD + max(len(table.rows) + bool(table.game) for table in pair) * ROW + GAP)
            height = max(self._card(table, MARGIN + n * (CARD + GAP)) for n, table in enumerate(pair))
            self._y -= height + GAP

    def _card(self, table: PrintedTable, x: float) -> float:
        """Draw a card and return how high it is."""
        self._text(table.title, x, self._y - 13, CARD * 0.5, BOLD, TITLE)
        self._text(table.note, x + CARD, self._y - 13, CARD * 0.48, PLAIN, SMALL, is_right=True)
        y = self._y - HEAD + 5 * mm
        if table.game:
            self._text(table.game, x, y - 9, CARD, PLAIN, CELL)
            y -= ROW
        for row in table.rows:
            self._rule(x, y)
            self._row(row, x, y - 11)
            y -= ROW
        self._rule(x, y)
        return float(self._y - y)

    def _rule(self, x: float, y: float) -> None:
        self._canvas.setLineWidth(0.4)
        self._canvas.line(x, y, x + CARD, y)

    def _row(self, row: Sequence[str], x: float, y: float) -> None:
        seat, name, stack = row
        self._text(seat, x, y, 8 * mm, BOLD, CELL)
        self._text(name, x + 8 * mm, y, CARD - 36 * mm, PLAIN, CELL)
        self._text(stack, x + CARD, y, 26 * mm, PLAIN, CELL, is_right=True)
