"""Texts to start from: random hands of every game in every form that has words for it, published hands."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from tables.engine import GAMES, Operation, Setup, encode
from tables.engine.notation import format_line, format_phh, join_phhs
from tables.engine.notation.gfx import words as gfx
from tables.engine.notation.gfx.writing import HandToWrite, format_session
from tables.engine.notation.ohh.words import is_supported
from tables.engine.notation.ohh.writing import format_ohh, join_ohh
from tests.published import SOURCES, published
from tests.tables.engine.notation.gfx_cases import EMPTY, KNOCK_OUT, RAISED
from tests.tables.engine.notation.gfx_cases import text as gfx_text
from tests.tables.engine.notation.ohh_cases import CASH, OMAHA, TOURNAMENT
from tests.tables.engine.random_hands import random_hand
from tests.tables.engine.rulings.test_ruling_properties import ruled_hand

STARTED_AT = datetime(2030, 5, 1, 20, 15, tzinfo=UTC)
PUBLISHED_OF_A_SOURCE = 20


class Text(NamedTuple):
    """kind: which importer is for it; see importers.IMPORTERS."""

    kind: str
    text: str


def corpus(rng: random.Random, *, hands_of_a_game: int) -> list[Text]:
    texts: list[Text] = []
    for code in GAMES:
        hands = [_random_hand(rng, code, ruled=rng.random() < 0.5) for _ in range(hands_of_a_game)]
        for setup, operations in hands:
            texts += _forms(setup, operations, rng)
        texts.append(Text("phh", join_phhs([format_phh(*hand) for hand in hands])))
        if is_supported(code):
            texts.append(Text("ohh", join_ohh([_ohh(*hand, rng) for hand in hands])))
        if gfx.is_supported(code):
            texts.append(Text("gfx", _gfx(hands)))
    return [*texts, *_foreign(), *_published(rng)]


def _random_hand(rng: random.Random, code: str, *, ruled: bool) -> tuple[Setup, Sequence[Operation]]:
    if not ruled:
        return random_hand(rng, [code])
    last = ruled_hand(rng, [code])[-1]
    return last.setup, last.history


def _forms(setup: Setup, operations: Sequence[Operation], rng: random.Random) -> Iterator[Text]:
    """One hand as each importer reads it."""
    names = [f"Ada {each.seat}" for each in setup.seats]
    yield Text("phh", format_phh(setup, operations, players=names, scale=rng.choice([1, 100])))
    yield Text("line", format_line(setup, operations))
    yield Text("operations", " ".join(map(encode, operations)))
    yield Text("setup", json.dumps(setup.to_dict()))
    if is_supported(setup.game):
        yield Text("ohh", _ohh(setup, operations, rng))


def _ohh(setup: Setup, operations: Sequence[Operation], rng: random.Random) -> str:
    scale = rng.choice([1, 100])
    return format_ohh(setup, operations, game_number="7", started_at=STARTED_AT, scale=scale)


def _gfx(hands: Iterable[tuple[Setup, Sequence[Operation]]]) -> str:
    written = [
        HandToWrite(
            number=number, setup=setup, operations=operations, started_at=STARTED_AT,
            players=[f"Ada {each.seat}" for each in setup.seats],
        )
        for number, (setup, operations) in enumerate(hands)
    ]  # fmt: skip
    return format_session(written, title="Final", begun=STARTED_AT)


def _foreign() -> Iterator[Text]:
    """Hands as other houses write them."""
    for case in (CASH, TOURNAMENT, OMAHA):
        yield Text("ohh", json.dumps({"ohh": case}))
    yield Text("gfx", gfx_text(RAISED, KNOCK_OUT, EMPTY))
    yield Text("gfx", gfx_text(KNOCK_OUT))


def _published(rng: random.Random) -> Iterator[Text]:
    """Some of each source of published hands."""
    for source in SOURCES:
        hands = published(source)
        for hand in rng.sample(hands, min(len(hands), PUBLISHED_OF_A_SOURCE)):
            yield Text("phh", hand.phh)
