"""The importers under attack, and what must hold whatever text they are given.

Each takes a text and says in a few words what became of it. It may raise nothing but
InvalidNotation; what it accepts must survive its own forms and be replayed, or refused by the
replay, with no chip made or lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tables.engine import IllegalAction, InvalidNotation, Operation, Setup, State, decode, encode, replay
from tables.engine.errors import EngineError
from tables.engine.legal_actions import legal
from tables.engine.notation import RecordedHand, format_line, format_phh, parse_line, read_phh
from tables.engine.notation.files import read_file
from tables.engine.notation.gfx.reading import GfxHand, read_session

LONGEST_SENTENCE: Final = 1500

Importer = Callable[[str], str]


class Broken(AssertionError):
    """Something was accepted, or said, that must not be."""


# --- The importers


def import_phh(text: str) -> str:
    return _file("a.phhs", text)


def import_ohh(text: str) -> str:
    return _file("a.ohh", text)


def import_gfx(text: str) -> str:
    """The stacks are told with the hands, and what our rules say of them."""
    for hand in read_session(text):
        if isinstance(hand, GfxHand):
            str(hand.replayed()).encode()
    return _file("a.json", text)


def _file(name: str, text: str) -> str:
    said = []
    for _, hand in read_file(name, text):
        if isinstance(hand, RecordedHand):
            said.append(check_hand(hand.setup, hand.operations, is_lawful=name.endswith((".ohh", ".json"))))
        else:
            said.append(check_refusal(hand))
    return said[0] if said else "no hand"


def import_line(text: str) -> str:
    setup, operations = parse_line(text)
    return check_hand(setup, operations)


def import_operations(text: str) -> str:
    """Words one by one, as they come from the database and from the tablet."""
    kinds = set()
    for word in text.split():
        operation = decode(word)
        if encode(operation) != word:
            raise Broken(f"{word!r} is read as {encode(operation)!r}")
        kinds.add(type(operation).__name__)
    return "read " + " ".join(sorted(kinds))


def import_setup(text: str) -> str:
    """A setup as it comes from the database, which holds no half characters."""
    if re.search(r"\\u[dD][89a-fA-F]", text):
        return "no text"
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return "no JSON"
    if not isinstance(data, dict):
        return "no object"
    return check_hand(Setup.from_dict(data), ())


IMPORTERS: Final[Mapping[str, Importer]] = MappingProxyType(
    {
        "phh": import_phh,
        "ohh": import_ohh,
        "gfx": import_gfx,
        "line": import_line,
        "operations": import_operations,
        "setup": import_setup,
    }
)
"""By the kind of text."""


# --- What must hold


def check_refusal(error: EngineError) -> str:
    """A refusal is one short sentence that can be sent and printed."""
    sentence = str(error)
    sentence.encode()
    if not 0 < len(sentence) <= LONGEST_SENTENCE:
        raise Broken(f"a sentence of {len(sentence)} characters")
    return f"{error.code}: {sentence}"


def check_hand(setup: Setup, operations: Sequence[Operation], *, is_lawful: bool = False) -> str:
    """is_lawful: the importer has played the hand, so the replay has nothing to refuse."""
    try:
        return _check_hand(setup, operations, is_lawful=is_lawful)
    except InvalidNotation as refusal:
        raise Broken(f"what was accepted is refused in a form of our own: {refusal}") from refusal


def _check_hand(setup: Setup, operations: Sequence[Operation], *, is_lawful: bool) -> str:
    if Setup.from_dict(json.loads(json.dumps(setup.to_dict()))) != setup:
        raise Broken("the setup does not survive its own form")
    for operation in operations:
        if decode(encode(operation)) != operation:
            raise Broken(f"{encode(operation)} does not survive its own form")
    try:
        state = replay(setup, operations)
    except IllegalAction as refusal:
        if is_lawful:
            raise Broken(f"the importer let through: {refusal}") from refusal
        return "refused by the replay: " + check_refusal(refusal)
    check_chips(state)
    legal(state)
    if parse_line(format_line(setup, operations)) != (setup, tuple(operations)):
        raise Broken("the hand does not survive its own line")
    _check_phh(setup, operations, state)
    return f"replayed: {setup.game} {state.phase}"


def check_chips(state: State) -> None:
    """Nobody owes chips, and there are as many as before the hand."""
    setup = state.setup
    before = sum([each.stack for each in setup.seats]) + setup.carried_pot.chips
    if (
        min(
            [
                *state.stacks.values(),
                *state.aside.values(),
                state.pot_total,
                state.rake,
                state.carried_pot.chips,
            ]
        )
        < 0
    ):
        raise Broken(f"negative chips: {dict(state.stacks)}, pot {state.pot_total}")
    on_the_way = state.carried_pot.chips + state.rake if state.is_complete else state.pot_total
    after = sum(state.stacks.values()) + sum(state.aside.values()) + on_the_way
    if before != after:
        raise Broken(f"{before} chips before the hand, {after} in it")


def _check_phh(setup: Setup, operations: Sequence[Operation], state: State) -> None:
    """Our own PHH of the hand is read back, with its setup, and plays to the same stacks.

    Not so where unknown cards were thrown away: what is told of such a hand may be impossible, and PHH,
    which tells every card where it was dealt, cannot say it.
    """
    [again] = read_phh(format_phh(setup, operations))
    if again.setup != setup:
        raise Broken("the setup does not survive PHH")
    if state.game.has_draws:
        return
    try:
        replayed = replay(again.setup, again.operations)
    except IllegalAction as refusal:
        raise Broken(f"our own PHH is refused: {refusal}") from refusal
    if (replayed.stacks, replayed.phase) != (state.stacks, state.phase):
        raise Broken(f"PHH gives {dict(replayed.stacks)}, not {dict(state.stacks)}")
