"""The players and rounds of an Open Hand History object with their form checked, and its posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, NamedTuple

from tables.engine.cards.cards import DECK, Card
from tables.engine.notation.fields import LARGEST_SUM, show
from tables.engine.notation.json_objects import Node
from tables.engine.notation.ohh.fields import OhhError, ohh_error
from tables.engine.notation.ohh.words import SHOWDOWN
from tables.engine.notation.recorded_hand import StatedPot
from tables.engine.validation import LAST_SEAT

MOST_PLAYERS: Final = 30
MOST_ROUNDS: Final = 20
MOST_ACTIONS: Final = 1000
"""Of one round."""
MOST_WINS: Final = 100
LARGEST_ID: Final = 2**53

PREFLOP: Final = "Preflop"
STREETS: Final = (PREFLOP, "Flop", "Turn", "River", SHOWDOWN)
POSTS: Final = frozenset(("Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind"))
IDLE: Final = frozenset(("Added Chips", "Sits Down", "Stands Up"))
"""Actions beside the hand: they change nothing in it."""
BETTING: Final = frozenset(("Fold", "Check", "Call", "Bet", "Raise"))
CARDS: Final = frozenset(("Dealt Cards", "Shows Cards", "Mucks Cards"))
WITH_AMOUNT: Final = POSTS | {"Bet", "Raise"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OhhPlayer:
    """A player who is dealt in; the stack in the file's units."""

    at: str
    player_id: int
    seat: int
    name: str
    stack: Decimal


class OhhAction(NamedTuple):
    """One action that belongs to the hand; `at` is its path."""

    at: str
    word: str
    seat: int
    amount: Decimal | None
    cards: tuple[Card, ...]


class Round(NamedTuple):
    at: str
    street: str
    cards: tuple[Card, ...]
    actions: Sequence[OhhAction]


def read_players(hand: Node) -> list[OhhPlayer]:
    """Who is dealt in, in the order of the file: a player who sits out may still post and fold."""
    acting = {
        action.values.get("player_id")
        for action in _actions(hand)
        if action.text("action") not in IDLE and type(action.values.get("player_id")) is int
    }
    players: list[OhhPlayer] = []
    for node in hand.nodes("players", most=MOST_PLAYERS):
        player = OhhPlayer(
            at=node.path,
            player_id=node.whole("id", least=0, most=LARGEST_ID),
            seat=node.whole("seat", least=1, most=LAST_SEAT),
            name=node.text("name"),
            stack=node.amount("starting_stack"),
        )
        for other in players:
            if player.player_id == other.player_id:
                raise ohh_error(node.at("id"), f"{player.player_id} is another player's too")
            if player.seat == other.seat:
                raise ohh_error(node.at("seat"), f"{player.seat} is another player's too")
        if not node.flag("is_sitting_out") or player.player_id in acting:
            players.append(player)
    return players


def _actions(hand: Node) -> Iterator[Node]:
    for each in hand.nodes("rounds", most=MOST_ROUNDS):
        yield from each.nodes("actions", most=MOST_ACTIONS)


def read_rounds(hand: Node, players: Sequence[OhhPlayer]) -> list[Round]:
    """The rounds in the order of play, given by their ids; each action's player is dealt in."""
    seat_of = {player.player_id: player.seat for player in players}
    numbered = []
    for node in hand.nodes("rounds", most=MOST_ROUNDS):
        number = node.whole("id", least=0, most=LARGEST_ID)
        if (street := node.text("street")) not in STREETS:
            raise ohh_error(node.at("street"), f"{show(street)} is none of {', '.join(STREETS)}")
        actions = [_action(each, street, seat_of) for each in node.nodes("actions", most=MOST_ACTIONS)]
        played = [action for action in actions if action is not None]
        numbered.append((number, Round(node.path, street, node.cards("cards", most=5), played)))
    numbered.sort(key=lambda each: each[0])
    return [each for _, each in numbered]


def _action(node: Node, street: str, seat_of: Mapping[int, int]) -> OhhAction | None:
    word = node.text("action")
    if word in IDLE:
        return None
    if word == "Add to Pot":
        raise ohh_error(node.at("action"), "chips that no player brings cannot be replayed")
    if word not in POSTS and word not in BETTING and word not in CARDS:
        raise ohh_error(node.at("action"), f"{show(word)} is no action of the specification")
    if word in POSTS and street != PREFLOP:
        raise ohh_error(node.at("action"), f"a post is an action of the round {PREFLOP}")
    player = node.whole("player_id", least=0, most=LARGEST_ID)
    if player not in seat_of:
        raise ohh_error(node.at("player_id"), f"{player} is no player who is dealt in")
    amount = node.amount("amount") if word in WITH_AMOUNT else node.optional_amount("amount")
    cards = node.cards("cards", most=len(DECK)) if word in CARDS else ()
    return OhhAction(node.path, word, seat_of[player], amount, cards)


def read_pots(hand: Node, players: Sequence[OhhPlayer]) -> list[StatedPot]:
    """What each pot held and what each seat won of it, in the file's units; the main pot first."""
    seat_of = {player.player_id: player.seat for player in players}
    numbered = []
    for node in hand.nodes("pots", most=MOST_PLAYERS) if hand.has("pots") else ():
        won: dict[int, Decimal] = {}
        for win in node.nodes("player_wins", most=MOST_WINS) if node.has("player_wins") else ():
            player = win.whole("player_id", least=0, most=LARGEST_ID)
            if player not in seat_of:
                raise ohh_error(win.at("player_id"), f"{player} is no player who is dealt in")
            amount = win.amount("win_amount", most=LARGEST_SUM)
            won[seat_of[player]] = won.get(seat_of[player], Decimal(0)) + amount
        stated = {seat: amount for seat, amount in won.items() if amount}
        pot = StatedPot(_if_readable(node, "amount"), _if_readable(node, "rake"), stated)
        numbered.append((node.whole("number", least=0, most=LARGEST_ID), pot))
    numbered.sort(key=lambda each: each[0])
    return [pot for _, pot in numbered]


def _if_readable(pot: Node, name: str) -> Decimal | None:
    """An amount that is only compared: no hand is refused for it."""
    try:
        return pot.amount(name, most=LARGEST_SUM)
    except OhhError:
        return None
