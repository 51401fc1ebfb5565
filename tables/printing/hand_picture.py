"""A hand as a picture, for the preview of its link: the board, the pot, and who won."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Final

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tables.queries.hands.history import HandHistory
from tables.queries.hands.steps import chips_won
from tournament.printing.letters import BOLD, FONTS, PLAIN, printable
from tournament.templatetags.cards import SUIT_SIGNS
from tournament.templatetags.poker import chips

# What messengers and networks show whole.
WIDTH: Final = 1200
HEIGHT: Final = 630
EDGE: Final = 70
GROUND: Final = "#0f1f1a"
INK: Final = "#f4f1e8"
SOFT: Final = "#a9b8b0"
CARD: Final = "#fbfaf5"
SUITS: Final = {"s": "#15181a", "h": "#b3261e", "d": "#1f5fbf", "c": "#1d7a3e"}
CARD_WIDTH: Final = 150
CARD_HEIGHT: Final = 205
GAP: Final = 22
MOST_WINNERS: Final = 3
# With the shades at the edges of letters; so it takes a third of the time, and of the bytes.
COLOURS: Final = 32


def hand_picture(hand: HandHistory, *, event: str) -> bytes:
    """PNG, 1200 by 630. Of several boards the first; names that are too long are cut."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(image)
    where = _("Table %(table)s, hand %(number)s") % {"table": hand.table, "number": hand.number}
    _write(draw, (EDGE, 48), event, size=44)
    _write(draw, (EDGE, 112), f"{where} · {hand.game}", size=30, colour=SOFT, is_bold=False)
    board = hand.boards[0] if hand.boards else ""
    cards = [board[at : at + 2] for at in range(0, len(board), 2)]
    for place, card in enumerate(cards):
        _card(draw, EDGE + place * (CARD_WIDTH + GAP), 180, card)
    pot = _("Pot") + f" {chips(hand.pot_total)}"
    _write(draw, (EDGE, 420 if cards else 260), pot, size=48)
    for line, (name, won) in enumerate(_winners(hand)):
        text = _("%(name)s wins %(amount)s") % {"name": name, "amount": chips(won)}
        _write(draw, (EDGE, (490 if cards else 340) + 44 * line), text, size=34, is_bold=False)
    file = BytesIO()
    image.quantize(COLOURS).save(file, "PNG", compress_level=1)
    return file.getvalue()


def _winners(hand: HandHistory) -> list[tuple[str, int]]:
    """Who won how much in all pots, the most first; two may be called alike."""
    won = chips_won(hand.steps[-1].state)
    names = {player.seat: player.name for player in hand.players}
    return [(names[seat], amount) for seat, amount in won.most_common(MOST_WINNERS)]


def _card(draw: ImageDraw.ImageDraw, left: int, top: int, card: str) -> None:
    box = (left, top, left + CARD_WIDTH, top + CARD_HEIGHT)
    if card[1:] not in SUITS:
        draw.rounded_rectangle(box, radius=14, outline=SOFT, width=4)
        return
    draw.rounded_rectangle(box, radius=14, fill=CARD)
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    sign = SUIT_SIGNS[suit][0]
    middle = left + CARD_WIDTH / 2
    draw.text((middle, top + 62), rank, font=_font(78, is_bold=True), fill=SUITS[suit], anchor="mm")
    draw.text((middle, top + 148), sign, font=_font(84, is_bold=True), fill=SUITS[suit], anchor="mm")


def _write(
    draw: ImageDraw.ImageDraw,
    place: tuple[int, int],
    text: str,
    *,
    size: int,
    colour: str = INK,
    is_bold: bool = True,
) -> None:
    font = _font(size, is_bold=is_bold)
    text = printable(text, BOLD if is_bold else PLAIN)
    while text and draw.textlength(text, font=font) > WIDTH - 2 * EDGE:
        text = text[:-2].rstrip() + "…"
    draw.text(place, text, font=font, fill=colour)


@cache
def _font(size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"{BOLD if is_bold else PLAIN}.ttf", size)
