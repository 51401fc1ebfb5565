"""Fields of our own in a notation from elsewhere: what its plain words cannot say of one of our hands.

"rules" the house rules, or "setup" the whole setup where the plain fields mean another one; "operations" all of them
where the plain fields tell them in another order, or fewer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tables.engine.errors import InvalidNotation
from tables.engine.games.house_rules import HouseRules
from tables.engine.games.setup import Setup
from tables.engine.notation.fields import UNDO, check_length
from tables.engine.notation.json_objects import Node
from tables.engine.notation.recorded_hand import RULES_OF_RECORDS
from tables.engine.play.coding import decode, encode
from tables.engine.play.operations import Operation, Undo

OWN: Final = "_floorman"
"""The field that holds them."""

LONGEST_RECORD: Final = 100_000
"""Characters of operations."""


def own_fields(
    setup: Setup,
    operations: tuple[Operation, ...],
    *,
    plain_setup: Callable[[], Setup],
    plain_operations: Callable[[], tuple[Operation, ...]],
) -> dict[str, object]:
    """What a reader of the plain fields, who takes the house rules from us, would get wrong; empty: nothing."""
    own: dict[str, object] = {}
    if not _says(plain_setup, setup):
        own["setup"] = setup.to_dict()
    elif setup.rules != RULES_OF_RECORDS:
        own["rules"] = setup.rules.to_dict()
    if not _says(plain_operations, operations):
        own["operations"] = " ".join(map(encode, operations))
    return own


def _says(plain: Callable[[], object], ours: object) -> bool:
    """Not so where the plain fields are refused, as with winners of a pot too small for a chip each."""
    try:
        return plain() == ours
    except InvalidNotation:
        return False


def own_rules(own: Node, otherwise: HouseRules) -> HouseRules:
    if not own.has("rules"):
        return otherwise
    node = own.node("rules")
    try:
        return HouseRules.from_dict(node.values)
    except InvalidNotation as error:
        raise own.error(node.path, str(error)) from None


def own_setup(own: Node, otherwise: Callable[[], Setup]) -> Setup:
    if not own.has("setup"):
        return otherwise()
    node = own.node("setup")
    try:
        return Setup.from_dict(node.values)
    except InvalidNotation as error:
        raise own.error(node.path, str(error)) from None


def own_operations(own: Node, otherwise: Callable[[], tuple[Operation, ...]]) -> tuple[Operation, ...]:
    if not own.has("operations"):
        return otherwise()
    text, at = own.text("operations"), own.at("operations")
    if len(text) > LONGEST_RECORD:
        raise own.error(at, f"longer than {LONGEST_RECORD} characters")
    try:
        operations = tuple([decode(word) for word in text.split()])
        check_length(operations)
    except InvalidNotation as error:
        raise own.error(at, str(error)) from None
    if any(isinstance(operation, Undo) for operation in operations):
        raise own.error(at, UNDO)
    return operations


def contradicts(own: Node, name: str) -> InvalidNotation:
    """The error where a field of the notation tells another hand than ours."""
    return own.error(own.path, f"it contradicts {name}: remove one of them")
