"""One hand of a PokerGFX session with its form checked: players and their stacks, blinds, events.

Stacks and names are read apart from the play, so that they can be used where the play cannot be replayed. What the
software says of nothing in its files is not read: statistics, sums over the session, the pot beside each event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tables.engine.cards.cards import UNKNOWN, Card
from tables.engine.errors import InvalidNotation
from tables.engine.notation.fields import LARGEST_AMOUNT, LARGEST_SUM, show
from tables.engine.notation.gfx.session import gfx_error
from tables.engine.notation.gfx.words import ACTIONS, BOARD_CARD, read_cards
from tables.engine.notation.json_objects import Node
from tables.engine.validation import LAST_SEAT

MOST_PLAYERS: Final = 30
MOST_EVENTS: Final = 1_000
MOST_BOARDS: Final = 4
MOST_CARDS: Final = 52
LONGEST_PIECE: Final = 200
LARGEST_NUMBER: Final = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class GfxPlayer:
    """A player of a hand: the number of the seat, the names, chips before and after it; None: not said.

    place: the rank of a player who is out, None for one who is in. posted: a blind or straddle besides those of the
    hand.
    """

    at: str
    seat: int
    name: str
    long_name: str
    start: int
    end: int | None
    sits_out: bool
    place: int | None
    posted: int

    @property
    def names(self) -> tuple[str, ...]:
        """Those that say something, the long one first."""
        return tuple([name for name in (self.long_name, self.name) if name])


class GfxEvent(NamedTuple):
    """One event; `at` is its path, amount what the player has in front of it afterwards, board from 1."""

    at: str
    word: str
    seat: int
    amount: int
    cards: tuple[Card, ...]
    board: int


class Blinds(NamedTuple):
    """Seats 0: nobody. third: a straddle, or the third blind of the game."""

    at: str
    button: int
    small_seat: int
    small: int
    big_seat: int
    big: int
    third_seat: int
    third: int
    ante: int
    ante_type: str
    level: int


def read_number(hand: Node) -> int:
    return hand.whole("HandNum", least=0, most=LARGEST_NUMBER)


def read_players(hand: Node) -> tuple[GfxPlayer, ...]:
    """Everybody who is listed, in the order of the seats: also players who are out, or sit out."""
    players: dict[int, GfxPlayer] = {}
    for node in hand.nodes("Players", most=MOST_PLAYERS):
        player = _player(node)
        if player.seat in players:
            raise gfx_error(node.at("PlayerNum"), f"{player.seat} is another player's too")
        players[player.seat] = player
    return tuple([players[seat] for seat in sorted(players)])


def _player(node: Node) -> GfxPlayer:
    place = node.whole("EliminationRank", least=-1, most=LARGEST_NUMBER) if node.has("EliminationRank") else 0
    return GfxPlayer(
        at=node.path,
        seat=node.whole("PlayerNum", least=1, most=LAST_SEAT),
        name=_text(node, "Name"),
        long_name=_text(node, "LongName"),
        start=node.whole("StartStackAmt", least=0, most=LARGEST_AMOUNT),
        end=node.whole("EndStackAmt", least=0, most=LARGEST_SUM) if node.has("EndStackAmt") else None,
        sits_out=node.flag("SittingOut"),
        place=place if place > 0 else None,
        posted=_chips(node, "BlindBetStraddleAmt"),
    )


def _text(node: Node, name: str) -> str:
    return node.text(name).strip() if node.has(name) else ""


def read_blinds(hand: Node) -> Blinds:
    node = hand.node("FlopDrawBlinds")

    def seat(name: str) -> int:
        return node.whole(name, least=0, most=LAST_SEAT) if node.has(name) else 0

    ante = _chips(hand, "AnteAmt")
    return Blinds(
        at=node.path,
        button=node.whole("ButtonPlayerNum", least=1, most=LAST_SEAT),
        small_seat=seat("SmallBlindPlayerNum"),
        small=_chips(node, "SmallBlindAmt"),
        big_seat=seat("BigBlindPlayerNum"),
        big=_chips(node, "BigBlindAmt"),
        third_seat=seat("ThirdBlindPlayerNum"),
        third=_chips(node, "ThirdBlindAmt"),
        ante=ante,
        ante_type=node.text("AnteType").upper() if ante else "",
        level=node.whole("BlindLevel", least=0, most=LARGEST_NUMBER) if node.has("BlindLevel") else 0,
    )


def read_events(hand: Node) -> list[GfxEvent]:
    """The events in the order of play."""
    nodes = hand.nodes("Events", most=MOST_EVENTS) if hand.has("Events") else []
    return [_event(node) for node in nodes]


def _event(node: Node) -> GfxEvent:
    word = node.text("EventType").upper().replace("_", " ")
    if word == BOARD_CARD:
        cards = _cards(node, "BoardCards") or (UNKNOWN,)
        board = node.whole("BoardNum", least=0, most=MOST_BOARDS) if node.has("BoardNum") else 0
        return GfxEvent(node.path, word, 0, 0, cards, max(board, 1))
    if word not in ACTIONS:
        raise gfx_error(node.at("EventType"), f"{show(word)} is no event that can be replayed")
    seat = node.whole("PlayerNum", least=1, most=LAST_SEAT)
    return GfxEvent(node.path, word, seat, _chips(node, "BetAmt"), (), 0)


def read_holes(hand: Node, players: Sequence[GfxPlayer]) -> dict[int, tuple[Card, ...]]:
    """The cards of each seat as far as they are known: the antenna of a seat may have read none, or one."""
    at = {player.at: player.seat for player in players}
    nodes = [node for node in hand.nodes("Players", most=MOST_PLAYERS) if node.path in at]
    return {at[node.path]: cards for node in nodes if (cards := _cards(node, "HoleCards"))}


def _chips(node: Node, name: str) -> int:
    """0 where nothing is said."""
    return node.whole(name, least=0, most=LARGEST_AMOUNT) if node.has(name) else 0


def _cards(node: Node, name: str) -> tuple[Card, ...]:
    """One text with all cards, or a list of texts; none where the field is missing, null or empty."""
    value = node.values.get(name)
    listed = value if isinstance(value, list) else [] if value is None else [value]
    pieces = [
        piece for piece in listed[: MOST_CARDS + 1] if isinstance(piece, str) and len(piece) <= LONGEST_PIECE
    ]
    if len(pieces) > MOST_CARDS or len(pieces) < len(listed):
        raise gfx_error(node.at(name), 'no cards, write ["ah kd"]')
    try:
        return read_cards(" ".join(pieces))
    except InvalidNotation as error:
        raise gfx_error(node.at(name), str(error)) from None
