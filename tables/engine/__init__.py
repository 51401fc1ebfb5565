"""One hand of poker, recorded: rules, state and notation, without clock, chance or Django.

The rooms, each with a page of its own; a room imports only from those below it:

    notation | gestures               hands as files; what words and chips mean
    seat_play                         beside them: what a hand that is over says of each seat
    hand | legal_actions | made_hands replay and apply; what may happen next; what shown hands are called
    state                             a hand, read only
    rulings                           what went wrong, and what the rules make of it
    streets                           stud, draw, Italian poker: what comes between the betting rounds
    play                              record, betting, pots, showdown: what all games share
    games                             games, stakes, house rules, the setup of a hand
    cards | validation                cards and rankings; the checks of numbers and texts
    errors

It has more modules because a hand is replayed, asked what may follow, named and read in one each.

Import what this page exports from here, and anything else from the module that defines it: the pages
of the rooms export nothing, so that a part of the engine can be loaded without the rest.
"""

from tables.engine.cards.cards import UNKNOWN, Card, format_cards, parse_cards
from tables.engine.errors import DAMAGED, EngineError, IllegalAction, InvalidNotation
from tables.engine.games.catalogue import GAMES
from tables.engine.games.game import Game, Street
from tables.engine.games.house_rules import HOUSE_RULES, HouseRules
from tables.engine.games.posts import ButtonAndBlinds, Post, SeatStack
from tables.engine.games.setup import CarriedPot, Rake, Setup
from tables.engine.games.stakes import Stakes
from tables.engine.hand import apply, replay
from tables.engine.legal_actions import Legal, legal
from tables.engine.play.coding import decode, encode
from tables.engine.play.operations import (
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
    Ruling,
    RunBoards,
    Show,
    ShowOpeners,
    TakeOut,
    Undo,
    effective,
)
from tables.engine.play.pots import Award, Pot, Returned
from tables.engine.state import State

__all__ = [
    "DAMAGED",
    "GAMES",
    "HOUSE_RULES",
    "UNKNOWN",
    "Award",
    "BlindOpen",
    "BringIn",
    "ButtonAndBlinds",
    "Call",
    "Card",
    "CarriedPot",
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
    "Post",
    "Pot",
    "PutIn",
    "RaiseTo",
    "Rake",
    "Returned",
    "Ruling",
    "RunBoards",
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
