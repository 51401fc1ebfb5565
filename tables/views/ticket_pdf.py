"""Seat tickets as PDF pages of 80 x 120 mm, for a roll printer or cut from larger paper."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from io import BytesIO

import segno
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 80 * mm, 120 * mm
MARGIN = 6 * mm
QR_SIDE = 34 * mm
PLAIN, BOLD = "Vera", "VeraBd"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTicket:
    """The words of one ticket, in the language of the desk. Without a link there is no QR code."""

    event: str
    when: str
    seat: str
    name: str
    lines: tuple[str, ...]
    link: str
    link_words: str


def tickets_pdf(tickets: Iterable[PrintedTicket]) -> bytes:
    """One page for each ticket."""
    _register_fonts()
    file = BytesIO()
    # Invariant: the same tickets give the same bytes, without the date of printing.
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=True, pageCompression=1)
    canvas.setTitle("Floorman")
    for ticket in tickets:
        _draw(canvas, ticket)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Canvas, ticket: PrintedTicket) -> None:
    y = HEIGHT - MARGIN
    y = _line(canvas, ticket.event, y, font=BOLD, size=11)
    y = _line(canvas, ticket.when, y, font=PLAIN, size=8)
    y = _line(canvas, ticket.seat, y - 3 * mm, font=BOLD, size=24)
    y = _line(canvas, ticket.name, y - 2 * mm, font=BOLD, size=13)
    for words in ticket.lines:
        y = _line(canvas, words, y, font=PLAIN, size=9)
    if not ticket.link:
        return
    _draw_qr(canvas, ticket.link, (WIDTH - QR_SIDE) / 2, MARGIN + 5 * mm)
    canvas.setFont(PLAIN, 7)
    canvas.drawCentredString(WIDTH / 2, MARGIN, printable(ticket.link_words, PLAIN))


def _line(canvas: Canvas, words: str, y: float, *, font: str, size: float) -> float:
    """Write one line under `y`, smaller if it is too wide, and return where the next begins."""
    text = printable(words, font)
    room = WIDTH - 2 * MARGIN
    while size > 6 and pdfmetrics.stringWidth(text, font, size) > room:
        size -= 0.5
    while len(text) > 1 and pdfmetrics.stringWidth(text, font, size) > room:
        text = text[:-2] + "…"
    canvas.setFont(font, size)
    canvas.drawString(MARGIN, y - size, text)
    return y - size * 1.35


def _draw_qr(canvas: Canvas, link: str, x: float, y: float) -> None:
    rows = list(segno.make_qr(link, error="m").matrix)
    module = QR_SIDE / len(rows)
    for number, row in enumerate(reversed(rows)):
        for column, is_dark in enumerate(row):
            if is_dark:
                # A hair wider than a module, so that no printer leaves white lines between them.
                canvas.rect(
                    x + column * module, y + number * module, module * 1.02, module * 1.02, stroke=0, fill=1
                )


def printable(text: str, font: str) -> str:
    """`text` with letters the font lacks replaced by their base letter, or by a question mark."""
    _register_fonts()
    known = pdfmetrics.getFont(font).face.charToGlyph
    return "".join(letter if ord(letter) in known else _nearest(letter, known) for letter in text)


def _nearest(letter: str, known: dict[int, int]) -> str:
    base = "".join(c for c in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(c))
    return base if base and all(ord(c) in known for c in base) else "?"


@cache
def _register_fonts() -> None:
    for name in (PLAIN, BOLD):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
