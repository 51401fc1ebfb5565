"""A hand as a picture, for the preview of its link: the board, the pot, and who won."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from tables.queries.hands.history import HandHistory
from tables.queries.hands.steps import chips_won
from tournament.printing.pictures import EDGE, SOFT, LinkPicture, font_of
from tournament.templatetags.poker import chips
from tournament.words.cards import SUIT_SIGNS

CARD: Final = "#fbfaf5"
SUITS: Final = {"s": "#15181a", "h": "#b3261e", "d": "#1f5fbf", "c": "#1d7a3e"}
CARD_WIDTH: Final = 150
CARD_HEIGHT: Final = 205
GAP: Final = 22
MOST_WINNERS: Final = 3


def hand_picture(hand: HandHistory, *, event: str) -> bytes:
    """PNG, 1200 by 630. Of several boards the first; names that are too long are cut."""
    picture = LinkPicture()
    where = _("Table %(table)s, hand %(number)s") % {"table": hand.table, "number": hand.number}
    picture.write((EDGE, 48), event, size=44)
    picture.write((EDGE, 112), f"{where} · {hand.game}", size=30, colour=SOFT, is_bold=False)
    board = hand.boards[0] if hand.boards else ""
    cards = [board[at : at + 2] for at in range(0, len(board), 2)]
    for place, card in enumerate(cards):
        _card(picture, EDGE + place * (CARD_WIDTH + GAP), 180, card)
    pot = _("Pot") + f" {chips(hand.pot_total)}"
    picture.write((EDGE, 420 if cards else 260), pot, size=48)
    for line, (name, won) in enumerate(_winners(hand)):
        text = _("%(name)s wins %(amount)s") % {"name": name, "amount": chips(won)}
        picture.write((EDGE, (490 if cards else 340) + 44 * line), text, size=34, is_bold=False)
    return picture.png()


def _winners(hand: HandHistory) -> list[tuple[str, int]]:
    """Who won how much in all pots, the most first; two may be called alike."""
    won = chips_won(hand.steps[-1].state)
    names = {player.seat: player.name for player in hand.players}
    return [(names[seat], amount) for seat, amount in won.most_common(MOST_WINNERS)]


def _card(picture: LinkPicture, left: int, top: int, card: str) -> None:
    draw = picture.draw
    box = (left, top, left + CARD_WIDTH, top + CARD_HEIGHT)
    if card[1:] not in SUITS:
        draw.rounded_rectangle(box, radius=14, outline=SOFT, width=4)
        return
    draw.rounded_rectangle(box, radius=14, fill=CARD)
    rank, suit = ("10" if card[0] == "T" else card[0]), card[1]
    sign = SUIT_SIGNS[suit][0]
    middle = left + CARD_WIDTH / 2
    draw.text((middle, top + 62), rank, font=font_of(78, is_bold=True), fill=SUITS[suit], anchor="mm")
    draw.text((middle, top + 148), sign, font=font_of(84, is_bold=True), fill=SUITS[suit], anchor="mm")
