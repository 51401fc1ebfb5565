"""What the pictures of links are drawn with: the size that messengers show whole, letters and colours."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from tournament.printing.letters import BOLD, FONTS, PLAIN, printable

WIDTH: Final = 1200
HEIGHT: Final = 630
EDGE: Final = 70
GROUND: Final = "#0f1f1a"
INK: Final = "#f4f1e8"
SOFT: Final = "#a9b8b0"
GOLD: Final = "#f3bf5a"
# With the shades at the edges of letters; so it takes a third of the time, and of the bytes.
COLOURS: Final = 32


@cache
def font_of(size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{BOLD if is_bold else PLAIN}.ttf", size)


class LinkPicture:
    """A picture of 1200 by 630 to write on, and then a PNG."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
        self.draw = ImageDraw.Draw(self.image)

    def write(
        self,
        place: tuple[int, int],
        text: str,
        *,
        size: int,
        colour: str = INK,
        is_bold: bool = True,
        room: int = WIDTH - 2 * EDGE,
    ) -> None:
        """One line; what is wider than its room is cut."""
        font = font_of(size, is_bold=is_bold)
        text = printable(text, BOLD if is_bold else PLAIN)
        while text and self.draw.textlength(text, font=font) > room:
            text = text[:-2].rstrip() + "…"
        self.draw.text(place, text, font=font, fill=colour)

    def width_of(self, text: str, *, size: int) -> float:
        """Of a bold line, as it can be printed."""
        return self.draw.textlength(printable(text), font=font_of(size, is_bold=True))

    def png(self) -> bytes:
        file = BytesIO()
        self.image.quantize(COLOURS).save(file, "PNG", compress_level=1)
        return file.getvalue()
