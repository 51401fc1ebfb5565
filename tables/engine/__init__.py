"""One hand of poker, recorded: rules, state and notation, without clock, chance or Django."""

from tables.engine.cards import UNKNOWN, Card, format_cards, parse_cards
from tables.engine.errors import EngineError, IllegalAction, InvalidNotation
from tables.engine.games import GAMES, Game, Street
from tables.engine.hand import apply, legal, replay
from tables.engine.house_rules import HOUSE_RULES, HouseRules
from tables.engine.operations import (
    Call,
    Check,
    DealBoard,
    DealHole,
    DeclareWinners,
    Fold,
    Muck,
    Operation,
    RaiseTo,
    Show,
    Undo,
    decode,
    effective,
    encode,
)
from tables.engine.pots import Award, Pot, Returned
from tables.engine.setup import Positions, Post, SeatStack, Setup, Stakes
from tables.engine.state import Legal, State

__all__ = [
    "GAMES",
    "HOUSE_RULES",
    "UNKNOWN",
    "Award",
    "Call",
    "Card",
    "Check",
    "DealBoard",
    "DealHole",
    "DeclareWinners",
    "EngineError",
    "Fold",
    "Game",
    "HouseRules",
    "IllegalAction",
    "InvalidNotation",
    "Legal",
    "Muck",
    "Operation",
    "Positions",
    "Post",
    "Pot",
    "RaiseTo",
    "Returned",
    "SeatStack",
    "Setup",
    "Show",
    "Stakes",
    "State",
    "Street",
    "Undo",
    "apply",
    "decode",
    "effective",
    "encode",
    "format_cards",
    "legal",
    "parse_cards",
    "replay",
]
