"""Reading Open Hand History: hold'em and Omaha hands, one object each, a blank line between them.

A hand is played while it is read, so what comes back is lawful. Fields of our own, in "_floorman",
say what the format cannot: "rules" the house rules, or "setup" the whole setup where the plain
fields mean another one; "operations" all of them where they came in another order than the plain
ones; "scale" by how much the chips were divided. They must describe the same hand as the plain fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from tables.engine.errors import EngineError, InvalidNotation
from tables.engine.games.game import Game
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.setup import Setup
from tables.engine.hand import replay
from tables.engine.notation.fields import MOST_PLACES, scale_of
from tables.engine.notation.json_objects import Node
from tables.engine.notation.ohh.boards import InOrder, one_board_after_the_other
from tables.engine.notation.ohh.fields import OhhError, ohh_error, read_objects, read_objects_of_blocks
from tables.engine.notation.ohh.hand import hand_fields
from tables.engine.notation.ohh.play import play
from tables.engine.notation.ohh.rounds import OhhPlayer, Round, read_players, read_pots, read_rounds
from tables.engine.notation.ohh.setups import amounts_of, build_setup, read_game
from tables.engine.notation.ohh.words import HAND_FIELDS
from tables.engine.notation.own_fields import OWN, contradicts, own_operations, own_rules, own_setup
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS, RecordedHand, StatedPot
from tables.engine.play.operations import Operation
from tables.engine.state import State


def read_ohh(text: str, *, rules: HouseRules = RULES_OF_RECORDS) -> list[RecordedHand]:
    """The hands of an .ohh text; raises OhhError, at the first bad hand, and nothing else.

    rules: for hands that do not name the rules they were played under. Players who sit out are left out.
    Finishing stacks are what the pots of the file say, where it has any.
    """
    hands = []
    for name, hand in read_ohh_hands(text, rules=rules):
        if isinstance(hand, OhhError):
            which = {"hand": int(name)} if name else {}
            sentence = f"hand {name}: {hand}" if name else str(hand)
            raise OhhError(sentence, hand.code, {**hand.params, **which})
        hands.append(hand)
    return hands


def read_ohh_hands(
    text: str, *, rules: HouseRules = RULES_OF_RECORDS
) -> Iterator[tuple[str, RecordedHand | OhhError]]:
    """Each hand of an .ohh text with its number from 1, "" where there is only one.

    What is wrong with a hand stands in its place, and the others are read all the same.
    """
    return _read_all(read_objects(text), rules)


def read_ohh_hands_of_blocks(
    blocks: Iterable[str], *, rules: HouseRules = RULES_OF_RECORDS
) -> Iterator[tuple[str, RecordedHand | OhhError]]:
    """The same of a text of any length that comes in blocks of whole lines."""
    return _read_all(read_objects_of_blocks(blocks), rules)


def _read_all(
    objects: Iterable[Mapping[str, object] | OhhError], rules: HouseRules
) -> Iterator[tuple[str, RecordedHand | OhhError]]:
    numbered = enumerate(objects, start=1)
    first = next(numbered)[1]
    second = next(numbered, None)
    yield "" if second is None else "1", _read_or_error(first, rules)
    for number, fields in chain([second] if second is not None else [], numbered):
        yield str(number), _read_or_error(fields, rules)


def _read_or_error(fields: Mapping[str, object] | OhhError, rules: HouseRules) -> RecordedHand | OhhError:
    if isinstance(fields, OhhError):
        return fields
    try:
        return read_object(fields, rules=rules)
    except OhhError as error:
        return error
    except InvalidNotation as error:
        # What the setup itself refuses: a caller has one kind of error to catch.
        return OhhError(str(error), error.code, error.params)


def read_object(fields: Mapping[str, object], *, rules: HouseRules = RULES_OF_RECORDS) -> RecordedHand:
    """One hand from what stands in "ohh"; raises InvalidNotation."""
    plain = plain_hand(fields)
    own = plain.hand.node(OWN) if plain.hand.has(OWN) else None
    if own is None:
        scale = plain.scale
        setup = plain.setup(rules=rules, scale=scale)
        operations = plain.operations(setup, scale=scale)
    else:
        setup, operations, scale = _own_hand(own, plain, rules)
    return RecordedHand(
        setup=setup,
        operations=operations,
        variant=setup.game,
        players=tuple([player.name for player in plain.players]),
        seats=tuple([player.seat for player in plain.players]),
        finishing_stacks=_finishing_stacks(plain, replay(setup, operations), scale),
        scale=scale,
        meta={key: value for key, value in fields.items() if key not in HAND_FIELDS},
        pots=tuple(plain.pots),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainHand:
    """The fields of the specification, their form checked."""

    hand: Node
    game: Game
    players: Sequence[OhhPlayer]
    rounds: Sequence[Round]
    boards: InOrder
    pots: Sequence[StatedPot]

    @property
    def scale(self) -> int:
        """The least that makes chips of all amounts."""
        return scale_of(amounts_of(self.hand, self.players, self.rounds))

    def setup(self, *, rules: HouseRules, scale: int) -> Setup:
        """A board that was dealt more than once was allowed to."""
        if self.boards.times > rules.run_out_boards:
            rules = replace(rules, run_out_boards=self.boards.times)
        return build_setup(
            self.hand, game=self.game, rules=rules, players=self.players, rounds=self.rounds, scale=scale
        )

    def operations(self, setup: Setup, *, scale: int) -> tuple[Operation, ...]:
        return play(setup, self.boards, pots=[pot.won for pot in self.pots], scale=scale)


def plain_hand(fields: Mapping[str, object]) -> PlainHand:
    hand = Node("", fields, ohh_error)
    players = read_players(hand)
    rounds = read_rounds(hand, players)
    return PlainHand(
        hand=hand,
        game=read_game(hand, rounds),
        players=players,
        rounds=rounds,
        boards=one_board_after_the_other(rounds),
        pots=read_pots(hand, players),
    )


def _finishing_stacks(plain: PlainHand, state: State, scale: int) -> tuple[Decimal, ...] | None:
    """What was not put into the pots and what the file says was won of them."""
    if not state.is_complete or (state.pot_total and not any(pot.won for pot in plain.pots)):
        return None
    stacks = {seat: Decimal(chips) for seat, chips in state.stacks.items()}
    for award in state.awards:
        stacks[award.seat] -= award.amount
    for pot in plain.pots:
        for seat, amount in pot.won.items():
            stacks[seat] += amount * scale
    return tuple([stacks[player.seat] / scale for player in plain.players])


# --- What the format cannot say


def _own_hand(own: Node, plain: PlainHand, rules: HouseRules) -> tuple[Setup, tuple[Operation, ...], int]:
    scale = own.whole("scale", least=1, most=10**MOST_PLACES) if own.has("scale") else plain.scale
    if scale % plain.scale:
        raise ohh_error(own.at("scale"), f"{scale} leaves parts of a chip")
    rules = own_rules(own, rules)
    setup = own_setup(own, lambda: plain.setup(rules=rules, scale=scale))
    stacks = {player.seat: player.stack * scale for player in plain.players}
    if {each.seat: each.stack for each in setup.seats} != stacks:
        raise contradicts(own, "players")
    operations = own_operations(own, lambda: plain.operations(setup, scale=scale))
    try:
        recorded = hand_fields(setup, operations, scale=scale)
    except EngineError as error:
        raise ohh_error(own.path, str(error)) from None
    for name, value in recorded.items():
        if plain.hand.values.get(name) != value:
            raise contradicts(own, name)
    return setup, operations, scale
