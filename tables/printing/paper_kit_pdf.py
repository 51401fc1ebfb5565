"""The paper kit as A4 pages: the clock with the levels to come, the prizes, and each table as a card to write on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.lib.units import mm

from tournament.printing.letters import BOLD, PLAIN
from tournament.printing.sheet_pdf import (
    CELL,
    GAP,
    HEAD,
    MARGIN,
    ROOM,
    ROW,
    SMALL,
    TITLE,
    PrintedSheet,
    Sheet,
)

CARD: Final = (ROOM - GAP) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTable:
    """A table: seat, player and stack in each row; `game` is "" where the whole room plays one."""

    title: str
    note: str
    game: str
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedKit(PrintedSheet):
    """The words of a paper kit."""

    tables: tuple[PrintedTable, ...]


def paper_kit_pdf(kit: PrintedKit) -> bytes:
    """The pages. The same kit gives the same bytes."""
    sheet = Sheet(kit)
    sheet.write_lists()
    _write_tables(sheet, kit.tables)
    return sheet.done()


def _write_tables(sheet: Sheet, tables: Sequence[PrintedTable]) -> None:
    """Two cards beside each other, as high as the higher one."""
    for first in range(0, len(tables), 2):
        pair = tables[first : first + 2]
        sheet.need(HEAD + max(len(table.rows) + bool(table.game) for table in pair) * ROW + GAP)
        height = max(_card(sheet, table, MARGIN + n * (CARD + GAP)) for n, table in enumerate(pair))
        sheet.y -= height + GAP


def _card(sheet: Sheet, table: PrintedTable, x: float) -> float:
    """Draw a card and return how high it is."""
    sheet.text(table.title, x, sheet.y - 13, CARD * 0.5, BOLD, TITLE)
    sheet.text(table.note, x + CARD, sheet.y - 13, CARD * 0.48, PLAIN, SMALL, is_right=True)
    y = sheet.y - HEAD + 5 * mm
    if table.game:
        sheet.text(table.game, x, y - 9, CARD, PLAIN, CELL)
        y -= ROW
    for row in table.rows:
        sheet.rule(x, y, CARD)
        _row(sheet, row, x, y - 11)
        y -= ROW
    sheet.rule(x, y, CARD)
    return float(sheet.y - y)


def _row(sheet: Sheet, row: Sequence[str], x: float, y: float) -> None:
    seat, name, stack = row
    sheet.text(seat, x, y, 8 * mm, BOLD, CELL)
    sheet.text(name, x + 8 * mm, y, CARD - 36 * mm, PLAIN, CELL)
    sheet.text(stack, x + CARD, y, 26 * mm, PLAIN, CELL, is_right=True)
