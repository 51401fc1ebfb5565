"""Reading a PokerGFX session: the stacks of each hand, and the hand itself as far as it can be replayed.

A field of our own, "_floorman", says of a hand of ours what the format cannot (`own_fields`). It must describe the same
hand as the plain fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from tables.engine.cards.cards import Card
from tables.engine.errors import EngineError, InvalidNotation
from tables.engine.games.game import Game
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.setup import Setup
from tables.engine.hand import replay
from tables.engine.notation.gfx.hand import FROM_THE_HAND, hand_fields, known_holes
from tables.engine.notation.gfx.hands import (
    Blinds,
    GfxEvent,
    GfxPlayer,
    read_blinds,
    read_events,
    read_holes,
    read_number,
    read_players,
)
from tables.engine.notation.gfx.play import play
from tables.engine.notation.gfx.session import GfxError, gfx_error, read_objects
from tables.engine.notation.gfx.setups import build_setup, dealt_in, read_game
from tables.engine.notation.json_objects import Node
from tables.engine.notation.own_fields import OWN, contradicts, own_operations, own_rules, own_setup
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS, RecordedHand
from tables.engine.play.operations import Operation
from tables.engine.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class GfxHand:
    """A hand of a session: its number, when it began, everybody who is listed, the seat of the button (None: not said),
    whether anything was played, and the hand or why it cannot be replayed.
    """

    number: int
    started_at: datetime | None
    players: tuple[GfxPlayer, ...]
    button: int | None
    was_played: bool
    recorded: RecordedHand | GfxError

    @property
    def is_over(self) -> bool:
        """Whether the stacks after it are said, and have the chips of those before: in play some are in the pot."""
        ends = [player.end for player in self.players if player.end is not None]
        return len(ends) == len(self.players) and sum(ends) == sum([player.start for player in self.players])

    def replayed(self) -> State | GfxError:
        """Where the hand ends by our rules, or why that cannot be said."""
        if isinstance(self.recorded, GfxError):
            return self.recorded
        state = replay(self.recorded.setup, self.recorded.operations)
        return state if state.is_complete else gfx_error("", "the events end before the hand is over")


def read_session(text: str) -> tuple[GfxHand | GfxError, ...]:
    """Each hand of a session with its stacks, oldest first; what cannot be read stands in its place."""
    return tuple(map(_hand_or_error, read_objects(text)))


def read_gfx_hands(
    text: str, *, rules: HouseRules = RULES_OF_RECORDS
) -> Iterator[tuple[str, RecordedHand | GfxError]]:
    """Each hand of a session with its number, "" where it has none that can be read.

    What is wrong with a hand stands in its place, and the others are read all the same.
    """
    for node in read_objects(text):
        if isinstance(node, GfxError):
            yield "", node
        else:
            yield _name(node), _read_or_error(node, rules)


def read_gfx(text: str, *, rules: HouseRules = RULES_OF_RECORDS) -> list[RecordedHand]:
    """The hands of a session; raises GfxError, at the first bad hand, and nothing else.

    rules: for hands that do not name the rules they were played under. Players who sit out are left out.
    """
    hands = []
    for _, hand in read_gfx_hands(text, rules=rules):
        if isinstance(hand, GfxError):
            raise hand
        hands.append(hand)
    return hands


def _name(node: Node) -> str:
    try:
        return str(read_number(node))
    except GfxError:
        return ""


def _hand_or_error(node: Node | GfxError) -> GfxHand | GfxError:
    if isinstance(node, GfxError):
        return node
    try:
        return GfxHand(
            number=read_number(node),
            started_at=_started_at(node),
            players=read_players(node),
            button=_button(node),
            was_played=bool(node.values.get("Events")),
            recorded=_read_or_error(node, RULES_OF_RECORDS),
        )
    except GfxError as error:
        return error


def _started_at(node: Node) -> datetime | None:
    """None where it is not said, or not with its time zone."""
    try:
        moment = datetime.fromisoformat(str(node.values.get("StartDateTimeUTC")))
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _button(node: Node) -> int | None:
    try:
        return read_blinds(node).button
    except GfxError:
        return None


def _read_or_error(node: Node, rules: HouseRules) -> RecordedHand | GfxError:
    try:
        return read_hand(node, rules=rules)
    except GfxError as error:
        return error
    except InvalidNotation as error:
        # What the setup itself refuses: a caller has one kind of error to catch.
        return GfxError(f"{node.path}: {error}", error.code, error.params)


def read_hand(node: Node, *, rules: HouseRules = RULES_OF_RECORDS) -> RecordedHand:
    """One hand; raises InvalidNotation, also for one in which nothing was played."""
    plain = plain_hand(node)
    own = node.node(OWN) if node.has(OWN) else None
    if own is None:
        setup = plain.setup(rules)
        operations = plain.operations(setup)
    else:
        setup, operations = _own_hand(own, plain, rules)
    ends = plain.finishing()
    return RecordedHand(
        setup=setup,
        operations=operations,
        variant=setup.game,
        players=tuple([player.name or player.long_name for player in plain.players]),
        seats=tuple([player.seat for player in plain.players]),
        finishing_stacks=tuple([Decimal(ends[player.seat]) for player in plain.players]) if ends else None,
        scale=1,
        meta={key: value for key, value in node.values.items() if key not in FROM_THE_HAND and key != OWN},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainSessionHand:
    """The fields of the format, their form checked; players: those who are dealt in."""

    hand: Node
    game: Game
    players: Sequence[GfxPlayer]
    blinds: Blinds
    holes: Mapping[int, tuple[Card, ...]]
    events: Sequence[GfxEvent]

    def setup(self, rules: HouseRules) -> Setup:
        boards = max([event.board for event in self.events], default=1)
        return build_setup(
            self.hand, game=self.game, rules=rules, players=self.players, blinds=self.blinds, boards=boards
        )

    def operations(self, setup: Setup) -> tuple[Operation, ...]:
        return play(
            setup, at=self.hand.path, holes=self.holes, events=self.events, finishing=self.finishing()
        )

    def finishing(self) -> dict[int, int]:
        """The stacks after the hand, by seat; empty where one is not said."""
        ends = {player.seat: player.end for player in self.players if player.end is not None}
        return ends if len(ends) == len(self.players) else {}


def plain_hand(node: Node) -> PlainSessionHand:
    events = read_events(node)
    if not events:
        raise gfx_error(node.at("Events"), "nothing was played in this hand")
    blinds = read_blinds(node)
    players = dealt_in(read_players(node), blinds, events)
    return PlainSessionHand(
        hand=node,
        game=read_game(node),
        players=players,
        blinds=blinds,
        holes=read_holes(node, players),
        events=events,
    )


def _own_hand(own: Node, plain: PlainSessionHand, rules: HouseRules) -> tuple[Setup, tuple[Operation, ...]]:
    rules = own_rules(own, rules)
    setup = own_setup(own, lambda: plain.setup(rules))
    if {each.seat: each.stack for each in setup.seats} != {each.seat: each.start for each in plain.players}:
        raise contradicts(own, "Players")
    operations = own_operations(own, lambda: plain.operations(setup))
    try:
        recorded = hand_fields(setup, operations, level=plain.blinds.level)
        holes = known_holes(replay(setup, operations))
    except EngineError as error:
        raise gfx_error(own.path, str(error)) from None
    if holes != plain.holes:
        raise contradicts(own, "Players")
    for name, value in recorded.items():
        if plain.hand.values.get(name) != value:
            raise contradicts(own, name)
    return setup, operations
