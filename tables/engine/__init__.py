"""One hand of poker, recorded: rules, state and notation, without clock, chance or Django."""

from tables.engine.cards import UNKNOWN, Card, format_cards, parse_cards
from tables.engine.catalogue import GAMES
from tables.engine.coding import decode, encode
from tables.engine.errors import EngineError, IllegalAction, InvalidNotation
from tables.engine.games import Game, Street
from tables.engine.hand import apply, legal, replay
from tables.engine.house_rules import HOUSE_RULES, HouseRules
from tables.engine.operations import (
    BlindOpen,
    BringIn,
    Call,
    Check,
    DealBoard,
    DealHole,
    DealUp,
    DeclareWinners,
    Discard,
    EndHand,
    Fold,
    Muck,
    Opens,
    Operation,
    PutIn,
    RaiseTo,
    Show,
    ShowOpeners,
    TakeOut,
    Undo,
    effective,
)
from tables.engine.pots import Award, Pot, Returned
from tables.engine.setup import Carry, Positions, Post, Rake, SeatStack, Setup, Stakes
from tables.engine.state import Legal, State

__all__ = [
    "GAMES",
    "HOUSE_RULES",
    "UNKNOWN",
    "Award",
    "BlindOpen",
    "BringIn",
    "Call",
    "Card",
    "Carry",
    "Check",
    "DealBoard",
    "DealHole",
    "DealUp",
    "DeclareWinners",
    "Discard",
    "EndHand",
    "EngineError",
    "Fold",
    "Game",
    "HouseRules",
    "IllegalAction",
    "InvalidNotation",
    "Legal",
    "Muck",
    "Opens",
    "Operation",
    "Positions",
    "Post",
    "Pot",
    "PutIn",
    "RaiseTo",
    "Rake",
    "Returned",
    "SeatStack",
    "Setup",
    "Show",
    "ShowOpeners",
    "Stakes",
    "State",
    "Street",
    "TakeOut",
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
