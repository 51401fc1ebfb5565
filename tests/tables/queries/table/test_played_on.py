"""A process plays a hand on from where it saw it last, and finds what a replay from the deal finds."""

from __future__ import annotations

import json
import random

import pytest

from tables import engine
from tables.models import Hand, Table
from tables.models.statements import TableRow
from tables.queries.table.hand import look_at, replay_of
from tests.tables.engine.random_hands import random_hand

HANDS = 6


def look(text: str, codes: list[str]) -> None:
    """A tap looks at hand 1 with this setup and these operations."""
    hand = Hand(pk=1)
    hand.keep_setup(text)
    row = TableRow(
        table=Table(),
        hand=hand,
        codes=codes,
        seats=(),
        has_messages=False,
        has_moves=False,
        has_others=False,
    )
    recorded = look_at(row).recorded
    assert recorded is not None
    assert recorded.replay == replay_of(hand.setup, [engine.decode(code) for code in codes])


@pytest.mark.parametrize("game", ["NT", "F7S"])
def test_a_hand_is_played_on_as_if_from_its_deal(game: str) -> None:
    """One operation after the other, two that another process recorded meanwhile, an undo, and then other operations;
    and the next hand, in another database, has the number of the one before.
    """
    rng = random.Random(game)
    for _each in range(HANDS):
        setup, operations = random_hand(rng, [game])
        text = json.dumps(setup.to_dict())
        codes = [engine.encode(operation) for operation in operations]
        for count in (*range(len(codes) - 2), len(codes)):
            look(text, codes[:count])
        look(text, [*codes, engine.encode(engine.Undo(len(codes) // 2))])
        look(text, [*codes, engine.encode(engine.Undo(len(codes) // 2)), *codes[len(codes) // 2 :]])
        look(text, [])
