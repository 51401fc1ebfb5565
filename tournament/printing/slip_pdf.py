"""A receipt or payout slip as one PDF page of 80 mm, as long as its words need: for the roll of a thermal printer.

Nothing on it is cut: it is signed and kept, so a long name takes as many lines as it wants.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Final

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tournament.printing.letters import BOLD, PLAIN, lines_that_fit, register_fonts

# Compressed pages as they are. Written in letters, for wires of seven bits, they take a quarter more.
rl_config.useA85 = 0

WIDTH: Final = 80 * mm
# A roll of 80 mm is printed 72 mm wide.
MARGIN: Final = 5 * mm
ROOM: Final = WIDTH - 2 * MARGIN
LABELS: Final = 23 * mm
VALUES: Final = ROOM - LABELS
SIGNATURE: Final = 16 * mm
GAP: Final = 3 * mm
LINE: Final = 1.3
# As many lines as it takes: the longest text has fewer.
MANY: Final = 1_000

Steps = tuple[tuple[float, int], ...]
EVENT: Final[Steps] = ((12, 1), (11, 2), (10, MANY))
TITLE: Final[Steps] = ((11, MANY),)
LABEL: Final[Steps] = ((8, MANY),)
VALUE: Final[Steps] = ((10, 1), (9, MANY))
AMOUNT: Final[Steps] = ((24, 1), (20, 1), (16, 1), (12, MANY))
NOTE: Final[Steps] = ((8, MANY),)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedSlip:
    """The words of one slip. `rows` are labels with their values, `amount` stands large below them."""

    event: str
    title: str
    rows: tuple[tuple[str, str], ...]
    amount_label: str
    amount: str
    notes: tuple[str, ...] = ()
    signatures: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of words, `x` points from the left and its foot `y` points below the top of the page."""

    words: str
    font: str
    size: float
    x: float
    y: float


def slip_pdf(slip: PrintedSlip) -> bytes:
    """One page. The same slip gives the same bytes, without the date of printing."""
    register_fonts()
    texts, rules, height = _laid_out(slip)
    file = BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, height), invariant=True, pageCompression=1)
    canvas.setTitle("Floorman")
    for text in texts:
        canvas.setFont(text.font, text.size)
        canvas.drawString(text.x, height - text.y, text.words)
    for y in rules:
        canvas.line(MARGIN, height - y, WIDTH - MARGIN, height - y)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def _laid_out(slip: PrintedSlip) -> tuple[list[_Text], list[float], float]:
    """Every line with its place, where a line is drawn to sign on, and how long the page is."""
    texts: list[_Text] = []
    rules: list[float] = []

    def write(words: str, y: float, font: str, steps: Steps, x: float = MARGIN, room: float = ROOM) -> float:
        size, lines = lines_that_fit(words, font, room, steps)
        for number, line in enumerate(lines):
            texts.append(_Text(line, font, size, x, y + size + number * size * LINE))
        return y + len(lines) * size * LINE

    y = write(slip.event, MARGIN, BOLD, EVENT)
    y = write(slip.title, y + GAP / 2, PLAIN, TITLE) + GAP
    for label, value in slip.rows:
        below_label = write(label, y + 1, PLAIN, LABEL, room=LABELS - GAP)
        y = max(below_label, write(value, y, BOLD, VALUE, MARGIN + LABELS, VALUES)) + GAP / 3
    y = write(slip.amount_label, y + GAP, PLAIN, LABEL)
    y = write(slip.amount, y, BOLD, AMOUNT)
    for note in slip.notes:
        y = write(note, y + GAP / 2, PLAIN, NOTE)
    for words in slip.signatures:
        y += SIGNATURE
        rules.append(y)
        y = write(words, y + 2, PLAIN, LABEL)
    return texts, rules, y + MARGIN
