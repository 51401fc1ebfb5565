"""A hand of every game, played at random on a tablet's table from the deal to the chips that were won."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from tables import engine
from tables.models import HandOperation
from tables.queries.tablet.screen import TabletScreen
from tests.factories import NOW
from tests.factories.felt import make_felt
from tests.factories.mixed import sheet
from tests.tables.engine.moves import Deck, contradicts, offered
from tests.tables.looking import screen_of
from tournament.rules.structure.levels import Level

MOST_OPERATIONS = 400
STACKS = (700, 1500, 2600, 90)
# Players stay in and do not speak again of who opens, so that hands go far; a bet more often than not goes around.
WEIGHTS = {"Fold": 0.1, "RaiseTo": 0.3, "Opens": 0.2, "Muck": 0.5, "PutIn": 0.5, "TakeOut": 0.5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The screen as it stood once; `refusal` is why the tap before it was not recorded."""

    name: str
    screen: TabletScreen
    refusal: str = ""


def hand_of(game: str, *, every: int = 1) -> Iterator[Moment]:
    """Every screen of one hand of this game, or every so many; the same ones whenever it is asked."""
    rng = random.Random(game)
    felt = make_felt(*STACKS, structure=sheet(level_of(game), level_of(game)))
    device, _secret = felt.pair()
    yield Moment(name="before", screen=screen_of(device, now=NOW))
    hand = felt.deal()
    *played, last = _operations(hand.setup, rng)
    for number, operation in enumerate(played, start=1):
        if number % every == 0:
            yield Moment(name=f"{number:03}", screen=screen_of(device, now=NOW))
        HandOperation.objects.create(hand=hand, number=number, code=engine.encode(operation), at=NOW)
    # Only the last one moves chips, so only this one has to be recorded as a tap is.
    felt.play(engine.encode(last))
    yield Moment(name="after", screen=screen_of(device, now=NOW))


def level_of(game: str) -> Level:
    """Stakes that every betting structure can be played for."""
    return Level(
        small_blind=25, big_blind=50, ante=10, ante_kind="classic", duration_seconds=1200, game=game,
        small_bet=50, big_bet=100, bring_in=20, min_bet=50,
    )  # fmt: skip


def _operations(setup: engine.Setup, rng: random.Random) -> Iterator[engine.Operation]:
    state, deck = engine.replay(setup, ()), Deck(rng)
    for _ in range(MOST_OPERATIONS):
        possible = [
            each for each in offered(engine.legal(state), state, deck) if not contradicts(state, each)
        ]
        operation, state = _played(state, sorted(possible, key=lambda each: _rank(each, rng), reverse=True))
        yield operation
        if state.is_complete:
            return
    raise AssertionError("the hand does not end")


def _rank(operation: engine.Operation, rng: random.Random) -> float:
    return rng.random() * WEIGHTS.get(type(operation).__name__, 1.0)


def _played(
    state: engine.State, possible: Iterable[engine.Operation]
) -> tuple[engine.Operation, engine.State]:
    """The first of them that is legal: what is offered may not be payable in chips, or not be openers."""
    for operation in possible:
        with suppress(engine.IllegalAction):
            return operation, engine.apply(state, operation)
    raise AssertionError("nothing can be played")
