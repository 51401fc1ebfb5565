"""Seat tickets as PDF pages of 80 x 120 mm, for a roll printer or cut from larger paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

import segno
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tables.views.desk.ticket_letters import BOLD, PLAIN, lines_that_fit, printable, register_fonts

WIDTH, HEIGHT = 80 * mm, 120 * mm
MARGIN = 6 * mm
QR_SIDE = 34 * mm
# Size in points and how many lines it may take: one large line, else smaller ones. A name of 120 letters is read
# at arm's length in five lines of nine points and leaves the QR code its place.
EVENT: Final = ((11, 1), (10, 1), (9, 2), (8, 2), (7, 3))
SEAT: Final = ((24, 1), (22, 1), (20, 1), (18, 1), (16, 1), (14, 1), (11, 2))
NAME: Final = ((15, 1), (14, 1), (13, 2), (12, 3), (11, 4), (10, 5), (9, 5), (8, 5), (7, 5))
LINE: Final = ((9, 1), (8, 1), (7, 1), (6, 2))


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
    register_fonts()
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
    y = _write(canvas, ticket.event, y, font=BOLD, steps=EVENT)
    y = _write(canvas, ticket.when, y, font=PLAIN, steps=((8, 1),))
    y = _write(canvas, ticket.seat, y - 3 * mm, font=BOLD, steps=SEAT)
    y = _write(canvas, ticket.name, y - 2 * mm, font=BOLD, steps=NAME)
    for words in ticket.lines:
        y = _write(canvas, words, y, font=PLAIN, steps=LINE)
    if not ticket.link:
        return
    _draw_qr(canvas, ticket.link, (WIDTH - QR_SIDE) / 2, MARGIN + 5 * mm)
    canvas.setFont(PLAIN, 7)
    canvas.drawCentredString(WIDTH / 2, MARGIN, printable(ticket.link_words, PLAIN))


def _write(canvas: Canvas, words: str, y: float, *, font: str, steps: Sequence[tuple[float, int]]) -> float:
    """Write `words` under `y` as large as they fit, and return where the next begin."""
    size, lines = lines_that_fit(words, font, WIDTH - 2 * MARGIN, steps)
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawString(MARGIN, y - size, line)
        y -= size * 1.3
    return y


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
