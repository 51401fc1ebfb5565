"""Seat tickets as PDF pages of 80 x 120 mm, for a roll printer or cut from larger paper.

Ten thousand take 15 s of a processor, most of it for the QR codes, and 11 MB.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Final

import segno
from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.printing.letters import BOLD, PLAIN, lines_that_fit, printable, register_fonts

# Compressed pages as they are. Written in letters, for wires of seven bits, they take a quarter more.
rl_config.useA85 = 0

Steps = tuple[tuple[float, int], ...]

WIDTH, HEIGHT = 80 * mm, 120 * mm
MARGIN = 6 * mm
QR_SIDE = 34 * mm
# Size in points and how many lines it may take: one large line, else smaller ones. A name of 120 letters is read
# at arm's length in five lines of nine points and leaves the QR code its place.
EVENT: Final[Steps] = ((11, 1), (10, 1), (9, 2), (8, 2), (7, 3))
SEAT: Final[Steps] = ((24, 1), (22, 1), (20, 1), (18, 1), (16, 1), (14, 1), (11, 2))
NAME: Final[Steps] = ((15, 1), (14, 1), (13, 2), (12, 3), (11, 4), (10, 5), (9, 5), (8, 5), (7, 5))
LINE: Final[Steps] = ((9, 1), (8, 1), (7, 1), (6, 2))
WHEN: Final[Steps] = ((8, 1),)
# One of the eight patterns that break up large areas. Any of them reads alike on an address with a random secret, and
# to try all eight for the best would take four times as long.
MASK: Final = 2


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


def tickets_pdf(tickets: Iterable[PrintedTicket], *, note_done: Callable[[int], None] | None = None) -> bytes:
    """One page for each ticket. `note_done` hears after each how many there are."""
    register_fonts()
    file = BytesIO()
    # Invariant: the same tickets give the same bytes, without the date of printing.
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=True, pageCompression=1)
    canvas.setTitle("Floorman")
    for number, ticket in enumerate(tickets, start=1):
        _draw(canvas, ticket)
        canvas.showPage()
        if note_done is not None:
            note_done(number)
    canvas.save()
    return file.getvalue()


def _draw(canvas: Canvas, ticket: PrintedTicket) -> None:
    y = HEIGHT - MARGIN
    y = _write(canvas, ticket.event, y, font=BOLD, steps=EVENT)
    y = _write(canvas, ticket.when, y, font=PLAIN, steps=WHEN)
    y = _write(canvas, ticket.seat, y - 3 * mm, font=BOLD, steps=SEAT)
    y = _write(canvas, ticket.name, y - 2 * mm, font=BOLD, steps=NAME)
    for words in ticket.lines:
        y = _write(canvas, words, y, font=PLAIN, steps=LINE)
    if not ticket.link:
        return
    _draw_qr(canvas, ticket.link, (WIDTH - QR_SIDE) / 2, MARGIN + 5 * mm)
    canvas.setFont(PLAIN, 7)
    canvas.drawCentredString(WIDTH / 2, MARGIN, printable(ticket.link_words, PLAIN))


def _write(canvas: Canvas, words: str, y: float, *, font: str, steps: Steps) -> float:
    """Write `words` under `y` as large as they fit, and return where the next begin."""
    size, lines = lines_that_fit(words, font, WIDTH - 2 * MARGIN, steps)
    canvas.setFont(font, size)
    for line in lines:
        canvas.drawString(MARGIN, y - size, line)
        y -= size * 1.3
    return y


def _draw_qr(canvas: Canvas, link: str, x: float, y: float) -> None:
    """A picture of one bit for each module, painted where it is 1: a third of what as many squares would take."""
    rows = segno.make_qr(link, error="m", mask=MASK).matrix
    side = len(rows)
    # Each row is filled up to whole bytes and written in hexadecimal digits.
    digits = -(-side // 8) * 2
    bits = "".join(f"{int(''.join(map(str, row)).ljust(digits * 4, '0'), 2):0{digits}x}" for row in rows)
    canvas.addLiteral(
        f"q {QR_SIDE:.3f} 0 0 {QR_SIDE:.3f} {x:.3f} {y:.3f} cm "
        f"BI /W {side} /H {side} /IM true /D [1 0] /F /AHx ID {bits}> EI Q"
    )
